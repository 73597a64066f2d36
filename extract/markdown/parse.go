package markdown

import (
	"fmt"
	"sort"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"quire/extract"
	"quire/knowledge"
)

// piece is a block on its way into a unit.
type piece struct {
	block       extract.Block
	first, last int // lines of the original
	heading     bool
	continues   bool // rows that go on with the table of the piece before
	images      int  // pictures that have no block
	links       []knowledge.Link
}

// read parses src and returns its pieces in the order of the original. skipped
// is the number of lines of the original before src. Where markup is false only
// headings, fences and paragraphs are told apart.
func read(src []byte, skipped int, markup bool) (pieces []piece, err error) {
	// The parser is not ours: what it does on hostile input ends here.
	defer func() {
		if p := recover(); p != nil {
			pieces, err = nil, fmt.Errorf("parse markdown: %s: %w", extract.PanicText(p), extract.ErrDamaged)
		}
	}()
	w := &walker{src: src, lines: newLineIndex(src, skipped)}
	w.at = skipped + 1
	root := newParser(markup).Parse(text.NewReader(src))
	w.notes = footnotes(root)
	w.blocks(root, place{level: -1})
	// Footnotes are gathered in the tree but stand anywhere.
	sort.SliceStable(w.out, func(i, j int) bool { return w.out[i].first < w.out[j].first })
	return w.out, nil
}

// newParser returns the parser of one slice. Of the footnote extension it takes
// the two parsers only: its last step drops notes that nothing refers to.
func newParser(markup bool) parser.Parser {
	if !markup {
		return parser.NewParser(parser.WithBlockParsers(
			util.Prioritized(parser.NewATXHeadingParser(), 100),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 200),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		))
	}
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.DefinitionList))
	p := md.Parser()
	p.AddOptions(
		parser.WithBlockParsers(util.Prioritized(extension.NewFootnoteBlockParser(), 999)),
		parser.WithInlineParsers(util.Prioritized(extension.NewFootnoteParser(), 101)),
	)
	return p
}

// footnotes returns the labels of the footnotes by the numbers they were given.
func footnotes(root ast.Node) map[int]string {
	out := map[int]string{}
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Type() != ast.TypeBlock {
			return out
		}
		if f, ok := n.(*east.Footnote); ok {
			out[f.Index] = string(f.Ref)
		}
		for k, v := range footnotes(n) {
			out[k] = v
		}
	}
	return out
}

// lineIndex turns byte offsets into line numbers of the original.
type lineIndex struct {
	starts []int // of each line
	before int
}

func newLineIndex(src []byte, before int) lineIndex {
	x := lineIndex{starts: []int{0}, before: before}
	for i, c := range src {
		if c == '\n' {
			x.starts = append(x.starts, i+1)
		}
	}
	return x
}

// at returns the number of the line, from 1, that holds offset.
func (x lineIndex) at(offset int) int {
	return sort.SearchInts(x.starts, offset+1) + x.before
}

// line returns a line by its number, without its end.
func (x lineIndex) line(src []byte, n int) []byte {
	n -= x.before + 1
	if n < 0 || n >= len(x.starts) {
		return nil
	}
	end := len(src)
	if n+1 < len(x.starts) {
		end = x.starts[n+1] - 1
	}
	return src[x.starts[n]:end]
}

// extent returns the first and the last line that a node stands on, of a block
// without lines of its own those of what it holds.
func (w *walker) extent(n ast.Node) (first, last int) {
	lo, hi := -1, -1
	w.reach(n, &lo, &hi)
	if lo < 0 {
		return w.at, w.at // nothing says where it is: behind the block before
	}
	return w.lines.at(lo), w.lines.at(hi)
}

func (w *walker) reach(n ast.Node, lo, hi *int) {
	grow := func(from, to int) {
		if from < 0 || from > len(w.src) {
			return
		}
		if *lo < 0 || from < *lo {
			*lo = from
		}
		*hi = max(*hi, from, to-1)
	}
	switch v := n.(type) {
	case *ast.Text:
		grow(v.Segment.Start, v.Segment.Stop)
	case *ast.RawHTML:
		for i := range v.Segments.Len() {
			s := v.Segments.At(i)
			grow(s.Start, s.Stop)
		}
	}
	if n.Type() == ast.TypeBlock {
		grow(n.Pos(), n.Pos())
		ls := n.Lines()
		for i := range ls.Len() {
			grow(ls.At(i).Start, ls.At(i).Stop)
		}
		if h, ok := n.(*ast.HTMLBlock); ok && h.HasClosure() {
			grow(h.ClosureLine.Start, h.ClosureLine.Stop)
		}
		if ls.Len() > 0 {
			return
		}
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.reach(c, lo, hi)
	}
}
