package markdown

import (
	"context"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

type extractor struct{}

// New returns the extractor of the format markdown.
func New() extract.Extractor { return extractor{} }

func (extractor) Name() string      { return "markdown" }
func (extractor) Version() int      { return 3 }
func (extractor) Formats() []string { return []string{"markdown"} }

// Extract delivers the sections of a document. Of a file over lim.Text bytes it
// reads the beginning.
func (extractor) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	d, err := extract.Decode(ctx, in, lim.WithDefaults())
	if err != nil {
		return err
	}
	text := strings.ReplaceAll(strings.ReplaceAll(d.Text, "\r\n", "\n"), "\r", "\n")
	front, body, skipped := cutFrontMatter(text)
	if err := d.Open(sink, front.metadata()); err != nil {
		return err
	}
	if err := sections(ctx, front.prose(skipped), body, skipped, sink); err != nil {
		return err
	}
	return d.Rest()
}

// sections delivers the texts of the front matter and what stands below it.
func sections(ctx context.Context, front []piece, body string, skipped int, sink extract.Sink) error {
	g := gatherer{ctx: ctx, sink: sink}
	if err := g.take(front); err != nil {
		return err
	}
	for part, before := range slices(body, skipped) {
		if err := ctx.Err(); err != nil {
			return err
		}
		markup := !tooComplex([]byte(part))
		if !markup {
			err := sink.Issue(knowledge.Issue{Code: "too-complex", Severity: knowledge.Warning, Locator: lineRange(before+1, before+strings.Count(part, "\n")+1),
				Detail: "markup that takes too long to read was taken as plain text"})
			if err != nil {
				return err
			}
		}
		pieces, err := read([]byte(part), before, markup)
		if err != nil {
			return err
		}
		if err := g.take(pieces); err != nil {
			return err
		}
	}
	return g.flush()
}
