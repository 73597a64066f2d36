package text

import (
	"context"
	"strconv"

	"quire/extract"
	"quire/knowledge"
)

type extractor struct{}

// New returns the extractor of the format text.
func New() extract.Extractor { return extractor{} }

func (extractor) Name() string { return "text" }
func (extractor) Version() int { return 2 }

func (extractor) Formats() []string { return []string{"text"} }

// Extract delivers the parts of a text. Of a file over lim.Text bytes it reads
// the beginning.
func (extractor) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	d, err := extract.Decode(ctx, in, lim.WithDefaults())
	if err != nil {
		return err
	}
	if err := d.Open(sink, knowledge.Metadata{}); err != nil {
		return err
	}
	if err := Deliver(ctx, d.Text, sink); err != nil {
		return err
	}
	return d.Rest()
}

// Deliver delivers the parts of a text that is decoded already: what other
// extractors do with a text in which they do not find their format.
func Deliver(ctx context.Context, decoded string, sink extract.Sink) error {
	p := partition{nature: natureOf(decoded)}
	for ps := range paragraphs(decoded) {
		if p.begins(&ps) {
			if err := p.flush(ctx, sink); err != nil {
				return err
			}
		}
		if p.add(ps) {
			if err := p.flush(ctx, sink); err != nil {
				return err
			}
		}
	}
	return p.flush(ctx, sink)
}

// lines is the locator of lines first to last of the original.
func lines(first, last int) knowledge.Locator {
	return knowledge.Loc("lines", strconv.Itoa(first)+"-"+strconv.Itoa(last))
}
