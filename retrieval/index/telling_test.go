package index

import (
	"fmt"
	"slices"
	"testing"
)

// tellingDocs are n passages: all of them say that a pump is checked, every fourth names
// a hall, and one each names a gauge, a valve and a seal.
func tellingDocs(n int) []Doc {
	var docs []Doc
	for i := range n {
		text := "every pump checked"
		if i%4 == 0 {
			text += " hall"
		}
		switch i {
		case 5:
			text += " gauge valve seal"
		case 9:
			text += " gauge of the old tower"
		}
		docs = append(docs, Doc{ID: fmt.Sprintf("q%04d#1", i), Source: fmt.Sprintf("q%04d", i), Text: text})
	}
	return docs
}

// A telling query leaves out the terms of more than half of the passages; but not where
// few terms remain that anything holds, and not in a small corpus.
func TestATellingQueryLeavesOutWhatMostPassagesHold(t *testing.T) {
	many, few := tellingDocs(tellingCorpus), tellingDocs(tellingCorpus-1)
	large, small := open(t, build(t, many), sizesOf(many)), open(t, build(t, few), sizesOf(few))
	for _, c := range []struct {
		name    string
		in      *Reader
		text    string
		telling bool
		left    []string
		matched int // passages
	}{
		{"many passages", large, "pump checked gauge valve seal", true, []string{"gauge", "valve", "seal"}, 2},
		{"a quarter of them is not most", large, "pump hall gauge valve seal", true, []string{"hall", "gauge", "valve", "seal"}, tellingCorpus/4 + 2},
		{"a word that nothing holds stays", large, "pump gauge valve seal quokka", true, []string{"gauge", "valve", "seal", "quokka"}, 2},
		{"one that tells is too few", large, "pump checked gauge", true, []string{"pump", "checked", "gauge"}, tellingCorpus},
		{"and such that nothing holds do not count", large, "pump checked gauge quokka", true, []string{"pump", "checked", "gauge", "quokka"}, tellingCorpus},
		{"nobody asked for it", large, "pump checked gauge valve seal", false, []string{"pump", "checked", "gauge", "valve", "seal"}, tellingCorpus},
		{"few passages", small, "pump checked gauge valve seal", true, []string{"pump", "checked", "gauge", "valve", "seal"}, tellingCorpus - 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			hits, total := search(t, c.in, Query{Text: c.text, Telling: c.telling, Limit: 3})
			var left []string
			for _, term := range total.Terms {
				left = append(left, term.Term)
			}
			var want []string // as the analyzer writes them
			for _, w := range c.left {
				terms, _ := queryTerms(w, nil)
				for _, term := range terms {
					want = append(want, term.Term)
				}
			}
			slices.Sort(left)
			slices.Sort(want)
			if !slices.Equal(left, want) {
				t.Errorf("searched for %v, want %v", left, want)
			}
			if total.Matched != c.matched {
				t.Errorf("%d passages hold one of them, want %d", total.Matched, c.matched)
			}
			if len(hits) == 0 || hits[0].ID != "q0005#1" {
				t.Errorf("found %v, want q0005#1 first", idsOf(hits))
			}
		})
	}
}
