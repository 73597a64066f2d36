package pdf

import (
	"cmp"
	"slices"

	"quire/extract"
)

// ruledTables returns the segments, those inside a grid of lines replaced by one
// that stands for a table.
func ruledTables(segs []*segment, grids []*grid) []*segment {
	for _, g := range grids {
		segs = g.take(segs)
	}
	return segs
}

// rule is a straight line: at is its place across, from and to its ends.
type rule struct{ at, from, to int }

// near is the distance at which lines are taken to meet or coincide.
const near = 2_500

// grid is a set of lines that meet, with the places of its columns and rows.
type grid struct {
	x, y       []int // boundaries
	vertical   []rule
	horizontal []rule
}

// grids groups the lines of a page into grids of at least two columns and two
// rows.
func grids(rules []box, f frame) []*grid {
	if len(rules) < 4 {
		return nil
	}
	var hs, vs []rule
	for _, r := range rules {
		b := f.in(r)
		if b.height() <= b.width() {
			hs = append(hs, rule{b.midY(), b.l, b.r})
		} else {
			vs = append(vs, rule{b.midX(), b.t, b.b})
		}
	}
	hs, vs = joinRules(hs), joinRules(vs)
	if len(hs)+len(vs) > 2_000 {
		return nil // a drawing
	}
	root := meeting(hs, vs)
	byRoot := map[int]*grid{}
	var out []*grid
	at := func(i int) *grid {
		k := root(i)
		if byRoot[k] == nil {
			byRoot[k] = &grid{}
			out = append(out, byRoot[k])
		}
		return byRoot[k]
	}
	for i, h := range hs {
		g := at(i)
		g.horizontal, g.y = append(g.horizontal, h), append(g.y, h.at)
	}
	for j, v := range vs {
		g := at(len(hs) + j)
		g.vertical, g.x = append(g.vertical, v), append(g.x, v.at)
	}
	return slices.DeleteFunc(out, func(g *grid) bool {
		g.x, g.y = distinct(g.x), distinct(g.y)
		return len(g.x) < 3 || len(g.y) < 3 || len(g.x) > 100 || len(g.y) > 500
	})
}

// meeting returns a function that gives lines which meet, directly or by others,
// the same number. The upright lines are counted on after the level ones.
func meeting(hs, vs []rule) func(int) int {
	group := make([]int, len(hs)+len(vs))
	for i := range group {
		group[i] = i
	}
	root := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	for i, h := range hs {
		for j, v := range vs {
			if h.from-near <= v.at && v.at <= h.to+near && v.from-near <= h.at && h.at <= v.to+near {
				group[root(i)] = root(len(hs) + j)
			}
		}
	}
	return root
}

// joinRules makes one line of those that lie on each other or go on from each
// other.
func joinRules(rs []rule) []rule {
	slices.SortFunc(rs, func(a, b rule) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	// Places that differ by less than near are one place.
	for i := 1; i < len(rs); i++ {
		if rs[i].at-rs[i-1].at < near {
			rs[i].at = rs[i-1].at
		}
	}
	slices.SortStableFunc(rs, func(a, b rule) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.from, b.from))
	})
	var out []rule
	for _, r := range rs {
		if n := len(out); n > 0 && out[n-1].at == r.at && r.from <= out[n-1].to+near {
			out[n-1].to = max(out[n-1].to, r.to)
			continue
		}
		out = append(out, r)
	}
	return out
}

// distinct sorts places and drops those that coincide with the one before.
func distinct(v []int) []int {
	slices.Sort(v)
	var out []int
	for _, n := range v {
		if len(out) == 0 || n-out[len(out)-1] > 2*near {
			out = append(out, n)
		}
	}
	return out
}

// take replaces the segments inside the grid by a table. It leaves them alone
// where they do not fit: a cell that is no rectangle, text across lines, or all
// text in one place.
func (g *grid) take(segs []*segment) []*segment {
	area := box{g.x[0], g.y[0], g.x[len(g.x)-1], g.y[len(g.y)-1]}
	var inside, outside []*segment
	for _, s := range segs {
		if area.contains(s.ink.midX(), s.ink.midY()) && s.table == nil && s.hidden == "" {
			inside = append(inside, s)
		} else {
			outside = append(outside, s)
		}
	}
	cols, rows := len(g.x)-1, len(g.y)-1
	owner, ok := g.merge(cols, rows)
	if !ok || len(inside) < 2 {
		return segs
	}
	content := make([][]*segment, cols*rows)
	for _, s := range inside {
		c, r := slot(g.x, s.ink.midX()), slot(g.y, s.ink.midY())
		own := owner[r*cols+c]
		if s.ink.l < g.x[own%cols]-2*near || s.ink.r > g.right(owner, own, cols)+2*near {
			return segs // crosses a line
		}
		content[own] = append(content[own], s)
	}
	t := g.table(content, owner, cols, rows)
	if t == nil {
		return segs
	}
	stand := &segment{box: area, ink: t.box, base: area.b, size: medianSize(inside), order: inside[0].order, table: t, text: "\u25A0"}
	for _, s := range inside {
		stand.chars += s.chars
		stand.bad += s.bad
		stand.dead += s.dead
		stand.order = min(stand.order, s.order)
	}
	t.order = stand.order
	return append(outside, stand)
}

// slot returns the interval of bounds that v lies in.
func slot(bounds []int, v int) int {
	i, _ := slices.BinarySearch(bounds, v)
	return min(max(i-1, 0), len(bounds)-2)
}

