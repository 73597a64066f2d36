package vectors

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
	"quire/retrieval/vectors/vectorstest"
)

// write builds or updates a file of passages and returns its bytes.
func write(t *testing.T, e Embedder, old *Old, texts map[string]string) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), PassagesFile)
	err := Update(name, e, old, func(yield func(Passage) bool) {
		ids := make([]string, 0, len(texts))
		for id := range texts {
			ids = append(ids, id)
		}
		slices.SortFunc(ids, func(a, b string) int { return -strings.Compare(a, b) }) // not the order of the file
		for _, id := range ids {
			if !yield(Passage{id, texts[id]}) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(name), "*")); len(left) != 1 {
		t.Errorf("files are left: %v", left)
	}
	return b
}

func nearest(t *testing.T, w *Words, b []byte, question string, limit int, want func(string) bool) (ids []string) {
	t.Helper()
	v, ok, err := w.Embed(question)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	found, err := Nearest(bytes.NewReader(b), int64(len(b)), w.Model(), v, limit, want)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range found {
		ids = append(ids, n.ID)
	}
	return ids
}

func TestNearestFindsOtherWordsOfOneMeaning(t *testing.T) {
	w := table(t, vectorstest.Tiny().Files())
	b := write(t, w, nil, map[string]string{
		"qa#sec1@0-9": "a resignation takes notice", "qa#sec2@0-9": "the salary and the wage", "qb#p1@0-9": "hound or puppy", "qc#p1@0-9": "nothing known",
	})
	if got := nearest(t, w, b, "quit", 1, nil); !slices.Equal(got, []string{"qa#sec1@0-9"}) {
		t.Errorf("quit: %v", got)
	}
	if got := nearest(t, w, b, "canine", 9, nil); got[0] != "qb#p1@0-9" || slices.Contains(got, "qc#p1@0-9") {
		t.Errorf("canine: %v", got)
	}
	if got := nearest(t, w, b, "canine", 9, func(s string) bool { return s == "qa" }); slices.Contains(got, "qb#p1@0-9") {
		t.Errorf("a source that was not wanted: %v", got)
	}
}

// The nearest of many are those that a sort of all finds, equal ones by id.
func TestNearestEqualsSortingAll(t *testing.T) {
	w := table(t, vectorstest.Tiny().Files())
	rng := rand.New(rand.NewPCG(1, 2))
	words := vectorstest.Tiny().Words[2:]
	texts := map[string]string{}
	for i := range 400 {
		var text []string
		for range 1 + rng.IntN(4) {
			text = append(text, words[rng.IntN(len(words))])
		}
		texts[fmt.Sprintf("q%02d#sec%d@0-9", i%40, i)] = strings.Join(text, " ")
	}
	b := write(t, w, nil, texts)
	all := nearest(t, w, b, "storm pay", 1000, nil)
	if got := nearest(t, w, b, "storm pay", 17, nil); !slices.Equal(got, all[:17]) {
		t.Errorf("got  %v\nwant %v", got, all[:17])
	}
}

func TestUpdateEqualsBuild(t *testing.T) {
	w := table(t, vectorstest.Tiny().Files())
	rng := rand.New(rand.NewPCG(5, 6))
	words := vectorstest.Tiny().Words[2:]
	var now map[string]string
	var b []byte
	for round := range 30 {
		next := map[string]string{}
		keep := map[string]bool{}
		for s := range 12 {
			source := fmt.Sprintf("q%c", 'a'+s)
			switch rng.IntN(3) {
			case 0: // stays
				for id, text := range now {
					if strings.HasPrefix(id, source+"#") {
						next[id], keep[source] = text, true
					}
				}
			case 1: // comes, or changes
				for p := range 1 + rng.IntN(3) {
					next[fmt.Sprintf("%s#sec%d@0-9", source, p)] = words[rng.IntN(len(words))]
				}
			}
		}
		add := map[string]string{}
		for id, text := range next {
			if source, _, _ := strings.Cut(id, "#"); !keep[source] {
				add[id] = text
			}
		}
		var old *Old
		if round > 0 {
			old = &Old{bytes.NewReader(b), int64(len(b)), func(s string) bool { return keep[s] }}
		}
		b = write(t, w, old, add)
		if clean := write(t, w, nil, next); !bytes.Equal(b, clean) {
			t.Fatalf("round %d: an update of %d bytes is not the build of %d", round, len(b), len(clean))
		}
		now = next
	}
}

