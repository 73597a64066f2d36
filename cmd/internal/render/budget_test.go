package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tiktoken-go/tokenizer"

	"quire/cmd/internal/tokens"
	"quire/extract"
	"quire/extract/formats"
	"quire/extract/worker"
	"quire/knowledge"
	"quire/knowledge/source"
	"quire/pipeline"
	"quire/publish"
	"quire/retrieval"
	"quire/retrieval/vectors/vectorstest"
)

// inProcess runs extractors in the test's own process.
type inProcess struct{ registry *extract.Registry }

func (x inProcess) Extract(ctx context.Context, j worker.Job, newSink func() extract.Sink) error {
	in := extract.Input{ReaderAt: j.Body(), Size: j.Size, Name: j.Name, Format: j.Format, Options: j.Options}
	return x.registry.Named(j.Extractor).Extract(ctx, in, j.Limits, newSink())
}

// vocabulary is common words, rare ones, and what tokenizers and escapers choke on.
var vocabulary = strings.Fields(`budget Lyon marketing notice period contract the of and is 2026 4,500 €12.50 "quoted" back\slash a|b <tag> & naïve
	Übersicht 日本語の文書 東京 予算 한국어 ไทย зима 🙂👩‍👩‍👧 aaaaaaaaaaaaaaaa xkqzjv https://example.org/a?b=c%20d {"k":[1,2]} │ ~~~ C:\temp\x ﷽ e` + "\u0301\u0301\u0301")

// ask returns a query with operators, misspelt words and what looks like either.
func ask(r *rand.Rand) string {
	text := words(r, 1+r.IntN(4))
	switch r.IntN(12) {
	case 0:
		return `"` + words(r, 2) + `" ` + text
	case 1:
		return text + " -" + words(r, 1)
	case 2:
		return "title:" + text
	case 3:
		return `path:doc "open ` + text
	case 4:
		return `"missing file 東京.pdf" ` + text
	case 5:
		return "budgt marketign"
	case 6:
		return "author: date: " + text
	}
	return text
}

// perSeed is how many answers each seed is asked for; make slow asks for 10,000 in all.
func perSeed() int {
	if os.Getenv("QUIRE_SLOW") != "" {
		return 3400
	}
	return 200
}

func words(r *rand.Rand, n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = vocabulary[r.IntN(len(vocabulary))]
	}
	return strings.Join(out, " ")
}

