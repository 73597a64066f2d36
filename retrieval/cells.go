package retrieval

import (
	"fmt"
	"strings"

	"quire/knowledge"
)

// cells returns the range of a worksheet that a span of a table block covers, in
// the rows of the original; ok is false where the block has no coordinates.
func cells(text string, b *knowledge.Block, s knowledge.Span) (string, bool) {
	if b.Kind != knowledge.Table || b.FirstRow == 0 || b.FirstCol == 0 || b.Locator.Get("range") == "" {
		return "", false
	}
	first, last, columns, row := -1, -1, 0, 0
	at := b.Span[0]
	for line := range strings.SplitSeq(text[b.Span[0]:b.Span[1]], "\n") {
		end := at + len(line)
		if !knowledge.IsTableRule(line) {
			if at < s[1] && end > s[0] {
				if first < 0 {
					first = row
				}
				last = row
			}
			columns = max(columns, len(knowledge.SplitRow(line)))
			row++
		}
		at = end + 1
	}
	if first < 0 || columns == 0 {
		return "", false
	}
	r1, c1 := b.Cell(first, 0)
	r2, c2 := b.Cell(last, columns-1)
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
