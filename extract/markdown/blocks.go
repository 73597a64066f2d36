package markdown

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"quire/extract"
	"quire/knowledge"
)

// walker turns the tree into pieces.
type walker struct {
	src   []byte
	lines lineIndex
	notes map[int]string // labels of footnotes by their number
	out   []piece
	at    int // last line of the last piece
}

// place is where in the tree a block stands.
type place struct {
	level int // nesting of lists, -1 outside of them
	quote bool
	note  string // label of the footnote
}

// maxLevel bounds the nesting that is shown.
const maxLevel = 20

func (w *walker) blocks(parent ast.Node, p place) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		w.block(n, p)
	}
}

func (w *walker) block(n ast.Node, p place) {
	switch v := n.(type) {
	case *ast.Heading:
		w.heading(v, p)
	case *ast.Paragraph, *ast.TextBlock:
		w.paragraph(n, p)
	case *ast.Blockquote:
		p.quote = true
		w.blocks(n, p)
	case *ast.List:
		w.list(v, p)
	case *ast.FencedCodeBlock:
		w.code(n, string(v.Language(w.src)))
	case *ast.CodeBlock:
		w.code(n, "")
	case *ast.HTMLBlock:
		w.html(v, p)
	case *east.Table:
		w.table(v)
	case *east.Footnote:
		p.note = string(v.Ref)
		w.blocks(n, p)
	case *east.DefinitionTerm:
		w.paragraph(n, p)
	case *east.DefinitionDescription:
		w.item(n, "", place{level: p.level + 1, quote: p.quote, note: p.note})
	case *ast.ThematicBreak:
	default:
		if n.Type() == ast.TypeBlock {
			w.blocks(n, p)
		}
	}
}

// emit adds a piece on the lines of n.
func (w *walker) emit(n ast.Node, b extract.Block, in *inlines) *piece {
	first, last := w.extent(n)
	return w.emitAt(first, last, b, in)
}

func (w *walker) emitAt(first, last int, b extract.Block, in *inlines) *piece {
	w.at = last
	p := piece{block: b, first: first, last: last}
	if in != nil {
		p.links, p.images = in.links, in.images
	}
	w.out = append(w.out, p)
	return &w.out[len(w.out)-1]
}

func (w *walker) heading(h *ast.Heading, p place) {
	in := w.inline(h)
	if _, top := h.Parent().(*ast.Document); !top {
		w.emit(h, textBlock(in.text(), p), in)
		return
	}
	piece := w.emit(h, extract.Head(h.Level, in.text()), in)
	piece.heading = true
	if next := bytes.TrimSpace(w.lines.line(w.src, piece.last+1)); setext(w.lines.line(w.src, piece.first)) && len(next) > 0 && bytes.Trim(next, "=-") == nil {
		piece.last++
	}
}

// setext reports whether a heading that stands on line is of the kind that is
// underlined.
func setext(line []byte) bool { return !bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("#")) }

// textBlock is a paragraph as its place wants it.
func textBlock(text string, p place) extract.Block {
	b := extract.Text(text)
	switch {
	case p.note != "":
		b.Kind = knowledge.NoteText
		b.Text = fmt.Sprintf("[^%s] %s", p.note, text)
	case p.quote:
		b.Kind = knowledge.Quote
	}
	return b
}

func (w *walker) paragraph(n ast.Node, p place) {
	if f, ok := w.formula(n); ok {
		w.emit(n, extract.Block{Kind: knowledge.Formula, Text: f}, nil)
		return
	}
	in := w.inline(n)
	if in.images > 0 && !in.other {
		in.images-- // it has a block
		w.emit(n, extract.Block{Kind: knowledge.Image, Text: in.text()}, in)
		return
	}
	w.emit(n, textBlock(in.text(), p), in)
}

