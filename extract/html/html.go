package html

import (
	"context"
	"io"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/extract"
	"quire/knowledge"
)

// lowConfidence is the confidence of charset.Decode, in per cent, below which its
// answer is a guess.
const lowConfidence = 40

// maxBytes is how much of a file is read: the tree of more would not fit into a
// worker's memory. Longer files are cut off and say so.
const maxBytes = 64 << 20

// New returns the extractor of HTML and XHTML files.
func New() extract.Extractor { return extractor{} }

type extractor struct{}

func (extractor) Name() string      { return "html" }
func (extractor) Version() int      { return 4 }
func (extractor) Formats() []string { return []string{"html"} }

// Extract delivers one section unit for each heading.
func (extractor) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	lim = lim.WithDefaults()
	size := min(in.Size, maxBytes, lim.Bytes)
	data, err := io.ReadAll(io.NewSectionReader(in, 0, size))
	if err != nil {
		return err
	}
	page := Read(data, Options{Page: true, Limits: lim})
	if size < in.Size {
		e := &extract.LimitError{Limit: "bytes", Max: size}
		page.Issues = append(page.Issues, knowledge.Issue{Code: e.Code(), Severity: knowledge.Error, Detail: "only the beginning of the file was read"})
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := sink.Meta(page.Meta); err != nil {
		return err
	}
	for _, i := range page.Issues {
		if err := sink.Issue(i); err != nil {
			return err
		}
	}
	for _, u := range page.Sections(knowledge.Locator{}, 1, lim.UnitBytes) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := sink.Unit(u); err != nil {
			return err
		}
	}
	return page.Deliver(ctx, sink)
}

// Options say what a piece of HTML is. The zero value is a fragment whose
// character set is unknown.
type Options struct {
	// Charset is what the transport says: the charset parameter of a mail part or
	// the encoding of a container. It outranks what the markup declares.
	Charset string
	// Page says that this is a web page: what surrounds the text (navigation,
	// banners, link lists) is flagged as furniture. Mail bodies and chapters of
	// books have none.
	Page bool
	// Base stands in front of the locator of every block.
	Base knowledge.Locator
	// Limits bound the tree: elements, nodes and attributes count here.
	Limits extract.Limits
	// Address is where the piece was found: its relative addresses start there.
	Address string
	// Styles are style sheets that stand beside the piece.
	Styles []string
	// Find returns where the bytes of a picture stand whose address the piece
	// gives, if they are in the same file. It may be nil.
	Find func(address string) (knowledge.Locator, bool)
}

// Page is what Read makes of a piece of HTML.
type Page struct {
	Meta   knowledge.Metadata
	Blocks []Block
	Images int              // pictures in a piece without any block
	Links  []knowledge.Link // likewise
	Media  []Media
	Issues []knowledge.Issue
}

// Read returns the blocks of a piece of HTML in document order. It never fails:
// what cannot be read is among the issues.
func Read(b []byte, o Options) *Page {
	o.Limits = o.Limits.WithDefaults()
	text, name, confidence := decode(b, o.Charset)
	page := &Page{}
	t := parse(text, o.Limits)
	if t.deep {
		page.issue("limit:elements", knowledge.Warning, "elements nested too deeply were flattened")
	}
	if t.long {
		page.issue("limit:nodes", knowledge.Error, "the document has too many elements; the rest was not read")
	}
	if t.wide {
		page.issue("limit:attributes", knowledge.Warning, "elements have too many attributes; the rest of these was not read")
	}
	if confidence < lowConfidence {
		page.issue("charset-unsure", knowledge.Note, "the character set had to be guessed: "+name)
	}
	page.Meta = metadata(t.root)
	page.Meta.Charset = name
	w := walker{survey: &survey{of: map[*nethtml.Node]*info{}, sheet: readSheets(t.root, o.Styles), rules: o.Page, n: -1}, base: o.Base, home: homeOf(t.root, o.Address), find: o.Find}
	w.survey.weigh(t.root, around{})
	if w.survey.sheet.steps < 0 {
		page.issue("limit:styles", knowledge.Note, "the style sheets are too long to apply: hidden text may count as seen")
	}
	if body := element(t.root, atom.Body); body != nil && o.Page {
		w.survey.settle(body)
	}
	p := place{node: t.root}
	w.children(t.root, p)
	w.flush(p)
	if o.Page {
		flagImprint(w.out)
	}
	page.Blocks, page.Images, page.Links, page.Media = w.out, w.images, w.links, w.media.all
	return page
}

func (p *Page) issue(code string, s knowledge.Severity, detail string) {
	p.Issues = append(p.Issues, knowledge.Issue{Code: code, Severity: s, Detail: detail})
}
