package pdf

import (
	"cmp"
	"slices"
)

// A region is a set of segments that is read line by line, from top to bottom.
// order cuts a page into regions, in reading order.
//
// The cuts are gutters: vertical strips of white with text on both sides. A strip
// alone does not tell columns of prose from columns of a table, which are read
// across. The stream does: a program that lays out columns writes one after the
// other, and one that lays out a table goes back and forth.

const (
	maxOrderDepth = 40
	// maxOrdered bounds the work on one page: with more segments than this it is
	// read line by line.
	maxOrdered = 3_000
)

// order returns the regions of segs in reading order. boxes are areas drawn on the
// page: what stands in one is not read together with what stands outside.
func order(segs []*segment, boxes []box, depth int) [][]*segment {
	if len(segs) < 4 || depth > maxOrderDepth || len(segs) > maxOrdered {
		return [][]*segment{segs}
	}
	for _, g := range gutters(segs) {
		var parts [][]*segment
		v := g.verdict()
		if y, ok := g.boxEdge(boxes); ok && v != asRows {
			v, parts = asCut, cut(segs, y)
		}
		switch v {
		case asCut:
		case asColumns:
			parts = [][]*segment{g.above, g.left, g.right, g.below}
			if mostlyRTL(segs) {
				parts[1], parts[2] = g.right, g.left
			}
		case asStream:
			parts = append(append([][]*segment{g.above}, g.turns()...), g.below)
		default:
			continue
		}
		var out [][]*segment
		for _, p := range parts {
			if len(p) > 0 {
				out = append(out, order(p, boxes, depth+1)...)
			}
		}
		return out
	}
	return [][]*segment{segs}
}

// gutter is a strip of white from x1 to x2 and y1 to y2, between left and right,
// with the rest of the region above and below it.
type gutter struct {
	x1, x2, y1, y2            int
	height                    int // that text stands on both sides of
	width                     int // of the white
	above, left, right, below []*segment
}

// maxGutters is how many strips of a region are looked at closely.
const maxGutters = 12

// gutters finds the strips of a region, the highest first.
func gutters(segs []*segment) []*gutter {
	em := medianSize(segs)
	down := slices.Clone(segs)
	slices.SortStableFunc(down, func(a, b *segment) int { return cmp.Compare(a.box.t, b.box.t) })
	var found []gutter
	for _, x := range edges(segs) {
		found = strip(found, down, x, x+em*7/10, em)
	}
	slices.SortStableFunc(found, func(a, b gutter) int {
		return cmp.Or(cmp.Compare(b.height, a.height), cmp.Compare(b.width, a.width))
	})
	var out []*gutter
	for i := range found[:min(len(found), maxGutters)] {
		out = append(out, found[i].split(segs, em, 0)...)
	}
	slices.SortStableFunc(out, func(a, b *gutter) int {
		return cmp.Or(cmp.Compare(b.height, a.height), cmp.Compare(b.width, a.width))
	})
	return slices.DeleteFunc(out, func(g *gutter) bool { return len(g.left) < 2 || len(g.right) < 2 || g.height < em*2 })
}

// edges returns the places where a gutter can begin: right edges of segments, no
// two closer than a point, the commonest ones where they are many.
func edges(segs []*segment) []int {
	const grain, most = 1000, 120
	count := map[int]int{}
	for i := range segs {
		count[floorDiv(segs[i].box.r, grain)]++
	}
	keys := make([]int, 0, len(count))
	for k := range count {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b int) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	keys = keys[:min(len(keys), most)]
	slices.Sort(keys)
	for i := range keys {
		keys[i] = (keys[i] + 1) * grain
	}
	return keys
}

// strip adds the gutters between x1 and x2: one for each stretch in which no
// segment crosses the strip and both sides have text. down is sorted by top.
func strip(out []gutter, down []*segment, x1, x2, em int) []gutter {
	g := gutter{x1: x1, x2: x2, y1: -maxCoordinate}
	var l, r box
	left, right := 0, 0
	end := func(y int) {
		g.y2 = y
		if left >= 2 && right >= 2 {
			if g.height, g.width = overlapY(l, r), r.l-l.r; g.height >= em*2 {
				out = append(out, g)
			}
		}
		l, r, left, right = box{}, box{}, 0, 0
	}
	for _, s := range down {
		b := s.box
		switch {
		case b.r <= x1 && b.midY() > g.y1:
			l = l.union(b)
			left++
		case b.l >= x2 && b.midY() > g.y1:
			r = r.union(b)
			right++
		case b.l < x2 && b.r > x1:
			end(b.t)
			g.y1 = max(g.y1, b.b)
		}
	}
	end(maxCoordinate)
	return out
}

// fill sorts the segments of the region around the gutter.
func (g *gutter) fill(segs []*segment) {
	for _, s := range segs {
		y := s.box.midY()
		switch {
		case y <= g.y1:
			g.above = append(g.above, s)
		case y >= g.y2:
			g.below = append(g.below, s)
		case s.box.r <= g.x1:
			g.left = append(g.left, s)
		case s.box.l >= g.x2:
			g.right = append(g.right, s)
		case y-g.y1 < g.y2-y:
			g.above = append(g.above, s)
		default:
			g.below = append(g.below, s)
		}
	}
}

