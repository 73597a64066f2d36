package retrieval

import (
	"fmt"

	"quire/knowledge"
)

// cells returns the range of a worksheet that a span of a table block covers, in
// the rows of the original; ok is false where the block has no coordinates.
func cells(text string, b *knowledge.Block, s knowledge.Span) (string, bool) {
	if b.Kind != knowledge.Table || b.FirstRow == 0 || b.FirstCol == 0 || b.Locator.Get("range") == "" {
		return "", false
	}
	m := metRows(text, b, s)
	if len(m.rows) == 0 || m.columns == 0 {
		return "", false
	}
	r1, c1 := b.Cell(m.first, 0)
	r2, c2 := b.Cell(m.last, m.columns-1)
	return fmt.Sprintf("%s%d:%s%d", column(c1), r1, column(c2), r2), true
}

// column writes a column number from 1 as worksheets do: A to Z, AA, AB.
func column(n int) string {
	s := ""
	for ; n > 0; n = (n - 1) / 26 {
		s = string(rune('A'+(n-1)%26)) + s
	}
	return s
}
