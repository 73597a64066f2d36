package xlsx

import (
	"cmp"
	"strconv"
	"strings"
)

// The size of a sheet in this format.
const (
	maxRow = 1_048_576
	maxCol = 16_384
)

// area is a rectangle of cells; bounds are counted from 1 and included.
type area struct{ top, left, bottom, right int }

// parseRef reads a cell reference such as "B7" or "$B$7".
func parseRef(s string) (row, col int, ok bool) {
	i := 0
	for ; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '$':
			continue
		case c >= 'a' && c <= 'z':
			c -= 'a' - 'A'
		case c < 'A' || c > 'Z':
			row, ok = parseRow(s[i:])
			return row, col, ok && col > 0
		}
		if col = col*26 + int(c-'A') + 1; col > maxCol {
			return 0, 0, false
		}
	}
	return 0, col, false
}

func parseRow(s string) (int, bool) {
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		if n = n*10 + int(s[i]-'0'); n > maxRow {
			return 0, false
		}
	}
	return n, n > 0
}

// parseArea reads "A1:B7", "A1", and whole columns and rows: "A:C", "3:5".
func parseArea(s string) (area, bool) {
	from, to, isRange := strings.Cut(strings.ReplaceAll(s, "$", ""), ":")
	if !isRange {
		to = from
	}
	var a area
	var ok1, ok2 bool
	a.top, a.left, ok1 = parseRef(from)
	a.bottom, a.right, ok2 = parseRef(to)
	switch {
	case ok1 && ok2:
	case isRange && a.left > 0 && a.right > 0 && !strings.ContainsAny(s, "0123456789"): // columns
		a.top, a.bottom = 1, maxRow
	case isRange:
		a.top, ok1 = parseRow(from)
		a.bottom, ok2 = parseRow(to)
		a.left, a.right = 1, maxCol
		if !ok1 || !ok2 {
			return area{}, false
		}
	default:
		return area{}, false
	}
	if a.top > a.bottom {
		a.top, a.bottom = a.bottom, a.top
	}
	if a.left > a.right {
		a.left, a.right = a.right, a.left
	}
	return a, true
}

// colName prints a column: A, Z, AA.
func colName(col int) string {
	var b [4]byte
	i := len(b)
	for ; col > 0 && i > 0; col = (col - 1) / 26 {
		i--
		b[i] = byte('A' + (col-1)%26)
	}
	return string(b[i:])
}

func cellName(row, col int) string { return colName(col) + strconv.Itoa(row) }

// String prints the area: A1:F60, or B2 where it is one cell.
func (a area) String() string {
	if a.top == a.bottom && a.left == a.right {
		return cellName(a.top, a.left)
	}
	return cellName(a.top, a.left) + ":" + cellName(a.bottom, a.right)
}

// compare orders areas by their first row, then their first column.
func (a area) compare(b area) int { return cmp.Or(a.top-b.top, a.left-b.left) }

// meets reports whether two areas share a cell.
func (a area) meets(b area) bool {
	return a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right
}

// grow returns the smallest area that holds a and the cell. The zero area holds
// nothing.
func (a area) grow(row, col int) area {
	if a == (area{}) {
		return area{row, col, row, col}
	}
	return area{min(a.top, row), min(a.left, col), max(a.bottom, row), max(a.right, col)}
}
