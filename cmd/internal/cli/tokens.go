package cli

import (
	"context"
	"sync"

	"github.com/tiktoken-go/tokenizer"

	"quire/extract"
	"quire/extract/worker"
)

// countTokens returns a function that counts o200k tokens. The vocabulary is
// loaded by its first call.
func countTokens() func(string) int {
	load := sync.OnceValue(func() tokenizer.Codec {
		codec, err := tokenizer.Get(tokenizer.O200kBase)
		if err != nil {
			panic(err) // the vocabulary is linked in
		}
		return codec
	})
	return func(s string) int {
		n, err := load().Count(s)
		if err != nil {
			return len(s) // a token covers at least one byte
		}
		return n
	}
}

// primed is a pool that compiles PDFium once before the first PDF.
type primed struct {
	*worker.Pool
	once *sync.Once
}

// Extract implements pipeline.Extractor.
func (p primed) Extract(ctx context.Context, j worker.Job, newSink func() extract.Sink) error {
	if j.Extractor == "pdfium" {
		p.once.Do(func() { primePDF(ctx) })
	}
	return p.Pool.Extract(ctx, j, newSink)
}
