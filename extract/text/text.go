package text

import (
	"context"
	"fmt"
	"strconv"

	"quire/extract"
	"quire/extract/charset"
	"quire/knowledge"
)

type extractor struct{}

// New returns the extractor of the format text.
func New() extract.Extractor { return extractor{} }

func (extractor) Name() string { return "text" }
func (extractor) Version() int { return 1 }

// Formats lists plain text, and data formats that are read as the text they are:
// their keys and values are found, their structure is not known.
func (extractor) Formats() []string { return []string{"text", "json", "jsonl", "yaml", "xml"} }

// Extract delivers the parts of a text. Of a file over lim.Text bytes it reads
// the beginning.
func (extractor) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	lim = lim.WithDefaults()
	whole := in.Size
	in.Size = min(in.Size, lim.Text)
	b, err := in.All(lim.Bytes)
	if err != nil {
		return err
	}
	decoded, name, confidence := charset.Decode(b, "")
	if err := sink.Meta(knowledge.Metadata{Charset: name}); err != nil {
		return err
	}
	if confidence < uncertain {
		err := sink.Issue(knowledge.Issue{Code: "charset-uncertain", Severity: knowledge.Warning,
			Detail: fmt.Sprintf("the encoding is not known for sure; the text was read as %s", name)})
		if err != nil {
			return err
		}
	}
	if err := deliver(ctx, decoded, sink); err != nil {
		return err
	}
	if whole > in.Size {
		return &extract.LimitError{Limit: "text", Max: lim.Text}
	}
	return nil
}

// uncertain is the confidence of charset.Decode below which a person should look
// at the text.
const uncertain = 25

func deliver(ctx context.Context, decoded string, sink extract.Sink) error {
	p := partition{}
	for ps := range paragraphs(decoded) {
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