// right returns the right boundary of a merged cell.
func (g *grid) right(owner []int, own, cols int) int {
	c := own % cols
	for c+1 < cols && owner[own-own%cols+c+1] == own {
		c++
	}
	return g.x[c+1]
}

// merge finds which cells have no line between them. It returns for each place
// the place of the cell's top left corner, and false where a cell would not be a
// rectangle.
func (g *grid) merge(cols, rows int) ([]int, bool) {
	owner := make([]int, cols*rows)
	for r := range rows {
		for c := range cols {
			i := r*cols + c
			owner[i] = i
			left := c > 0 && !covered(g.vertical, g.x[c], g.y[r], g.y[r+1])
			up := r > 0 && !covered(g.horizontal, g.y[r], g.x[c], g.x[c+1])
			switch {
			case left && up:
				if owner[i-1] != owner[i-cols] {
					return nil, false
				}
				owner[i] = owner[i-1]
			case left:
				owner[i] = owner[i-1]
			case up:
				owner[i] = owner[i-cols]
			}
		}
	}
	return owner, rectangles(owner, cols, rows)
}

// rectangles reports whether every cell is one.
func rectangles(owner []int, cols, rows int) bool {
	area, most := map[int]box{}, map[int]int{}
	for i, o := range owner {
		c, r := i%cols, i/cols
		b, ok := area[o]
		if !ok {
			b = box{c, r, c + 1, r + 1}
		}
		area[o] = box{min(b.l, c), min(b.t, r), max(b.r, c+1), max(b.b, r+1)}
		most[o]++
	}
	for o, b := range area {
		if b.width()*b.height() != most[o] || b.width() == cols && b.height() == rows {
			return false
		}
	}
	return true
}

// covered reports whether a line at this place spans most of the way from a to b.
func covered(rs []rule, at, a, b int) bool {
	length := 0
	for _, r := range rs {
		if abs(r.at-at) <= 2*near {
			length += max(min(r.to, b)-max(r.from, a), 0)
		}
	}
	return length*10 >= (b-a)*7
}

// table makes the rows; nil where fewer than two columns or rows have text.
func (g *grid) table(content [][]*segment, owner []int, cols, rows int) *table {
	t := &table{}
	usedCols, usedRows := map[int]bool{}, map[int]bool{}
	firstRows := [][]*segment{nil, nil}
	for r := range rows {
		row := make([]extract.Cell, cols)
		for c := range cols {
			i := r*cols + c
			if owner[i] != i {
				continue
			}
			row[c] = g.cell(content[i], owner, i, cols, rows)
			if row[c].Text != "" {
				usedCols[c], usedRows[r] = true, true
			}
			for _, s := range content[i] {
				t.box = t.box.union(s.ink)
				if r < 2 {
					firstRows[r] = append(firstRows[r], s)
				}
			}
		}
		t.rows = append(t.rows, row)
	}
	if len(usedCols) < 2 || len(usedRows) < 2 {
		return nil
	}
	t.trim(g, usedCols, usedRows)
	t.mirror(slices.Concat(content...))
	if len(firstRows[0]) > 0 && len(firstRows[1]) > 0 {
		t.header = headerRows(t.rows, firstRows)
	}
	return t
}

// cell joins the lines of a cell and says how many places it spans.
func (g *grid) cell(segs []*segment, owner []int, i, cols, rows int) extract.Cell {
	var j joiner
	for _, part := range order(segs, nil, 0) {
		for _, l := range lines(part) {
			j.add(l.text(), false)
		}
	}
	cell := extract.Cell{Text: j.String()}
	for c := i % cols; c < cols && owner[i-i%cols+c] == i; c++ {
		cell.ColSpan++
	}
	for r := i / cols; r < rows && owner[r*cols+i%cols] == i; r++ {
		cell.RowSpan++
	}
	return cell
}

// trim drops the rows and columns that are only the white between two lines or
// two coloured cells. Cells that span across one span one place less.
func (t *table) trim(g *grid, cols, rows map[int]bool) {
	for c := len(g.x) - 2; c >= 0; c-- {
		if cols[c] || g.x[c+1]-g.x[c] > gapWidth {
			continue
		}
		for r := range t.rows {
			for k := range c {
				if t.rows[r][k].ColSpan > c-k {
					t.rows[r][k].ColSpan--
				}
			}
			t.rows[r] = slices.Delete(t.rows[r], c, c+1)
		}
	}
	for r := len(g.y) - 2; r >= 0; r-- {
		if rows[r] || g.y[r+1]-g.y[r] > gapWidth {
			continue
		}
		for k := range r {
			for c := range t.rows[k] {
				if t.rows[k][c].RowSpan > r-k {
					t.rows[k][c].RowSpan--
				}
			}
		}
		t.rows = slices.Delete(t.rows, r, r+1)
	}
}

// gapWidth is the width of a column or row in which no text has room.
const gapWidth = 9_000

// mirror puts the columns of a table in the order of a script that is written
// from right to left.
func (t *table) mirror(segs []*segment) {
	if !mostlyRTL(segs) {
		return
	}
	for _, row := range t.rows {
		slices.Reverse(row)
		for c := range row { // a spanning cell stands at its first place
			if n := row[c].ColSpan; n > 1 && c-n+1 >= 0 {
				row[c-n+1], row[c] = row[c], row[c-n+1]
			}
		}
	}
}
