package index

import (
	"path/filepath"
	"slices"
	"testing"
)

// enumerated returns the ids and the terms of the field text, with their live passages.
func enumerated(t *testing.T, dir string, docs int64) (live, deleted []string, terms map[string]int, done Listed) {
	t.Helper()
	terms = map[string]int{}
	done, err := open(t, dir, Stats{Docs: docs}).Enumerate(Listing{
		ID: func(id string, gone bool) {
			if gone {
				deleted = append(deleted, id)
			} else {
				live = append(live, id)
			}
		},
		Term: func(field, term string, n int) {
			if field == fieldText {
				terms[term] = n
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return live, deleted, terms, done
}

// A delete leaves the terms and the id of a passage in its segment; what is built
// from nothing has neither. That is why a search alone proves nothing.
func TestEnumerateFindsWhatADeleteLeaves(t *testing.T) {
	a := Doc{ID: "qaaaaaaaaaaaa#sec1@0-5", Source: "qaaaaaaaaaaaa", Text: "the zeppelin and the harbour", Path: "corpus/a.md"}
	b := Doc{ID: "qbbbbbbbbbbbb#sec1@0-5", Source: "qbbbbbbbbbbbb", Text: "the lantern of the harbour", Path: "corpus/b.md"}
	// So many that no compaction takes the deleted one away.
	docs := append(made(50, 10), a, b)
	both := build(t, docs)
	grown := filepath.Join(t.TempDir(), "grown")
	if err := Update(t.Context(), both, grown, []string{a.ID}, slices.Values([]Doc{})); err != nil {
		t.Fatal(err)
	}
	live, deleted, terms, done := enumerated(t, grown, int64(len(docs)-1))
	if n, ok := terms["zeppelin"]; !ok || n != 0 {
		t.Errorf("after a delete its term has %d passages, listed %v", n, ok)
	}
	if !slices.Equal(deleted, []string{a.ID}) || len(live) != len(docs)-1 || done.IDs != len(docs) || done.Segments == 0 || done.Terms <= len(terms) {
		t.Errorf("deleted %v, %d live, %+v", deleted, len(live), done)
	}
	if terms["harbour"] != 1 || terms["lantern"] != 1 {
		t.Errorf("live terms have %d and %d passages", terms["harbour"], terms["lantern"])
	}
	anew := build(t, slices.DeleteFunc(slices.Clone(docs), func(d Doc) bool { return d.ID == a.ID }))
	live, deleted, terms, _ = enumerated(t, anew, int64(len(docs)-1))
	if _, ok := terms["zeppelin"]; ok || len(deleted) > 0 || slices.Contains(live, a.ID) {
		t.Errorf("built from nothing it lists zeppelin: %v, deleted %v", ok, deleted)
	}
}

func TestTermsAreThoseOfTheDictionary(t *testing.T) {
	d := made(1, 80)[0]
	want := map[string]bool{}
	if _, err := open(t, build(t, []Doc{d}), Stats{Docs: 1}).Enumerate(Listing{Term: func(f, s string, _ int) { want[f+" "+s] = true }}); err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	Terms(d, func(f, s string) { got[f+" "+s] = true })
	if len(got) < 20 || len(got) != len(want) {
		t.Fatalf("%d terms, the dictionaries list %d", len(got), len(want))
	}
	for s := range got {
		if !want[s] {
			t.Errorf("%q is in no dictionary", s)
		}
	}
}
