package xlsx

import (
	"encoding/xml"
	"io"
	"strings"
)

// vml reads the texts of a drawing in the old form: buttons, labels and text
// boxes. Comments are drawn there too, but are read from their own part.
func (s *sheet) vml(part string) error {
	rc, err := s.book.pkg.Reader(part)
	if err != nil {
		return s.part(part, err)
	}
	defer rc.Close()
	r := vmlReader{sheet: s}
	sc := newScanner(rc, s.lim)
	for {
		tok, err := sc.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return s.part(part, err)
		}
		switch e := tok.(type) {
		case xml.StartElement:
			r.start(&e)
		case xml.EndElement:
			r.end(e.Name.Local)
		case xml.CharData:
			r.chars(e)
		}
	}
}

// vmlReader gathers one shape after the other. Their text is HTML of a kind, in
// which not every element ends.
type vmlReader struct {
	sheet  *sheet
	text   strings.Builder
	anchor strings.Builder
	object string // what the shape is: Note, Button, Label …
	in     string // "textbox" or "Anchor"
}

func (r *vmlReader) start(e *xml.StartElement) {
	switch e.Name.Local {
	case "shape":
		r.text.Reset()
		r.anchor.Reset()
		r.object, r.in = "", ""
	case "textbox":
		r.in = "textbox"
	case "ClientData":
		r.object = attr(e, "ObjectType")
	case "Anchor":
		r.in = "Anchor"
	case "br", "div", "p":
		r.text.WriteByte('\n')
	}
}

func (r *vmlReader) end(name string) {
	switch name {
	case "textbox", "Anchor":
		r.in = ""
	case "div", "p":
		r.text.WriteByte('\n')
	case "shape":
		if t := strings.TrimSpace(r.text.String()); t != "" && r.object != "Note" {
			row, col := vmlAnchor(r.anchor.String())
			r.sheet.hang(row, col, textBox(t))
		}
	}
}

func (r *vmlReader) chars(b []byte) {
	switch r.in {
	case "textbox":
		for _, c := range string(b) {
			if c == '\r' || c == '\n' || c == '\t' {
				c = ' ' // as white space of HTML; lines come from elements
			}
			r.text.WriteRune(c)
		}
	case "Anchor":
		r.anchor.Write(b)
	}
}

// vmlAnchor returns the cell of the top left corner: column, offset, row, offset
// and the same of the other corner.
func vmlAnchor(s string) (row, col int) {
	f := strings.Split(s, ",")
	if len(f) < 3 {
		return 0, 0
	}
	c, _ := parseRow(strings.TrimSpace(f[0]))
	r, _ := parseRow(strings.TrimSpace(f[2]))
	return r + 1, c + 1
}
