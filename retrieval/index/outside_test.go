package index

import (
	"context"
	"math"
	"slices"
	"testing"
)

func TestATextOutsideScoresAsItWouldInside(t *testing.T) {
	docs := []Doc{
		{ID: "qaaaaaaaaaaaa#sec1@0-10", Source: "qaaaaaaaaaaaa", Text: "the harbour lantern was lit", Heading: "Harbour", Title: "Log"},
		{ID: "qbbbbbbbbbbbb#sec1@0-10", Source: "qbbbbbbbbbbbb", Text: "no lantern here, only fog and more fog"},
		{ID: "qcccccccccccc#sec1@0-10", Source: "qcccccccccccc", Text: "something else"},
	}
	dir := t.TempDir() + "/index"
	if err := Build(context.Background(), dir, slices.Values(docs)); err != nil {
		t.Fatal(err)
	}
	var st Stats
	for _, d := range docs {
		st.Add(CountTerms(d))
	}
	files, err := Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir, files, st)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	hits, total, err := r.Search(context.Background(), Query{Text: "harbour lanterns in the fog"})
	if err != nil || len(hits) != 2 {
		t.Fatalf("%d hits: %v", len(hits), err)
	}
	for _, h := range hits {
		i := slices.IndexFunc(docs, func(d Doc) bool { return d.ID == h.ID })
		d := docs[i]
		got, ok := ScoreOutside(total.Terms, st, Outside{ID: d.ID, Text: d.Text, Heading: d.Heading, Title: d.Title})
		if !ok || math.Abs(got.Score-h.Score) > 1e-9 || !slices.Equal(got.Terms, h.Terms) {
			t.Errorf("%s: outside %v %v, inside %v %v", d.ID, got.Score, got.Terms, h.Score, h.Terms)
		}
	}
	if _, ok := ScoreOutside(total.Terms, st, Outside{ID: "i1", Text: "nothing of that"}); ok {
		t.Error("a text without any term has a score")
	}
}
