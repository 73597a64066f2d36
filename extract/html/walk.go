package html

import (
	"slices"
	"strconv"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/extract"
	"quire/knowledge"
)

// Block is a block, and what the unit that holds it has to know beside it.
type Block struct {
	extract.Block
	Links  []knowledge.Link
	Images int // pictures in it that have no block of their own
	// Continues says that the block goes on with the table before it, see Fit.
	Continues bool
}

// walker turns a tree into blocks.
type walker struct {
	survey *survey
	base   knowledge.Locator
	home   home // what relative addresses are relative to
	media  media
	find   func(address string) (knowledge.Locator, bool)
	line   line            // running text that is in no block yet
	told   map[string]bool // long forms of abbreviations that are written out
	later  []Block         // hidden pieces and pictures out of that text: they follow its block
	out    []Block
	images int              // pictures without a block, waiting for one
	links  []knowledge.Link // links without text, waiting likewise
}

// place is what the elements around say about a piece of text.
type place struct {
	node   *nethtml.Node // innermost block element, for the locator
	flags  []knowledge.Flag
	kind   knowledge.BlockKind // of running text: Paragraph, Quote or Caption
	item   *item               // innermost list item
	level  int                 // nesting of lists
	flat   string              // not empty: in a heading or cell; what parts blocks there
	pre    bool
	chrome bool
	hidden bool
}

// item is a list item that is being read.
type item struct {
	marker string
	level  int
	at     int // index in out of its block plus one, 0 before it has one
}

// children walks what is in n.
func (w *walker) children(n *nethtml.Node, p place) {
	for c := range n.ChildNodes() {
		switch c.Type {
		case nethtml.TextNode:
			if p.pre {
				w.line.raw(c.Data)
			} else {
				w.line.text(c.Data)
			}
		case nethtml.ElementNode:
			w.element(c, p)
		}
	}
}

func (w *walker) element(n *nethtml.Node, p place) {
	if framing[n.DataAtom] {
		w.frames(n)
		w.areas(n, p)
	}
	in := w.survey.of[n]
	if in == nil || dropped[n.DataAtom] {
		return
	}
	q := p
	switch {
	case in.hidden && !p.hidden:
		q.hidden = true
		q.flags = withFlag(p.flags, hiddenFlag(in.why))
	case p.hidden && !in.hidden: // in what is hidden, but seen
		q.hidden = false
		q.flags = slices.DeleteFunc(slices.Clone(p.flags), isHiddenFlag)
	}
	if in.chrome && !p.chrome {
		q.chrome = true
		q.flags = withFlag(q.flags, knowledge.Furniture)
	}
	if q.hidden == p.hidden && q.chrome == p.chrome {
		w.visit(n, q, p)
		return
	}
	q.item = nil
	bare := q.chrome && in.prose == 0
	switch inside := p.flat != "" || !isBlock(n); {
	case inside:
		w.aside(n, q, bare)
	case bare:
		w.flush(p)
		w.flatten(n, q)
	default:
		w.visit(n, q, p)
	}
}

func withFlag(flags []knowledge.Flag, f knowledge.Flag) []knowledge.Flag {
	out := append(slices.Clone(flags), f)
	slices.Sort(out)
	return out
}

// aside reads n, which is flagged and stands inside running text, into blocks of
// its own that follow that text; into one block where bare is set.
func (w *walker) aside(n *nethtml.Node, p place, bare bool) {
	kept, later, out := w.line, w.later, w.out
	w.line, w.later, w.out = line{}, nil, nil
	p.item, p.flat, p.pre, p.node = nil, "", false, n
	if bare {
		w.flatten(n, p)
	} else {
		w.visit(n, p, p)
		w.flush(p)
	}
	w.later = append(later, w.out...)
	w.line, w.out = kept, out
	if isBlock(n) {
		w.line.gap()
	}
}

// flatten reads an element without running text (a menu, a row of buttons) into
// one block of lines.
func (w *walker) flatten(n *nethtml.Node, p place) {
	p.node, p.kind, p.flat = n, knowledge.Paragraph, "\n"
	if isBlock(n) {
		w.flatBlock(n, p)
	} else if !w.special(n, p) {
		w.inlineElement(n, p)
	}
	p.flat = ""
	w.flush(p)
}

// visit reads an element. outer is the place around it.
func (w *walker) visit(n *nethtml.Node, p, outer place) {
	if level := headingLevel(n); level > 0 && p.flat == "" {
		w.heading(n, level, p, outer)
		return
	}
	if w.special(n, p) {
		return
	}
	if !isBlock(n) {
		w.inlineElement(n, p)
		return
	}
	if p.flat != "" {
		w.part(p)
		w.flatBlock(n, p)
		w.part(p)
		return
	}
	w.flush(outer)
	p.node = n
	w.block(n, p)
}

// part separates two blocks in flat text.
func (w *walker) part(p place) {
	if p.flat == "\n" {
		if len(w.line.buf) > 0 && w.line.breaks == 0 {
			w.line.breaks = 1
		}
		return
	}
	w.line.gap()
}

// block reads a block element whose surroundings are flushed.
func (w *walker) block(n *nethtml.Node, p place) {
	switch n.DataAtom {
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		w.list(n, p)
		return
	case atom.Dl:
		w.definitions(n, p)
		return
	case atom.Table:
		w.table(n, p)
		return
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		w.preformatted(n, p)
		return
	case atom.Details:
		if !hasAttr(n, "open") {
			w.details(n, p)
			return
		}
	case atom.Blockquote:
		p.kind, p.item = knowledge.Quote, nil
	case atom.Figcaption, atom.Caption:
		p.kind = knowledge.Caption
	}
	w.children(n, p)
	w.flush(p)
}

// collapsed labels what a reader sees after opening it: the answers of a list of
// questions, the long form of a summary. It is text of the page all the same.
const collapsed knowledge.Flag = "collapsed"

// details reads a details element that is closed: all but its summary is
// collapsed.
func (w *walker) details(n *nethtml.Node, p place) {
	q := p
	q.flags = withFlag(p.flags, collapsed)
	summary := false
	for c := range n.ChildNodes() {
		if c.DataAtom == atom.Summary && !summary {
			summary = true
			w.flush(q)
			w.element(c, p)
			continue
		}
		w.oneChild(c, q)
	}
	w.flush(q)
}

// flatBlock reads a block element inside a heading or a cell.
func (w *walker) flatBlock(n *nethtml.Node, p place) {
	switch n.DataAtom {
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		w.flatList(n, p)
	case atom.Table:
		w.flatTable(n, p)
	default:
		w.children(n, p)
	}
}

// headingLevel returns the level of a heading element, 0 for any other.
func headingLevel(n *nethtml.Node) int {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return int(n.Data[1] - '0')
	}
	if attr(n, "role") == "heading" {
		level, err := strconv.Atoi(attr(n, "aria-level"))
		if err != nil {
			level = 2
		}
		return min(max(level, 1), 6)
	}
	return 0
}

// heading delivers a heading. One that is flagged, quoted or holds a paragraph's
// worth of text is a paragraph: it must not stand over what follows.
func (w *walker) heading(n *nethtml.Node, level int, p, outer place) {
	w.flush(outer)
	p.node, p.flat = n, " "
	w.children(n, p)
	text, ok := w.take()
	if !ok {
		w.finish(nil)
		return
	}
	b := w.newBlock(knowledge.Heading, text, p)
	b.Level = level
	if p.hidden || p.chrome || len(text) > 500 {
		b.Kind, b.Level = knowledge.Paragraph, 0
	}
	w.finish(&b)
}
