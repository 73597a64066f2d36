package pptx

import (
	"context"
	"errors"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

type reader struct{}

// New returns the extractor of PPTX.
func New() extract.Extractor { return reader{} }

// Name implements extract.Extractor.
func (reader) Name() string { return "pptx" }

// Version implements extract.Extractor.
func (reader) Version() int { return 3 }

// Formats implements extract.Extractor.
func (reader) Formats() []string { return []string{"pptx"} }

// Extract implements extract.Extractor.
func (reader) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	pkg, main, err := ooxml.OpenMain(in, lim)
	if err != nil {
		return err
	}
	root, err := pkg.Tree(main)
	if err != nil && (root == nil || !errors.Is(err, extract.ErrDamaged)) {
		return err
	}
	if err := sink.Meta(pkg.Metadata()); err != nil {
		return err
	}
	if err := ooxml.PartIssue(sink, main, knowledge.Error, err); err != nil {
		return err
	}
	p := &presentation{pkg: pkg, sink: sink, main: main, layouts: map[string]*layout{}, shown: map[string]bool{}}
	size := root.Kid("p:sldSz")
	p.textStyle = root.Kid("p:defaultTextStyle")
	p.first = root.Int("firstSlideNum", 1)
	p.size = box{right: size.Int("cx", 0), bottom: size.Int("cy", 0)}
	if err := p.readAuthors(); err != nil {
		return err
	}
	if err := p.slides(ctx, root, lim.WithDefaults().Pages); err != nil {
		return err
	}
	return pkg.Children(ctx, sink)
}

// presentation is one run over one file.
type presentation struct {
	pkg       *ooxml.Package
	sink      extract.Sink
	main      string
	size      box // of a slide; zero where it is not said
	authors   map[string]string
	textStyle *ooxml.Node        // of text that takes after nothing else
	layouts   map[string]*layout // by part name; masters, too
	loads     ooxml.Loads        // from elsewhere
	first     int                // number of the first slide
	shown     map[string]bool    // fixed text of layouts that a slide has shown
}

// slides delivers the slides that the presentation lists, in its order.
func (p *presentation) slides(ctx context.Context, root *ooxml.Node, max int) error {
	rels := p.pkg.Rels(p.main)
	n := 0
	var ids []*ooxml.Node
	for _, list := range root.All("p:sldIdLst") { // one is usual; no slide of a second is lost
		ids = append(ids, list.All("p:sldId")...)
	}
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return err
		}
		if n++; n > max {
			return &extract.LimitError{Limit: "pages", Max: int64(max)}
		}
		rel, ok := rels.ByID(id.Attr("r:id"))
		if !ok || rel.External {
			err := p.sink.Issue(knowledge.Issue{Code: "missing-part", Severity: knowledge.Error, Locator: slideLocator(n), Detail: "the presentation lists a slide that it does not hold"})
			if err != nil {
				return err
			}
			// It has its number all the same: the issue there says that it failed.
			u := extract.Unit{Name: knowledge.UnitName(knowledge.Slide, n), Kind: knowledge.Slide, Ordinal: n, Locator: slideLocator(n)}
			if err := p.sink.Unit(u); err != nil {
				return err
			}
			continue
		}
		u, err := p.slide(rel.Target, n)
		if err != nil {
			return err
		}
		if err := p.sink.Unit(u); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// tree reads a part whose loss costs text or only looks. What could be read of a
// damaged part is used.
func (p *presentation) tree(part string, s knowledge.Severity) (*ooxml.Node, error) {
	if part == "" {
		return nil, nil
	}
	root, err := p.pkg.Tree(part)
	return root, ooxml.PartIssue(p.sink, part, s, err)
}
