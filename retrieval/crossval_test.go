package retrieval

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"quire/extract"
	"quire/extract/formats"
	"quire/extract/worker"
	"quire/knowledge"
	"quire/knowledge/source"
	"quire/pipeline"
	"quire/publish"
	"quire/retrieval/eval"
)

// folds is how many parts the queries are divided into, by their order.
const folds = 5

// asDeep is how many passages of a ranking are looked at: beyond them a document does not
// come among the first ten.
const asDeep = 500

// everyQuery is more words than any query has.
const everyQuery = math.MaxInt

// feature is one weight of the second stage: what switches it off, and what it may be.
type feature struct {
	name string
	off  float64
	try  []float64
	set  func(*tuning, float64)
}

var features = []feature{
	{"further passages of a document", 0, []float64{0, 0.05, 0.1, 0.2, 0.5}, func(t *tuning, x float64) { t.next = x }},
	{"words side by side, queries of at most six", 0, []float64{0, 0.25, 0.5, 1}, func(t *tuning, x float64) { t.near = x }},
	{"words side by side, all queries", 0, []float64{0, 0.25, 0.5, 1}, func(t *tuning, x float64) { t.near, t.nearWords = x, everyQuery }},
	{"words with their endings", 0, []float64{0, 0.05, 0.1, 0.25}, func(t *tuning, x float64) { t.weights.Literal = x }},
	{"function words count less", 1, []float64{0.1, 0.25, 0.5, 1}, func(t *tuning, x float64) { t.weights.Function = x }},
}

// TestEvalCrossValidation says what each weight of the second stage is worth: it is
// chosen on four fifths of the queries of all collections together, by the mean of their
// nDCG@10, and measured on the last fifth, each fifth in turn. The others stay as they
// are. It fails where a feature that is on loses by more than chance.
func TestEvalCrossValidation(t *testing.T) {
	if os.Getenv("QUIRE_EVAL") == "" {
		t.Skip("takes minutes; QUIRE_EVAL=1 runs it")
	}
	root := os.Getenv("QUIRE_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "shared")
	}
	names := []string{"cisi", "cran", "scifact"} // the small ones first: each prints what is known by then
	var measured []map[tuning][]float64
	for n, name := range names {
		dir := filepath.Join(root, "corpora", "ir", name)
		if _, err := os.Stat(dir); err != nil {
			t.Skipf("no collection: %v", err)
		}
		m := measureTunings(t, dir)
		measured = append(measured, m)
		t.Logf("%s: %d queries, nDCG@10 as chosen %.4f", name, len(m[chosen]), mean(m[chosen], everywhere))
		crossValidate(t, names[:n+1], measured)
	}
}

func crossValidate(t *testing.T, names []string, measured []map[tuning][]float64) {
	t.Helper()
	for _, f := range features {
		at := func(x float64) tuning {
			out := chosen
			f.set(&out, x)
			return out
		}
		line := fmt.Sprintf("%s: fold by fold", f.name)
		best := make([]float64, folds)
		for k := range folds {
			best[k] = slices.MaxFunc(f.try, func(a, b float64) int {
				sum := 0.0
				for _, m := range measured {
					in := func(q int) bool { return q%folds != k }
					sum += mean(m[at(a)], in) - mean(m[at(b)], in)
				}
				switch {
				case sum > 0:
					return 1
				case sum < 0:
					return -1
				}
				return 0
			})
			line += fmt.Sprintf(" %g", best[k])
		}
		t.Log(line)
		for i, m := range measured {
			off := m[at(f.off)]
			out, asIs := make([]float64, len(off)), make([]float64, len(off))
			for q := range off {
				out[q] = m[at(best[q%folds])][q] - off[q]
				asIs[q] = m[chosen][q] - off[q]
			}
			t.Logf("  %-8s off %.4f, left out %+.4f ± %.4f, as it is %+.4f ± %.4f", names[i], mean(off, everywhere),
				mean(out, everywhere), standardError(out), mean(asIs, everywhere), standardError(asIs))
			if loss := mean(asIs, everywhere); loss < -3*standardError(asIs) {
				t.Errorf("%s loses %.4f on %s: switch it off", f.name, -loss, names[i])
			}
		}
	}
}

