package pdf

import (
	"bytes"
	"context"

	"quire/extract"
	"quire/knowledge"
)

// DrawingName is the name by which the registry knows the extractor that Drawing
// returns.
const DrawingName = "pdf-drawing"

// drawer delivers a picture of a place instead of its text.
type drawer struct{ engine *Extractor }

// Drawing returns an extractor that reads no format: a worker runs it to draw the
// place that Options.Draw names. The picture is delivered as a child.
func Drawing(cacheDir string) extract.Extractor { return drawer{PDFium(cacheDir)} }

func (drawer) Name() string      { return DrawingName }
func (drawer) Version() int      { return 1 }
func (drawer) Formats() []string { return nil }

// Warm starts the engine now.
func (d drawer) Warm() error { return d.engine.Warm() }

func (d drawer) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	picture, err := d.engine.Render(ctx, in, in.Options.Draw.At, in.Options.Draw.DPI, lim)
	if err != nil {
		return err
	}
	return sink.Child(knowledge.Child{Member: in.Options.Draw.At, Name: "picture.png"}, bytes.NewReader(picture))
}
