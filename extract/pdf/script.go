package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// script keeps what raised and lowered digits mean: 10 with a raised 6 is 10^6 and
// not 106, the mark of a note is not part of its word, and a lowered digit behind
// another is a base. Where nothing can be misread, as in H2O, nothing is added.
type script struct {
	line mark // the last character of the segment that stands on its line
	sign byte // '^' or '_' for the stretch that is read, 0 on the line
	at   int  // where in the text the stretch began
	done bool // nothing more is to be added to it
}

// place takes the next character, and returns the sign to insert at s.at before the
// text goes on with it; 0 for none. text is the segment so far.
func (s *script) place(m mark, text string) byte {
	sign := s.raised(m)
	if sign == 0 {
		*s = script{line: m}
		return 0
	}
	if sign != s.sign {
		s.sign, s.at, s.done = sign, len(text), false
	}
	if s.done || sign == '^' && strings.ContainsRune("+-−–", m.r) {
		return 0
	}
	s.done = true
	last, _ := utf8.DecodeLastRuneInString(text[:s.at])
	switch {
	case !unicode.IsDigit(m.r):
		return 0
	case sign == '^' && (unicode.IsDigit(last) || unicode.IsLetter(last) || last == ')'):
		return sign
	case sign == '_' && unicode.IsDigit(last):
		return sign
	}
	return 0
}

// raised returns '^' for a character that is smaller than the one on the line and
// stands higher, '_' for one that stands lower, else 0.
func (s *script) raised(m mark) byte {
	if s.line.run == nil || m.run.size*100 > s.line.run.size*85 {
		return 0
	}
	switch shift := s.line.base - m.base; {
	case shift > s.line.run.size/6:
		return '^'
	case -shift > s.line.run.size/12:
		return '_'
	}
	return 0
}

// insert puts a sign into the text at a place that was passed.
func (b *builder) insert(sign byte, at int) {
	text := b.text.String()
	b.text.Reset()
	b.text.WriteString(text[:at])
	b.text.WriteByte(sign)
	b.text.WriteString(text[at:])
}
