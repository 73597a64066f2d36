package delimited

import (
	"sort"
	"strings"
	"unicode/utf8"

	"quire/extract"
)

// Bounds of what may stand above the table of a file.
const (
	maxPreamble  = 10  // records
	maxTitleCell = 300 // characters
)

// preambleOf counts the records at the start that are no part of the table:
// titles and notes as spreadsheets and banks write them above the names of the
// columns. It is 0 where that is not plain: they fill half the columns at most,
// from the left, and the record below them names columns of which one at least
// has nothing but values.
func preambleOf(records []record) int {
	var widths []int
	for i := range records {
		if n := filledCells(&records[i]); n > 0 {
			widths = append(widths, n)
		}
	}
	if len(widths) == 0 {
		return 0
	}
	sort.Ints(widths)
	usual := widths[len(widths)/2]
	n := 0
	for n < len(records) && 2*filledCells(&records[n]) <= usual {
		if n++; n > maxPreamble || !titleLike(&records[n-1]) {
			return 0
		}
	}
	if n == 0 || usual < 2 || n+1 >= len(records) || !hasHeader(records[n:]) || !namesValues(records[n:]) {
		return 0
	}
	return n
}

func filledCells(r *record) int {
	n := 0
	for _, c := range r.cells {
		if strings.TrimSpace(c) != "" {
			n++
		}
	}
	return n
}

// titleLike reports whether a record is empty or filled from the left with short
// texts.
func titleLike(r *record) bool {
	n := filledCells(r)
	for i, c := range r.cells {
		if (strings.TrimSpace(c) != "") != (i < n) || utf8.RuneCountInString(c) > maxTitleCell {
			return false
		}
	}
	return true
}

// namesValues reports whether the first record names a column in which all others
// have values or nothing.
func namesValues(records []record) bool {
	for i, name := range records[0].cells {
		some, all := false, strings.TrimSpace(name) != ""
		for _, r := range records[1:] {
			if i < len(r.cells) && strings.TrimSpace(r.cells[i]) != "" {
				some = true
				all = all && value(strings.TrimSpace(r.cells[i]))
			}
		}
		if some && all {
			return true
		}
	}
	return false
}

// titles makes a paragraph of each record above the table.
func titles(records []record) []extract.Block {
	var out []extract.Block
	for i := range records {
		var cells []string
		for _, c := range records[i].cells {
			if c = strings.TrimSpace(c); c != "" {
				cells = append(cells, c)
			}
		}
		if len(cells) > 0 {
			b := extract.Text(strings.Join(cells, " "))
			b.Locator = lines(records[i].first, records[i].last)
			out = append(out, b)
		}
	}
	return out
}
