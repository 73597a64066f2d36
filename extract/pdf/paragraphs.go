package pdf

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// paragraph is a group of lines that belong together, before it is known what
// kind of block they are.
type paragraph struct {
	lines  []*line
	text   string
	ink    box
	size   int
	bold   bool
	mono   bool
	hidden string
	marker string // list marker, as printed
	bullet bool   // the marker is one, not a number
	indent int    // left end of the text, of the marker where there is one
	table  *table
	gap    int    // white above it, in the region; 0 for the first
	code   string // the lines as they stand, where all are in a typewriter face
	spread bool   // its lines stand in several columns
	tag    tag    // of all its lines; of level 0 where they differ
}

// paragraphs groups the lines of a region.
func paragraphs(ls []*line) []*paragraph {
	var out []*paragraph
	for i := 0; i < len(ls); {
		p := &paragraph{lines: ls[i : i+1], table: ls[i].table}
		n := 1
		if p.table == nil {
			lead := leading(ls, i)
			for i+n < len(ls) && goesOn(ls, i, i+n, lead) {
				n++
			}
			p.lines = ls[i : i+n]
		}
		if i > 0 {
			p.gap = p.lines[0].box.t - ls[i-1].box.b
		}
		p.settle()
		out = append(out, p)
		i += n
	}
	return out
}

// leading returns the usual distance of base lines around line i.
func leading(ls []*line, i int) int {
	var d []int
	for k := max(i-6, 1); k < min(i+8, len(ls)); k++ {
		if ls[k].table == nil && ls[k-1].table == nil && similar(ls[k], ls[k-1]) {
			if step := ls[k].base - ls[k-1].base; step > 0 && step < ls[k].size*25/10 {
				d = append(d, step)
			}
		}
	}
	if len(d) == 0 {
		return ls[i].size * 12 / 10
	}
	slices.Sort(d)
	return d[(len(d)-1)/2]
}

// similar reports whether two lines are of one size.
func similar(a, b *line) bool { return abs(a.size-b.size)*100 <= max(a.size, b.size)*7 }

// maxLines bounds a paragraph; no longer one is read as such.
const maxLines = 500

// goesOn reports whether line n belongs to the paragraph that begins at start.
func goesOn(ls []*line, start, n, lead int) bool {
	a, b := ls[n-1], ls[n]
	first := ls[start]
	switch {
	case b.table != nil, a.hidden != b.hidden, n-start >= maxLines:
		return false
	case a.tag.level > 0 || b.tag.level > 0:
		return a.tag == b.tag && b.base > a.base
	case !similar(a, b) && !(b.chars <= 3 || a.chars <= 3):
		return false
	case a.mono && b.mono && !a.bold && !b.bold && b.base > a.base && b.base-a.base <= lead*25/10:
		return true
	case b.base-a.base > lead*13/10+b.size/20 || b.base-a.base < 0:
		return false
	case a.bold != b.bold && a.edges[1] != b.edges[0] && a.chars > 3 && letters(b.text()) > 1 && (first.bold == a.bold || b.bold) && !(startsLower(b.text()) && !endsSentence(a.text())):
		return false
	case overlapX(a.box, b.box) <= 0:
		return false
	}
	if m, _ := splitMarker(b.text()); m != "" && startsItem(ls, start, n) {
		return false
	}
	if m, bullet := splitMarker(first.text()); m != "" && !b.rtl {
		// The lines of an item stand to the right of its marker, all at one place.
		hang := ls[start+1].box.l
		if n-start == 1 && len(first.segs) > 1 && bullet && b.box.l < first.box.l+b.size/2 {
			return false
		}
		if abs(b.box.l-hang) <= b.size/2 && hang > first.box.l+b.size/2 {
			return true
		}
		if bullet && b.box.l < first.box.l+b.size/2 && n-start > 1 && hang > first.box.l+b.size/2 {
			return false
		}
	}
	return !newParagraph(ls, start, n)
}

// newParagraph tells from indents and short lines that line n begins anew.
func newParagraph(ls []*line, start, n int) bool {
	a, b := ls[n-1], ls[n]
	if b.rtl || a.rtl {
		return false
	}
	em := b.size
	left, right := ls[start].box.l, 0
	for _, l := range ls[start:n] {
		right = max(right, l.box.r)
	}
	if n-start > 1 {
		left = min(left, ls[start+1].box.l)
		for _, l := range ls[start+1 : n] {
			left = min(left, l.box.l)
		}
	}
	// The lines that follow show the width of the text.
	for k := n; k < min(n+3, len(ls)) && ls[k].table == nil && similar(ls[k], b); k++ {
		right = max(right, ls[k].box.r)
	}
	short := right-a.box.r > b.first()+em/2
	ended := endsSentence(a.text())
	indented := b.box.l-left >= em*8/10 && b.box.l-left <= em*5
	if indented && !centred(a, b) {
		// An indent of this line alone: the one before and the next are not.
		if abs(a.box.l-b.box.l) > em/2 && (ended || short) {
			return true
		}
	}
	if short && ended && startsUpper(b.text()) && right-a.box.r > (right-left)/6 && !centred(a, b) {
		return true
	}
	return false
}

func centred(a, b *line) bool {
	return abs(a.box.midX()-b.box.midX()) < a.size/2 && abs(a.box.l-b.box.l) > a.size/2
}

