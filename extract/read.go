package extract

import (
	"context"

	"quire/extract/census"
	"quire/knowledge"
)

// CensusSink is a Sink that also takes what a second look at the original counted.
type CensusSink interface {
	Census(c knowledge.Census) error
}

// Read runs an extractor and then counts the parts of the original a second time, by
// code that knows nothing of what the extractor delivered. It returns the error of
// the extractor.
func Read(ctx context.Context, x Extractor, in Input, lim Limits, sink Sink) error {
	err := x.Extract(ctx, in, lim, sink)
	s, ok := sink.(CensusSink)
	if !ok || in.Options.Draw.DPI != 0 || ctx.Err() != nil || in.Size > lim.WithDefaults().Bytes {
		return err
	}
	if stop := s.Census(census.Of(in, in.Size, in.Format)); err == nil {
		err = stop
	}
	return err
}
