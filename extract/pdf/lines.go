package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// line is a line of a region: segments on one base line, in reading direction.
type line struct {
	segs   []*segment
	box    box // as high as its font
	ink    box // around the glyphs
	base   int
	size   int
	chars  int
	bold   bool
	edges  [2]bool // its first and its last character are bold
	tag    tag     // of all its segments; zero where they differ
	mono   bool
	rtl    bool
	hidden string
	table  *table // the line stands for a whole table
}

// lines arranges the segments of a region into lines, from top to bottom.
func lines(segs []*segment) []*line {
	sorted := slices.Clone(segs)
	slices.SortStableFunc(sorted, func(a, b *segment) int {
		return cmp.Or(cmp.Compare(a.base, b.base), cmp.Compare(a.box.l, b.box.l), cmp.Compare(a.order, b.order))
	})
	var rows [][]*segment
	for _, s := range sorted {
		placed := false
		for i := len(rows) - 1; i >= max(len(rows)-4, 0) && !placed; i-- {
			if sameRow(rows[i], s) {
				rows[i] = append(rows[i], s)
				placed = true
			}
		}
		if !placed {
			rows = append(rows, []*segment{s})
		}
	}
	out := make([]*line, 0, len(rows))
	for _, r := range rows {
		out = append(out, newLine(r))
	}
	slices.SortStableFunc(out, func(a, b *line) int { return cmp.Compare(a.base, b.base) })
	return out
}

// sameRow reports whether s stands on the line of row, beside what is there.
func sameRow(row []*segment, s *segment) bool {
	first := row[0]
	if s.table != nil || first.table != nil || s.hidden != first.hidden {
		return false
	}
	near := false
	for _, o := range row {
		size := min(o.size, s.size)
		if abs(o.base-s.base) <= size*3/10 || overlapY(o.box, s.box)*10 >= min(o.box.height(), s.box.height())*7 {
			near = true
		}
		if overlapX(o.box, s.box)*3 > min(o.box.width(), s.box.width()) {
			return false
		}
	}
	return near
}

func newLine(segs []*segment) *line {
	l := &line{segs: segs, hidden: segs[0].hidden, table: segs[0].table}
	rtl, bold, mono, best := 0, 0, 0, 0
	for _, s := range segs {
		l.box, l.ink = l.box.union(s.box), l.ink.union(s.ink)
		l.chars += s.chars
		if s.rtl {
			rtl += s.chars
		}
		if s.bold {
			bold += s.chars
		}
		if s.mono {
			mono += s.chars
		}
		if s.chars > best {
			best, l.size, l.base = s.chars, s.size, s.base
		}
	}
	l.rtl, l.bold, l.mono = rtl*2 > l.chars, bold*10 >= l.chars*8, mono*10 >= l.chars*9
	slices.SortStableFunc(l.segs, func(a, b *segment) int {
		if l.rtl {
			return cmp.Compare(b.box.r, a.box.r)
		}
		return cmp.Compare(a.box.l, b.box.l)
	})
	l.tag = l.segs[0].tag
	for _, s := range l.segs {
		if s.tag != l.tag {
			l.tag = tag{}
		}
	}
	l.edges = [2]bool{l.segs[0].edges[0], l.segs[len(l.segs)-1].edges[1]}
	return l
}

// text returns the line with single spaces between its segments.
func (l *line) text() string {
	if len(l.segs) == 1 {
		return l.segs[0].text
	}
	parts := make([]string, len(l.segs))
	for i, s := range l.segs {
		parts[i] = s.text
	}
	return strings.Join(parts, " ")
}

// first returns the width of the first word.
func (l *line) first() int { return l.segs[0].word }

// joiner puts lines together into running text.
type joiner struct{ b []byte }

// add appends a line. broken says that the line break before it is meant and
// stays.
func (j *joiner) add(text string, broken bool) {
	if text == "" {
		return
	}
	if len(j.b) > 0 {
		tail := string(j.b[max(0, len(j.b)-maxWord):])
		switch {
		case broken:
			if strings.HasSuffix(tail, string(softHyphen)) {
				j.b[len(j.b)-1] = '-'
			}
			j.b = append(j.b, '\n')
		case goesOnAsAddress(tail, text):
			if strings.HasSuffix(tail, string(softHyphen)) {
				j.b[len(j.b)-1] = '-'
			}
		case endsHyphenated(tail) && startsLower(text):
			_, n := utf8.DecodeLastRune(j.b)
			j.b = j.b[:len(j.b)-n]
		case strings.HasSuffix(tail, string(softHyphen)):
			j.b[len(j.b)-1] = '-'
		case glued(tail, text):
		default:
			j.b = append(j.b, ' ')
		}
	}
	j.b = append(j.b, text...)
}

// String returns the text with the hyphens inside lines settled.
func (j *joiner) String() string { return settleHyphens(string(j.b)) }
