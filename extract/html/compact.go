package html

import "quire/extract"

// dropEmpty takes rows and columns without text out of a table and shortens the
// spans that reached over them.
func dropEmpty(b *extract.Block) {
	rows, columns := filled(b.Rows)
	var kept [][]extract.Cell
	header := 0
	for i, row := range b.Rows {
		if !rows[i] {
			continue
		}
		if i < b.HeaderRows {
			header++
		}
		var cells []extract.Cell
		for c := range row {
			if !columns[c] {
				continue
			}
			cell := row[c]
			cell.RowSpan = countTrue(rows, i, cell.RowSpan)
			cell.ColSpan = countTrue(columns, c, cell.ColSpan)
			cells = append(cells, cell)
		}
		kept = append(kept, cells)
	}
	b.Rows, b.HeaderRows = kept, header
}

func filled(table [][]extract.Cell) (rows, columns []bool) {
	rows = make([]bool, len(table))
	for i, row := range table {
		if len(columns) < len(row) {
			columns = append(columns, make([]bool, len(row)-len(columns))...)
		}
		for c := range row {
			if row[c].Text != "" {
				rows[i], columns[c] = true, true
			}
		}
	}
	return rows, columns
}

func countTrue(list []bool, from, n int) int {
	count := 0
	for i := from; i < min(from+n, len(list)); i++ {
		if list[i] {
			count++
		}
	}
	return count
}