// startsItem reports whether a marker at line n is one: it stands where the
// paragraph began or further left, or the paragraph is an item with the same kind
// of marker or one whose own lines do not stand there, or it is a bullet. A dash may
// as well go on with a sentence.
func startsItem(ls []*line, start, n int) bool {
	marker, bullet := splitMarker(ls[n].text())
	if bullet && !isDash(marker) {
		return true
	}
	if m, _ := splitMarker(ls[start].text()); m != "" {
		// The lines of an item stand neither left of its marker nor right of its text.
		first, em := ls[start], ls[n].size
		if sameMarkerKind(m, marker) || ls[n].box.l < first.box.l-em/2 || ls[n].box.l > first.box.l+first.first()+em && first.first() < 3*em {
			return true
		}
	}
	return endsSentence(ls[n-1].text()) || leads(ls[n-1].text()) || ls[n-1].box.r < ls[n].box.r-ls[n].size*4
}

// settle fills in what follows from the lines.
func (p *paragraph) settle() {
	first := p.lines[0]
	p.size, p.hidden, p.indent, p.mono, p.tag = first.size, first.hidden, first.box.l, true, first.tag
	chars, bold := 0, 0
	right := 0
	for _, l := range p.lines {
		p.ink = p.ink.union(l.ink)
		right = max(right, l.box.r)
		chars += l.chars
		if l.bold {
			bold += l.chars
		}
		p.mono = p.mono && l.mono
		if l.tag != p.tag {
			p.tag.level = 0
		}
	}
	p.bold = bold*10 >= chars*8
	if p.table != nil {
		return
	}
	p.text = p.joined(right)
	if p.mono && len(p.lines) > 1 {
		p.code = typewritten(p.lines)
	}
	if m, bullet := splitMarker(p.text); m != "" {
		p.marker, p.bullet = m, bullet
	}
}

// joined returns the lines as running text. Breaks that were meant stay; a single
// one before a word in lower case is chance.
func (p *paragraph) joined(right int) string {
	broken, meant := make([]bool, len(p.lines)), 0
	for i := 1; i < len(p.lines); i++ {
		edge := right
		if p.spread {
			edge = p.rightOf(p.lines[i-1])
		}
		if broken[i] = meantBreak(p.lines[i-1], p.lines[i], edge); broken[i] {
			meant++
		}
	}
	var j joiner
	for i, l := range p.lines {
		if broken[i] && startsLower(l.text()) && !startsAddress(l.text()) && !endsSentence(p.lines[i-1].text()) && (meant*2 < len(p.lines)-1 || meant == 1) {
			broken[i] = false
		}
		j.add(l.text(), broken[i])
	}
	return j.String()
}

// rightOf returns the right end of the column that l stands in.
func (p *paragraph) rightOf(l *line) int {
	right := 0
	for _, o := range p.lines {
		if overlapX(l.box, o.box) > 0 {
			right = max(right, o.box.r)
		}
	}
	return right
}

// carriesOver reports whether b, the first of its column, goes on with the
// sentence that a, the last of the column before, breaks off.
func (l *look) carriesOver(a, b *paragraph) bool {
	switch {
	case a.table != nil, b.table != nil, a.mono, b.mono, a.hidden != b.hidden, b.marker != "":
		return false
	case larger(half(a.size), l.body) || abs(a.size-b.size)*100 > max(a.size, b.size)*3:
		return false
	case len(a.lines)+len(b.lines) > maxLines || b.ink.t >= a.ink.b || overlapX(a.ink, b.ink) > 0:
		return false
	}
	end, start := a.lines[len(a.lines)-1], b.lines[0]
	return end.edges[1] == start.edges[0] && startsLower(b.text) && !endsSentence(a.text) && end.chars >= 15 && start.chars >= 15
}

// joinColumns makes one paragraph of two.
func joinColumns(a, b *paragraph) *paragraph {
	p := &paragraph{lines: slices.Concat(a.lines, b.lines), gap: a.gap, spread: true}
	p.settle()
	return p
}

// typewritten returns lines of a typewriter face with the white between and before
// their words: such a character is six tenths of its size wide.
func typewritten(ls []*line) string {
	left := ls[0].box.l
	for _, l := range ls {
		left = min(left, l.box.l)
	}
	var b strings.Builder
	for i, l := range ls {
		if i > 0 {
			b.WriteByte('\n')
			if l.base-ls[i-1].base > l.size*18/10 {
				b.WriteByte('\n')
			}
		}
		at := left
		for _, s := range l.segs {
			n := (s.box.l - at + s.size*3/10) / max(s.size*6/10, 1)
			if at > left {
				n = max(n, 1)
			}
			b.WriteString(strings.Repeat(" ", min(max(n, 0), 200)))
			b.WriteString(strings.ReplaceAll(s.text, string(softHyphen), "-"))
			at = s.box.r
		}
	}
	return b.String()
}

// meantBreak reports whether the line break before b was meant: the first word of
// b had room on the line before.
func meantBreak(a, b *line, right int) bool {
	if a.rtl || b.rtl || ideographicEnd(a.text()) {
		return false
	}
	if leads(a.text()) {
		return true
	}
	room := right - a.box.r
	return room > b.first()+b.size && room > b.size*3
}

// leads reports whether a line is an entry of a table of contents: dots that lead
// to a number.
func leads(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsDigit(r) && (strings.Contains(s, ". . .") || strings.Contains(s, "...."))
}

func ideographicEnd(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return ideographic(r)
}

// endsSentence reports whether s ends in a mark that ends a sentence, quotation
// marks and brackets aside.
func endsSentence(s string) bool {
	s = strings.TrimRight(s, "\"'”’)]»")
	r, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(".:;!?…。！？；：", r)
}

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, "\"'“‘([«"))
	return !unicode.IsLower(r)
}
