package delimited

import (
	"context"
	"fmt"

	"quire/extract"
	"quire/extract/charset"
	"quire/knowledge"
)

type extractor struct{}

// New returns the extractor of the formats csv and tsv.
func New() extract.Extractor { return extractor{} }

// version is raised whenever the output for any input changes.
// 1: first.
// 2: columns and rows that are empty are left out; records are named.
const version = 2

func (extractor) Name() string      { return "delimited" }
func (extractor) Version() int      { return version }
func (extractor) Formats() []string { return []string{"csv", "tsv"} }

// uncertain is the confidence of charset.Decode below which a person should look
// at the text.
const uncertain = 25

// Extract delivers the table as one sheet with its row ranges. Of a file over
// lim.Text bytes it reads the beginning.
func (extractor) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	lim = lim.WithDefaults()
	text, err := decode(in, lim, sink)
	if err != nil {
		return err
	}
	if err := deliver(ctx, text, in.Format, lim.Cells, sink); err != nil {
		return err
	}
	if in.Size > lim.Text {
		return &extract.LimitError{Limit: "text", Max: lim.Text}
	}
	return nil
}

// decode reads the text of the file and tells the sink its encoding.
func decode(in extract.Input, lim extract.Limits, sink extract.Sink) (string, error) {
	in.Size = min(in.Size, lim.Text)
	b, err := in.All(lim.Bytes)
	if err != nil {
		return "", err
	}
	text, name, confidence := charset.Decode(b, "")
	if err := sink.Meta(knowledge.Metadata{Charset: name}); err != nil || confidence >= uncertain {
		return text, err
	}
	return text, sink.Issue(knowledge.Issue{
		Code: "charset-uncertain", Severity: knowledge.Warning,
		Detail: fmt.Sprintf("the encoding is not known for sure; the text was read as %s", name),
	})
}
