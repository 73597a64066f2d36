package pipeline

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"quire/retrieval"
)

// benchWorld is a corpus of n Markdown files of about a thousand words.
func benchWorld(b *testing.B, n int) *world {
	b.Helper()
	w := newWorld(b)
	rng := rand.New(rand.NewPCG(1, 1))
	words := make([]string, 20000)
	for i := range words {
		words[i] = syllables(rng)
	}
	for i := range n {
		var t strings.Builder
		fmt.Fprintf(&t, "---\ntitle: Document %d\n---\n", i)
		for s := range 8 {
			fmt.Fprintf(&t, "\n## Section %d\n\n", s+1)
			for range 3 {
				for range 40 {
					// A product of two draws prefers small ranks, as words do.
					t.WriteString(words[rng.IntN(len(words))*rng.IntN(len(words))/len(words)] + " ")
				}
				t.WriteString("ends.\n\n")
			}
		}
		w.write(fmt.Sprintf("%02d/doc-%05d.md", i%50, i), t.String())
	}
	return w
}

func syllables(rng *rand.Rand) string {
	const c, v = "bcdfghklmnprstvz", "aeiou"
	var s strings.Builder
	for range 1 + rng.IntN(4) {
		s.WriteByte(c[rng.IntN(len(c))])
		s.WriteByte(v[rng.IntN(len(v))])
	}
	return s.String()
}

func realTokens(b *testing.B) func(string) int {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		b.Fatal(err)
	}
	return func(s string) int {
		n, err := codec.Count(s)
		if err != nil {
			return len(s)
		}
		return n
	}
}

func BenchmarkFirstSync(b *testing.B) {
	count := realTokens(b)
	for b.Loop() {
		b.StopTimer()
		w := benchWorld(b, 500)
		b.StartTimer()
		w.sync(func(o *Options) { o.Count = count })
	}
}

func BenchmarkNoOpSync(b *testing.B) {
	w := benchWorld(b, 2000)
	w.sync(nil)
	w.sync(nil) // past the racy second
	for b.Loop() {
		if r := w.sync(nil); r.Published || r.Extractions != 0 {
			b.Fatal("a sync of an unchanged corpus did something")
		}
	}
}

func BenchmarkOneEdit(b *testing.B) {
	w := benchWorld(b, 2000)
	w.sync(nil)
	for i := 0; b.Loop(); i++ {
		w.write("00/doc-00000.md", fmt.Sprintf("# Edited\n\nThis is edit %d.\n", i))
		if r := w.sync(nil); r.Extractions != 1 {
			b.Fatalf("%d extractions", r.Extractions)
		}
	}
}

func BenchmarkColdRetrieve(b *testing.B) {
	w := benchWorld(b, 2000)
	w.sync(nil)
	for b.Loop() {
		v, err := retrieval.Open(w.published())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := v.Retrieve(context.Background(), retrieval.Query{Text: "section ends document"}); err != nil {
			b.Fatal(err)
		}
		v.Close()
	}
}
