package xlsx

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"quire/extract"
	"quire/extract/ooxml"
)

// The vocabulary of workbooks is told apart by local names alone: writers spell
// its namespaces in too many ways, and no two names in it collide.

func local(name string) string {
	if i := strings.IndexByte(name, ':'); i >= 0 {
		return name[i+1:]
	}
	return name
}

// kid returns the first child along a path of local names, nil where there is
// none.
func kid(n *ooxml.Node, path ...string) *ooxml.Node {
	for _, name := range path {
		if n == nil {
			return nil
		}
		var next *ooxml.Node
		for _, k := range n.Kids {
			if local(k.Name) == name {
				next = k
				break
			}
		}
		n = next
	}
	return n
}

// all returns the outermost descendants of that local name in document order.
func all(n *ooxml.Node, name string) []*ooxml.Node {
	var out []*ooxml.Node
	n.Walk(func(k *ooxml.Node) bool {
		if local(k.Name) == name {
			out = append(out, k)
			return false
		}
		return true
	})
	return out
}

// listed returns the items of every list of a name among the children of n: one
// is usual, and what a second one holds is not lost.
func listed(n *ooxml.Node, list, item string) []*ooxml.Node {
	if n == nil {
		return nil
	}
	var out []*ooxml.Node
	for _, k := range n.Kids {
		if local(k.Name) == list {
			out = append(out, all(k, item)...)
		}
	}
	return out
}

func isTrue(s string) bool { return s == "1" || s == "true" || s == "on" }

// scanner reads the long parts (cells, shared strings) as a flat run of tags and
// text, without building elements.
type scanner struct {
	dec  *xml.Decoder
	src  *ooxml.TokenReader
	lim  extract.Limits
	open []xml.Name // elements that have not ended
	ends int        // of them that the end tag just read ends
	torn bool       // a tag does not match
	work int        // names compared with end tags that are not of the innermost element
}

// maxWork is how many names are compared for the sake of tags that do not match: some
// milliseconds, and thousands of such tags.
const maxWork = 10_000_000

// newScanner reads XML from r. One token may take as much as the text of a unit,
// which is many times what a spreadsheet takes in a cell.
func newScanner(r io.Reader, lim extract.Limits) *scanner {
	src := ooxml.NewTokenReader(utf8Reader(r), lim.Over("unit_bytes"), lim)
	s := &scanner{dec: xml.NewDecoder(src), src: src, lim: lim}
	s.dec.Strict = false
	s.dec.CharsetReader = func(label string, r io.Reader) (io.Reader, error) {
		e, err := htmlindex.Get(label)
		if err != nil || strings.HasPrefix(strings.ToLower(label), "utf-16") {
			return r, nil // the byte order mark has told; else it is read as it stands
		}
		return e.NewDecoder().Reader(r), nil
	}
	return s
}

// utf8Reader drops the byte order mark and turns UTF-16 into UTF-8.
func utf8Reader(r io.Reader) io.Reader {
	b := bufio.NewReaderSize(r, 32<<10)
	head, _ := b.Peek(3)
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, _ = b.Discard(3)
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Reader(b)
	}
	return b
}

// next returns the next start, end or text token. It is good until the next call.
// Elements that have no end tag end with the one around them, and an end tag of
// none is left out: so what stands behind a tag that does not match is still read.
// damage tells of it afterwards.
func (s *scanner) next() (xml.Token, error) {
	for {
		if s.ends > 0 {
			return s.pop(), nil
		}
		s.src.Next()
		tok, err := s.dec.RawToken()
		switch e := tok.(type) {
		case xml.StartElement:
			if len(s.open) == s.lim.Elements {
				return nil, s.lim.Over("elements")
			}
			s.open = append(s.open, e.Name)
		case xml.EndElement:
			for i := len(s.open) - 1; i >= 0 && s.ends == 0; i-- {
				if s.open[i] == e.Name {
					s.ends = len(s.open) - i
				} else {
					s.work++
				}
			}
			if s.work > maxWork {
				return nil, fmt.Errorf("%w: too many tags do not match", extract.ErrDamaged)
			}
			s.torn = s.torn || s.ends != 1
			continue
		}
		return tok, err
	}
}

// pop ends the innermost element.
func (s *scanner) pop() xml.EndElement {
	n := len(s.open) - 1
	e := xml.EndElement{Name: s.open[n]}
	s.open, s.ends = s.open[:n], s.ends-1
	return e
}

// damage says what was wrong with the tags so far, at the end of the part or of
// its root.
func (s *scanner) damage() error {
	switch {
	case len(s.open) > 0:
		return fmt.Errorf("%w: the part has no end", extract.ErrDamaged)
	case s.torn:
		return fmt.Errorf("%w: a tag does not match the one before it", extract.ErrDamaged)
	}
	return nil
}

// attr returns the value of an attribute by its local name.
func attr(e *xml.StartElement, name string) string {
	for i := range e.Attr {
		if e.Attr[i].Name.Local == name {
			return e.Attr[i].Value
		}
	}
	return ""
}

// unescape undoes _xHHHH_, the way cell text spells characters that XML cannot
// hold.
func unescape(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	var b strings.Builder
	for {
		i := strings.Index(s, "_x")
		if i < 0 || i+7 > len(s) {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		v, err := strconv.ParseUint(s[i+2:i+6], 16, 16)
		if err != nil || s[i+6] != '_' || v >= 0xD800 && v < 0xE000 {
			b.WriteString(s[i : i+2])
			s = s[i+2:]
			continue
		}
		b.WriteRune(rune(v))
		s = s[i+7:]
	}
}
