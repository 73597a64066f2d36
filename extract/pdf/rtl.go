package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// Engines give the characters of a line that runs from right to left, or partly
// so, in orders of their own. Where the characters stand is certain; from that
// their reading order follows by undoing the steps of the Unicode bidirectional
// algorithm.

// cluster is a glyph with the marks on it, or the letters of one ligature.
type cluster struct {
	glyphs []glyph
	at     int // of the first of them among the glyphs of the page
	box    box
	class  bidi.Class
	number bool      // part of a number, which reads from left to right
	dir    direction // in which it reads
	gap    bool      // white space stands before it, as displayed
}

type direction uint8

const (
	unset direction = iota
	leftward
	rightward
)

// orderRTL returns the glyphs of the page with those of lines that hold
// right-to-left letters in reading order. What it has ordered belongs to a chunk.
func (p *page) orderRTL(w walls) []glyph {
	if !slices.ContainsFunc(p.glyphs, func(g glyph) bool { return isRTL(g.r) }) {
		return p.glyphs
	}
	rows := p.rowsRTL()
	moved := make([]bool, len(p.glyphs))
	lead := map[int][]glyph{} // chunks by the first of their glyphs
	chunk := int32(0)
	for _, row := range rows {
		for _, part := range p.chunks(row, w) {
			if !slices.ContainsFunc(part, func(c cluster) bool { return isRTL(c.glyphs[0].r) }) || piled(part) {
				continue
			}
			chunk++
			first := part[0].at
			for _, c := range part {
				first = min(first, c.at)
				for k := range c.glyphs {
					moved[c.at+k] = true
				}
			}
			lead[first] = readingOrder(part, chunk)
		}
	}
	out := make([]glyph, 0, len(p.glyphs)+len(p.glyphs)/8)
	for i, g := range p.glyphs {
		if part, ok := lead[i]; ok {
			out = append(out, part...)
		}
		if !moved[i] {
			out = append(out, g)
		}
	}
	return out
}

// rowsRTL groups the glyphs that share a base line with a right-to-left letter.
func (p *page) rowsRTL() [][]cluster {
	var bases []int
	for _, g := range p.glyphs {
		if u := &p.runs[g.run]; isRTL(g.r) && u.way == east {
			bases = append(bases, u.y)
		}
	}
	slices.Sort(bases)
	bases = slices.CompactFunc(bases, func(a, b int) bool { return abs(b-a) < 1000 })
	rows := make([][]cluster, len(bases))
	in, last := -1, -1 // the row of the glyph before and its place
	for i := 0; i < len(p.glyphs); i++ {
		g := p.glyphs[i]
		u := &p.runs[g.run]
		if u.way != east || g.r < ' ' && g.r != softHyphen {
			continue
		}
		row := -1
		k, _ := slices.BinarySearch(bases, u.y)
		for _, n := range []int{k - 1, k} {
			if n >= 0 && n < len(bases) && abs(bases[n]-u.y) <= max(u.size/5, 999) {
				row = n
			}
		}
		if row < 0 && in >= 0 && i == last+1 && abs(bases[in]-u.y) <= u.size { // raised or lowered
			row = in
		}
		in, last = row, i
		if row < 0 {
			continue
		}
		c := cluster{glyphs: p.glyphs[i : i+1], at: i, box: g.box}
		for i+1 < len(p.glyphs) && p.belongs(g, p.glyphs[i+1]) {
			i++
			c.glyphs = p.glyphs[c.at : i+1]
		}
		last = i
		rows[row] = append(rows[row], c)
	}
	return rows
}

// belongs reports whether b is a mark on a, or another letter of the same ligature.
func (p *page) belongs(a, b glyph) bool {
	if p.runs[b.run].way != east || a.r <= ' ' || b.r <= ' ' {
		return false
	}
	return unicode.Is(unicode.Mn, b.r) && isRTL(b.r) || isRTL(a.r) && isRTL(b.r) && a.box == b.box
}

