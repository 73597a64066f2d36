package pipeline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quire/knowledge/pages"
)

// page returns one page of the current snapshot.
func (w *world) page(name string) string { return w.readSnapshot(pages.Dir + "/" + name) }

func (w *world) pagePath(name string) string { return w.snapshotFile(pages.Dir + "/" + name) }

// A withdrawn document is in no page of any kept snapshot, and what it shared with
// others is counted without it.
func TestPagesForgetWhatIsWithdrawn(t *testing.T) {
	w := newWithdrawals(t)
	w.write("secret.md", "---\ndate: 2026-03-09\n---\n\n# Dismissals of the zeppelin crew\n\n## Rules of the hangar\n\nThe board decided that the pilot leaves on 9 March 2026.\n\nThe zeppelin is to be decided upon.\n")
	w.write("plan.md", "# Plan\n\n## Rules of the hangar\n\nThe harbour is rebuilt in the coming spring, says the council.\n")
	w.sync(w.inputs)
	w.write("other.md", "# Other\n\n## Rules of the hangar\n\nThe lantern is repaired on Friday, and that is that.\n")
	w.sync(w.inputs)
	if !strings.Contains(w.page("topics.md"), "Rules of the hangar · 3 documents") || !strings.Contains(w.page("timeline.md"), "pilot leaves") ||
		!strings.Contains(w.page("gaps.md"), "zeppelin is to be decided") {
		t.Fatalf("the pages do not tell of the document:\n%s\n%s\n%s", w.page("topics.md"), w.page("timeline.md"), w.page("gaps.md"))
	}
	id := w.idOf("corpus/secret.md")
	w.mark("corpus/secret.md")
	got := w.takeOut()
	if len(got.Proof.Failures) > 0 || len(got.Snapshots) != 2 {
		t.Fatalf("withdrawal of two snapshots: %+v", got)
	}
	names := treeFiles(t, w.published())
	found := 0
	for _, name := range names {
		if !strings.Contains(name, "/"+pages.Dir+"/") {
			continue
		}
		found++
		b, err := os.ReadFile(filepath.Join(w.published(), name))
		if err != nil {
			t.Fatal(err)
		}
		for _, trace := range []string{"zeppelin", "Dismissals", "secret", "pilot", id} {
			if strings.Contains(string(b), trace) {
				t.Errorf("%s still holds %q:\n%s", name, trace, b)
			}
		}
	}
	if found != 2*2*len(pages.Names) {
		t.Errorf("%d pages in %d files", found, len(names))
	}
	if !strings.Contains(w.page("topics.md"), "Rules of the hangar · 2 documents") {
		t.Errorf("the topic is not counted anew:\n%s", w.page("topics.md"))
	}
}

// An edit that changes nothing that a page prints keeps the very files; one that does
// makes them as a clean build would.
func TestPagesAreTakenOver(t *testing.T) {
	w := newWorld(t)
	w.write("a.md", "# Alder\n\n## Rules of the house\n\nThe alder stands near the river and is old.\n")
	w.write("b.md", "# Birch\n\n## Rules of the house\n\nThe birch stands near the road and is young.\n")
	w.sync(nil)
	before, err := os.Stat(w.pagePath("topics.json"))
	if err != nil {
		t.Fatal(err)
	}
	w.write("a.md", "# Alder\n\n## Rules of the house\n\nThe alder was felled near the river and is gone.\n")
	if r := w.sync(nil); !r.Published {
		t.Fatal("nothing was published")
	}
	after, err := os.Stat(w.pagePath("topics.json"))
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("a page was written anew for an edit that it does not read (%v)", err)
	}
	sameTree(t, w, w.clean())
	w.write("a.md", "# Alder\n\n## Rules of the garden\n\nThe alder was felled near the river and is gone.\n")
	w.sync(nil)
	if strings.Contains(w.page("topics.md"), "Rules of") {
		t.Errorf("the topic of one document is still listed:\n%s", w.page("topics.md"))
	}
	sameTree(t, w, w.clean())
	w.write("c.md", "# Cedar\n\n## Rules of the garden\n\nThe cedar is small.\n")
	w.sync(nil)
	if !strings.Contains(w.page("topics.md"), "Rules of the garden · 2 documents") {
		t.Errorf("the topic of two documents is not listed:\n%s", w.page("topics.md"))
	}
	sameTree(t, w, w.clean())
}
