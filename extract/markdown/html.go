package markdown

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/extract"
	"quire/knowledge"
)

// tag takes one tag of HTML inside a paragraph: it breaks a line, shows a
// picture, begins or ends a link, or changes how text looks, which is dropped.
func (in *inlines) tag(raw string) {
	z := html.NewTokenizer(strings.NewReader(raw))
	kind := z.Next()
	if kind != html.StartTagToken && kind != html.EndTagToken && kind != html.SelfClosingTagToken {
		return // comments and declarations
	}
	t := z.Token()
	switch {
	case kind == html.EndTagToken && t.Data == in.skip:
		in.skip = ""
	case in.skip != "":
	case kind == html.StartTagToken && silent(t.DataAtom):
		in.skip = t.Data
	case t.DataAtom == atom.Br:
		in.exact("\n")
	case t.DataAtom == atom.Img && kind != html.EndTagToken:
		in.picture(t)
	case t.DataAtom == atom.A && kind == html.StartTagToken:
		in.flush()
		in.open = append(in.open, anchor{attr(t, "href"), in.out.Len()})
	case t.DataAtom == atom.A && len(in.open) > 0:
		in.flush()
		last := in.open[len(in.open)-1]
		in.open = in.open[:len(in.open)-1]
		in.link(last.from, last.target)
	}
}

func (in *inlines) picture(t html.Token) {
	in.images++
	in.within++
	in.flush()
	from := in.out.Len()
	in.exact(attr(t, "alt"))
	in.within--
	in.link(from, attr(t, "src"))
}

func attr(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return strings.TrimSpace(a.Val)
		}
	}
	return ""
}

// silent reports whether the content of an element is no text of the document.
func silent(a atom.Atom) bool {
	switch a {
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Head, atom.Svg, atom.Iframe:
		return true
	}
	return false
}

// html turns a block of HTML into blocks by its tags: paragraphs, headings,
// items, rows and preformatted text. It does not build a tree: blocks of HTML in
// Markdown are fragments that may open in one and close in another.
func (w *walker) html(n *ast.HTMLBlock, p place) {
	raw := string(n.Lines().Value(w.src))
	if n.HasClosure() {
		raw += string(n.ClosureLine.Value(w.src))
	}
	first, last := w.extent(n)
	f := fragment{walker: w, place: p, first: first, last: last, in: &inlines{}}
	z := html.NewTokenizer(strings.NewReader(raw))
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			f.end()
			f.endTable()
			return
		case html.TextToken:
			f.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			raw := string(z.Raw())
			f.tag(raw, kind, z.Token())
		}
	}
}

// fragment is the state of reading one block of HTML.
type fragment struct {
	walker      *walker
	place       place
	first, last int
	in          *inlines
	lists       []int // number of the next item of each open list, -1 without numbers
	item        bool  // the text belongs to an item that has no block yet
	heading     int
	pre         bool
	tables      int // depth
	rows        [][]extract.Cell
	header      int // rows of header cells from the top
	links       []knowledge.Link
}

func (f *fragment) text(raw string) {
	s := html.UnescapeString(raw)
	if f.pre {
		f.in.exact(s)
		return
	}
	fields := strings.Join(strings.Fields(s), " ")
	if fields != "" && strings.TrimLeft(s, " \t\n") != s {
		fields = " " + fields
	}
	if strings.TrimRight(s, " \t\n") != s {
		fields += " "
	}
	f.in.plain(fields)
}

