package pdf

import (
	"unicode"
	"unicode/utf8"
)

// joinDropCaps puts a large first letter that lines of text stand beside in front
// of the first of them.
func joinDropCaps(segs []*segment) []*segment {
	var out []*segment
	for _, s := range segs {
		first := dropCapOf(s, segs)
		if first == nil {
			out = append(out, s)
			continue
		}
		between := ""
		if first.ink.l-s.ink.r > first.size*6/10 {
			between = " "
		}
		first.text = s.text + between + first.text
		first.chars, first.bad, first.dead = first.chars+s.chars, first.bad+s.bad, first.dead+s.dead
	}
	return out
}

// dropCapOf returns the line that begins with the letter that c is, nil where c is
// no such letter: two lines have to stand right beside it.
func dropCapOf(c *segment, segs []*segment) *segment {
	r, n := utf8.DecodeRuneInString(c.text)
	if n != len(c.text) || !unicode.IsUpper(r) || c.table != nil {
		return nil
	}
	var first *segment
	lines := 0
	for _, s := range segs {
		if s.table != nil || s.rtl || s.hidden != c.hidden || s.size*2 > c.size || s.chars < 10 ||
			s.base < c.ink.t || s.base > c.base+s.size/2 || s.ink.l < c.ink.r-s.size/4 || s.ink.l > c.ink.r+s.size*12/10 {
			continue
		}
		lines++
		if first == nil || s.base < first.base {
			first = s
		}
	}
	if lines < 2 {
		return nil
	}
	if r, _ := utf8.DecodeRuneInString(first.text); !unicode.IsLetter(r) {
		return nil
	}
	return first
}
