package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// segment is a stretch of one line without a wide gap, in the coordinates of the
// frame that its text reads in.
type segment struct {
	text   string  // words with single spaces; may end in softHyphen
	box    box     // as high as its font; for layout
	ink    box     // around the glyphs; for locators
	base   int     // y of the base line
	size   int     // of most of its characters
	bold   bool    // most of its characters are
	edges  [2]bool // its first and its last character are bold
	tag    tag     // of all its characters; zero where they differ
	mono   bool
	rtl    bool
	word   int    // width of its first word
	chars  int    // characters that are not white space
	bad    int    // of them without a known meaning
	dead   int    // of those certainly none
	order  int    // place in the page's stream
	hidden string // reason
	table  *table // it stands for a whole table
}

// flow is the text of a page in one direction.
type flow struct {
	frame    frame
	segments []*segment
	grids    []*grid
	boxes    []box // drawn areas that may hold text
}

// flows makes segments of the glyphs of a page, those of the main direction first.
func (p *page) flows() []flow {
	p.settleRuns()
	p.dropTwins()
	p.turnLigatures()
	p.attachMarks()
	var count [oblique + 1]int
	for _, g := range p.glyphs {
		count[p.runs[g.run].way]++
	}
	var ways []way
	for w := range count {
		if count[w] > 0 {
			ways = append(ways, way(w))
		}
	}
	for i := 1; i < len(ways); i++ { // the commonest first, ties in order
		if count[ways[i]] > count[ways[0]] {
			ways[0], ways[i] = ways[i], ways[0]
		}
	}
	var out []flow
	for _, w := range ways {
		f := flow{frame: frame{p.width, p.height, w}}
		if w != oblique {
			f.grids = grids(p.rules, f.frame)
			f.boxes = areas(p.shapes, f.frame)
		}
		if f.segments = p.segments(f.frame, w, f.grids); len(f.segments) > 0 {
			out = append(out, f)
		}
	}
	return out
}

// segments cuts the glyphs of one direction, in stream order.
func (p *page) segments(f frame, w way, grids []*grid) []*segment {
	var out []*segment
	var b *builder
	flush := func() {
		if b != nil && b.chars > 0 {
			out = append(out, b.finish())
		}
		b = nil
	}
	space, broken := false, false
	walls := uprights(grids)
	glyphs := p.glyphs
	if w == east {
		glyphs = p.orderRTL(walls)
	}
	for i, g := range glyphs {
		u := &p.runs[g.run]
		if u.way != w {
			continue
		}
		switch {
		case g.r == '\r' || g.r == '\n':
			// Where the engine sees a new line. Geometry decides that here; what
			// goes on close by is one word.
			broken = true
			continue
		case g.r == '\u00A0' || unicode.IsSpace(g.r):
			space = true
			continue
		case g.r < ' ' && g.r != softHyphen || 0x7F <= g.r && g.r < 0xA0 || g.r == 0xFFFE || g.r == 0xFFFF || g.r == 0xFEFF:
			if g.guessed && g.r != '\r' && g.r != '\n' {
				p.lost++
			}
			continue
		case !(box{0, 0, p.width, p.height}).contains(g.box.midX(), g.box.midY()):
			p.outside++
			continue
		}
		m := mark{r: g.r, box: f.in(g.box), run: u, font: &p.fonts[u.font], guessed: g.guessed, chunk: g.chunk}
		_, m.base = f.point(u.x, u.y)
		if u.upright {
			m.base = m.box.midY() + u.size*3/10
		}
		if b != nil && (!b.takes(m, space) || walls.between(b.last.box, m.box)) {
			flush()
		}
		if b == nil {
			b = &builder{order: i, plain: !p.spaced}
		}
		if broken && b.chars > 0 && m.base == b.last.base && m.run.size == b.last.run.size {
			space = true
		}
		b.add(m, space, p.spaced && !broken)
		space, broken = false, false
	}
	flush()
	return out
}

// walls are the upright lines of grids, sorted by place. Text does not go through
// them.
type walls []box

func uprights(grids []*grid) walls {
	var out walls
	for _, g := range grids {
		for _, v := range g.vertical {
			out = append(out, box{v.at, v.from, v.at, v.to})
		}
	}
	slices.SortFunc(out, func(a, b box) int { return cmp.Compare(a.l, b.l) })
	return out
}

// between reports whether a line stands in the white between two glyphs.
func (w walls) between(a, b box) bool {
	if a.l > b.l {
		a, b = b, a
	}
	if len(w) == 0 || b.l-a.r < 500 {
		return false
	}
	y := b.midY()
	i, _ := slices.BinarySearchFunc(w, a.r-500, func(r box, x int) int { return cmp.Compare(r.l, x) })
	for ; i < len(w) && w[i].l <= b.l+500; i++ {
		if w[i].r <= b.l+500 && w[i].t <= y && y <= w[i].b {
			return true
		}
	}
	return false
}

// mark is a glyph in its frame.
type mark struct {
	r       rune
	box     box
	base    int
	run     *run
	font    *font
	guessed bool
	chunk   int32
}

// builder grows a segment.
type builder struct {
	text   strings.Builder
	ink    box
	last   mark
	first  mark
	chars  int
	bad    int
	dead   int
	rtl    int
	word   int // right end of the first word
	order  int
	styles []style
	tag    tag
	leader bool // ends in dots that stand apart
	plain  bool // from an engine that knows no lines
	script script
}

type style struct {
	size, base, chars int
	bold, mono        bool
}

