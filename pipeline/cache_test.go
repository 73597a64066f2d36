package pipeline

import (
	"os"
	"path/filepath"
	"testing"
)

// What a killed sync left in the cache goes with the next one, also where that finds nothing
// changed; not with a dry run, which writes nothing.
func TestLeftoversOfAKilledSyncGo(t *testing.T) {
	w := newWorld(t)
	w.write("a.md", "# A\n\nText.\n")
	w.sync(nil)
	cache := filepath.Join(w.home, ".quire")
	before, err := os.ReadDir(cache)
	if err != nil {
		t.Fatal(err)
	}
	leftovers := []string{joinsName + ".new", cacheName + ".new", standingName + ".new", spoolPrefix + "123"}
	for _, name := range leftovers {
		if err := os.WriteFile(filepath.Join(cache, name), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	count := func() int {
		entries, err := os.ReadDir(cache)
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	w.sync(func(o *Options) { o.DryRun = true })
	if got := count(); got != len(before)+len(leftovers) { // and keeps what the next sync begins with
		t.Errorf("a dry run left %d files, there were %d", got, len(before)+len(leftovers))
	}
	if r := w.sync(nil); r.Published {
		t.Error("a sync of nothing changed published")
	}
	if got := count(); got != len(before) {
		t.Errorf("%d files lie in the cache, before the leftovers there were %d", got, len(before))
	}
}
