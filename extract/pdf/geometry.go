package pdf

import (
	"fmt"
	"math"
)

// box is a rectangle in thousandths of a point; x grows to the right, y down.
type box struct{ l, t, r, b int }

func (a box) width() int   { return a.r - a.l }
func (a box) height() int  { return a.b - a.t }
func (a box) midX() int    { return a.l + (a.r-a.l)/2 }
func (a box) midY() int    { return a.t + (a.b-a.t)/2 }
func (a box) empty() bool  { return a.r <= a.l || a.b <= a.t }
func (a box) isZero() bool { return a == box{} }

// union returns the smallest box around a and b; the zero box counts for nothing.
func (a box) union(b box) box {
	switch {
	case a.isZero():
		return b
	case b.isZero():
		return a
	}
	return box{min(a.l, b.l), min(a.t, b.t), max(a.r, b.r), max(a.b, b.b)}
}

func (a box) intersect(b box) box {
	c := box{max(a.l, b.l), max(a.t, b.t), min(a.r, b.r), min(a.b, b.b)}
	if c.empty() {
		return box{}
	}
	return c
}

func (a box) contains(x, y int) bool { return a.l <= x && x <= a.r && a.t <= y && y <= a.b }

// area is in square points.
func (a box) area() int { return (a.width() / 1000) * (a.height() / 1000) }

// overlapX is the length that a and b share horizontally; negative for a gap.
func overlapX(a, b box) int { return min(a.r, b.r) - max(a.l, b.l) }

// overlapY is the length that a and b share vertically; negative for a gap.
func overlapY(a, b box) int { return min(a.b, b.b) - max(a.t, b.t) }

// String prints b as the value of a bbox locator.
func (a box) String() string { return fmt.Sprintf("%d,%d,%d,%d", a.l, a.t, a.r, a.b) }

// maxCoordinate bounds coordinates so that sums of them cannot overflow: 100
// times the largest page that the format allows.
const maxCoordinate = 1_440_000_000

// milli converts points to thousandths of a point.
func milli(points float64) int {
	v := math.Round(points * 1000)
	switch {
	case math.IsNaN(v):
		return 0
	case v > maxCoordinate:
		return maxCoordinate
	case v < -maxCoordinate:
		return -maxCoordinate
	}
	return int(v)
}

// view maps user space to the page as displayed: cropped, rotated, y down.
type view struct {
	crop box // in user space with t and b as y values: t is the upper edge
	turn int // quarter turns clockwise
}

// newView returns the view of a page whose visible area is given in user space.
func newView(left, bottom, right, top float64, turn int) view {
	return view{box{milli(min(left, right)), milli(max(top, bottom)), milli(max(left, right)), milli(min(top, bottom))}, turn & 3}
}

// size returns width and height as displayed.
func (v view) size() (width, height int) {
	w, h := v.crop.r-v.crop.l, v.crop.t-v.crop.b
	if v.turn&1 == 1 {
		return h, w
	}
	return w, h
}

// point maps a point of user space.
func (v view) point(x, y float64) (int, int) {
	a, b := milli(x), milli(y)
	switch v.turn {
	case 1:
		return b - v.crop.b, a - v.crop.l
	case 2:
		return v.crop.r - a, b - v.crop.b
	case 3:
		return v.crop.t - b, v.crop.r - a
	}
	return a - v.crop.l, v.crop.t - b
}

// rect maps a rectangle of user space, given by any two opposite corners.
func (v view) rect(left, bottom, right, top float64) box {
	x1, y1 := v.point(left, bottom)
	x2, y2 := v.point(right, top)
	return box{min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)}
}

// way maps the direction (a, b) of a text matrix.
func (v view) way(a, b float64) way {
	if a == 0 && b == 0 {
		return east
	}
	x, y := math.Abs(a), math.Abs(b)
	var w way
	switch {
	case y <= x/8 && a > 0:
		w = east
	case y <= x/8:
		w = west
	case x <= y/8 && b > 0:
		w = north
	case x <= y/8:
		w = south
	default:
		return oblique
	}
	return way((int(w) + 4 - v.turn) & 3)
}

// frame maps between the displayed page and the page turned so that text of one
// way reads from left to right.
type frame struct {
	width, height int // of the displayed page
	way           way
}

// in maps a displayed box into the frame.
func (f frame) in(a box) box {
	switch f.way {
	case north: // reads upwards: turn the page clockwise
		return box{f.height - a.b, a.l, f.height - a.t, a.r}
	case west:
		return box{f.width - a.r, f.height - a.b, f.width - a.l, f.height - a.t}
	case south:
		return box{a.t, f.width - a.r, a.b, f.width - a.l}
	}
	return a
}

// out maps a box of the frame back to the displayed page.
func (f frame) out(a box) box {
	switch f.way {
	case north:
		return box{a.t, f.height - a.r, a.b, f.height - a.l}
	case west:
		return box{f.width - a.r, f.height - a.b, f.width - a.l, f.height - a.t}
	case south:
		return box{f.width - a.b, a.l, f.width - a.t, a.r}
	}
	return a
}

// point maps a displayed point into the frame.
func (f frame) point(x, y int) (int, int) {
	b := f.in(box{x, y, x, y})
	return b.l, b.t
}

// size returns the extent of the page in the frame.
func (f frame) size() (width, height int) {
	if f.way == north || f.way == south {
		return f.height, f.width
	}
	return f.width, f.height
}

// affine is a map of the plane: x' = a·x + c·y + e, y' = b·x + d·y + f.
type affine struct{ a, b, c, d, e, f float64 }

var identity = affine{a: 1, d: 1}

// then returns the map that does m first and n after it. Products are rounded
// before they are added, so that every machine gets the same.
func (m affine) then(n affine) affine {
	mul := func(x, y float64) float64 { return float64(x * y) }
	return affine{
		mul(m.a, n.a) + mul(m.b, n.c), mul(m.a, n.b) + mul(m.b, n.d),
		mul(m.c, n.a) + mul(m.d, n.c), mul(m.c, n.b) + mul(m.d, n.d),
		mul(m.e, n.a) + mul(m.f, n.c) + n.e, mul(m.e, n.b) + mul(m.f, n.d) + n.f,
	}
}

// bounds maps a rectangle and returns the displayed box around it.
func (m affine) bounds(v view, left, bottom, right, top float64) box {
	if m == identity {
		return v.rect(left, bottom, right, top)
	}
	var out box
	for i, p := range [4][2]float64{{left, bottom}, {right, bottom}, {left, top}, {right, top}} {
		x, y := m.point(v, p[0], p[1])
		if i == 0 {
			out = box{x, y, x, y}
		}
		out = box{min(out.l, x), min(out.t, y), max(out.r, x), max(out.b, y)}
	}
	return out
}

// point maps a point to the displayed page.
func (m affine) point(v view, x, y float64) (int, int) {
	return v.point(float64(m.a*x)+float64(m.c*y)+m.e, float64(m.b*x)+float64(m.d*y)+m.f)
}
