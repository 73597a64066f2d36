package xlsx

import (
	"maps"
	"slices"

	"quire/extract"
	"quire/knowledge"
)

// maxFormulaBytes and maxStoredBytes bound the formulas and the stored values that
// one table lists.
const (
	maxFormulaBytes = 64 << 10
	maxStoredBytes  = 64 << 10
)

// table makes the table of a region without the rows and columns that hold
// nothing; they are named as gaps, as those that are hidden. With before, it keeps
// the columns of the table it goes on with.
func (s *sheet) table(r region, before *openTable, header int) extract.Block {
	use := columnsIn(r)
	if before != nil {
		for _, c := range before.cols {
			use[c] = true
		}
	}
	var rows, cols axis
	for _, row := range r {
		rows.add(row[0].row)
	}
	for _, c := range slices.Sorted(maps.Keys(use)) {
		cols.add(c)
	}
	b := s.fill(r, &rows, &cols)
	b.HeaderRows = header
	return b
}

// columnsIn returns the columns of a region that hold anything.
func columnsIn(r region) map[int]bool {
	use := map[int]bool{}
	for _, row := range r {
		for _, c := range row {
			use[c.col] = true
		}
	}
	return use
}

// axis numbers the rows or columns that a table shows.
type axis struct {
	at   map[int]int // place in the table by number in the sheet
	list []int
	gaps [][2]int
}

func (a *axis) add(n int) {
	if a.at == nil {
		a.at = map[int]int{}
	}
	if k := len(a.list); k > 0 && n > a.list[k-1]+1 {
		a.gaps = append(a.gaps, [2]int{k, n - a.list[k-1] - 1})
	}
	a.at[n] = len(a.list)
	a.list = append(a.list, n)
}

// span counts the shown numbers from one place up to a number in the sheet.
func (a *axis) span(from, to int) int {
	n := 0
	for i := from; i < len(a.list) && a.list[i] <= to; i++ {
		n++
	}
	return n
}

func (s *sheet) fill(r region, rows, cols *axis) extract.Block {
	b := extract.Block{
		Kind: knowledge.Table, FirstRow: rows.list[0], FirstCol: cols.list[0], RowGaps: rows.gaps, ColGaps: cols.gaps,
		Rows: make([][]extract.Cell, len(rows.list)),
	}
	for i := range b.Rows {
		b.Rows[i] = make([]extract.Cell, len(cols.list))
	}
	var used area
	open := map[int]int{} // the last run of stored values of each column
	size, values := 0, 0
	for _, row := range r {
		for _, c := range row {
			i, j := rows.at[c.row], cols.at[c.col]
			out := &b.Rows[i][j]
			out.Text = c.text
			if m, ok := merged(s.merges[c.row], c.col); ok && m.top == c.row && m.left == c.col {
				out.RowSpan, out.ColSpan = rows.span(i, m.bottom), cols.span(j, m.right)
			}
			used = used.grow(c.row, c.col)
			if c.stored != "" && values < maxStoredBytes {
				values += len(c.stored)
				b.Stored = storedRun(b.Stored, open, c)
			}
			if f := c.formula; f != nil && c.text != f.Text {
				if size += len(f.Text) + len(f.Range); size <= maxFormulaBytes {
					b.Formulas = append(b.Formulas, *f)
				}
			}
		}
	}
	b.Locator = s.locator(used)
	return b
}