// takes reports whether m goes on with the segment: on its line and near its end.
func (b *builder) takes(m mark, space bool) bool {
	if m.run.hidden != b.last.run.hidden {
		return false
	}
	if m.chunk != 0 && m.chunk == b.last.chunk {
		return true
	}
	em := min(m.run.size, b.last.run.size)
	gap := m.box.l - b.last.box.r
	if b.rtl > 0 || isRTL(m.r) {
		gap = max(m.box.l-b.ink.r, b.ink.l-m.box.r)
	} else if m.box.l < b.last.box.l-em*3/10 {
		return false
	}
	if gap > em && !(b.leader && gap <= 3*em) {
		return false
	}
	shift := min(abs(m.base-b.last.base), abs(m.base-b.styles[0].base))
	if shift <= em/5 {
		return true
	}
	// Raised and lowered characters stand close to what they belong to. Smaller
	// ones may be further off the line.
	reach := max(m.run.size, b.last.run.size) * 6 / 10
	if m.run.size*10 <= b.last.run.size*8 {
		reach = b.last.run.size * 105 / 100
	}
	if line := b.script.line.run; line != nil && m.run.size*10 <= line.size*8 {
		reach = max(reach, line.size*105/100) // behind another raised or lowered one
	}
	return shift <= reach && gap <= em*35/100 && gap >= -em/2 && !(space && shift > em/2)
}

func (b *builder) add(m mark, space, spaced bool) {
	if b.chars > 0 {
		em := min(m.run.size, b.last.run.size)
		gap := m.box.l - b.last.box.r
		if b.rtl > 0 {
			gap = max(gap, b.last.box.l-m.box.r)
		}
		wide := em / 2
		switch {
		case spaced:
		case b.script.raised(m) != 0:
			wide = max(em*18/100, b.last.run.size/4) // the white beside the larger one is larger
		default:
			wide = em * 18 / 100
		}
		// A word in Latin letters ends where right-to-left script begins.
		turns := isRTL(m.r) && unicode.IsLetter(m.r) && unicode.Is(unicode.Latin, b.last.r)
		if m.chunk != 0 && m.chunk == b.last.chunk {
			gap = 0
		}
		if space || turns || gap > wide && !(ideographic(m.r) && ideographic(b.last.r)) {
			b.text.WriteByte(' ')
			if b.word == 0 {
				b.word = b.last.box.r
			}
		}
	}
	if b.chars == 0 {
		b.first, b.tag = m, m.run.tag
	}
	if b.tag != m.run.tag {
		b.tag = tag{}
	}
	if m.r == softHyphen && (b.chars == 0 || space) {
		m.r = '•' // a symbol font's bullet, not the end of a word
	}
	if sign := b.script.place(m, b.text.String()); sign != 0 && b.rtl == 0 {
		b.insert(sign, b.script.at)
	}
	b.text.WriteRune(m.r)
	b.ink = b.ink.union(m.box)
	b.chars++
	dead := m.r == unmapped || privateUse(m.r)
	if dead {
		b.dead++
	}
	if m.guessed || dead {
		b.bad++
	}
	if isRTL(m.r) {
		b.rtl++
	}
	// Dots that stand apart lead to what follows them in a table of contents.
	b.leader = m.r == '.' && b.last.r == '.' && (space || b.leader)
	b.last = m
	s := style{m.run.size, m.base, 0, m.font.bold, m.font.mono}
	for i := range b.styles {
		if t := &b.styles[i]; t.size == s.size && t.bold == s.bold && t.base == s.base {
			t.chars++
			return
		}
	}
	if s.chars = 1; len(b.styles) < 32 {
		b.styles = append(b.styles, s)
	}
}

func (b *builder) finish() *segment {
	best, bold, mono := style{}, 0, 0
	for _, s := range b.styles {
		if s.chars > best.chars || s.chars == best.chars && s.size > best.size {
			best = s
		}
		if s.bold {
			bold += s.chars
		}
		if s.mono {
			mono += s.chars
		}
	}
	if b.word == 0 {
		b.word = b.ink.r
	}
	text := b.text.String()
	if b.plain && len(text) > 2 && strings.HasSuffix(text, "-") && unicode.IsLetter(rune(text[len(text)-2])) {
		text = text[:len(text)-1] + string(softHyphen) // engines that see lines mark it themselves
	}
	return &segment{
		text: text, ink: b.ink, base: best.base, size: best.size,
		box:   box{b.ink.l, best.base - best.size*3/4, b.ink.r, best.base + best.size*22/100},
		edges: [2]bool{b.first.font.bold, b.last.font.bold}, tag: b.tag,
		bold: bold*10 >= b.chars*8, mono: mono*10 >= b.chars*9, rtl: b.rtl*2 > b.chars,
		word: max(b.word-b.ink.l, 0), chars: b.chars, bad: b.bad, dead: b.dead, order: b.order, hidden: b.last.run.hidden,
	}
}

func abs(n int) int { return max(n, -n) }

func isRTL(r rune) bool {
	return 0x0590 <= r && r <= 0x08FF || 0xFB1D <= r && r <= 0xFDFF || 0xFE70 <= r && r <= 0xFEFE ||
		0x10800 <= r && r <= 0x10FFF || 0x1E800 <= r && r <= 0x1EFFF
}

// ideographic reports whether r is written without spaces between words.
func ideographic(r rune) bool {
	return r >= 0x2E80 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) ||
		0x3000 <= r && r <= 0x303F || 0xFF00 <= r && r <= 0xFF65)
}

func privateUse(r rune) bool {
	return 0xE000 <= r && r <= 0xF8FF || r >= 0xF0000
}
