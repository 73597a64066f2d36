package index

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// made returns n passages of made-up words whose frequencies follow Zipf's law,
// ten to a source. The same n gives the same passages.
func made(n, words int) []Doc {
	docs := make([]Doc, n)
	for i := range docs {
		docs[i] = madeDoc(i, words)
	}
	return docs
}

const vocabulary = 60000

func madeDoc(i, words int) Doc {
	rng := rand.New(rand.NewPCG(1, uint64(i)))
	var b strings.Builder
	for n := words/2 + rng.IntN(words+1); n > 0; n-- {
		b.WriteString(madeWord(rng))
		if rng.IntN(12) == 0 {
			b.WriteByte('.')
		}
		b.WriteByte(' ')
	}
	source := fmt.Sprintf("q%012d", i/10)
	d := Doc{
		ID: fmt.Sprintf("%s#sec%d@0-%d", source, i%10, b.Len()), Source: source, Text: b.String(),
		Heading: madeWord(rng) + " " + madeWord(rng), Title: "the " + madeWord(rng),
		Path: fmt.Sprintf("corpus/%03d/file%d.md", i/1000, i/10), Type: []string{"markdown", "pdf", "docx"}[i/10%3],
		Tier: "source", Channel: "text", Language: "eng",
	}
	switch i % 50 {
	case 7:
		d.Flags = []string{FlagHidden}
	case 9:
		d.Flags = []string{FlagFurniture, "low-text"}
	}
	return d
}

// madeWord draws a word; rank r comes with a frequency of about 1/r.
func madeWord(rng *rand.Rand) string {
	return wordOfRank(int(math.Exp(rng.Float64()*math.Log(vocabulary))) - 1)
}

func wordOfRank(r int) string {
	const first, second = "bdfgklmnprstvz", "aeiou"
	var b strings.Builder
	for r += 20; r > 0; r /= len(first) * len(second) {
		x := r % (len(first) * len(second))
		b.WriteByte(first[x/len(second)])
		b.WriteByte(second[x%len(second)])
	}
	return b.String()
}

func sizesOf(docs []Doc) (st Stats) {
	for _, d := range docs {
		st.Add(CountTerms(d))
	}
	return st
}

// build makes an index of docs in a new folder below the test's own.
func build(t testing.TB, docs []Doc) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "index")
	if err := Build(t.Context(), dir, slices.Values(docs)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func open(t testing.TB, dir string, st Stats) *Reader {
	t.Helper()
	files, err := Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir, files, st)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func search(t testing.TB, r *Reader, q Query) ([]Hit, Total) {
	t.Helper()
	hits, total, err := r.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return hits, total
}

func idsOf(hits []Hit) (ids []string) {
	for _, h := range hits {
		ids = append(ids, h.ID)
	}
	return ids
}

// readAll returns the bytes of every file in dir.
func readAll(t testing.TB, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[e.Name()] = string(b)
	}
	return out
}

// shared returns the folder of the shared corpora; the test is skipped where it
// is missing.
func shared(t testing.TB, name string) string {
	t.Helper()
	root := os.Getenv("QUIRE_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	dir := filepath.Join(root, "corpora", name)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no shared corpora: %v", err)
	}
	return dir
}
