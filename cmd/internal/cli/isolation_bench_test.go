package cli

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"quire/cmd/internal/tokens"
	"quire/extract"
	"quire/extract/formats"
	"quire/extract/worker"
	_ "quire/internal/hugeheap" // as cmd/quire has it
	"quire/knowledge/source"
	"quire/pipeline"
	"quire/publish"
)

// here runs extractors in this process, to measure what workers cost.
type here struct{ registry *extract.Registry }

func (x here) Extract(ctx context.Context, j worker.Job, newSink func() extract.Sink) error {
	in := extract.Input{ReaderAt: j.Body(), Size: j.Size, Name: j.Name, Format: j.Format, Options: j.Options}
	return extract.Read(ctx, x.registry.Named(j.Extractor), in, j.Limits, newSink())
}

// BenchmarkIsolation syncs a folder (QUIRE_BENCH_CORPUS, or the sample corpus) with
// extractors in workers and in this process, both within the memory of a sync.
func BenchmarkIsolation(b *testing.B) {
	corpus := os.Getenv("QUIRE_BENCH_CORPUS")
	if corpus == "" {
		corpus = "../../../sample-corpus/documents"
	}
	defer boundMemory()()
	os.Args[0] = filepath.Join(linkDir(b), "quire") // what workers are started as
	b.Run("here", func(b *testing.B) {
		defer reportProcessor(b)()
		for b.Loop() {
			x := here{formats.Registry(pdfCache())}
			syncOnce(b, corpus, x)
		}
	})
	b.Run("workers", func(b *testing.B) {
		defer reportProcessor(b)()
		for b.Loop() {
			pool, err := newPool(2)
			if err != nil {
				b.Fatal(err)
			}
			syncOnce(b, corpus, pool)
			pool.Close()
		}
	})
}

// reportProcessor reports the processor time of this process and of those it waited
// for, in milliseconds an iteration: steadier than the clock on a busy machine.
func reportProcessor(b *testing.B) func() {
	before := processorTime()
	return func() {
		b.ReportMetric(float64((processorTime()-before).Milliseconds())/float64(b.N), "cpu-ms/op")
	}
}

func syncOnce(b *testing.B, corpus string, x pipeline.Extractor) {
	b.Helper()
	root, err := os.OpenRoot(corpus)
	if err != nil {
		b.Fatal(err)
	}
	defer root.Close()
	home := b.TempDir()
	store, err := publish.Create(filepath.Join(home, "published"))
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	identity, err := source.ParseIdentity(nil)
	if err != nil {
		b.Fatal(err)
	}
	r, err := pipeline.Sync(context.Background(), pipeline.Options{
		Roots:    []pipeline.Root{{Name: "corpus", Dir: root, Own: func(string) bool { return false }}},
		Identity: identity, Store: store, Registry: formats.Registry(""), Extractor: x, CacheDir: home, Count: tokens.New().Count,
		Jobs: 2, Keep: 5, Now: time.Now, SaveIdentity: func([]byte) error { return nil },
	})
	if err != nil || !r.Published {
		b.Fatalf("published nothing: %v", err)
	}
}
