package pdf

import (
	"cmp"
	"slices"
)

// boxEdge returns the edge of a drawn area that part of both sides stands in and
// part does not: columns do not go through it.
func (g *gutter) boxEdge(boxes []box) (int, bool) {
	for _, b := range boxes {
		if b.l > g.x1 || b.r < g.x2 || b.t <= g.y1 && b.b >= g.y2 {
			continue
		}
		above, below, inside, held := false, false, [2]bool{}, true
		for i, side := range [2][]*segment{g.left, g.right} {
			for _, s := range side {
				switch y := s.box.midY(); {
				case y < b.t:
					above = true
				case y > b.b:
					below = true
				default:
					inside[i] = true
					held = held && b.l <= s.box.midX() && s.box.midX() <= b.r
				}
			}
		}
		switch {
		case !held || !inside[0] && !inside[1]:
		case above:
			return b.t, true
		case below:
			return b.b, true
		}
	}
	return 0, false
}

// cut parts segs at a height.
func cut(segs []*segment, y int) [][]*segment {
	out := make([][]*segment, 2)
	for _, s := range segs {
		if s.box.midY() < y {
			out[0] = append(out[0], s)
		} else {
			out[1] = append(out[1], s)
		}
	}
	return out
}

// maxBoxes bounds the drawn areas that are looked at on one page.
const maxBoxes = 200

// areas returns the drawn shapes that may hold text in columns, in the frame, the
// largest first.
func areas(shapes []box, f frame) []box {
	var out []box
	for _, s := range shapes {
		if b := f.in(s); b.height() >= 20_000 && b.width() >= 60_000 {
			out = append(out, b)
		}
	}
	slices.SortFunc(out, func(a, b box) int {
		return cmp.Or(cmp.Compare(b.area(), a.area()), cmp.Compare(a.t, b.t), cmp.Compare(a.l, b.l))
	})
	return slices.Compact(out[:min(len(out), maxBoxes)])
}