// chunks parts a row where it has a wide gap or a wall. White space becomes a
// property of what stands to the right of it.
func (p *page) chunks(row []cluster, w walls) [][]cluster {
	var seen []cluster
	var wide []box         // white space that has a width of its own
	made := map[int]bool{} // clusters before which the engine made up a space
	between := false
	for _, c := range row {
		if blank(c.glyphs[0].r) {
			if c.box.width() > 0 {
				wide = append(wide, c.box)
			} else {
				between = true
			}
			continue
		}
		if between && len(seen) > 0 {
			made[c.at] = true
		}
		between = false
		seen = append(seen, c)
	}
	before, after := map[int]int{}, map[int]int{} // the visible clusters beside it as the engine has them
	for i := 1; i < len(seen); i++ {
		before[seen[i].at], after[seen[i-1].at] = seen[i-1].at, seen[i].at
	}
	slices.SortStableFunc(seen, func(a, b cluster) int { return cmp.Compare(a.box.midX(), b.box.midX()) })
	slices.SortFunc(wide, func(a, b box) int { return cmp.Compare(a.l, b.l) })
	var out [][]cluster
	for i, c := range seen {
		if i == 0 {
			out = append(out, []cluster{c})
			continue
		}
		last := seen[i-1]
		a, b := &p.runs[last.glyphs[0].run], &p.runs[c.glyphs[0].run]
		em, gap := min(a.size, b.size), c.box.l-last.box.r
		if gap > em || a.hidden != b.hidden || w.between(last.box, c.box) {
			out = append(out, []cluster{c})
			continue
		}
		narrow := em * 18 / 100
		if p.spaced {
			narrow = em * 22 / 100 // boxes are those of the ink
		}
		left, right := last, c
		if before[left.at] == right.at && left.at > right.at {
			left, right = right, left
		}
		switch together := before[right.at] == left.at && right.at > left.at; {
		case together && p.spaced:
			c.gap = made[right.at] || gap > em/2 || spaceIn(wide, last.box.midX(), c.box.midX())
		default:
			c.gap = together && made[right.at] || gap > narrow || spaceIn(wide, last.box.midX(), c.box.midX())
			// Where the script changes, the engine may have seen a space at the other end of it.
			switch from, to := isRTL(last.glyphs[0].r), isRTL(c.glyphs[0].r); {
			case from && !to:
				c.gap = c.gap || made[c.at]
			case to && !from:
				c.gap = c.gap || made[after[last.at]]
			}
		}
		out[len(out)-1] = append(out[len(out)-1], c)
	}
	return out
}

// piled reports whether glyphs lie on each other, so that their places tell no order.
func piled(part []cluster) bool {
	count := 0
	for i := 1; i < len(part); i++ {
		a, b := part[i-1].box, part[i].box
		if least := min(a.width(), b.width()); least > 0 && overlapX(a, b)*2 > least {
			if count++; isRTL(part[i-1].glyphs[0].r) != isRTL(part[i].glyphs[0].r) {
				return true
			}
		}
	}
	return count*5 > len(part)
}

func blank(r rune) bool { return r == '\u00A0' || unicode.IsSpace(r) }

// spaceIn reports whether white space stands between two places.
func spaceIn(wide []box, from, to int) bool {
	i, _ := slices.BinarySearchFunc(wide, from, func(b box, x int) int { return cmp.Compare(b.midX(), x) })
	return i < len(wide) && wide[i].midX() < to
}

// readingOrder returns the glyphs of a chunk, which is given as displayed, in
// reading order with its white space.
func readingOrder(part []cluster, chunk int32) []glyph {
	base := settleDirections(part)
	var units [][]cluster // stretches that read from left to right, single ones that do not
	for i, c := range part {
		if i > 0 {
			a := part[i-1]
			if a.number && c.number && !c.gap || a.dir == rightward && c.dir == rightward {
				units[len(units)-1] = append(units[len(units)-1], c)
				continue
			}
		}
		units = append(units, []cluster{c})
	}
	if base == leftward {
		slices.Reverse(units)
	} else {
		for i := 0; i < len(units); {
			n := i
			for n < len(units) && units[n][0].dir == leftward {
				n++
			}
			slices.Reverse(units[i:n])
			i = max(n, i+1)
		}
	}
	place := map[int]int{} // of clusters, as displayed
	for i, c := range part {
		place[c.at] = i
	}
	var out []glyph
	for i, u := range units {
		for k, c := range u {
			gap := k > 0 && c.gap
			if i > 0 && k == 0 {
				before := units[i-1]
				gap = spaceBetween(part, before, place[before[0].at], u, place[u[0].at])
			}
			if gap {
				space := c.glyphs[0]
				space.r, space.chunk = ' ', chunk
				out = append(out, space)
			}
			for _, g := range c.glyphs {
				g.chunk = chunk
				out = append(out, g)
			}
		}
	}
	turnBrackets(out)
	return out
}

// spaceBetween reports whether white space parts two units that follow each other in
// reading order, from the places of their first clusters as displayed.
func spaceBetween(part, a []cluster, atA int, b []cluster, atB int) bool {
	switch {
	case atB < atA && atB+len(b) == atA:
		return part[atA].gap
	case a[0].dir == leftward: // the stretch that reads leftward ends here
		return part[atB].gap
	}
	return atA+len(a) < len(part) && part[atA+len(a)].gap
}

// turnBrackets makes opening brackets of those that stand before a word and
// closing ones of those behind: whether engines give them as they look or as they
// are meant differs.
func turnBrackets(gs []glyph) {
	for i := range gs {
		k := strings.IndexRune(brackets, gs[i].r)
		if k < 0 {
			continue
		}
		k = len([]rune(brackets[:k]))
		before := i == 0 || gs[i-1].r == ' ' || opening(gs[i-1].r)
		after := i+1 == len(gs) || gs[i+1].r == ' ' || strings.ContainsRune(".,;:!?،؛؟", gs[i+1].r)
		if before != after && (k%2 == 1) == before {
			gs[i].r = []rune(brackets)[k^1]
		}
	}
}

// brackets are pairs.
const brackets = "()[]{}«»‹›"

func opening(r rune) bool {
	return strings.ContainsRune("([{", r)
}
