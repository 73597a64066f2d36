package pipeline

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"quire/knowledge"
	"quire/publish"
)

// A sync of one edited file reads only some of what it takes over from the last snapshot.
// Where that is damaged it begins anew, ends at the tree of a clean build, and says so;
// what it did not read, the next sync that re-reads everything heals.
func TestDamageInWhatIsTakenOverEndsNoSync(t *testing.T) {
	w := newWorld(t)
	for i := range 9 {
		w.write(fmt.Sprintf("doc%d.md", i), fmt.Sprintf("# Chapter %d\n\nThe harbour lantern %d is lit, see [the next](doc%d.md). It was decided on 2024-03-0%d.\n", i, i, i+1, i+1))
	}
	w.sync(nil)
	healed := map[string]bool{}
	for i, name := range []string{knowledge.SourcesTable, knowledge.FactsTable, knowledge.CoverageTable, knowledge.CardsTable, knowledge.EdgesTable} {
		for _, leaf := range chunksOf(t, w, name) {
			full := filepath.Join(w.published(), leaf)
			b, err := os.ReadFile(full)
			if err != nil {
				t.Fatal(err)
			}
			if err := spoil(full, "flipped", b); err != nil {
				t.Fatal(err)
			}
		}
		w.write("doc4.md", fmt.Sprintf("# Chapter 4\n\nThe lantern went out %d times, see [the first](doc%d.md).\n", i, i))
		r := w.sync(nil)
		if !r.Published || r.Sources.Changed+r.Sources.Added == 0 {
			t.Errorf("%s: %+v", name, r.Sources)
		}
		healed[name] = r.Healed != ""
		w.sync(func(o *Options) { o.Rehash = true })
		if found := verified(w); len(found) > 0 {
			t.Errorf("%s: after healing verify finds %q", name, found)
		}
		sameTree(t, w, w.clean())
	}
	for _, name := range []string{knowledge.SourcesTable, knowledge.FactsTable, knowledge.CoverageTable} {
		if !healed[name] {
			t.Errorf("no sync says that it healed %s", name)
		}
	}
}

func chunksOf(t *testing.T, w *world, name string) (leaves []string) {
	t.Helper()
	s, err := publish.Open(w.published())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	snap, _, err := s.Open()
	if err != nil {
		t.Fatal(err)
	}
	table, err := snap.Table(name)
	if err != nil {
		t.Fatal(err)
	}
	chunks, err := table.Chunks()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range chunks {
		leaves = append(leaves, c.Leaf())
	}
	return leaves
}