// formula returns the source of a paragraph that is one displayed formula.
func (w *walker) formula(n ast.Node) (string, bool) {
	if n.Lines() == nil {
		return "", false
	}
	s := bytes.TrimSpace(n.Lines().Value(w.src))
	s, open := bytes.CutPrefix(s, []byte("$$"))
	s, closed := bytes.CutSuffix(s, []byte("$$"))
	return string(bytes.TrimSpace(s)), open && closed && len(s) > 0 && !bytes.Contains(s, []byte("$$"))
}

func (w *walker) list(l *ast.List, p place) {
	p.level++
	number := l.Start
	for n := l.FirstChild(); n != nil; n = n.NextSibling() {
		marker := ""
		if l.IsOrdered() {
			marker = fmt.Sprintf("%d%c", number, l.Marker)
			number++
		}
		w.item(n, marker, p)
	}
}

// item emits a list item: its paragraphs as one block, whatever else it holds as
// blocks behind it.
func (w *walker) item(n ast.Node, marker string, p place) {
	own := -1 // index of the item's block while nothing else has followed it
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c.(type) {
		case *ast.Paragraph, *ast.TextBlock:
			in := w.inline(c)
			switch {
			case own >= 0 && own == len(w.out)-1:
				item := &w.out[own]
				_, item.last = w.extent(c)
				item.block.Text += "\n" + in.text()
				item.links = append(item.links, in.links...)
				item.images += in.images
				w.at = item.last
				continue
			case own >= 0:
				w.emit(c, textBlock(in.text(), p), in)
				continue
			}
			b := extract.Block{Kind: knowledge.ListItem, Level: min(p.level, maxLevel), Marker: marker, Text: in.text()}
			if p.note != "" {
				b.Kind, b.Level = knowledge.NoteText, 0
				b.Text = strings.TrimSpace(marker + " " + b.Text)
			}
			w.emit(c, b, in)
			own = len(w.out) - 1
		default:
			w.block(c, p)
		}
	}
}

func (w *walker) code(n ast.Node, language string) {
	first, last := w.extent(n)
	_, fenced := n.(*ast.FencedCodeBlock)
	if fenced {
		if next := bytes.TrimLeft(w.lines.line(w.src, last+1), "> \t"); bytes.HasPrefix(next, []byte("```")) || bytes.HasPrefix(next, []byte("~~~")) {
			last++
		}
	}
	w.emitAt(first, last, extract.Block{Kind: knowledge.Code, Text: string(n.Lines().Value(w.src)), Language: language}, nil)
}

func (w *walker) table(t *east.Table) {
	var rows [][]extract.Cell
	all := &inlines{}
	for r := t.FirstChild(); r != nil; r = r.NextSibling() {
		var row []extract.Cell
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			in := w.inline(c)
			row = append(row, extract.Cell{Text: in.text()})
			all.links = append(all.links, in.links...)
			all.images += in.images
		}
		rows = append(rows, row)
	}
	first, last := w.extent(t)
	for i := 1; i < len(rows); i++ {
		rows[i] = append(rows[i], w.surplus(first+1+i, len(rows[0]))...)
	}
	if len(rows) == 1 {
		last = max(last, first+1) // the rule under the header
	}
	w.emitAt(first, last, extract.Block{Kind: knowledge.Table, Rows: rows, HeaderRows: min(1, len(rows))}, all)
}

// surplus returns the cells of the row on a line beyond those that the header of
// its table has room for. Markdown does not show them, but someone wrote them.
func (w *walker) surplus(line, columns int) []extract.Cell {
	source := string(bytes.Trim(w.lines.line(w.src, line), "> \t\r\n"))
	source = strings.TrimSuffix(strings.TrimPrefix(source, "|"), "|")
	if strings.Count(source, "|") < columns {
		return nil
	}
	cells := strings.Split(strings.ReplaceAll(source, `\|`, "\x00"), "|")
	var out []extract.Cell
	for _, c := range cells[min(columns, len(cells)):] {
		out = append(out, extract.Cell{Text: strings.TrimSpace(strings.ReplaceAll(c, "\x00", "|"))})
	}
	for len(out) > 0 && out[len(out)-1].Text == "" {
		out = out[:len(out)-1]
	}
	return out
}
