package pdf

import (
	"slices"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	// tinySize is the height in thousandths of a point below which nobody can
	// read text.
	tinySize = 700
	// upright text that runs down the page is told by this many characters.
	verticalEvidence = 4
)

// settleRuns corrects what engines say of runs by what the glyphs show: font
// sizes that are only scale factors, invisible text that overlays a scan, text
// too small to read, lines of ideographs that run down the page.
func (p *page) settleRuns() {
	type sum struct {
		area                    box
		tallest, widest, glyphs int
	}
	sums := make([]sum, len(p.runs))
	for _, g := range p.glyphs {
		if g.r <= ' ' && g.r != softHyphen {
			continue
		}
		s, h, wide := &sums[g.run], g.box.height(), g.box.width()
		if w := p.runs[g.run].way; w == north || w == south {
			h, wide = wide, h
		}
		s.area = s.area.union(g.box)
		s.tallest, s.widest = max(s.tallest, h), max(s.widest, wide)
		s.glyphs++
	}
	down := p.runsDown()
	for i := range p.runs {
		u, s := &p.runs[i], &sums[i]
		switch {
		case u.size < s.tallest/2:
			u.size = s.tallest * 12 / 10
		case s.glyphs >= 3 && s.tallest > 0 && u.size > s.tallest*6 && u.size > s.widest*6:
			// Flat glyphs as wide as their size are those of a typeface that is not at hand.
			u.size = s.tallest * 15 / 10
		}
		if u.size == 0 {
			u.size = 1000
		}
		if u.hidden == "invisible" && touchesAny(s.area, p.images) {
			u.hidden = "" // the text layer of a scan
		}
		if u.hidden == "" && s.glyphs > 0 && s.tallest < tinySize && s.widest < tinySize && u.size < 2*tinySize && s.glyphs >= 3 {
			u.hidden = "tiny"
		}
		if down && u.way == east {
			u.way, u.upright = south, true
		}
	}
}

// runsDown reports whether most ideographs of the page follow each other from top
// to bottom instead of from left to right.
func (p *page) runsDown() bool {
	across, down := 0, 0
	for i := 1; i < len(p.glyphs); i++ {
		a, b := &p.glyphs[i-1], &p.glyphs[i]
		if !ideographic(a.r) || !ideographic(b.r) || p.runs[a.run].way != east || p.runs[b.run].way != east {
			continue
		}
		size := p.runs[b.run].size
		dx, dy := b.box.midX()-a.box.midX(), b.box.midY()-a.box.midY()
		switch {
		case dy > size/2 && dy < 2*size && abs(dx) < size/3:
			down++
		case dx > size/2 && dx < 2*size && abs(dy) < size/3:
			across++
		}
	}
	return down >= verticalEvidence && down > 2*across
}

// dropTwins removes characters that are drawn twice at the same place, as some
// programs do for bold type or shadows. A run of some length is a copy as a whole
// or not at all.
func (p *page) dropTwins() {
	twin := p.twinsAmong()
	total, count := make([]int, len(p.runs)), make([]int, len(p.runs))
	for i, g := range p.glyphs {
		if g.r > ' ' {
			total[g.run]++
			if twin[i] {
				count[g.run]++
			}
		}
	}
	out := p.glyphs[:0]
	for i, g := range p.glyphs {
		copied := twin[i] && (total[g.run] < 4 || count[g.run]*2 >= total[g.run]) ||
			total[g.run] >= 4 && count[g.run]*10 >= total[g.run]*7
		if copied && g.r > ' ' {
			p.twins++
			continue
		}
		out = append(out, g)
	}
	p.glyphs = out
}

// twinsAmong marks the glyphs that have an equal one before them at their place.
func (p *page) twinsAmong() []bool {
	type place struct {
		r    rune
		x, y int
	}
	doubled := p.doubledRuns()
	seen := make(map[place]box, len(p.glyphs))
	twin := make([]bool, len(p.glyphs))
	for i := range p.glyphs {
		g := &p.glyphs[i]
		if g.r <= ' ' || g.box.empty() || i > 0 && p.neighbours(&p.glyphs[i-1], g) && !doubled[g.run] {
			continue
		}
		reach := p.reach(g)
		cell := 4 * reach
		x, y := g.box.midX(), g.box.midY()
		// The cells that the other drawing may lie in: mostly one, at most four.
		for cx := floorDiv(x-reach, cell); cx <= floorDiv(x+reach, cell); cx++ {
			for cy := floorDiv(y-reach, cell); cy <= floorDiv(y+reach, cell); cy++ {
				at := place{g.r, cx, cy}
				if b, ok := seen[at]; ok && abs(b.midX()-x) <= reach && abs(b.midY()-y) <= reach {
					twin[i] = true
				}
			}
		}
		if !twin[i] {
			seen[place{g.r, floorDiv(x, cell), floorDiv(y, cell)}] = g.box
		}
	}
	return twin
}

