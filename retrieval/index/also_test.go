package index

import (
	"slices"
	"testing"
)

// However rare the words of another name are, the typed form comes first.
func TestOtherNamesComeBelowTheTypedForm(t *testing.T) {
	docs := []Doc{
		{ID: "a", Source: "a", Text: "zebra"}, {ID: "b", Source: "b", Text: "okapi giraffe gnu"}, {ID: "c", Source: "c", Text: "zebra"},
		{ID: "d", Source: "d", Text: "zebra"}, {ID: "e", Source: "e", Text: "lion"},
	}
	r := open(t, build(t, docs), sizesOf(docs))
	q := Query{Text: "zebra", Also: []Alternative{{For: "zebra", Text: "okapi giraffe gnu"}}}
	hits, total, err := r.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, h := range hits {
		ids = append(ids, h.ID)
	}
	if want := []string{"a", "c", "d", "b"}; !slices.Equal(ids, want) {
		t.Errorf("got %v, want %v", ids, want)
	}
	if hits[3].Score*1.9 > hits[0].Score || hits[3].Score <= 0 {
		t.Errorf("the other name counts %v beside %v", hits[3].Score, hits[0].Score)
	}
	if i := slices.IndexFunc(total.Terms, func(t Term) bool { return t.Also }); i < 1 {
		t.Errorf("no term says that it is of another name: %+v", total.Terms)
	}
}
