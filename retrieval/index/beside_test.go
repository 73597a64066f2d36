package index

import (
	"testing"
)

// Passages that are named come beside those that are found, pass the same filters, and
// move no score.
func TestBesideNamesPassagesWithoutATerm(t *testing.T) {
	docs := []Doc{
		{ID: "qa#sec1@0-9", Source: "qa", Text: "notice of three months", Path: "a"},
		{ID: "qb#sec1@0-9", Source: "qb", Text: "resignation takes a quarter", Path: "b"},
		{ID: "qc#sec1@0-9", Source: "qc", Text: "resignation in a footer", Path: "c", Flags: []string{FlagFurniture}},
		{ID: "qd#sec1@0-9", Source: "qd", Text: "weather", Path: "d"},
	}
	r := open(t, build(t, docs), sizesOf(docs))
	q := Query{Text: "notice", Beside: []string{"qc#sec1@0-9", "qb#sec1@0-9", "qx#sec1@0-9", "qa#sec1@0-9"}}
	hits, total, err := r.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	plain, without, err := r.Search(t.Context(), Query{Text: "notice"})
	if err != nil {
		t.Fatal(err)
	}
	if len(hits) != 1 || hits[0].ID != plain[0].ID || hits[0].Score != plain[0].Score || without.Matched != 1 {
		t.Errorf("hits are %v, without others %v", hits, plain)
	}
	if len(total.Beside) != 2 || total.Beside[0].ID != "qb#sec1@0-9" || total.Beside[1].ID != "qa#sec1@0-9" || total.Beside[0].Score != 0 || total.Beside[1].Score != hits[0].Score {
		t.Errorf("beside are %+v", total.Beside)
	}
	if len(total.Beside[1].Terms) != 2 || len(total.Beside[0].Terms) != 0 {
		t.Errorf("terms of beside are %+v", total.Beside)
	}
	if total.Matched != 2 || total.Withheld != 0 {
		t.Errorf("matched %d, withheld %d", total.Matched, total.Withheld)
	}
	q.Path = func(p string) bool { return p == "a" }
	if _, total, err = r.Search(t.Context(), q); err != nil || len(total.Beside) != 1 {
		t.Errorf("a filter leaves %+v, %v", total.Beside, err)
	}
}