func everywhere(int) bool { return true }

// mean is the mean of the queries that are in.
func mean(x []float64, in func(int) bool) float64 {
	sum, n := 0.0, 0
	for i, v := range x {
		if in(i) {
			sum += v
			n++
		}
	}
	return sum / float64(n)
}

func standardError(x []float64) float64 {
	m, sum := mean(x, everywhere), 0.0
	for _, v := range x {
		sum += (v - m) * (v - m)
	}
	return math.Sqrt(sum/float64(len(x)-1)) / math.Sqrt(float64(len(x)))
}

// measureTunings compiles a collection, one text file a document, and returns nDCG@10 of
// each query under every tuning that is tried.
func measureTunings(t *testing.T, dir string) map[tuning][]float64 {
	t.Helper()
	c, err := eval.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	v := compile(t, c.Documents)
	defer v.Close()
	named := map[string]string{}
	if err := v.Sources(func(s *knowledge.Source) bool {
		named[s.ID] = strings.TrimSuffix(filepath.Base(s.Path), ".txt")
		return true
	}); err != nil {
		t.Fatal(err)
	}
	var tries []tuning
	for _, f := range features {
		for _, x := range f.try {
			try := chosen
			if f.set(&try, x); !slices.Contains(tries, try) {
				tries = append(tries, try)
			}
		}
	}
	out := map[tuning][]float64{}
	for _, q := range c.Questions {
		if c.Judged[q.ID] == nil {
			continue
		}
		one := eval.Judgements{q.ID: c.Judged[q.ID]}
		if eval.Measure(eval.Run{}, one).Queries == 0 {
			continue
		}
		base := map[tuning]*found{} // by what the index is asked for
		for _, try := range tries {
			key := tuning{weights: try.weights}
			if base[key] == nil {
				if base[key], err = v.find(context.Background(), Query{Text: q.Text, Literal: true, ids: true, tune: &try}, asDeep); err != nil {
					t.Fatal(err)
				}
			}
			f := *base[key]
			f.tune, f.hits = try, slices.Clone(f.hits)
			f.closer = f.newCloser()
			if err := f.settle(nearDepth); err != nil {
				t.Fatal(err)
			}
			var run []string
			for _, r := range aggregate(f.hits, try.next) {
				run = append(run, named[r.Source])
			}
			out[try] = append(out[try], eval.Measure(eval.Run{q.ID: run}, one).NDCG10)
		}
	}
	return out
}

// readHere runs extractors in the test's own process.
type readHere struct{ registry *extract.Registry }

func (x readHere) Extract(ctx context.Context, j worker.Job, newSink func() extract.Sink) error {
	in := extract.Input{ReaderAt: j.Body(), Size: j.Size, Name: j.Name, Format: j.Format, Options: j.Options}
	return extract.Read(ctx, x.registry.Named(j.Extractor), in, j.Limits, newSink())
}

// compile publishes documents as text files and opens the tree.
func compile(t *testing.T, docs []eval.Document) *View {
	t.Helper()
	corpus, home := t.TempDir(), t.TempDir()
	for _, d := range docs {
		if err := os.WriteFile(filepath.Join(corpus, d.ID+".txt"), []byte(d.Title+"\n\n"+d.Text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dir, err := os.OpenRoot(corpus)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	store, err := publish.Create(filepath.Join(home, "published"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	identity, err := source.ParseIdentity(nil)
	if err != nil {
		t.Fatal(err)
	}
	registry := formats.Registry("")
	if _, err := pipeline.Sync(context.Background(), pipeline.Options{
		Roots: []pipeline.Root{{Name: "corpus", Dir: dir, Own: func(string) bool { return false }}}, Identity: identity, Store: store,
		Registry: registry, Extractor: readHere{registry}, CacheDir: home, Count: func(s string) int { return len(s) / 4 }, Jobs: 1, Keep: 1, Now: time.Now,
		SaveIdentity: func([]byte) error { return nil },
	}); err != nil {
		t.Fatal(err)
	}
	v, err := Open(filepath.Join(home, "published"))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
