package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"quire/extract"
)

// table is a table that was recognised on a page.
type table struct {
	rows   [][]extract.Cell
	header int // rows of it that are header
	box    box // around the glyphs, in the frame
	order  int // of its first segment
}

// Limits of what is believed to be a table without ruling lines.
const (
	leastRows    = 3
	leastColumns = 2
	mostColumns  = 40
	mostRows     = 400
)

// findTables replaces runs of lines that stand in columns by tables. What is not
// certain stays as it is.
func findTables(ls []*line) []*line {
	var out []*line
	for i := 0; i < len(ls); {
		n, t := tableAt(ls[i:])
		if t == nil {
			out = append(out, ls[i])
			i++
			continue
		}
		l := &line{table: t, box: t.box, ink: t.box, base: ls[i].base, size: ls[i].size}
		for _, m := range ls[i : i+n] {
			l.chars += m.chars
		}
		out = append(out, l)
		i += n
	}
	return out
}

// column is a horizontal range that the cells of a column lie in.
type column struct{ l, r int }

// tableAt returns the table that begins with the first of ls, and how many lines
// it takes; nil where there is none.
func tableAt(ls []*line) (int, *table) {
	if !tabular(ls[0]) {
		return 0, nil
	}
	cols := columnsOf(ls[0].segs, nil)
	rows := [][]*segment{ls[0].segs}
	first := []int{0} // line where each row starts
	n := 1
	for ; n < min(len(ls), mostRows); n++ {
		l := ls[n]
		if l.table != nil || l.hidden != ls[0].hidden || l.base-ls[n-1].base > 4*max(l.size, ls[n-1].size) {
			break
		}
		if continues(rows[len(rows)-1], l, ls[n-1], cols) {
			rows[len(rows)-1] = append(rows[len(rows)-1], l.segs...)
			continue
		}
		grown := columnsOf(l.segs, cols)
		if !tabular(l) || len(grown) < leastColumns || len(grown) < len(cols)-1 && len(grown) < len(l.segs) {
			break
		}
		cols = grown
		rows = append(rows, l.segs)
		first = append(first, n)
	}
	if !convincing(rows, cols, ls[:n]) {
		return 0, nil
	}
	t := &table{order: rows[0][0].order}
	for _, r := range rows {
		t.rows = append(t.rows, cells(r, cols))
		for _, s := range r {
			t.box = t.box.union(s.ink)
			t.order = min(t.order, s.order)
		}
	}
	t.header = headerRows(t.rows, rows)
	return n, t
}

// tabular reports whether a line can be a row. Dots that lead to a page number
// make none, nor does typewriter text: it keeps its spaces as it is.
func tabular(l *line) bool {
	for _, s := range l.segs {
		if strings.Trim(s.text, ". ") == "" || strings.HasSuffix(s.text, ". . .") {
			return false
		}
	}
	return l.table == nil && !l.rtl && !l.mono && len(l.segs) >= leastColumns && len(l.segs) <= mostColumns
}

// columnsOf widens cols by the segments of one more row; ranges that touch
// become one.
func columnsOf(segs []*segment, cols []column) []column {
	all := slices.Clone(cols)
	for _, s := range segs {
		all = append(all, column{s.box.l, s.box.r})
	}
	slices.SortFunc(all, func(a, b column) int { return cmp.Compare(a.l, b.l) })
	out := all[:1]
	for _, c := range all[1:] {
		last := &out[len(out)-1]
		if c.l <= last.r+segs[0].size/3 {
			last.r = max(last.r, c.r)
			continue
		}
		out = append(out, c)
	}
	return out
}

// columnOf returns the column that s lies in, -1 for none or several.
func columnOf(s *segment, cols []column) int {
	found := -1
	for i, c := range cols {
		if s.box.l < c.r && s.box.r > c.l {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

// continues reports whether l carries on cells of the row above it: close below,
// nothing in the first column, few cells, no numbers of its own.
func continues(row []*segment, l, above *line, cols []column) bool {
	if l.base-above.base > max(l.size, above.size)*14/10 || len(l.segs) > len(row)/2 && len(l.segs) > 1 || len(cols) < leastColumns {
		return false
	}
	for _, s := range l.segs {
		c := columnOf(s, cols)
		if c < 1 || numeric(s.text) {
			return false
		}
		if !slices.ContainsFunc(row, func(o *segment) bool { return columnOf(o, cols) == c }) {
			return false
		}
	}
	return true
}

// convincing reports whether rows in these columns are a table and not chance,
// a list with wide markers, or text set with wide spaces.
func convincing(rows [][]*segment, cols []column, ls []*line) bool {
	if len(rows) < leastRows || len(cols) < leastColumns || len(cols) > mostColumns {
		return false
	}
	filled, markers := 0, 0
	for _, r := range rows {
		used := map[int]bool{}
		for _, s := range r {
			c := columnOf(s, cols)
			if c < 0 {
				return false
			}
			used[c] = true
		}
		if len(used) < 2 {
			return false
		}
		filled += len(used)
		if isMarker(r[0].text) {
			markers++
		}
	}
	if markers*2 > len(rows) && len(cols) <= 2 {
		return false
	}
	return filled*100 >= len(rows)*len(cols)*45
}

// cells puts the segments of a row into its columns.
func cells(segs []*segment, cols []column) []extract.Cell {
	out := make([]extract.Cell, len(cols))
	join := make([]joiner, len(cols))
	for _, s := range segs {
		c := max(columnOf(s, cols), 0)
		join[c].add(s.text, false)
	}
	for i := range out {
		out[i].Text = join[i].String()
	}
	return out
}

// headerRows returns 1 where the first row is unlike the others: bold alone, or
// words over numbers.
func headerRows(rows [][]extract.Cell, segs [][]*segment) int {
	if len(rows) < 2 {
		return 0
	}
	bold := func(r []*segment) bool {
		return !slices.ContainsFunc(r, func(s *segment) bool { return !s.bold })
	}
	if segs != nil && bold(segs[0]) && !bold(segs[1]) {
		return 1
	}
	numbers := 0
	for c, cell := range rows[0] {
		if numeric(cell.Text) {
			return 0
		}
		count := 0
		for _, r := range rows[1:] {
			if c < len(r) && numeric(r[c].Text) {
				count++
			}
		}
		if count*2 > len(rows)-1 {
			numbers++
		}
	}
	if numbers > 0 {
		return 1
	}
	return 0
}

// numeric reports whether a cell is mostly a number, amount, share or date.
func numeric(s string) bool {
	digits, letters := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return digits > 0 && letters <= digits
}
