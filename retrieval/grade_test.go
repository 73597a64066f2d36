package retrieval

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"quire/retrieval/eval"
	"quire/retrieval/index"
)

// The promise of grades, on the shared collections: of the queries of one against the
// documents of another, at most a tenth is called strong; of its own, at least seven
// tenths are answered at all, and clearly more are strong than of the others'.
func TestGradesAreCalibrated(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	root := os.Getenv("QUIRE_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "shared")
	}
	names := []string{"scifact", "cran", "cisi"}
	collections := map[string]*eval.Collection{}
	for _, name := range names {
		c, err := eval.Load(filepath.Join(root, "corpora", "ir", name))
		if err != nil {
			t.Skipf("no collection: %v", err)
		}
		collections[name] = c
	}
	for _, docs := range names {
		rd := indexOf(t, collections[docs])
		for _, asked := range names {
			strong, none, n := 0, 0, 0
			for _, q := range collections[asked].Questions {
				if collections[asked].Judged[q.ID] == nil {
					continue
				}
				hits, total, err := rd.Search(t.Context(), index.Query{Text: q.Text, Limit: 1})
				if err != nil {
					t.Fatal(err)
				}
				n++
				switch grade(hits, total, rd.Stats().Docs) {
				case "strong":
					strong++
				case "none":
					none++
				}
			}
			t.Logf("queries of %s in documents of %s: %d of %d strong, %d none", asked, docs, strong, n, none)
			if asked != docs && strong*10 > n {
				t.Errorf("queries of %s in documents of %s: %d of %d strong, want at most a tenth", asked, docs, strong, n)
			}
			if asked == docs && (n-none)*10 < n*7 {
				t.Errorf("queries of %s in its own documents: %d of %d found nothing", asked, none, n)
			}
		}
	}
}

func indexOf(t *testing.T, c *eval.Collection) *index.Reader {
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
	rd, err := index.Open(dir, files, st)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rd.Close() })
	return rd
}