// fill writes documents of random text under awkward names into dir.
func fill(t testing.TB, r *rand.Rand, dir string) {
	t.Helper()
	write := func(name, text string) {
		full := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	same := words(r, 60)
	for i := range 30 {
		var b strings.Builder
		fmt.Fprintf(&b, "# %s\n\n", words(r, 1+r.IntN(30)))
		for range 1 + r.IntN(6) {
			switch r.IntN(5) {
			case 0:
				fmt.Fprintf(&b, "## %s\n\n", words(r, 1+r.IntN(12)))
			case 1:
				fmt.Fprintf(&b, "| %s | %s |\n| --- | --- |\n", words(r, 3), words(r, 8))
				for range r.IntN(60) {
					fmt.Fprintf(&b, "| %s | %s |\n", words(r, 2), words(r, 5))
				}
				b.WriteByte('\n')
			case 2:
				fmt.Fprintf(&b, "%s\n\n", same)
			case 3:
				fmt.Fprintf(&b, "```\n%s\n\n\n%s\n```\n\n", words(r, 20), words(r, 20))
			default:
				for range 1 + r.IntN(9) {
					fmt.Fprintf(&b, "%s.\n", words(r, 1+r.IntN(40)))
				}
				fmt.Fprintf(&b, "[next](doc%02d.md)\n\n![](picture.png)\n\n", (i+1)%30)
			}
		}
		name := fmt.Sprintf("doc%02d.md", i)
		switch i % 5 {
		case 3:
			name = strings.Repeat(`"a\b" `, 1+r.IntN(6)) + "東京/" + name
		case 4:
			name = strings.Repeat("long folder name/", 8) + name
		}
		write(name, b.String())
	}
	for i := range 6 { // what could not be searched
		write(fmt.Sprintf("%s\" %d.pdf", strings.Repeat("broken ", 6*i), i), "%PDF-1.7\nnothing of use")
	}
}

// aliases are other names of words of the vocabulary.
const aliases = `aliases:
  - {words: [budget, "日本語の文書 \"quoted\"", notice period], author: "A | <b>", reason: "🙂 said so"}
  - {words: [Lyon, Übersicht], author: B}
`

// someVectors makes a model of some words of the vocabulary.
func someVectors(t testing.TB, r *rand.Rand) *pipeline.Vectors {
	t.Helper()
	m := vectorstest.Model{Words: []string{"[UNK]", "budget", "lyon", "marketing", "notice", "period", "contract"}, Normalize: true}
	for range m.Words {
		m.Rows = append(m.Rows, []float64{r.Float64(), r.Float64(), r.Float64()})
	}
	dir := t.TempDir()
	if err := vectorstest.Write(dir, m.Files()); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return &pipeline.Vectors{Dir: root, Digest: vectorstest.Digest(m.Files())}
}

// publishRandom compiles such documents and opens the tree.
func publishRandom(t testing.TB, r *rand.Rand, model *pipeline.Vectors) *retrieval.View {
	t.Helper()
	corpus, home := t.TempDir(), t.TempDir()
	fill(t, r, corpus)
	root, err := os.OpenRoot(corpus)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
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
	_, err = pipeline.Sync(context.Background(), pipeline.Options{
		Roots: []pipeline.Root{{Name: "corpus", Dir: root, Own: func(string) bool { return false }}}, Identity: identity, Store: store,
		Registry: registry, Extractor: inProcess{registry}, CacheDir: home, Count: tokens.New().Count, Jobs: 2, Keep: 1, Now: time.Now,
		Inputs:       fstest.MapFS{"overlays/corrections.yaml": {Data: []byte(aliases)}},
		SaveIdentity: func([]byte) error { return nil }, Vectors: model, Extract: extract.Options{PDFEngine: "ledongthuc"},
	})
	if err != nil {
		t.Fatal(err)
	}
	v, err := retrieval.Open(filepath.Join(home, "published"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return v
}

func print(t testing.TB, form retrieval.Form, v *retrieval.View, res *retrieval.Result) string {
	t.Helper()
	var b bytes.Buffer
	var err error
	if form == retrieval.JSONForm {
		err = JSON(&b, "retrieve", v.Snapshot, true, res)
	} else {
		err = Retrieve(Printer{W: &b}, v.Snapshot, res)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The promise of --budget, for the exact bytes printed: they never take more o200k
// tokens, and what the answer says that it used is an upper bound.
func TestPrintedAnswersNeverExceedTheBudget(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	asked, shown, cut, looks, named, near := 0, 0, 0, 0, 0, 0
	var total, spent int
	var next retrieval.Query
	slack := [2]int{1 << 30, 1 << 30}
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 11))
		var model *pipeline.Vectors
		if seed == 1 {
			model = someVectors(t, r)
		}
		v := publishRandom(t, r, model)
		for range perSeed() {
			q := retrieval.Query{Text: ask(r), Around: retrieval.Surroundings{Count: max(r.IntN(6)-3, 0), Section: r.IntN(8) == 0, Table: r.IntN(8) == 0}, Limit: 1 + r.IntN(12), Hops: r.IntN(3), Explain: r.IntN(5) == 0, Form: retrieval.Form(r.IntN(2))}
			if next.Cursor != "" && r.IntN(3) == 0 { // follow the last answer
				q = next
			}
			smallest := retrieval.MinBudget(q.Text, q.Form)
			q.Budget = []int{0, smallest, smallest + 100 + r.IntN(500), smallest + r.IntN(1500), smallest + r.IntN(6000)}[r.IntN(5)]
			res, err := v.Retrieve(context.Background(), q)
			var bad *retrieval.BadQueryError
			if errors.As(err, &bad) {
				continue // no word in it
			}
			if err != nil {
				t.Fatal(err)
			}
			out := print(t, q.Form, v, res)
			n, err := codec.Count(out)
			if err != nil {
				t.Fatal(err)
			}
			if n > res.Budget.Used || q.Budget > 0 && res.Budget.Used > q.Budget {
				t.Errorf("seed %d %+v: %d tokens printed, %d said, %d allowed:\n%s", seed, q, n, res.Budget.Used, q.Budget, out)
			}
			slack[q.Form] = min(slack[q.Form], res.Budget.Used-n)
			next = q
			next.Cursor = res.Cursor
			if asked++; len(res.Results) > 0 {
				shown++
				cutNow := 0
				if res.Vectors != nil {
					near++
				}
				if len(res.Notes) > 0 && strings.Contains(strings.Join(res.Notes, " "), "an alias by") {
					named++
				}
				for _, p := range res.Results {
					if p.Look != nil {
						looks++
					}
					if p.Cut {
						cutNow++
						checkCut(t, v, p)
					}
				}
				cut += cutNow
				if len(res.Results) > cutNow {
					total, spent = total+n, spent+res.Budget.Used
				}
			}
		}
	}
	if asked < 400 || shown < 200 || cut < 10 || looks < 20 || named < 10 || near < 20 {
		t.Errorf("%d answers, %d with results, %d cut, %d looks, %d by aliases, %d with vectors: the test asks too little", asked, shown, cut, looks, named, near)
	}
	t.Logf("%d answers, %d with results, %d cut; the bound is %.2f times the count, at the closest %d tokens above it as text and %d as JSON",
		asked, shown, cut, float64(spent)/float64(total), slack[0], slack[1])
}

// checkCut shows the address of a shortened passage, which must cite its text.
func checkCut(t *testing.T, v *retrieval.View, p retrieval.Passage) {
	t.Helper()
	a, err := knowledge.ParseAddress(p.Address)
	if err != nil {
		t.Fatal(err)
	}
	s, err := v.Show(a)
	if err != nil || s.Text != p.Text || s.Digest != p.Digest {
		t.Errorf("%s cites %+v %v", p.Address, s, err)
	}
}