// split fills the gutter, or the parts of it that headings of the whole width cut
// it into.
func (g *gutter) split(segs []*segment, em, depth int) []*gutter {
	g.fill(segs)
	y := g.spanningHeading(em)
	if y <= g.y1 || y >= g.y2 || depth >= maxOrderDepth {
		var l, r box
		for _, s := range g.left {
			l = l.union(s.box)
		}
		for _, s := range g.right {
			r = r.union(s.box)
		}
		g.height, g.width = overlapY(l, r), r.l-l.r
		return []*gutter{g}
	}
	upper := &gutter{x1: g.x1, x2: g.x2, y1: g.y1, y2: y}
	lower := &gutter{x1: g.x1, x2: g.x2, y1: y, y2: g.y2}
	return append(upper.split(segs, em, depth+1), lower.split(segs, em, depth+1)...)
}

// spanningHeading returns the top of the first large line on the left that has
// nothing beside it on the right but text above and below: it heads both columns.
func (g *gutter) spanningHeading(em int) int {
	for _, s := range g.left {
		if s.size < em*125/100 {
			continue
		}
		above, beside, below := false, false, false
		for _, o := range g.right {
			switch {
			case o.box.b < s.box.t:
				above = true
			case o.box.t > s.box.b:
				below = true
			default:
				beside = true
			}
		}
		if above && below && !beside {
			return s.box.t - 1
		}
	}
	return -maxCoordinate
}

type verdict int

const (
	asRows    verdict = iota // read across
	asColumns                // read the left side, then the right one
	asStream                 // read in turns, as the stream has it
	asCut                    // what is above an edge first, then what is below
)

// verdict decides how the two sides of a gutter are read.
func (g *gutter) verdict() verdict {
	if marginal(g.left, g.right) || marginal(g.right, g.left) {
		return asRows
	}
	least := min(len(g.left), len(g.right))
	switches, across := g.switches()
	if switches <= 2 || switches*5 <= least {
		return asColumns
	}
	if least >= 5 && prose(g.left) && prose(g.right) && switches > least {
		return asColumns // written line by line across both columns
	}
	if across*2 < switches && switches*10 <= (len(g.left)+len(g.right))*4 && g.orderly() {
		return asStream
	}
	return asRows
}

// marginal reports whether side is only marks and numbers that belong to the
// lines of the other side: bullets, line numbers, page numbers of a contents.
func marginal(side, other []*segment) bool {
	if len(side) > len(other) {
		return false
	}
	for _, s := range side {
		if s.chars > 5 || !isMarker(s.text) && !numeric(s.text) {
			return false
		}
		if !slices.ContainsFunc(other, func(o *segment) bool { return abs(o.base-s.base) <= min(o.size, s.size)/3 }) {
			return false
		}
	}
	return true
}

// merged returns both sides in stream order, with the side of each.
func (g *gutter) merged() ([]*segment, map[int]bool) {
	onLeft := make(map[int]bool, len(g.left))
	for _, s := range g.left {
		onLeft[s.order] = true
	}
	all := slices.Concat(g.left, g.right)
	slices.SortFunc(all, func(a, b *segment) int { return cmp.Compare(a.order, b.order) })
	return all, onLeft
}

// switches counts how often the stream goes from one side to the other, and how
// often it stays on its line when it does.
func (g *gutter) switches() (all, across int) {
	segs, onLeft := g.merged()
	for i := 1; i < len(segs); i++ {
		a, b := segs[i-1], segs[i]
		if onLeft[a.order] == onLeft[b.order] {
			continue
		}
		all++
		// Going back to the next line counts with the way across before it.
		if abs(a.base-b.base) <= min(a.size, b.size)/3 {
			across += 2
		}
	}
	return all, across
}

// turns cuts both sides where the stream goes from one to the other.
func (g *gutter) turns() [][]*segment {
	all, onLeft := g.merged()
	var out [][]*segment
	start := 0
	for i := 1; i <= len(all); i++ {
		if i == len(all) || onLeft[all[i].order] != onLeft[all[i-1].order] {
			out = append(out, all[start:i:i])
			start = i
		}
	}
	return out
}

// orderly reports whether the stream goes down on each side, so that it can be
// trusted where it changes sides.
func (g *gutter) orderly() bool {
	_, onLeft := g.merged()
	last := map[bool]int{true: -maxCoordinate, false: -maxCoordinate}
	for _, turn := range g.turns() {
		top := maxCoordinate
		for _, s := range turn {
			top = min(top, s.box.t)
		}
		side := onLeft[turn[0].order]
		if top < last[side] {
			return false
		}
		last[side] = top
	}
	return true
}

// prose reports whether segs look like lines of running text.
func prose(segs []*segment) bool {
	long := 0
	for i := range segs {
		if segs[i].chars >= 22 {
			long++
		}
	}
	return long*10 >= len(segs)*6
}

func medianSize(segs []*segment) int {
	sizes := make([]int, 0, len(segs))
	for i := range segs {
		sizes = append(sizes, segs[i].size)
	}
	slices.Sort(sizes)
	if len(sizes) == 0 {
		return 0
	}
	return sizes[len(sizes)/2]
}

func mostlyRTL(segs []*segment) bool {
	chars, rtl := 0, 0
	for _, s := range segs {
		chars += s.chars
		if s.rtl {
			rtl += s.chars
		}
	}
	return rtl*2 > chars
}
