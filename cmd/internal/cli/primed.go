package cli

import (
	"context"
	"sync"

	"quire/extract"
	"quire/extract/pdf"
	"quire/extract/worker"
)

// primed is a pool that compiles PDFium once before the first PDF.
type primed struct {
	*worker.Pool
	once *sync.Once
	say  func(string) // tells a person why the first PDF takes a while
}

// Extract implements pipeline.Extractor.
func (p primed) Extract(ctx context.Context, j worker.Job, newSink func() extract.Sink) error {
	if j.Extractor == "pdfium" || j.Extractor == pdf.DrawingName {
		p.once.Do(func() { primePDF(ctx, p.say) })
	}
	return p.Pool.Extract(ctx, j, newSink)
}
