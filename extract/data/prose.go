package data

import (
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// document writes a document of XML.
func (w *writer) document(d *xmlDocument) {
	x := xmlWriter{writer: w, xmlDocument: d}
	for _, k := range d.root.kids {
		x.block(k, 1, 0)
	}
}

// xmlWriter writes the elements of a document as blocks.
type xmlWriter struct {
	*writer
	*xmlDocument
}

// titles are the names of elements that head the one they stand in.
var titles = map[string]bool{"title": true, "head": true, "heading": true, "article-title": true, "invention-title": true, "header": true}

// plain are the names of elements that are paragraphs and nothing more.
var plain = map[string]bool{
	"p": true, "para": true, "paragraph": true, "simpara": true, "text": true, "content": true, "line": true, "l": true, "li": true, "body": true, "value": true, "string": true,
}

// block writes e, which does not stand in running text. depth is the level of
// the next heading, level the nesting of lines.
func (x *xmlWriter) block(e *element, depth, level int) {
	switch {
	case e.comment:
		if !x.prose {
			x.add(extract.Text("# "+e.text), e.first, e.last)
		}
		return
	case e.name == "":
		if text := strings.Join(strings.Fields(e.text), " "); text != "" {
			x.add(extract.Text(text), e.first, e.last)
		}
		return
	case local(e.name) == "table" && x.grid(e):
		return
	case e.mixed || !e.hasElements():
		x.value(e, depth, level)
		return
	}
	x.container(e, depth, level)
}

// container writes an element that holds elements only.
func (x *xmlWriter) container(e *element, depth, level int) {
	kids := e.kids
	if title, rest := x.title(e); title != nil && depth <= 6 && (x.prose || e.size >= headingSize/4) {
		x.add(extract.Head(depth, x.flat(title)), title.first, title.last)
		depth, level, kids = depth+1, 0, rest
		x.attributes(e)
	} else if !x.prose {
		depth, level = x.named(e, depth, level)
		if x.records(e) {
			return
		}
	}
	if x.prose && x.brief(e, level) {
		return
	}
	item := local(e.name)
	listed := item == "li" || item == "list-item" || item == "listitem"
	from := len(x.out)
	for _, k := range kids {
		x.block(k, depth, level)
	}
	if listed && len(x.out) > from && x.out[from].block.Kind == knowledge.Paragraph {
		x.out[from].block.Kind = knowledge.ListItem
	}
}

// brief writes an element of a few short values, such as a date in its parts or an
// address, as one line with all names. It reports whether it did.
func (x *xmlWriter) brief(e *element, level int) bool {
	if e.size > 300 {
		return false
	}
	var parts []string
	for _, k := range e.kids {
		switch text := ""; {
		case k.name == "":
		case k.hasElements() || plain[local(k.name)] || titles[local(k.name)]:
			return false
		default:
			if text = x.flat(k); text != "" {
				parts = append(parts, k.name+": "+text)
			}
		}
	}
	if len(parts) < 2 {
		return false
	}
	x.add(extract.Block{Kind: knowledge.ListItem, Level: min(level, maxLevel), Text: e.name + ": " + strings.Join(parts, "; ")}, e.first, e.last)
	return true
}

// title returns the element that heads e, with the label in front of it, and the
// other elements; nil where nothing heads e.
func (x *xmlWriter) title(e *element) (title *element, rest []*element) {
	var label *element
	for i, k := range e.kids {
		if k.name == "" {
			continue
		}
		name := local(k.name)
		if name == "label" && label == nil && !titles[local(e.name)] {
			label = k
			continue
		}
		if !titles[name] || x.flat(k) == "" || len(x.flat(k)) > knowledge.MaxTitle {
			return nil, nil
		}
		rest = append(rest, e.kids[i+1:]...)
		for _, r := range rest {
			if r.name != "" {
				if label != nil {
					k = &element{name: k.name, kids: []*element{label, {text: " "}, k}, first: label.first, last: k.last}
				}
				return k, rest
			}
		}
		return nil, nil
	}
	return nil, nil
}

// named writes the name of an element of data: as a heading over much, as a line
// over little.
func (x *xmlWriter) named(e *element, depth, level int) (int, int) {
	text := e.name + attributes(e)
	if e.size >= headingSize && depth <= 6 && level == 0 {
		x.add(extract.Head(depth, text), e.first, e.first)
		return depth + 1, 0
	}
	x.add(extract.Block{Kind: knowledge.ListItem, Level: min(level, maxLevel), Text: text + ":"}, e.first, e.first)
	return depth, level + 1
}

// attributes prints what the attributes of an element say, in brackets.
func attributes(e *element) string {
	var parts []string
	for _, a := range e.attrs {
		if a.Name.Space == "xmlns" || a.Name.Local == "xmlns" || a.Value == "" {
			continue
		}
		parts = append(parts, xmlName(a.Name)+"="+shown(a.Value))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// attributes writes the attributes of an element of data below its title.
func (x *xmlWriter) attributes(e *element) {
	if text := attributes(e); text != "" && !x.prose {
		x.add(extract.Block{Kind: knowledge.ListItem, Text: e.name + text}, e.first, e.first)
	}
}

// value writes an element that holds text, or nothing.
func (x *xmlWriter) value(e *element, depth, level int) {
	kind := knowledge.Paragraph
	label := ""
	name := local(e.name)
	switch {
	case name == "li" || name == "list-item" || name == "listitem":
		kind = knowledge.ListItem
	case !x.prose || !plain[name] && !e.hasElements() && e.size < 120 && !titles[name]:
		if label = e.name; !x.prose {
			label += attributes(e)
		}
		if e.size < 300 {
			kind = knowledge.ListItem
		}
		if plain[name] && label == e.name {
			label, kind = "", knowledge.Paragraph
		}
	}
	if x.prose && e.size == 0 && !e.hasElements() {
		x.shown(e)
		return
	}
	r := run{x: x, kind: kind, level: min(level, maxLevel), label: label, first: e.first, last: e.first}
	r.children(e, depth)
	r.flush(e.last)
}

// shown takes in an empty element of running text: markup that says nothing, or a
// picture or another file that the document shows.
func (x *xmlWriter) shown(e *element) {
	target := e.attr("href", "src", "fileref")
	if n := len(x.out); n > 0 && target != "" && target[0] != '#' {
		x.out[n-1].links = append(x.out[n-1].links, knowledge.Link{Target: target})
	}
}

// run gathers the running text of an element; elements in it that are none end
// the paragraph.
type run struct {
	x           *xmlWriter
	kind        knowledge.BlockKind
	level       int
	label       string
	text        strings.Builder
	links       []knowledge.Link
	first, last int
}

func (r *run) children(e *element, depth int) {
	for _, k := range e.kids {
		switch {
		case k.comment:
		case k.name == "":
			r.text.WriteString(k.text)
			r.last = k.last
		case r.x.inline[k.name] && !r.x.holdsBlocks(k):
			from := r.text.Len()
			r.children(k, depth)
			if target := k.attr("href", "url", "src"); target != "" && target[0] != '#' {
				r.links = append(r.links, knowledge.Link{Text: strings.Join(strings.Fields(r.text.String()[from:]), " "), Target: target})
			}
			r.last = max(r.last, k.last)
		default:
			r.flush(k.first)
			r.x.block(k, depth, r.level)
			r.first = k.last
		}
	}
}

// holdsBlocks reports whether an element of running text holds one that is none.
func (d *xmlDocument) holdsBlocks(e *element) bool {
	for _, k := range e.kids {
		if k.name != "" && (!d.inline[k.name] || d.holdsBlocks(k)) {
			return true
		}
	}
	return false
}

// flush makes a block of the text gathered so far.
func (r *run) flush(line int) {
	text := r.text.String()
	if indented := strings.Contains(text, "\n  ") && strings.Contains(strings.TrimSpace(text), ";\n"); !indented {
		text = strings.Join(strings.Fields(text), " ")
	}
	r.text.Reset()
	switch {
	case r.label != "" && text != "":
		text = r.label + ": " + text
	case r.label != "":
		text = r.label
	}
	r.label = ""
	if text != "" {
		b := extract.Block{Kind: r.kind, Text: text}
		if r.kind == knowledge.ListItem {
			b.Level = r.level
		}
		r.x.add(b, r.first, max(r.last, r.first))
		r.x.out[len(r.x.out)-1].links = r.links
		r.links = nil
		if r.kind == knowledge.ListItem {
			r.kind = knowledge.Paragraph
		}
	}
	r.first, r.last = line, line
}
