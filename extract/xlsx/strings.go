package xlsx

import (
	"encoding/xml"
	"io"
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
)

// stringTable holds the shared strings of a workbook in one run of bytes.
type stringTable struct {
	text string
	ends []int // end of each string in text
}

// at returns the string of that index, "" where there is none.
func (t *stringTable) at(i int) string {
	if t == nil || i < 0 || i >= len(t.ends) {
		return ""
	}
	start := 0
	if i > 0 {
		start = t.ends[i-1]
	}
	return t.text[start:t.ends[i]]
}

// readStrings reads a shared string part. On an error it returns what came
// before.
func readStrings(r io.Reader, lim extract.Limits) (*stringTable, error) {
	s := newScanner(r, lim)
	var text strings.Builder
	var ends []int
	var item itemText
	depth := 0 // inside si
	for {
		tok, err := s.next()
		if err != nil {
			if err == io.EOF {
				err = s.damage()
			}
			return &stringTable{text.String(), ends}, err
		}
		switch e := tok.(type) {
		case xml.StartElement:
			switch {
			case e.Name.Local == "si" && depth == 0:
				depth = 1
				item.reset()
			case depth > 0:
				item.start(&e)
			}
		case xml.EndElement:
			switch {
			case e.Name.Local == "si":
				depth = 0
				text.WriteString(unescape(item.text.String()))
				ends = append(ends, text.Len())
			case depth > 0:
				item.end(e.Name.Local)
			}
		case xml.CharData:
			if depth > 0 {
				item.chars(e)
			}
		}
	}
}

// itemText gathers the text of a string item: plain or in runs, without the
// phonetic reading that East Asian versions keep beside it.
type itemText struct {
	text     strings.Builder
	phonetic int
	inText   bool
	script   ooxml.Script // of the run
	before   ooxml.Script // of the text that is written
}

func (t *itemText) reset() {
	t.text.Reset()
	t.phonetic, t.inText = 0, false
	t.script, t.before = ooxml.OnLine, ooxml.OnLine
}

func (t *itemText) start(e *xml.StartElement) {
	switch e.Name.Local {
	case "r":
		t.script = ooxml.OnLine
	case "vertAlign":
		t.script = ooxml.ScriptNamed(attr(e, "val"))
	case "rPh":
		t.phonetic++
	case "t":
		t.inText = true
	}
}

func (t *itemText) end(name string) {
	switch name {
	case "rPh":
		t.phonetic = max(0, t.phonetic-1)
	case "t":
		t.inText = false
	}
}

func (t *itemText) chars(b []byte) {
	if !t.inText || t.phonetic > 0 || len(b) == 0 {
		return
	}
	if t.script != t.before {
		t.text.WriteString(t.script.Mark(t.text.String(), string(b)))
		t.before = t.script
	}
	t.text.Write(b)
}
