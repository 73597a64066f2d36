package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"quire/knowledge"
	"quire/knowledge/semantics"
	"quire/publish"
	"quire/retrieval"
)

var (
	sequences = flag.Int("sequences", 8, "random sequences of changes to run")
	firstSeed = flag.Uint64("seed", 1, "seed of the first of them")
)

// badSeeds are seeds that failed once; they run first.
var badSeeds = []uint64{25, 83, 263, 110343}

// After any sequence of changes, of the corpus, of what is authored, of settings and
// of extractors, with crashes and rollbacks among them, the tree is byte for byte that
// of a clean build in a fresh clone of the inputs, and answers alike.
func TestIncrementalEqualsClean(t *testing.T) {
	seeds := slices.Clone(badSeeds)
	for i := range *sequences {
		seeds = append(seeds, *firstSeed+uint64(i))
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { runSequence(t, seed) })
	}
}

func runSequence(t *testing.T, seed uint64) {
	e := newEditor(t, rand.New(rand.NewPCG(seed, 7)))
	defer func() {
		if t.Failed() {
			t.Logf("seed %d: go test ./pipeline -run Equals -sequences 1 -seed %d\n%s", seed, seed, strings.Join(e.log, "\n"))
		}
	}()
	for range 5 {
		e.add()
	}
	var last *world
	for range 6 {
		for range 1 + e.rng.IntN(3) {
			e.log = append(e.log, e.step())
		}
		e.log = append(e.log, "sync")
		e.sync(e.howTo)
		last = e.clone()
		sameTree(t, e.world, last)
		if t.Failed() {
			return
		}
	}
	if r := e.sync(func(o *Options) { o.Clean = true }); r.Published {
		t.Errorf("a clean sync in place publishes %.12s", r.Snapshot)
	}
	e.validate()
	collect(t, e.world)
	collect(t, last)
	have, want := files(t, e.published(), "."), files(t, last.published(), ".")
	if !slices.Equal(slices.Sorted(maps.Keys(have)), slices.Sorted(maps.Keys(want))) {
		t.Errorf("after gc there are\n%s\nin a fresh clone\n%s", names(have), names(want))
	}
	sameTree(t, e.world, last)
}

// clone builds the tree in a fresh copy of the inputs and of nothing else.
func (e *editor) clone() *world {
	e.t.Helper()
	fresh := newWorld(e.t)
	for from, to := range map[string]string{e.corpus: fresh.corpus, filepath.Join(e.home, "overlays"): filepath.Join(fresh.home, "overlays")} {
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			e.t.Fatal(err)
		}
	}
	fresh.identity, fresh.config = e.identity, e.config
	fresh.sync(func(o *Options) { o.Jobs = 1 })
	return fresh
}

// sameTree fails the test where two worlds differ: in a byte of the current snapshot
// and of what it refers to, in identity.jsonl, or in an answer. The index files are
// outside: they depend on how the index grew, the answers must not.
func sameTree(t *testing.T, a, b *world) {
	t.Helper()
	x, y := current(t, a), current(t, b)
	if x != y {
		t.Errorf("the snapshot is %.12s, that of a clean build %.12s\n%s", x, y, firstDifference(t, a, b, x, y))
		return
	}
	if string(a.identity) != string(b.identity) {
		t.Errorf("identity.jsonl is\n%s\nthat of a clean build\n%s", a.identity, b.identity)
	}
	have := files(t, a.published(), ".")
	for name, data := range files(t, b.published(), ".") {
		if !bytes.Equal(have[name], data) {
			t.Errorf("%s is\n%s\nin a clean build\n%s", name, have[name], data)
		}
	}
	if got, want := a.everyAnswer(), b.everyAnswer(); got != want {
		t.Errorf("the answers are\n%s\nof a clean build\n%s", got, want)
	}
}

func current(t *testing.T, w *world) string {
	t.Helper()
	v, err := retrieval.Open(w.published())
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	return v.Snapshot
}

// files reads everything below a folder of a published tree, but for the pointer, the
// history and the index; of snapshot.json, what does not speak of these.
func files(t *testing.T, published, below string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(published), below, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		parts := strings.Split(name, "/")
		if len(parts) == 1 || parts[0] == "snapshots" && (parts[2] == knowledge.IndexDir || parts[2] == knowledge.MemoryDir) {
			return nil
		}
		b, err := os.ReadFile(filepath.Join(published, name))
		if err == nil && parts[0] == "snapshots" && parts[2] == "snapshot.json" {
			var m publish.Manifest
			err = json.Unmarshal(b, &m)
			m.Files = slices.DeleteFunc(m.Files, func(f publish.FileInfo) bool { return strings.Contains(f.Name, "/") })
			b = fmt.Appendf(nil, "%s %v %v %s", m.ID, m.Tables, m.Files, m.Body)
		}
		out[name] = b
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func names(files map[string][]byte) string {
	return strings.Join(slices.Sorted(maps.Keys(files)), "\n")
}

// firstDifference prints the rows that one of two snapshots has and the other has not.
func firstDifference(t *testing.T, a, b *world, x, y string) string {
	t.Helper()
	rows := func(w *world, id string) map[string]bool {
		out := map[string]bool{}
		s, err := publish.Open(w.published())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		snap, err := s.Snapshot(id)
		if err != nil {
			t.Fatal(err)
		}
		out["body "+string(snap.Manifest.Body)] = true
		for name := range snap.Manifest.Tables {
			table, err := snap.Table(name)
			if err != nil {
				t.Fatal(err)
			}
			for line, err := range table.All() {
				if err != nil {
					t.Fatal(err)
				}
				out[name+" "+string(line)] = true
			}
		}
		return out
	}
	p, q := rows(a, x), rows(b, y)
	var out []string
	for line := range p {
		if !q[line] {
			out = append(out, "has   "+line)
		}
	}
	for line := range q {
		if !p[line] {
			out = append(out, "wants "+line)
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// everyAnswer prints whole answers: results, scores and their parts, what is related,
// what could not be searched.
func (w *world) everyAnswer() string {
	w.t.Helper()
	v, err := retrieval.Open(w.published())
	if err != nil {
		w.t.Fatal(err)
	}
	defer v.Close()
	var out strings.Builder
	for _, q := range []retrieval.Query{
		{Text: "harbour lantern", Hops: 2}, {Text: "word7 word3 word11", Hops: 1, Memory: retrieval.MemoryAll},
		{Text: "table row price", Hidden: true}, {Text: "chapter note", Limit: 20},
	} {
		q.Explain = true
		res, err := v.Retrieve(context.Background(), q)
		if err != nil {
			w.t.Fatal(err)
		}
		b, err := json.Marshal(res)
		if err != nil {
			w.t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s\n", b)
	}
	return out.String()
}

// collect removes what the current snapshot does not need.
func collect(t *testing.T, w *world) {
	t.Helper()
	s, err := publish.Open(w.published())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Collect(publish.Retention{Keep: 1, Now: time.Now().Add(time.Hour), Leaves: LeavesOf(semantics.Version), Superseded: Superseded(s)}, false); err != nil {
		t.Error(err)
	}
}
