package html

import (
	"strconv"
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits of the HTML standard on spans, and one on the places of a table, so that
// two large spans cannot ask for more cells than the page has.
const (
	maxColSpan = 1000
	maxRowSpan = 65534
	maxPlaces  = 1_000_000
)

// grid is a table with its spans laid out. Rows may differ in length.
type grid struct {
	rows   [][]slot
	header int // rows from the top that are header
}

// slot is one place of a grid: a cell at its top left, or a place it covers.
type slot struct {
	node     *nethtml.Node // nil where a span covers the place or there is no cell
	row, col int           // spans
}

// tableRows lists the rows of a table in display order, and how many of them
// stand in thead.
func tableRows(table *nethtml.Node) (rows []*nethtml.Node, head int) {
	var body, foot []*nethtml.Node
	for c := range table.ChildNodes() {
		switch c.DataAtom {
		case atom.Tr:
			body = append(body, c)
		case atom.Thead, atom.Tbody, atom.Tfoot:
			for r := range c.ChildNodes() {
				if r.DataAtom != atom.Tr {
					continue
				}
				switch {
				case c.DataAtom == atom.Thead && len(body) == 0:
					rows = append(rows, r)
				case c.DataAtom == atom.Tfoot:
					foot = append(foot, r)
				default:
					body = append(body, r)
				}
			}
		}
	}
	head = len(rows)
	return append(append(rows, body...), foot...), head
}

// rowCells lists the cells of a row.
func rowCells(tr *nethtml.Node) []*nethtml.Node {
	var out []*nethtml.Node
	for c := range tr.ChildNodes() {
		if c.DataAtom == atom.Td || c.DataAtom == atom.Th {
			out = append(out, c)
		}
	}
	return out
}

// layOut puts the cells of the rows at their places. skip says which rows and
// cells are left out.
func layOut(rows []*nethtml.Node, head int, skip func(*nethtml.Node) bool) grid {
	g := grid{header: head}
	places := 0
	carry := map[int]int{} // by column: rows below that a span still covers
	for i, tr := range rows {
		var row []slot
		at := 0
		fill := func() {
			for carry[at] > 0 {
				row = append(row, slot{})
				if carry[at]--; carry[at] == 0 {
					delete(carry, at)
				}
				if at++; places > maxPlaces {
					clear(carry)
				}
				places++
			}
		}
		for _, cell := range rowCells(tr) {
			if skip(cell) {
				continue
			}
			fill()
			cols, down := span(cell, "colspan", maxColSpan), span(cell, "rowspan", maxRowSpan)
			if down != 1 {
				down = groupRows(rows[i:], down)
			}
			if places += cols; places > maxPlaces {
				cols, down = 1, 1
			}
			row = append(row, slot{node: cell, row: down, col: cols})
			for k := range cols {
				if k > 0 {
					row = append(row, slot{})
				}
				if down > 1 {
					carry[at+k] = max(carry[at+k], down-1)
				}
			}
			at += cols
		}
		for last := lastCarried(carry); at <= last; {
			if fill(); at > last {
				break
			}
			row = append(row, slot{})
			at++
		}
		g.rows = append(g.rows, row)
	}
	return g
}

// groupRows returns over how many rows a span of the first reaches: down, 0 for
// all, but not out of the group of rows that the first stands in.
func groupRows(rows []*nethtml.Node, down int) int {
	n := 1
	for n < len(rows) && n != down && rows[n].Parent == rows[0].Parent {
		n++
	}
	return n
}

func lastCarried(carry map[int]int) int {
	last := -1
	for c := range carry {
		last = max(last, c)
	}
	return last
}

// span reads a span attribute: 1 where it is missing or wrong, 0 only for rows
// ("to the end").
func span(cell *nethtml.Node, key string, limit int) int {
	n, err := strconv.Atoi(strings.TrimSpace(attr(cell, key)))
	if err != nil || n < 0 || n == 0 && key == "colspan" {
		return 1
	}
	return min(n, limit)
}