func TestDamagedFilesAreErrors(t *testing.T) {
	files := vectorstest.Tiny().Files()
	w := table(t, files)
	v, _, _ := w.Embed("rain")
	good := write(t, w, nil, map[string]string{"qa#sec1@0-9": "rain", "qb#sec1@0-9": "storm"})
	for n := range good {
		_, err := Nearest(bytes.NewReader(good[:n]), int64(n), w.Model(), v, 5, nil)
		if n > 0 && bytes.HasSuffix(good[:n], []byte("\n")) || err != nil {
			continue
		}
		if _, at, _ := bytes.Cut(good, []byte("\n")); (n-(len(good)-len(at)))%(len(at)/2) != 0 { // not between two blocks
			t.Errorf("the first %d of %d bytes are read", n, len(good))
		}
	}
	var b bytes.Buffer
	m, err := open(t, files)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.WriteWords(&b); err != nil {
		t.Fatal(err)
	}
	for n := range b.Len() {
		if _, err := OpenWords(bytes.NewReader(b.Bytes()[:n]), int64(n)); err == nil {
			t.Errorf("the first %d of %d bytes of words are read", n, b.Len())
		}
	}
	other := vectorstest.Tiny()
	other.Rows[2][0] = 0.75
	if _, err := Nearest(bytes.NewReader(good), int64(len(good)), vectorstest.Digest(other.Files()), v, 5, nil); !errors.As(err, new(*DamagedError)) {
		t.Errorf("vectors of another model: %v", err)
	}
}

func FuzzNearest(f *testing.F) {
	var words bytes.Buffer
	head := passagesHead{Format: Version, Model: "sha256:0", Dims: 4}
	if err := writeHead(&words, head); err != nil {
		f.Fatal(err)
	}
	f.Add(append(words.Bytes(), 15, 0, 0, 0, 2, 'q', 'a', 2, 's', '1', 1, 0, 0, 0, 127, 0, 0, 0, 9))
	f.Fuzz(func(t *testing.T, b []byte) {
		_, err := Nearest(bytes.NewReader(b), int64(len(b)), "sha256:0", Vector{1, []int8{127, 1, 2, 3}}, 3, nil)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("a bare error: %v", err)
		}
	})
}

func FuzzWords(f *testing.F) {
	files := vectorstest.Tiny().Files()
	dir := f.TempDir()
	if err := vectorstest.Write(dir, files); err != nil {
		f.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		f.Fatal(err)
	}
	defer root.Close()
	m, err := Open(root, vectorstest.Digest(files))
	if err != nil {
		f.Fatal(err)
	}
	defer m.Close()
	var b bytes.Buffer
	if err := m.WriteWords(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes(), "rain and payment")
	f.Fuzz(func(t *testing.T, b []byte, text string) {
		w, err := OpenWords(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return
		}
		if _, _, err := w.Embed(text); err != nil {
			t.Errorf("a table whose size is right cannot be read: %v", err)
		}
	})
}

// Nearest over 100,000 vectors of 256 numbers.
func BenchmarkNearest(b *testing.B) {
	name := filepath.Join(b.TempDir(), PassagesFile)
	rng := rand.New(rand.NewPCG(1, 1))
	e := random{rng, 256}
	err := Update(name, e, nil, func(yield func(Passage) bool) {
		for i := range 100_000 {
			if !yield(Passage{fmt.Sprintf("q%05d#sec%d@0-1700", i/5, i), ""}) {
				return
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	v, _, _ := e.Embed("")
	for b.Loop() {
		if _, err := Nearest(f, info.Size(), e.Model(), v, 300, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// random gives every text another vector.
type random struct {
	rng  *rand.Rand
	dims int
}

func (random) Model() knowledge.Digest { return "sha256:0" }
func (r random) Dims() int             { return r.dims }
func (r random) Embed(string) (Vector, bool, error) {
	sum := make([]int64, r.dims)
	for i := range sum {
		sum[i] = r.rng.Int64N(1000) - 500
	}
	v, ok := newVector(sum, 1, true)
	return v, ok, nil
}
