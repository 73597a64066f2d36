package validate

import (
	"fmt"
	"strconv"
	"strings"

	"quire/knowledge"
)

// blockAt returns the block of u that the byte lies in, nil where none does.
func blockAt(u *knowledge.Unit, at int) *knowledge.Block {
	for i := range u.Blocks {
		if b := &u.Blocks[i]; at >= b.Span[0] && at < b.Span[1] {
			return b
		}
	}
	return nil
}

// placeOf returns where in the original the byte of a unit's text stands: the locator of
// its block, else of the unit. Headings are left out, which are text of the document.
func placeOf(u *knowledge.Unit, at int) knowledge.Locator {
	l := u.Locator
	if b := blockAt(u, at); b != nil && !b.Locator.IsZero() {
		l = b.Locator
	}
	return l.Without("heading")
}

// cellOf returns the locator of the cell that the byte stands in, where its table has
// coordinates in the original.
func cellOf(u *knowledge.Unit, text string, at int) knowledge.Locator {
	l := placeOf(u, at)
	b := blockAt(u, at)
	if b == nil || b.Kind != knowledge.Table {
		return l
	}
	row, start := -1, b.Span[0]
	for start < b.Span[1] {
		end := b.Span[1]
		if i := strings.IndexByte(text[start:end], '\n'); i >= 0 {
			end = start + i + 1
		}
		if !knowledge.IsTableRule(strings.TrimRight(text[start:end], "\n")) {
			row++
		}
		if at < end {
			break
		}
		start = end
	}
	col := len(knowledge.SplitRow(text[start:at]+"x|")) - 1
	r, c := b.Cell(max(row, 0), max(col, 0))
	switch {
	case r == 0 || c == 0:
		return l
	case l.Get("range") != "" || l.Get("sheet") != "":
		return l.Without("range").Without("rows").With("range", column(c)+strconv.Itoa(r))
	case l.Get("lines") != "" && b.Locator.Get("lines") != "":
		return l
	}
	return l
}

// column prints the number of a column, from 1, as spreadsheets do.
func column(n int) string {
	name := ""
	for ; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}

// passageAt returns the address of the passage that a span begins in, or of the unit
// where it lies in none: the place to look at, which tells nothing of how long the span is.
func passageAt(u *knowledge.Unit, at int) string {
	for i := range u.Passages {
		if p := &u.Passages[i]; at >= p.Span[0] && at < p.Span[1] {
			return fmt.Sprintf("#%s@%d-%d", u.Name, p.Span[0], p.Span[1])
		}
	}
	return "#" + u.Name
}
