package xlsx

import (
	"slices"
	"strings"
)

// wideGap is how many empty columns part two tables whatever they look like; it
// bounds what a sparse row costs.
const wideGap = 20

// region is a rectangle of the sheet that reads as one thing: its rows of visible
// cells.
type region [][]*cell

func (r region) top() int    { return r[0][0].row }
func (r region) bottom() int { return r[len(r)-1][0].row }

// columns returns the first and last column in use.
func (r region) columns() (left, right int) {
	left = maxCol
	for _, row := range r {
		left = min(left, row[0].col)
		right = max(right, row[len(row)-1].col)
	}
	return left, right
}

// rowsOf returns the cells of one layer of the window, row by row.
func (s *sheet) rowsOf(l layer) region {
	var out region
	var row []*cell
	for i := range s.win.cells {
		c := &s.win.cells[i]
		if c.layer != l {
			continue
		}
		if len(row) > 0 && row[0].row != c.row {
			out = append(out, row)
			row = nil
		}
		row = append(row, c)
	}
	if len(row) > 0 {
		out = append(out, row)
	}
	return out
}

// declared reports whether the sheet says that both areas belong to one table.
func (s *sheet) declared(a, b area) bool {
	return slices.ContainsFunc(s.frame.headers, func(h headerArea) bool { return h.meets(a) && h.meets(b) })
}

func areaOf(row []*cell) area {
	return area{row[0].row, row[0].col, row[0].row, row[len(row)-1].col}
}

// joined reports whether no empty row parts two rows: those between them are
// hidden or covered by a merged cell.
func (s *sheet) joined(above, below int) bool {
	for r := above + 1; r < below; r++ {
		if len(s.merges[r]) > 0 && slices.ContainsFunc(s.merges[r], func(a area) bool { return a.top <= above }) {
			continue
		}
		if !s.rowHidden(r) {
			return false
		}
	}
	return true
}

// bands cuts rows into regions: at empty rows, where what stands above shares no
// column with what stands below, and between tables side by side.
func (s *sheet) bands(rows region) []region {
	var out []region
	start := 0
	for i := 1; i <= len(rows); i++ {
		if i < len(rows) && (s.joined(rows[i-1][0].row, rows[i][0].row) || s.declared(areaOf(rows[i-1]), areaOf(rows[i]))) {
			continue
		}
		for _, d := range diagonal(rows[start:i]) {
			out = append(out, s.sideBySide(d)...)
		}
		start = i
	}
	return out
}

// diagonal cuts a band where the columns in use above and below lie apart.
func diagonal(r region) []region {
	lefts, rights := make([]int, len(r)+1), make([]int, len(r)+1)
	lefts[len(r)] = maxCol + 1
	for i := len(r) - 1; i >= 0; i-- {
		lefts[i] = min(lefts[i+1], r[i][0].col)
		rights[i] = max(rights[i+1], r[i][len(r[i])-1].col)
	}
	var out []region
	start, left, right := 0, maxCol+1, 0
	for i := range r {
		if i > start && (right < lefts[i] || rights[i] < left) {
			out = append(out, r[start:i])
			start, left, right = i, maxCol+1, 0
		}
		left = min(left, r[i][0].col)
		right = max(right, r[i][len(r[i])-1].col)
	}
	return append(out, r[start:])
}

// sideBySide cuts a band at an empty column where what stands on both sides looks
// like a table of its own.
func (s *sheet) sideBySide(r region) []region {
	used := map[int]bool{}
	for _, row := range r {
		for _, c := range row {
			used[c.col] = true
			if m, ok := merged(s.merges[c.row], c.col); ok {
				for col := c.col; col <= min(m.right, c.col+wideGap); col++ {
					used[col] = true
				}
			}
		}
	}
	left, right := r.columns()
	for col := left + 1; col < right; col++ {
		if used[col] || s.frame.colHidden(col) {
			continue
		}
		end := col
		for end+1 < right && !used[end+1] {
			end++
		}
		a, b := split(r, col)
		if len(a) > 0 && len(b) > 0 && s.apart(a, b, end-col+1) {
			return append(s.bands(a), s.bands(b)...)
		}
		col = end
	}
	return []region{r}
}

func split(r region, col int) (left, right region) {
	for _, row := range r {
		i, _ := slices.BinarySearchFunc(row, col, func(c *cell, col int) int { return c.col - col })
		if i > 0 {
			left = append(left, row[:i])
		}
		if i < len(row) {
			right = append(right, row[i:])
		}
	}
	return left, right
}

// apart reports whether two parts of a band are tables of their own. A column
// left empty inside one table must not tear its rows: so either the file says so,
// or both parts have header rows and these stand in different rows or repeat each
// other's words.
func (s *sheet) apart(a, b region, gap int) bool {
	if gap >= wideGap {
		return true
	}
	for _, h := range s.frame.headers {
		if overlaps(a, h.area) != overlaps(b, h.area) {
			return true
		}
	}
	ha, hb := headOf(a), headOf(b)
	if ha == nil || hb == nil {
		return false
	}
	return ha[0].row != hb[0].row || repeats(ha, hb) || labelled(a) && labelled(b)
}

// labelled reports whether the rows of a region, from its header down, stand on
// their own: the first column has a name for each of them, no two alike, and
// figures follow it. A column that goes on with the rows beside it has no such
// names.
func labelled(r region) bool {
	if len(r) > 2 && len(r[0]) == 1 {
		r = r[1:]
	}
	const least = 3 // one row of values proves nothing
	if len(r) < least || nameless(r[1]) {
		return false
	}
	left, _ := r.columns()
	seen := map[string]bool{}
	for _, row := range r[1:] {
		name := strings.ToLower(strings.TrimSpace(row[0].text))
		if len(row) < 2 || row[0].col != left || row[0].kind != words || seen[name] {
			return false
		}
		seen[name] = true
		for _, c := range row[1:] {
			if c.kind == words {
				return false
			}
		}
	}
	return r[0][0].col == left && r[0][0].kind == words
}

func overlaps(r region, a area) bool {
	left, right := r.columns()
	return a.meets(area{r.top(), left, r.bottom(), right})
}

// headOf returns the header row of what looks like a table: the first row, or the
// one behind a title.
func headOf(r region) []*cell {
	if len(r) > 2 && len(r[0]) == 1 {
		r = r[1:]
	}
	if len(r) < 2 || len(r[0]) < 2 || !headerLike(r[0]) {
		return nil
	}
	return r[0]
}

func repeats(a, b []*cell) bool {
	n := 0
	for _, x := range a {
		if slices.ContainsFunc(b, func(y *cell) bool { return strings.EqualFold(x.text, y.text) }) {
			n++
		}
	}
	return 2*n >= min(len(a), len(b))
}
