package html_test

import (
	"os"
	"strings"
	"testing"

	"quire/extract/extracttest"
	"quire/extract/html"
	"quire/knowledge"
)

// TestRealPages checks on real pages that the text is there and that what is left
// beside furniture is mostly text that the page's own gold text has.
func TestRealPages(t *testing.T) {
	extracttest.CorpusFiles(t, "html", 10, func(t *testing.T, path string, data []byte) {
		d := extracttest.Extract(t, html.New(), extracttest.Sample{Format: "html", Data: data})
		extracttest.Check(t, d)
		if d.Evidence.Outcome != knowledge.Extracted {
			t.Errorf("outcome %s %s", d.Evidence.Outcome, d.Evidence.Reason)
		}
		if truth, err := os.ReadFile(path + ".truth.txt"); err == nil {
			precision, recall := overlap(seen(d), string(truth))
			least := 0.9
			if strings.Contains(path, "hukumusume") {
				least = 0.25 // its gold text is mostly the link lists around the story
			}
			if precision < 0.75 || recall < least {
				t.Errorf("precision %.3f recall %.3f", precision, recall)
			}
		}
	})
}

// seen returns the text without hidden text and furniture.
func seen(d *knowledge.Document) string {
	var out strings.Builder
	for i := range d.Units {
		u := &d.Units[i]
		text := d.UnitText(u)
		for j := range u.Blocks {
			b := &u.Blocks[j]
			if !knowledge.HasFlag(b.Flags, knowledge.Hidden) && !knowledge.HasFlag(b.Flags, knowledge.Furniture) {
				out.WriteString(knowledge.Plain(b, text[b.Span[0]:b.Span[1]], 0) + "\n")
			}
		}
	}
	return out.String()
}

// overlap compares the words of two texts as multisets.
func overlap(got, want string) (precision, recall float64) {
	count := map[string]int{}
	words := func(s string) []string {
		var spaced strings.Builder
		for _, r := range strings.ToLower(s) {
			switch {
			case strings.ContainsRune("\u00a0.,;:!?()[]\"'“”’‘-–—/|^•*", r):
				r = ' '
			case r >= 0x2e80:
				spaced.WriteByte(' ') // scripts without spaces: character by character
			}
			spaced.WriteRune(r)
		}
		return strings.Fields(spaced.String())
	}
	wanted := words(want)
	for _, w := range wanted {
		count[w]++
	}
	have, hits := words(got), 0
	for _, w := range have {
		if count[w] > 0 {
			count[w]--
			hits++
		}
	}
	return float64(hits) / float64(max(len(have), 1)), float64(hits) / float64(max(len(wanted), 1))
}
