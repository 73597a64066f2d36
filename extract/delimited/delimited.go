package delimited

import (
	"context"

	"quire/extract"
	"quire/knowledge"
)

type extractor struct{}

// New returns the extractor of the formats csv and tsv.
func New() extract.Extractor { return extractor{} }

// version is raised whenever the output for any input changes.
// 1: first.
// 2: columns and rows that are empty are left out; records are named.
// 3: rows past the limits on columns and rows are named.
const version = 3

func (extractor) Name() string      { return "delimited" }
func (extractor) Version() int      { return version }
func (extractor) Formats() []string { return []string{"csv", "tsv"} }

// Extract delivers the table as one sheet with its row ranges. Of a file over
// lim.Text bytes it reads the beginning.
func (extractor) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	lim = lim.WithDefaults()
	d, err := extract.Decode(ctx, in, lim)
	if err != nil {
		return err
	}
	if err := d.Open(sink, knowledge.Metadata{}); err != nil {
		return err
	}
	if err := deliver(ctx, d.Text, in.Format, lim, sink); err != nil {
		return err
	}
	return d.Rest()
}
