package html

import (
	"unicode"
	"unicode/utf8"

	"quire/knowledge"
)

// line collects running text as a browser lays it out: runs of white space are
// one space, none stands at the start or end of a line, inline elements join
// without a gap.
type line struct {
	buf    []byte
	space  bool // white space is due before the next character
	ended  bool // and there was a line end in it
	breaks int  // line breaks are due
	links  []knowledge.Link
	images int  // pictures without a block
	field  bool // the text holds the value of a form field
}

// text adds a text node.
func (l *line) text(s string) {
	for _, r := range s {
		switch r {
		case ' ', '\t', '\f':
			l.space = true
		case '\n', '\r':
			l.space, l.ended = true, true
		default:
			l.lead(r)
			l.buf = utf8.AppendRune(l.buf, r)
		}
	}
}

// raw adds preformatted text.
func (l *line) raw(s string) {
	if l.breaks > 0 && len(l.buf) > 0 {
		l.buf = append(l.buf, '\n')
	}
	l.breaks, l.space = 0, false
	for i := range len(s) {
		if s[i] != '\r' {
			l.buf = append(l.buf, s[i])
		}
	}
}

// lead writes the white space that is due before r.
func (l *line) lead(r rune) {
	switch {
	case len(l.buf) == 0:
	case l.breaks > 0:
		l.buf = append(l.buf, '\n')
	case l.space:
		last, _ := utf8.DecodeLastRune(l.buf)
		if !(l.ended && ideographic(last) && ideographic(r)) {
			l.buf = append(l.buf, ' ')
		}
	}
	l.space, l.ended, l.breaks = false, false, 0
}

// ideographic reports whether r is written without spaces, so that a line end in
// the source next to it is not one in the text.
func ideographic(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef
}

// gap makes sure that what comes next is not joined to what stands there.
func (l *line) gap() { l.space = true }

// newline ends the line.
func (l *line) newline() { l.breaks++ }

// last returns the last character, 0 where there is none or white space is due.
func (l *line) last() rune {
	if len(l.buf) == 0 || l.space || l.breaks > 0 {
		return 0
	}
	r, _ := utf8.DecodeLastRune(l.buf)
	return r
}

func (l *line) empty() bool {
	for i := 0; i < len(l.buf); {
		r, n := utf8.DecodeRune(l.buf[i:])
		if !unicode.IsSpace(r) {
			return false
		}
		i += n
	}
	return true
}
