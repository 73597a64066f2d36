package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
	"quire/retrieval"
)

// Any file of a published tree that is removed, cut, emptied or has one bit flipped is
// named by verify; readers name it or answer as before; the next sync that re-reads
// everything replaces it by a new file and ends at the same snapshot.
func TestAnyDamagedFileIsNamedAndHealed(t *testing.T) {
	e := newEditor(t, rand.New(rand.NewPCG(6, 7)))
	w := e.world
	w.write("plan.md", planText)
	w.write("notes.md", "# Notes\n\nThe harbour lantern is lit, see [the plan](plan.md).\n")
	w.write("empty.txt", "")
	w.sync(nil)
	e.author()
	e.accept()
	whole := w.sync(func(o *Options) { o.Keep, o.Grace = 1, 1 })
	want := readers(w)
	for _, r := range want {
		if r.err != nil {
			t.Fatal(r.err)
		}
	}
	names := treeFiles(t, w.published())
	if len(names) < 20 {
		t.Fatalf("only %d files", len(names))
	}
	damages := []string{"removed", "cut", "flipped"}
	if os.Getenv("QUIRE_SLOW") != "" {
		damages = append(damages, "emptied", "flipped first", "flipped last")
	}
	for _, name := range names {
		for _, how := range damages {
			full := filepath.Join(w.published(), name)
			b, err := os.ReadFile(full)
			if errors.Is(err, os.ErrNotExist) {
				continue // healing made other files of the index, and no history of what was
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(b) == 0 && how != "removed" {
				continue
			}
			before, err := os.Stat(full)
			if err != nil {
				t.Fatal(err)
			}
			if err := spoil(full, how, b); err != nil {
				t.Fatal(err)
			}
			where := name + " " + how
			found := verified(w)
			named := slices.ContainsFunc(found, func(s string) bool { return strings.Contains(s, name) })
			if strings.HasSuffix(name, "snapshot.json") {
				named = len(found) > 0 // a flipped record speaks ill of another file
			}
			if !named && !unchecked(name) {
				t.Errorf("%s: verify finds %q", where, found)
			}
			for i, r := range readers(w) {
				if r.err == nil && r.text != want[i].text {
					t.Errorf("%s: %s answers\n%s\ninstead of\n%s", where, r.what, r.text, want[i].text)
				}
				if r.err != nil && !strings.Contains(r.err.Error(), filepath.Base(name)) && !strings.Contains(r.err.Error(), path.Base(path.Dir(name))) && name != "CURRENT" {
					t.Errorf("%s: %s says %v", where, r.what, r.err)
				}
			}
			healed, err := w.trySync(func(o *Options) { o.Rehash = true })
			if err != nil {
				t.Fatalf("%s: %v", where, err)
			}
			if healed.Snapshot != whole.Snapshot {
				t.Errorf("%s: healed to %.12s, it was %.12s", where, healed.Snapshot, whole.Snapshot)
			}
			if found := verified(w); len(found) > 0 {
				t.Errorf("%s: after healing verify finds %q", where, found)
			}
			for i, r := range readers(w) {
				if r.err != nil || r.text != want[i].text {
					t.Errorf("%s: after healing %s answers %s %v", where, r.what, r.text, r.err)
				}
			}
			after, err := os.Stat(full)
			if strings.Contains(name, "/index/") || strings.Contains(name, "/memory/") {
				continue // the new index may have other files
			}
			if !unchecked(name) && (err != nil || os.SameFile(before, after) && how != "removed") {
				t.Errorf("%s: it was changed in place, or is gone: %v", where, err)
			}
			if now, _ := os.ReadFile(full); !unchecked(name) && !strings.HasSuffix(name, "snapshot.json") && string(now) != string(b) {
				t.Errorf("%s: healed to other bytes", where)
			}
		}
	}
}

// Where a part of the last snapshot is damaged, nothing is taken over from it, but its sources
// are known: a moved file keeps its id, the report says what changed, and a folder that lost
// most of its files is not published.
func TestSourcesOfADamagedSnapshotAreKnown(t *testing.T) {
	for _, what := range []string{knowledge.FactsTable + ".idx", knowledge.OverlaysTable + ".idx", knowledge.CoverageTable + ".idx", "evidence"} {
		t.Run(what, func(t *testing.T) {
			w := newWorld(t)
			for i := range 24 {
				w.write(fmt.Sprintf("d%02d.md", i), fmt.Sprintf("# Deed %d\n\nThe lease of house %d ends in %d.\n", i, i, 2030+i))
			}
			first := w.sync(nil)
			name := filepath.Join(w.published(), "snapshots", first.Snapshot, what)
			if what == "evidence" {
				name = filepath.Join(w.published(), what)
			}
			if err := os.RemoveAll(name); err != nil {
				t.Fatal(err)
			}
			for i := 2; i < 24; i++ {
				if err := os.Rename(filepath.Join(w.corpus, fmt.Sprintf("d%02d.md", i)), filepath.Join(w.home, fmt.Sprintf("d%02d.md", i))); err != nil {
					t.Fatal(err)
				}
			}
			var guard *GuardError
			if _, err := w.trySync(nil); !errors.As(err, &guard) {
				t.Fatalf("22 of 24 files are gone, and the sync says %v", err)
			}
			for i := 3; i < 24; i++ {
				to := filepath.Join(w.corpus, fmt.Sprintf("d%02d.md", i))
				if i == 7 {
					to = filepath.Join(w.corpus, "moved.md")
				}
				if err := os.Rename(filepath.Join(w.home, fmt.Sprintf("d%02d.md", i)), to); err != nil {
					t.Fatal(err)
				}
			}
			fresh := newWorld(t)
			fresh.corpus, fresh.identity = w.corpus, w.identity
			if err := os.CopyFS(fresh.home, os.DirFS(w.home)); err != nil {
				t.Fatal(err)
			}
			r := w.sync(nil)
			if r.Sources != (SourceCounts{Total: 23, Renamed: 1, Deleted: 1, Unchanged: 22}) {
				t.Errorf("the report says %+v of 22 files, one moved and one deleted", r.Sources)
			}
			if want := fresh.sync(func(o *Options) { o.Clean = true }); r.Snapshot != want.Snapshot {
				t.Errorf("it ends at %.12s, a clean build at %.12s", r.Snapshot, want.Snapshot)
			}
			if made := what == knowledge.CoverageTable+".idx"; (r.Healed == "") != made { // that is made of the evidence
				t.Error("it does not say what was damaged")
			}
		})
	}
}

// spoil damages the file name, which holds b.
func spoil(name, how string, b []byte) error {
	at := len(b) / 2
	switch how {
	case "removed":
		return os.Remove(name)
	case "cut":
		return os.WriteFile(name, b[:len(b)/2], 0o644)
	case "emptied":
		return os.WriteFile(name, nil, 0o644)
	case "flipped first":
		at = 0
	case "flipped last":
		at = len(b) - 1
	}
	bad := slices.Clone(b)
	bad[at] ^= 1
	return os.WriteFile(name, bad, 0o644)
}

// unchecked names the files that nothing else says the bytes of.
func unchecked(name string) bool {
	return name == "history.jsonl" || name == "CURRENT" || name == ".gitattributes"
}

// treeFiles lists the files of a published tree.
func treeFiles(t *testing.T, published string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(published, func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(published, name)
			out = append(out, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// verified returns what quire verify finds in the current snapshot.
func verified(w *world) []string {
	v, err := retrieval.Open(w.published())
	if err != nil {
		return []string{err.Error()}
	}
	defer v.Close()
	var out []string
	add := func(name, detail string) { out = append(out, name+" "+detail) }
	v.Verify(add)
	if err := v.VerifyLeaves(context.Background(), map[string]bool{}, add); err != nil {
		out = append(out, err.Error())
	}
	return out
}

// reading is what one way of reading gave.
type reading struct {
	what, text string
	err        error
}

// readers reads a tree in every way there is.
func readers(w *world) []reading {
	var out []reading
	add := func(what string, v any, err error) {
		b, _ := json.Marshal(v)
		if err != nil {
			b = nil
		}
		out = append(out, reading{what, string(b), err})
	}
	v, err := retrieval.Open(w.published())
	if err == nil {
		defer v.Close()
	}
	for _, q := range []retrieval.Query{{Text: "harbour lantern shop", Hops: 1, Memory: retrieval.MemoryAll, Limit: 9}, {Text: "budget table price", Explain: true}} {
		what := "retrieve " + q.Text
		if err != nil {
			add(what, nil, err)
			continue
		}
		res, err := v.Retrieve(context.Background(), q)
		add(what, res, err)
	}
	for _, name := range []string{"plan.md", "notes.md"} {
		if err != nil {
			add("show "+name, nil, err)
			add("trace "+name, nil, err)
			continue
		}
		s, err := v.Resolve(name)
		if err != nil {
			add("show "+name, nil, err)
			add("trace "+name, nil, err)
			continue
		}
		a := knowledge.Address{Source: s.ID, Unit: "sec1"}
		shown, err := v.Show(a)
		add("show "+name, shown, err)
		traced, err := v.Trace(a, nil)
		if err == nil {
			// Healing is a publish of its own, and what the history tells goes with it.
			traced.Sequence, traced.Published, traced.History = 0, "", nil
		}
		add("trace "+name, traced, err)
	}
	return out
}
