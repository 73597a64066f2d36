package proof

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/knowledge"
	"quire/knowledge/semantics"
)

// longGap is the bytes of white space in a line beyond which more of it means nothing. What
// finds sentences looks ahead from each place in it: forty thousand spaces behind a full
// stop take two seconds.
const longGap = 64

// sentencesOf is semantics.Sentences for text that anyone may have written: long gaps are
// passed over but for their first sign.
func sentencesOf(text string) []knowledge.Span {
	type cut struct{ at, bytes int } // bytes left out before a place of what is kept
	var (
		cuts []cut
		kept strings.Builder
		from int // of text, what is not kept yet
	)
	gap := -1 // where the white space began
	for i, r := range text + "\n" {
		if r != '\n' && unicode.IsSpace(r) {
			if gap < 0 {
				gap = i
			}
			continue
		}
		if gap >= 0 && i-gap > longGap {
			_, first := utf8.DecodeRuneInString(text[gap:])
			kept.WriteString(text[from : gap+first])
			from = i
			cuts = append(cuts, cut{kept.Len(), i - gap - first})
		}
		gap = -1
	}
	if cuts == nil {
		return semantics.Sentences(text)
	}
	kept.WriteString(text[from:])
	spans := semantics.Sentences(kept.String())
	left := 0
	for i := range spans {
		for j, at := range spans[i] { // which only grow
			for len(cuts) > 0 && cuts[0].at <= at {
				left += cuts[0].bytes
				cuts = cuts[1:]
			}
			spans[i][j] = at + left
		}
	}
	return spans
}
