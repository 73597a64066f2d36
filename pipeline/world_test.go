package pipeline

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"quire/extract"
	"quire/extract/formats"
	"quire/extract/worker"
	"quire/knowledge"
	"quire/knowledge/source"
	"quire/knowledge/validate"
	"quire/publish"
	"quire/retrieval"
)

// inProcess runs extractors in the test's own process: the tests of this package
// are about the pipeline, those of worker about processes.
type inProcess struct{ registry *extract.Registry }

func (x inProcess) Extract(ctx context.Context, j worker.Job, newSink func() extract.Sink) error {
	in := extract.Input{ReaderAt: j.Body(), Size: j.Size, Name: j.Name, Format: j.Format, Options: j.Options}
	return extract.Read(ctx, x.registry.Named(j.Extractor), in, j.Limits, newSink())
}

// world is a corpus with a workspace beside it.
type world struct {
	t        testing.TB
	corpus   string
	home     string // the workspace: overlays/, published/, .quire/
	identity []byte
	config   func(*Options) // what quire.yaml says; may be nil
}

func newWorld(t testing.TB) *world {
	t.Helper()
	dir := t.TempDir()
	w := &world{t: t, corpus: filepath.Join(dir, "corpus"), home: filepath.Join(dir, "home")}
	for _, d := range []string{w.corpus, w.home} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func (w *world) write(name, text string) {
	w.t.Helper()
	full := filepath.Join(w.corpus, name)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) published() string { return filepath.Join(w.home, "published") }

// sync runs one sync and returns its report.
func (w *world) sync(change func(*Options)) *Report {
	w.t.Helper()
	r, err := w.trySync(change)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

func (w *world) trySync(change func(*Options)) (*Report, error) {
	w.t.Helper()
	root, err := os.OpenRoot(w.corpus)
	if err != nil {
		w.t.Fatal(err)
	}
	defer root.Close()
	store, err := publish.Create(w.published())
	if err != nil {
		w.t.Fatal(err)
	}
	defer store.Close()
	identity, err := source.ParseIdentity(w.identity)
	if err != nil {
		w.t.Fatal(err)
	}
	cache := filepath.Join(w.home, ".quire")
	if err := os.MkdirAll(cache, 0o755); err != nil {
		w.t.Fatal(err)
	}
	registry := formats.Registry("")
	o := Options{
		Roots: []Root{{Name: "corpus", Dir: root, Own: func(string) bool { return false }}}, Identity: identity,
		Store: store, Registry: registry, Extractor: inProcess{registry}, CacheDir: cache, Count: func(s string) int { return len(s) / 4 },
		Jobs: 2, Keep: 5, OnePage: 4, Now: time.Now, SaveIdentity: func(b []byte) error { w.identity = b; return nil },
	}
	for _, f := range []func(*Options){w.config, change} {
		if f != nil {
			f(&o)
		}
	}
	return Sync(context.Background(), o)
}

// clean builds the corpus in a fresh workspace from the inputs alone.
func (w *world) clean() *world {
	w.t.Helper()
	fresh := newWorld(w.t)
	fresh.corpus, fresh.identity, fresh.config = w.corpus, w.identity, w.config
	fresh.sync(func(o *Options) { o.Jobs = 1 })
	return fresh
}

// answers prints the results of some queries with their scores.
func (w *world) answers(queries ...string) string {
	w.t.Helper()
	v, err := retrieval.Open(w.published())
	if err != nil {
		w.t.Fatal(err)
	}
	defer v.Close()
	out := ""
	for _, q := range queries {
		res, err := v.Retrieve(context.Background(), retrieval.Query{Text: q, Limit: 8})
		if err != nil {
			w.t.Fatal(err)
		}
		for _, p := range res.Results {
			out += fmt.Sprintf("%s %v %s\n", p.Address, p.Score, p.Source.Path)
		}
	}
	return out
}

// validate fails the test on any finding about the tree itself.
func (w *world) validate() {
	w.t.Helper()
	v, err := retrieval.Open(w.published())
	if err != nil {
		w.t.Fatal(err)
	}
	defer v.Close()
	var f validate.Findings
	if err := Check(context.Background(), v, &f); err != nil {
		w.t.Fatal(err)
	}
	for _, x := range f.List {
		// Warnings tell of the inputs, such as an overlay whose text changed: no fault of the tree.
		if x.Severity == knowledge.Error || x.Severity == knowledge.Blocking {
			w.t.Errorf("%s %s %s: %s", x.Rule, x.Path, x.Address, x.Message)
		}
	}
}
