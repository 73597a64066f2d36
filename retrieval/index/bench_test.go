package index

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// benchDocs is how many passages the benchmarks index; QUIRE_BENCH_DOCS=100000
// gives the size that the project's limits are stated for.
func benchDocs(b *testing.B) int {
	if n, err := strconv.Atoi(os.Getenv("QUIRE_BENCH_DOCS")); err == nil {
		return n
	}
	return 10000
}

func madeSeq(n int) iter.Seq[Doc] {
	return func(yield func(Doc) bool) {
		for i := range n {
			if !yield(madeDoc(i, 120)) {
				return
			}
		}
	}
}

func BenchmarkAnalyze(b *testing.B) {
	docs := made(1000, 120)
	a := newAnalyzer().remember()
	for b.Loop() {
		n := 0
		for i := range docs {
			a.run(docs[i].Text)
			n += len(docs[i].Text)
		}
		b.SetBytes(int64(n))
	}
}

func BenchmarkBuild(b *testing.B) {
	docs := made(benchDocs(b), 120)
	bytes := 0
	for i := range docs {
		bytes += len(docs[i].Text)
	}
	b.SetBytes(int64(bytes))
	for i := 0; b.Loop(); i++ {
		dir := filepath.Join(b.TempDir(), strconv.Itoa(i))
		if err := Build(b.Context(), dir, slices.Values(docs)); err != nil {
			b.Fatal(err)
		}
	}
}

// benchIndex builds the index that the other benchmarks read.
func benchIndex(b *testing.B) (string, Stats) {
	n := benchDocs(b)
	var st Stats
	for d := range madeSeq(n) {
		st.Add(CountTerms(d))
	}
	dir := filepath.Join(b.TempDir(), "index")
	if err := Build(b.Context(), dir, madeSeq(n)); err != nil {
		b.Fatal(err)
	}
	return dir, st
}

func BenchmarkUpdate(b *testing.B) {
	dir, _ := benchIndex(b)
	known, err := Files(dir)
	if err != nil {
		b.Fatal(err)
	}
	n := benchDocs(b)
	changed := []Doc{madeDoc(n/2, 130), madeDoc(n/2+1, 130), madeDoc(n/2+2, 130)}
	for i := 0; b.Loop(); i++ {
		next := filepath.Join(b.TempDir(), strconv.Itoa(i))
		if err := Update(b.Context(), dir, next, []string{madeDoc(n/2+3, 120).ID}, slices.Values(changed)); err != nil {
			b.Fatal(err)
		}
		if _, err := Files(next, known...); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpenCold(b *testing.B) {
	dir, st := benchIndex(b)
	files, err := Files(dir)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		r, err := Open(dir, files, st)
		if err != nil {
			b.Fatal(err)
		}
		if err := r.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	dir, st := benchIndex(b)
	r := open(b, dir, st)
	for _, c := range []struct {
		name  string
		ranks []int
	}{
		{"rare", []int{30000, 40000, 50000}},
		{"mid", []int{500, 800, 1200}},
		{"common", []int{1, 2, 3}},
		{"mixed", []int{2, 90, 700, 9000, 40000}},
	} {
		text := ""
		for _, rank := range c.ranks {
			text += wordOfRank(rank) + " "
		}
		b.Run(fmt.Sprint(c.name), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := r.Search(b.Context(), Query{Text: text}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
