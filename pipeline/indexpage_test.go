package pipeline

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// snapshotFile returns the path of a file of the current snapshot.
func (w *world) snapshotFile(name string) string {
	return filepath.Join(w.published(), "snapshots", current(w.t.(*testing.T), w), filepath.FromSlash(name))
}

// readSnapshot returns a file of the current snapshot.
func (w *world) readSnapshot(name string) string {
	w.t.Helper()
	b, err := os.ReadFile(w.snapshotFile(name))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(b)
}

var folderLink = regexp.MustCompile(`(?m)^- \[(.*)/\]\((folders/[0-9a-f]{12}\.md)\) · (\d+) documents$`)

// folderPages returns the files of the pages of folders, by folder.
func (w *world) folderPages() map[string]string {
	w.t.Helper()
	out := map[string]string{}
	for _, m := range folderLink.FindAllStringSubmatch(w.readSnapshot(indexPageName), -1) {
		out[m[1]] = m[2]
	}
	return out
}

// A corpus of more documents than one page takes is listed by folder: each document stands
// once, every link leads to its text.
func TestLargeCorporaAreListedByFolder(t *testing.T) {
	w := newWorld(t)
	for i := range 7 {
		w.write(fmt.Sprintf("plans/plan%d.md", i), fmt.Sprintf("# Plan %d\n\nThe harbour is rebuilt in spring number %d.\n", i, i))
	}
	for i := range 5 {
		w.write(fmt.Sprintf("plans/old [1]/old%d.md", i), fmt.Sprintf("# Old plan %d\n\nThe lantern was repaired %d times.\n", i, i))
	}
	w.write("letter.md", "# Letter\n\nThe board thanks the crew.\n")
	w.sync(nil)
	index := w.readSnapshot(indexPageName)
	if !strings.Contains(index, " · 13 documents · 3 folders\n") || strings.Count(index, "plan0.md") > 0 || strings.Count(index, "letter.md") != 1 {
		t.Errorf("INDEX.md:\n%s", index)
	}
	pages := w.folderPages()
	if len(pages) != 2 || pages["corpus/plans"] == "" || pages[`corpus/plans/old \[1\]`] == "" {
		t.Fatalf("folders with pages: %v", pages)
	}
	plans, old := w.readSnapshot(pages["corpus/plans"]), w.readSnapshot(pages[`corpus/plans/old \[1\]`])
	if !strings.HasPrefix(plans, "# corpus/plans/ · 7 documents\n\n[The corpus](../INDEX.md)\n\n## corpus/plans/\n\n- [Plan 0](") || strings.Contains(plans, "Old plan") {
		t.Errorf("the page of plans:\n%s", plans)
	}
	if strings.Count(old, "- [Old plan ") != 5 {
		t.Errorf("the page of old plans:\n%s", old)
	}
	links := 0
	for name, text := range map[string]string{indexPageName: index, pages["corpus/plans"]: plans, pages[`corpus/plans/old \[1\]`]: old} {
		for _, m := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(text, -1) {
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(w.snapshotFile(name)), filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s links to nothing: %v", name, err)
			}
		}
	}
	if links != 13+2+2+5 { // documents, folders, back, pages of the corpus
		t.Errorf("%d links", links)
	}
}

// A sync takes over the pages of folders in which nothing changed, and no other.
func TestPagesOfUnchangedFoldersAreTheSameFiles(t *testing.T) {
	w := newWorld(t)
	for _, folder := range []string{"a", "b", "c"} {
		for i := range 4 {
			w.write(fmt.Sprintf("%s/%d.md", folder, i), fmt.Sprintf("# %s %d\n\nThe harbour of %s has %d piers.\n", folder, i, folder, i))
		}
	}
	w.sync(nil)
	at := map[string]os.FileInfo{}
	look := func() (same []string) {
		t.Helper()
		for folder, name := range w.folderPages() {
			info, err := os.Stat(w.snapshotFile(name))
			if err != nil {
				t.Fatal(err)
			}
			if before := at[folder]; before != nil && os.SameFile(before, info) {
				same = append(same, strings.TrimPrefix(folder, "corpus/"))
			}
			at[folder] = info
		}
		return same
	}
	look()
	for _, tt := range []struct {
		what string
		do   func()
		keep int
	}{
		{"an edit in a", func() { w.write("a/0.md", "# a zero\n\nThe harbour of a has no pier.\n") }, 2},
		{"a move from b to c", func() {
			if err := os.Rename(filepath.Join(w.corpus, "b/1.md"), filepath.Join(w.corpus, "c/9.md")); err != nil {
				t.Fatal(err)
			}
		}, 1},
		{"a deletion in c", func() {
			if err := os.Remove(filepath.Join(w.corpus, "c/2.md")); err != nil {
				t.Fatal(err)
			}
		}, 2},
		{"a folder of its own page", func() {
			for i := range 3 {
				w.write(fmt.Sprintf("d/%d.md", i), fmt.Sprintf("# d %d\n\nThe harbour of d has %d cranes.\n", i, i))
			}
		}, 0},
	} {
		tt.do()
		w.sync(nil)
		if same := look(); len(same) != tt.keep {
			t.Errorf("after %s the pages of %v are those of before", tt.what, same)
		}
		sameTree(t, w, w.clean())
	}
}
