package eval_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"quire/retrieval/eval"
	"quire/retrieval/index"
)

// The least figures the ranking has to reach, nDCG@10, a little below what it
// reached when its parameters were chosen.
var floors = map[string]float64{"scifact": 0.695, "cran": 0.375, "cisi": 0.395}

// TestRankingQuality runs the public test collections through Build and Search,
// one passage a document, and prints the figures.
func TestRankingQuality(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	root := os.Getenv("QUIRE_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	for name, floor := range floors {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(root, "corpora", "ir", name)
			if _, err := os.Stat(dir); err != nil {
				t.Skipf("no collection: %v", err)
			}
			c, err := eval.Load(dir)
			if err != nil {
				t.Fatal(err)
			}
			m := eval.Measure(rank(t, c), c.Judged)
			t.Logf("nDCG@10 %.4f  MAP %.4f  MRR %.4f  R@100 %.4f  %d queries", m.NDCG10, m.MAP, m.MRR, m.Recall100, m.Queries)
			if m.NDCG10 < floor {
				t.Errorf("nDCG@10 %.4f, want at least %.3f", m.NDCG10, floor)
			}
		})
	}
}

// rank indexes the collection and answers its judged queries.
func rank(t *testing.T, c *eval.Collection) eval.Run {
	t.Helper()
	var docs []index.Doc
	var st index.Stats
	for _, d := range c.Documents {
		docs = append(docs, index.Doc{ID: "q" + d.ID + "#sec1", Source: "q" + d.ID, Heading: d.Title, Text: d.Text})
		st.Add(index.CountTerms(docs[len(docs)-1]))
	}
	dir := filepath.Join(t.TempDir(), "index")
	if err := index.Build(t.Context(), dir, slices.Values(docs)); err != nil {
		t.Fatal(err)
	}
	files, err := index.Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	r, err := index.Open(dir, files, st)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	run := eval.Run{}
	for _, q := range c.Questions {
		if c.Judged[q.ID] == nil {
			continue
		}
		hits, _, err := r.Search(t.Context(), index.Query{Text: q.Text, Limit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range hits {
			run[q.ID] = append(run[q.ID], h.Source[1:])
		}
	}
	return run
}