// reach is how far the two drawings of a glyph may lie apart.
func (p *page) reach(g *glyph) int {
	return max(min(p.runs[g.run].size/10, g.box.width()/2), 150)
}

// neighbours reports whether two characters follow each other at nearly the same
// place: they are parts of one glyph, or one glyph that was drawn twice.
func (p *page) neighbours(a, b *glyph) bool {
	reach := p.reach(b)
	return a.run == b.run && a.r > ' ' && !a.box.empty() &&
		abs(a.box.midX()-b.box.midX()) <= reach && abs(a.box.midY()-b.box.midY()) <= reach
}

// doubledRuns tells runs in which glyph after glyph is drawn twice from those
// that hold a ligature of two equal letters.
func (p *page) doubledRuns() map[int32]bool {
	total, pairs := map[int32]int{}, map[int32]int{}
	for i := range p.glyphs {
		g := &p.glyphs[i]
		if g.r > ' ' {
			total[g.run]++
		}
		if i > 0 && p.glyphs[i-1].r == g.r && p.neighbours(&p.glyphs[i-1], g) {
			pairs[g.run]++
		}
	}
	doubled, all := map[int32]bool{}, 0
	for run, n := range pairs {
		all += n
		if total[run] >= 6 && n*3 >= total[run] {
			doubled[run] = true
		}
	}
	if all*5 >= len(p.glyphs) { // all over the page
		for run := range pairs {
			doubled[run] = true
		}
	}
	return doubled
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// turnLigatures puts the characters of right-to-left ligatures in order. PDFium
// turns the characters of such a line around one by one, also where several of
// them are one glyph; only those that it took apart itself are right.
func (p *page) turnLigatures() {
	for i := 0; i < len(p.glyphs); {
		n := 1
		for i+n < len(p.glyphs) && p.glyphs[i+n].box == p.glyphs[i].box && isRTL(p.glyphs[i].r) && isRTL(p.glyphs[i+n].r) {
			n++
		}
		if group := p.glyphs[i : i+n]; n > 1 && !knownLigatures()[characters(group)] {
			slices.Reverse(group)
		}
		i += n
	}
}

// attachMarks puts vowel signs of right-to-left scripts behind the letter that they
// stand over. Some programs draw them on their own before it, and PDFium takes the
// place between for the end of a word.
func (p *page) attachMarks() {
	out := p.glyphs[:0]
	for i := 0; i < len(p.glyphs); i++ {
		g := p.glyphs[i]
		if !isRTL(g.r) || !unicode.Is(unicode.Mn, g.r) || g.box.empty() || i+1 == len(p.glyphs) {
			out = append(out, g)
			continue
		}
		next := p.glyphs[i+1]
		if !isRTL(next.r) || unicode.Is(unicode.Mn, next.r) || overlapX(g.box, next.box)*2 <= g.box.width() ||
			len(out) > 0 && overlapX(g.box, out[len(out)-1].box)*2 > g.box.width() {
			out = append(out, g)
			continue
		}
		if n := len(out); n > 1 && out[n-1].r == ' ' && out[n-1].box.width() == 0 && isRTL(out[n-2].r) &&
			abs(p.runs[out[n-2].run].y-p.runs[next.run].y) < p.runs[next.run].size/2 && out[n-2].box.l-next.box.r < p.runs[next.run].size/5 {
			out = out[:n-1] // made up between the mark and what is before it
		}
		out = append(out, next, g)
		i++
	}
	p.glyphs = out
}

func characters(gs []glyph) string {
	rs := make([]rune, len(gs))
	for i, g := range gs {
		rs[i] = g.r
	}
	return string(rs)
}

// knownLigatures are the letters of the Arabic and Hebrew ligatures that have a
// code point of their own, in reading order.
var knownLigatures = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for _, block := range [][2]rune{{0xFB1D, 0xFDFF}, {0xFE70, 0xFEFC}} {
		for r := block[0]; r <= block[1]; r++ {
			if s := norm.NFKC.String(string(r)); len([]rune(s)) > 1 {
				known[s] = true
			}
		}
	}
	return known
})
