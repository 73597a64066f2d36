package pipeline

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quire/retrieval"
)

// proveWorld is a corpus of about n passages, in documents of 25 sections, a section a
// passage. The words of a sentence follow Zipf's law, and stand between small words as
// in English; every sentence names a town and holds an amount. statements are sentences
// of it, every second one with another amount.
func proveWorld(b *testing.B, n int) (w *world, statements []string) {
	b.Helper()
	const sections, sentences = 25, 5
	w = newWorld(b)
	rng := rand.New(rand.NewPCG(3, 5))
	words := make([]string, 30000)
	for i := range words {
		words[i] = syllables(rng)
	}
	zipf := rand.NewZipf(rng, 1.07, 8, uint64(len(words)-1))
	word := func() string { return words[zipf.Uint64()] }
	small := strings.Fields("the of a in to for with and by at from on")
	every := max(1, min(7, n/sections/40)) // 40 statements of a small corpus too
	for i := range max(n/sections, 1) {
		var t strings.Builder
		fmt.Fprintf(&t, "# Report %d\n", i)
		for s := range sections {
			fmt.Fprintf(&t, "\n## The %s of %s\n\n", word(), word())
			for k := range sentences {
				town, amount := words[rng.IntN(len(words))], 100+rng.IntN(90000)
				var body strings.Builder
				for range 5 + rng.IntN(8) {
					body.WriteString(small[rng.IntN(len(small))] + " " + word() + " ")
				}
				said := "The " + word() + " " + body.String() + "in " + strings.ToUpper(town[:1]) + town[1:] + " costs %d euros.\n"
				fmt.Fprintf(&t, said, amount)
				if k == 0 && s == i%sections && i%every == 0 {
					statements = append(statements, fmt.Sprintf(said, amount+len(statements)%2*11))
				}
			}
		}
		w.write(fmt.Sprintf("%02d/report-%05d.md", i%50, i), t.String())
	}
	return w, statements
}

// peakHeap runs f and returns the most bytes that the heap held meanwhile.
func peakHeap(f func()) uint64 {
	runtime.GC()
	var peak atomic.Uint64
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak.Store(max(peak.Load(), m.HeapInuse))
			select {
			case <-stop:
				return
			case <-tick.C:
			}
		}
	}()
	f()
	close(stop)
	<-done
	return peak.Load()
}

// BenchmarkProve traces answers of 10, 20 and 40 statements, each with a view that was
// just opened. QUIRE_BENCH_DOCS=100000 gives the size that the limits are stated for: 40
// statements in 2 s and 128 MiB, and a cost that is linear in the statements.
func BenchmarkProve(b *testing.B) {
	n, err := strconv.Atoi(os.Getenv("QUIRE_BENCH_DOCS"))
	if err != nil {
		n = 10000
	}
	w, statements := proveWorld(b, n)
	w.sync(nil)
	for _, size := range []int{10, 20, 40} {
		answer := strings.Join(statements[:size], "\n")
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			peak := uint64(0)
			for b.Loop() {
				peak = max(peak, peakHeap(func() {
					v, err := retrieval.Open(w.published())
					if err != nil {
						b.Fatal(err)
					}
					defer v.Close()
					p, err := v.Prove(b.Context(), answer)
					if err != nil {
						b.Fatal(err)
					}
					if p.Summary["supported"] != size/2 || len(p.Statements) != size {
						b.Fatalf("%d statements: %v", len(p.Statements), p.Summary)
					}
				}))
			}
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*size), "ms/statement")
			b.ReportMetric(float64(peak)/(1<<20), "MiB-heap")
		})
	}
}
