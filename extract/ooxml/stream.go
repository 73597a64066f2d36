package ooxml

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"quire/extract"
)

// Stream reads a part element by element, so that a long document is never held
// as a whole.
type Stream struct {
	dec     *xml.Decoder
	src     *TokenReader
	lim     extract.Limits
	names   map[xml.Name]string
	scopes  []binding // namespace declarations in force, innermost last
	depth   int
	doctype bool
	close   io.Closer
}

type binding struct {
	depth         int
	prefix, space string
}

// Stream opens a part for reading element by element.
func (p *Package) Stream(name string) (*Stream, error) {
	rc, err := p.Reader(name)
	if err != nil {
		return nil, err
	}
	s := NewStream(rc, p.lim)
	s.close = rc
	return s, nil
}

// NewStream reads XML from r within lim.
func NewStream(r io.Reader, lim extract.Limits) *Stream {
	lim = lim.WithDefaults()
	src := NewTokenReader(utf8Reader(r), lim.Over("text"), lim)
	s := &Stream{src: src, lim: lim, names: map[xml.Name]string{}, dec: xml.NewDecoder(src)}
	// Lenient about entities only a document type could define: they stay as
	// written, nothing is ever looked up.
	s.dec.Strict = false
	s.dec.CharsetReader = charset
	return s
}

// Close closes the part.
func (s *Stream) Close() error {
	if s.close == nil {
		return nil
	}
	return s.close.Close()
}

// Doctype reports whether a document type declaration was met, which no writer
// of such files has reason for.
func (s *Stream) Doctype() bool { return s.doctype }

// Next returns the next start of an element (its name and attributes only), or
// nil where an element ended. io.EOF is the end of the part.
func (s *Stream) Next() (*Node, error) {
	for {
		t, err := s.token()
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			return s.start(t)
		case xml.EndElement:
			s.end()
			return nil, nil
		}
	}
}

// Skip reads to the end of the element that Next returned last.
func (s *Stream) Skip() error {
	for open := 1; open > 0; {
		n, err := s.Next()
		if err != nil {
			return err
		}
		if n != nil {
			open++
		} else {
			open--
		}
	}
	return nil
}

func (s *Stream) token() (xml.Token, error) {
	s.src.Next()
	t, err := s.dec.Token()
	if err != nil && err != io.EOF {
		return nil, s.damage(err)
	}
	if d, ok := t.(xml.Directive); ok && len(d) >= 7 && strings.EqualFold(string(d[:7]), "doctype") {
		s.doctype = true
	}
	return t, err
}

// damage says what is wrong without the words of the document that a syntax error
// of the decoder quotes.
func (s *Stream) damage(err error) error {
	var syntax *xml.SyntaxError
	var lim *extract.LimitError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("%w: XML is not well-formed at line %d", extract.ErrDamaged, syntax.Line)
	case errors.As(err, &lim), errors.Is(err, extract.ErrDamaged):
		return err
	}
	if strings.HasPrefix(err.Error(), "xml: ") {
		return fmt.Errorf("%w: its XML declaration names a version or character set that is not known", extract.ErrDamaged)
	}
	return fmt.Errorf("%w: %w", extract.ErrDamaged, err)
}

func (s *Stream) start(t xml.StartElement) (*Node, error) {
	if s.depth++; s.depth > s.lim.Elements {
		return nil, s.lim.Over("elements")
	}
	n := &Node{Name: s.name(t.Name)}
	for _, a := range t.Attr {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			s.scopes = append(s.scopes, binding{s.depth, a.Name.Local, a.Value})
			continue
		}
		if name := s.name(a.Name); !strings.HasPrefix(name, "w:rsid") {
			n.Attrs = append(n.Attrs, Attr{name, a.Value})
		}
	}
	if n.Name == "mc:Choice" {
		n.chosen = s.understands(n.Attr("Requires"))
	}
	return n, nil
}

func (s *Stream) end() {
	for len(s.scopes) > 0 && s.scopes[len(s.scopes)-1].depth == s.depth {
		s.scopes = s.scopes[:len(s.scopes)-1]
	}
	s.depth--
}

func (s *Stream) name(n xml.Name) string {
	if v, ok := s.names[n]; ok {
		return v
	}
	v := short(n)
	if len(s.names) < 10_000 { // hostile files may have any number of names
		s.names[n] = v
	}
	return v
}

// understands reports whether all prefixes of a Requires list, as bound here,
// are of vocabularies that the readers know.
func (s *Stream) understands(requires string) bool {
	for prefix := range strings.FieldsSeq(requires) {
		space := prefix
		for i := len(s.scopes) - 1; i >= 0; i-- {
			if s.scopes[i].prefix == prefix {
				space = s.scopes[i].space
				break
			}
		}
		if !understood[prefixOf(space)] {
			return false
		}
	}
	return true
}

// utf8Reader turns UTF-16 with a byte order mark, or evidently without one, into
// UTF-8 and drops the mark of UTF-8.
func utf8Reader(r io.Reader) io.Reader {
	b := bufio.NewReader(r)
	head, _ := b.Peek(4)
	var endian unicode.Endianness
	switch h := string(head); {
	case strings.HasPrefix(h, "\xef\xbb\xbf"):
		_, _ = b.Discard(3)
		return b
	case strings.HasPrefix(h, "\xff\xfe"), strings.HasPrefix(h, "<\x00"):
		endian = unicode.LittleEndian
	case strings.HasPrefix(h, "\xfe\xff"), strings.HasPrefix(h, "\x00<"):
		endian = unicode.BigEndian
	default:
		return b
	}
	return unicode.UTF16(endian, unicode.UseBOM).NewDecoder().Reader(b)
}

func charset(label string, r io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return r, nil // utf8Reader has done it
	}
	e, err := htmlindex.Get(label)
	if err != nil {
		return nil, fmt.Errorf("character set is not known: %w", err)
	}
	return e.NewDecoder().Reader(r), nil
}
