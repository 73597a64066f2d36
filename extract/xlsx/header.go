package xlsx

import (
	"slices"
	"strings"
)

// headerRows returns how many rows at the top of a region are its header. next is
// the row after the window, which counts where the region goes on.
func (s *sheet) headerRows(r region, next []cell) int {
	left, right := r.columns()
	for _, h := range s.frame.headers {
		if h.top == r.top() && h.left <= right && left <= h.right {
			return min(h.rows, len(r))
		}
	}
	body := r[1:]
	if len(body) == 0 && s.continued(r, next) {
		row := make([]*cell, len(next))
		for i := range next {
			row[i] = &next[i]
		}
		body = region{row}
	}
	if n := s.stacked(r, body); n > 0 {
		return n
	}
	if len(body) == 0 || !headerLike(r[0]) && !periods(r[0], body) || 2*len(r[0]) < len(columnsIn(r)) {
		return 0
	}
	if !allBold(r[0]) && allBold(body[0]) {
		return 0 // the first row stands out less than the second
	}
	const look = 5
	for _, row := range body[:min(len(body), look)] {
		if !nameless(row) {
			return 1
		}
	}
	// All words: three columns and more are a list of things; two may as well be
	// names and their values, unless the first row stands out.
	if len(r[0]) > 2 || allBold(r[0]) && !allBold(body[0]) {
		return 1
	}
	return 0
}

// maxHeader is how many rows of words above figures count as a header.
const maxHeader = 3

// stacked returns the height of a header of several rows, 0 where there is none:
// rows of words above a row with figures, of which the lowest names columns that
// those above it leave open or span.
func (s *sheet) stacked(r, body region) int {
	n := 0
	for n < len(r) && nameless(r[n]) {
		n++
	}
	if n < 2 || n > maxHeader || n == len(r) {
		return 0
	}
	if len(r[n-1]) < 2 || 2*len(r[n-1]) < len(columnsIn(r)) {
		return 0
	}
	for _, row := range r[:n-1] {
		if !s.spans(row) && !names(r[n-1], row) {
			return 0
		}
	}
	return n
}

// spans reports whether a row has a cell that spans columns.
func (s *sheet) spans(row []*cell) bool {
	for _, c := range row {
		if m, ok := merged(s.merges[c.row], c.col); ok && m.right > m.left && m.left == c.col && m.top == c.row {
			return true
		}
	}
	return false
}

// names reports whether the row below fills a column that the one above leaves
// empty.
func names(below, above []*cell) bool {
	for _, c := range below {
		if !slices.ContainsFunc(above, func(a *cell) bool { return a.col == c.col }) {
			return true
		}
	}
	return false
}

// nameless reports whether a row has no figures: only words and years.
func nameless(row []*cell) bool {
	for _, c := range row {
		if c.kind != words && !(c.kind == number && isYear(c.text)) {
			return false
		}
	}
	return true
}

// joinHeaders puts a header together with the figures below it where an empty
// row parts them.
func (s *sheet) joinHeaders(in []region) []region {
	var out []region
	for i, r := range in {
		if i > 0 && heads(in[i-1], r) {
			above := out[len(out)-1]
			out[len(out)-1] = append(above[:len(above):len(above)], r...)
			continue
		}
		out = append(out, r)
	}
	return out
}

// heads reports whether a region is the header of the one below it.
func heads(a, b region) bool {
	const reach = 3 // rows apart
	if len(a) > maxHeader+1 || b.top() <= a.bottom() || b.top()-a.bottom() > reach || len(b) < 2 {
		return false
	}
	named := a[len(a)-1]
	if len(named) < 2 || nameless(b[0]) {
		return false
	}
	for _, row := range a {
		if !nameless(row) {
			return false
		}
	}
	aLeft, aRight := a.columns()
	bLeft, bRight := b.columns()
	matched := 0
	for _, c := range b[0] {
		for _, h := range named {
			if h.col == c.col {
				matched++
			}
		}
	}
	return aLeft <= bLeft+1 && bRight <= aRight+1 && 2*matched >= len(b[0])
}

// headerLike reports whether the cells of a row are names: words or years, no two
// alike.
func headerLike(row []*cell) bool {
	if len(row) < 2 {
		return false
	}
	named := false
	seen := map[string]bool{}
	for _, c := range row {
		key := strings.ToLower(strings.TrimSpace(c.text))
		if seen[key] || len(c.text) > 300 {
			return false
		}
		seen[key] = true
		switch {
		case c.kind == words:
			named = true
		case c.kind == date, c.kind == number && isYear(key):
		default:
			return false
		}
	}
	return named
}

// periods reports whether a row has nothing but years or dates, over figures that
// are named at their left, where it has nothing.
func periods(row []*cell, body region) bool {
	if len(row) < 2 {
		return false
	}
	seen := map[string]bool{}
	for _, c := range row {
		if seen[c.text] || c.kind != date && !(c.kind == number && isYear(c.text)) {
			return false
		}
		seen[c.text] = true
	}
	for _, below := range body {
		if first := below[0]; first.kind != words || first.col >= row[0].col {
			return false
		}
	}
	return true
}

func isYear(s string) bool {
	return len(s) == 4 && (s[:2] == "19" || s[:2] == "20") && s[2] >= '0' && s[2] <= '9' && s[3] >= '0' && s[3] <= '9'
}

// allBold reports whether all cells of a row are bold.
func allBold(row []*cell) bool {
	for _, c := range row {
		if !c.bold {
			return false
		}
	}
	return true
}
