package data

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"quire/knowledge"
)

// element is an element of XML, or text (without a name), or a comment.
type element struct {
	name        string // as written, with its prefix
	attrs       []xml.Attr
	kids        []*element
	text        string // of text and comments
	comment     bool
	mixed       bool // it holds text that is not blank
	first, last int  // lines
	size        int  // bytes of text in it
}

// xmlDocument is a document and what its elements are by their names.
type xmlDocument struct {
	root *element
	// inline are the names of elements that stand in running text.
	inline map[string]bool
	// prose says that most of the text is running text: names of elements are
	// then markup, else they are what the values mean.
	prose bool
}

// parseXML reads a document as far as tags can be paired; what does not fit is
// passed over.
func parseXML(s string, files *binaries) (*xmlDocument, error) {
	dec := xml.NewDecoder(strings.NewReader(s))
	dec.Strict = false
	dec.Entity = xml.HTMLEntity
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // it is decoded already
	root := &element{first: 1, last: 1}
	open := []*element{root}
	nodes := 0
	for {
		line, _ := dec.InputPos()
		t, err := dec.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, xmlFault(err)
		}
		if nodes++; nodes > maxNodes || len(open) > maxDepth {
			return nil, errTooLarge
		}
		top := open[len(open)-1]
		switch t := t.(type) {
		case xml.StartElement:
			e := &element{name: xmlName(t.Name), attrs: t.Copy().Attr, first: line, last: line}
			top.kids = append(top.kids, e)
			open = append(open, e)
		case xml.EndElement:
			for i := len(open) - 1; i > 0; i-- {
				if open[i].name == xmlName(t.Name) {
					open[i].last, _ = dec.InputPos()
					open = open[:i]
					break
				}
			}
		case xml.Directive:
			dec.Entity = entities(string(t), s)
		case xml.CharData:
			end, _ := dec.InputPos()
			top.addText(string(t), line, end)
		case xml.Comment:
			if c := strings.TrimSpace(string(t)); c != "" {
				end, _ := dec.InputPos()
				top.kids = append(top.kids, &element{text: c, comment: true, first: line, last: end})
			}
		}
	}
	files.ofElements(root)
	d := &xmlDocument{root: root}
	if !root.finish() {
		return nil, fmt.Errorf("no element")
	}
	d.classify()
	return d, nil
}

// xmlFault says where XML is wrong without the words of the document that errors of
// its parser quote.
func xmlFault(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("XML is not well-formed at line %d", syntax.Line)
	}
	return errors.New("XML is of a version or a form that is not known")
}

func xmlName(n xml.Name) string {
	if n.Space != "" {
		return n.Space + ":" + n.Local
	}
	return n.Local
}

func (e *element) addText(s string, first, last int) {
	if n := len(e.kids); n > 0 && e.kids[n-1].name == "" && !e.kids[n-1].comment {
		e.kids[n-1].text += s
		return
	}
	e.kids = append(e.kids, &element{text: s, first: first, last: last})
}

// finish fills in what is known after reading, and reports whether there is an
// element.
func (e *element) finish() bool {
	any := false
	for _, k := range e.kids {
		switch {
		case k.name != "":
			any = true
			k.finish()
			e.size += k.size
			k.last = max(k.last, k.first)
			e.last = max(e.last, k.last)
		case !k.comment && strings.TrimSpace(k.text) != "":
			e.mixed = true
			e.size += len(k.text)
		}
	}
	return any
}

// classify finds the elements that stand in running text, and whether most of
// the text is running text.
func (d *xmlDocument) classify() {
	within, all := map[string]int{}, map[string]int{}
	running, total := 0, 0
	var walk func(e *element)
	walk = func(e *element) {
		for _, k := range e.kids {
			if k.name == "" {
				continue
			}
			all[k.name]++
			if e.mixed {
				within[k.name]++
			}
			if k.mixed && (k.size >= 150 || k.hasElements()) {
				running += k.size
			} else {
				if k.mixed {
					total += k.size
				}
				walk(k)
				continue
			}
			total += k.size
			walk(k)
		}
	}
	walk(d.root)
	d.inline = map[string]bool{}
	for name, n := range within {
		d.inline[name] = 2*n >= all[name]
	}
	d.prose = running > 0 && running*2 >= total
}

func (e *element) hasElements() bool {
	for _, k := range e.kids {
		if k.name != "" {
			return true
		}
	}
	return false
}

// local returns a name without its prefix, lower case.
func local(name string) string {
	return strings.ToLower(name[strings.LastIndexByte(name, ':')+1:])
}

func (e *element) attr(names ...string) string {
	for _, name := range names {
		for _, a := range e.attrs {
			if a.Name.Local == name && strings.TrimSpace(a.Value) != "" {
				return strings.TrimSpace(a.Value)
			}
		}
	}
	return ""
}

// metadata is the title and the language of a document.
func (d *xmlDocument) metadata() knowledge.Metadata {
	var m knowledge.Metadata
	var walk func(e *element, depth int)
	walk = func(e *element, depth int) {
		for _, k := range e.kids {
			if k.name == "" {
				continue
			}
			if m.Language == "" && depth < 2 {
				m.Language = k.attr("lang")
			}
			if n := local(k.name); m.Title == "" && (n == "title" || n == "article-title" || n == "invention-title") {
				m.Title = d.flat(k)
			}
			if depth < 6 && m.Title == "" {
				walk(k, depth+1)
			}
		}
	}
	walk(d.root, 0)
	return m
}

// flat returns all text in e on one line.
func (d *xmlDocument) flat(e *element) string {
	var b strings.Builder
	d.flatten(&b, e)
	return strings.Join(strings.Fields(b.String()), " ")
}

func (d *xmlDocument) flatten(b *strings.Builder, e *element) {
	for _, k := range e.kids {
		switch {
		case k.comment:
		case k.name == "":
			b.WriteString(k.text)
		default:
			if !d.inline[k.name] {
				b.WriteByte(' ')
			}
			d.flatten(b, k)
			if !d.inline[k.name] {
				b.WriteByte(' ')
			}
		}
	}
}