func (f *fragment) tag(raw string, kind html.TokenType, t html.Token) {
	if f.in.skip != "" || silent(t.DataAtom) {
		f.in.tag(raw)
		return
	}
	starts := kind != html.EndTagToken
	switch t.DataAtom {
	case atom.Table:
		f.end()
		if starts {
			f.tables++
		} else if f.tables--; f.tables <= 0 {
			f.endTable()
		}
	case atom.Tr:
		if f.tables == 1 && starts {
			f.endCell()
			f.rows = append(f.rows, nil)
		}
	case atom.Td, atom.Th:
		if f.tables == 1 {
			f.cell(starts, t.DataAtom == atom.Th)
		}
	case atom.Ul, atom.Ol:
		f.end()
		f.list(starts, t.DataAtom == atom.Ol)
	case atom.Li:
		f.end()
		f.item = starts
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		f.end()
		f.heading = 0
		if starts {
			f.heading = int(t.Data[1] - '0')
		}
	case atom.Pre:
		f.end()
		f.pre = starts
	case atom.P, atom.Div, atom.Section, atom.Article, atom.Header, atom.Footer, atom.Blockquote, atom.Details, atom.Summary,
		atom.Figure, atom.Figcaption, atom.Dl, atom.Dt, atom.Dd, atom.Center, atom.Hr, atom.Main, atom.Nav, atom.Aside, atom.Caption:
		if f.tables == 0 {
			f.end()
		} else {
			f.in.exact("\n")
		}
	default:
		f.in.tag(raw)
	}
}

func (f *fragment) list(starts, ordered bool) {
	switch {
	case !starts:
		f.lists = f.lists[:max(len(f.lists)-1, 0)]
	case ordered:
		f.lists = append(f.lists, 1)
	default:
		f.lists = append(f.lists, -1)
	}
}

// cell begins or ends a cell; text between cells belongs to none and is kept in
// the next.
func (f *fragment) cell(starts, header bool) {
	f.endCell()
	if !starts {
		return
	}
	if len(f.rows) == 0 {
		f.rows = append(f.rows, nil)
	}
	last := len(f.rows) - 1
	if header && len(f.rows[last]) == 0 && f.header == last {
		f.header = last + 1
	}
	if !header && f.header == last+1 && last > 0 {
		f.header = last // a row that only begins with a header cell
	}
	f.rows[last] = append(f.rows[last], extract.Cell{})
}

func (f *fragment) endCell() {
	in := f.take()
	f.links = append(f.links, in.links...)
	text := in.text()
	if text == "" {
		return
	}
	if n := len(f.rows); n > 0 && len(f.rows[n-1]) > 0 {
		c := &f.rows[n-1][len(f.rows[n-1])-1]
		c.Text = strings.TrimSpace(c.Text + "\n" + text)
		return
	}
	f.walker.emitAt(f.first, f.last, textBlock(text, f.place), in)
}

func (f *fragment) endTable() {
	f.endCell()
	if len(f.rows) > 0 {
		b := extract.Block{Kind: knowledge.Table, Rows: f.rows, HeaderRows: min(f.header, len(f.rows))}
		f.walker.emitAt(f.first, f.last, b, &inlines{links: f.links})
	}
	f.rows, f.links, f.header, f.tables = nil, nil, 0, 0
}

// take returns the text gathered so far and begins anew.
func (f *fragment) take() *inlines {
	in := f.in
	in.flush()
	f.in = &inlines{skip: in.skip, open: nil}
	return in
}

// end makes a block of the text gathered so far.
func (f *fragment) end() {
	if f.tables > 0 {
		f.in.exact("\n")
		return
	}
	in := f.take()
	text := in.text()
	if text == "" && in.images == 0 {
		return
	}
	b := textBlock(text, f.place)
	switch {
	case f.pre:
		b = extract.Block{Kind: knowledge.Code, Text: strings.Trim(in.out.String(), "\n")}
	case f.heading > 0:
		b = extract.Head(f.heading, text)
	case f.item:
		b = extract.Block{Kind: knowledge.ListItem, Level: min(max(f.place.level+len(f.lists), 0), maxLevel), Text: text}
		if n := len(f.lists); n > 0 && f.lists[n-1] > 0 {
			b.Marker = strconv.Itoa(f.lists[n-1]) + "."
			f.lists[n-1]++
		}
		f.item = false
	case in.images > 0 && !in.other:
		b.Kind = knowledge.Image
		in.images--
	}
	f.walker.emitAt(f.first, f.last, b, in)
}
