package pptx

import (
	"slices"
	"strings"
)

// inOrder returns shapes in the order a person reads them. The slide is cut
// along gaps that go all the way through, again and again: rows from the top,
// columns from the left. What lies on a panel with text of its own is read
// straight after that text. Shapes without a place, and those that show nothing
// to read, come last.
func inOrder(shapes []*shape) []*shape {
	var seen, rest []*shape
	for _, sh := range shapes {
		if sh.placed && sh.content {
			seen = append(seen, sh)
		} else {
			rest = append(rest, sh)
		}
	}
	var links []box
	for _, sh := range rest {
		if sh.placed && pointsSideways(sh) {
			links = append(links, sh.place)
		}
	}
	on := panels(seen)
	var out []*shape
	var add func(panel *shape)
	add = func(panel *shape) {
		level := on[panel]
		arrange(level, links, false, 0)
		for _, sh := range level {
			out = append(out, sh)
			add(sh)
		}
	}
	add(nil)
	return append(out, rest...)
}

// panels returns the shapes that lie on each shape; under nil, those that lie on
// none.
func panels(shapes []*shape) map[*shape][]*shape {
	on := map[*shape][]*shape{}
	for i, sh := range shapes {
		var panel *shape
		for j, p := range shapes {
			// Each lies on a larger one, so that the panels form a tree.
			if j != i && len(shapes) <= maxArranged && p.place.area() > sh.place.area() && p.place.holds(sh.place) &&
				(panel == nil || p.place.area() < panel.place.area()) {
				panel = p
			}
		}
		on[panel] = append(on[panel], sh)
	}
	return on
}

func (b box) area() int { return (b.right - b.left) * (b.bottom - b.top) }

// holds reports whether c lies inside b, give or take what frames overlap.
func (b box) holds(c box) bool {
	return c.left >= b.left-overlap && c.right <= b.right+overlap && c.top >= b.top-overlap && c.bottom <= b.bottom+overlap
}

// Bounds of arranging: a slide of more shapes, or one that has to be cut deeper,
// is a drawing.
const (
	maxArranged = 2_000
	maxCuts     = 200
)

// side is the extent of a box on one axis.
type side func(box) (from, to int)

func vertical(b box) (int, int)   { return b.top, b.bottom }
func horizontal(b box) (int, int) { return b.left, b.right }

// arrange sorts shapes in place. links are arrows that point sideways: where they
// lead from one column to the next, each row is read across. across says that this
// was found around the shapes.
func arrange(shapes []*shape, links []box, across bool, depth int) {
	if len(shapes) < 2 {
		return
	}
	if len(shapes) > maxArranged || depth > maxCuts {
		inRows(shapes)
		return
	}
	rowGap, row := widest(shapes, vertical)
	columnGap, column := widest(shapes, horizontal)
	across = across || column > 0 && linked(shapes, column, links)
	switch {
	case column > 0 && (row == 0 || columnGap > rowGap && alike(shapes) && !across):
		sortBy(shapes, horizontal)
		row = column
	case row > 0:
		sortBy(shapes, vertical)
	default:
		inRows(shapes)
		return
	}
	arrange(shapes[:row:row], links, across, depth+1)
	arrange(shapes[row:], links, across, depth+1)
}

// sortBy is stable: shapes at one place keep the order of the file.
func sortBy(shapes []*shape, axis side) {
	slices.SortStableFunc(shapes, func(a, b *shape) int {
		from, _ := axis(a.place)
		to, _ := axis(b.place)
		return from - to
	})
}

// overlap is by how much frames may overlap and still count as apart, in EMU: a
// quarter of a centimetre. Frames are larger than the text in them.
const overlap = 90_000

// widest returns the widest gap between shapes on one axis and how many of them,
// sorted on it, lie before it; 0 where there is none.
func widest(shapes []*shape, axis side) (gap, at int) {
	gap = -1
	eachGap(shapes, axis, func(i, g, _ int) {
		if g > gap {
			gap, at = g, i
		}
	})
	return gap, at
}

// eachGap calls f for each gap: how many shapes lie before it, how wide it is and
// how wide the piece before it.
func eachGap(shapes []*shape, axis side, f func(i, gap, piece int)) {
	sorted := slices.Clone(shapes)
	sortBy(sorted, axis)
	start, end := axis(sorted[0].place)
	for i, sh := range sorted[1:] {
		from, to := axis(sh.place)
		if gap := from - end + overlap; gap >= 0 {
			f(i+1, gap, end-start)
			start = from
		}
		end = max(end, to)
	}
	f(0, -1, end-start)
}

// alike reports whether the columns of shapes are about as wide as each other.
// Then each is read down, like a card; a narrow column beside a wide one holds
// labels, which belong to what stands to their right.
func alike(shapes []*shape) bool {
	narrow, wide := 0, 0
	eachGap(shapes, horizontal, func(_, _, piece int) {
		if narrow == 0 || piece < narrow {
			narrow = piece
		}
		wide = max(wide, piece)
	})
	return wide*10 <= narrow*16
}

// linked reports whether at least two arrows lead across the gap behind the first
// column shapes: a single one leads from column to column.
func linked(shapes []*shape, column int, links []box) bool {
	sorted := slices.Clone(shapes)
	sortBy(sorted, horizontal)
	end, top, bottom := sorted[0].place.right, sorted[0].place.top, sorted[0].place.bottom
	for i, sh := range sorted {
		if i < column {
			end = max(end, sh.place.right)
		}
		top, bottom = min(top, sh.place.top), max(bottom, sh.place.bottom)
	}
	begin, n := sorted[column].place.left, 0
	for _, l := range links {
		if middle := (l.top + l.bottom) / 2; l.left <= begin && l.right >= end && middle > top && middle < bottom {
			n++
		}
	}
	return n >= 2
}

// pointsSideways reports an arrow to the right or to both sides, or a connector
// that is wider than it is high; none has text of its own.
func pointsSideways(sh *shape) bool {
	if sh.node.Name == "p:cxnSp" {
		return sh.place.right-sh.place.left >= sh.place.bottom-sh.place.top
	}
	props := sh.node.Kid("p:spPr")
	return strings.HasSuffix(props.Kid("a:prstGeom").Attr("prst"), "ightArrow") && !quarterTurn(props.Kid("a:xfrm"))
}

// inRows sorts shapes that no line parts: those that stand side by side for half
// of their height are a row.
func inRows(shapes []*shape) {
	sortBy(shapes, vertical)
	for from := 0; from < len(shapes); {
		to := from + 1
		for to < len(shapes) && sameRow(shapes[from].place, shapes[to].place) {
			to++
		}
		sortBy(shapes[from:to], horizontal)
		from = to
	}
}

func sameRow(a, b box) bool {
	shared := min(a.bottom, b.bottom) - max(a.top, b.top)
	return shared > 0 && shared*2 >= min(a.bottom-a.top, b.bottom-b.top)
}
