package latex

import (
	"context"
	"strconv"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

type extractor struct{}

// New returns the extractor of the format latex.
func New() extract.Extractor { return extractor{} }

func (extractor) Name() string      { return "latex" }
func (extractor) Version() int      { return 1 }
func (extractor) Formats() []string { return []string{"latex"} }

// maxUnit is how many bytes of text a section holds before it goes on in another
// unit, maxBlock how many a block holds.
const (
	maxUnit  = 64 << 10
	maxBlock = 16 << 10
)

// Extract delivers one section unit for each heading.
func (extractor) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	d, err := extract.Decode(ctx, in, lim.WithDefaults())
	if err != nil {
		return err
	}
	src := strings.ReplaceAll(strings.ReplaceAll(d.Text, "\r\n", "\n"), "\r", "\n")
	r := newReader(ctx, src)
	r.document()
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := d.Open(sink, r.meta); err != nil {
		return err
	}
	if err := deliver(ctx, r.out, sink); err != nil {
		return err
	}
	return d.Rest()
}

// piece is a block, the lines it stands on, and what its unit has to know.
type piece struct {
	block       extract.Block
	first, last int
	links       []knowledge.Link
	images      int
}

// deliver makes sections of pieces.
func deliver(ctx context.Context, pieces []piece, sink extract.Sink) error {
	var u *extract.Unit
	first, last, size, ordinal := 0, 0, 0, 0
	flush := func() error {
		if u == nil {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if u.Title != "" {
			u.Locator = u.Locator.With("heading", u.Title)
		}
		u.Locator = u.Locator.Join(lines(first, last))
		done := *u
		u = nil
		return sink.Unit(done)
	}
	title := ""
	for _, p := range pieces {
		n := len(p.block.Text)
		for _, row := range p.block.Rows {
			for _, c := range row {
				n += len(c.Text) + 3
			}
		}
		heading := p.block.Kind == knowledge.Heading
		if heading || u != nil && size+n > maxUnit {
			if err := flush(); err != nil {
				return err
			}
		}
		if heading {
			title = knowledge.Line(p.block.Text, knowledge.MaxTitle)
		}
		if u == nil {
			ordinal++
			u = &extract.Unit{Name: knowledge.UnitName(knowledge.Section, ordinal), Kind: knowledge.Section, Ordinal: ordinal, Title: title}
			first, last, size = p.first, p.last, 0
		}
		p.block.Locator = lines(p.first, p.last)
		u.Blocks = append(u.Blocks, p.block)
		u.Links = append(u.Links, p.links...)
		u.Images += p.images
		first, last, size = min(first, p.first), max(last, p.last), size+n
	}
	return flush()
}

func lines(first, last int) knowledge.Locator {
	return knowledge.Loc("lines", strconv.Itoa(first)+"-"+strconv.Itoa(last))
}
