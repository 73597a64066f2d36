package html

import (
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/extract"
	"quire/knowledge"
)

// table reads a table element: a table of data becomes a table block, one that
// only arranges a page is read as running text, cell after cell.
func (w *walker) table(n *nethtml.Node, p place) {
	rows, head := tableRows(n)
	if w.arranges(n, rows) {
		p.kind = ""
		w.children(n, p)
		w.flush(p)
		return
	}
	for c := range n.ChildNodes() {
		if c.Type == nethtml.ElementNode && c.DataAtom == atom.Caption {
			w.element(c, p)
		}
	}
	var shown []*nethtml.Node
	for i, r := range rows {
		if w.unseen(r, p) {
			w.aside(r, w.unseenPlace(r, p), true)
			if i < head {
				head--
			}
			continue
		}
		shown = append(shown, r)
	}
	if head == 0 {
		head = leadingHeaders(shown)
	}
	g := layOut(shown, head, func(c *nethtml.Node) bool { return w.unseen(c, p) })
	for _, r := range shown {
		for _, c := range rowCells(r) {
			if w.unseen(c, p) {
				w.aside(c, w.unseenPlace(c, p), true)
			}
		}
	}
	w.deliver(n, g, p)
}

// deliver makes the table block of a grid. Columns and rows without any text are
// left out: pages use them as space between the others.
func (w *walker) deliver(n *nethtml.Node, g grid, p place) {
	b := Block{}
	b.Kind, b.Flags = knowledge.Table, p.flags
	b.Locator = w.locator(n)
	var behind []Block // what the cells hold that is no text of theirs
	behind, w.later = w.later, nil
	flat := p
	flat.flat, flat.item, flat.kind, flat.node = "\n", nil, "", n
	for _, row := range g.rows {
		cells := make([]extract.Cell, len(row))
		for c, at := range row {
			if at.node == nil {
				continue
			}
			w.line = line{}
			w.children(at.node, flat)
			text, _ := w.take()
			cells[c] = extract.Cell{Text: text, RowSpan: at.row, ColSpan: at.col}
			b.Links = append(b.Links, w.line.links...)
			b.Images += w.line.images
		}
		b.Rows = append(b.Rows, cells)
	}
	w.line = line{}
	b.HeaderRows = g.header
	dropEmpty(&b.Block)
	w.later = append(behind, w.later...)
	if len(b.Rows) == 0 {
		w.line = line{images: b.Images, links: b.Links}
		w.finish(nil)
		return
	}
	w.finish(&b)
}

// unseen reports whether a row or cell has a flag that its table has not.
func (w *walker) unseen(n *nethtml.Node, p place) bool {
	in := w.survey.of[n]
	return in != nil && (in.hidden && !p.hidden || in.chrome && !p.chrome)
}

func (w *walker) unseenPlace(n *nethtml.Node, p place) place {
	in := w.survey.of[n]
	if in.hidden && !p.hidden {
		p.hidden, p.flags = true, withFlag(p.flags, hiddenFlag(in.why))
	}
	if in.chrome && !p.chrome {
		p.chrome, p.flags = true, withFlag(p.flags, knowledge.Furniture)
	}
	return p
}

// arranges reports whether a table only arranges a page.
func (w *walker) arranges(n *nethtml.Node, rows []*nethtml.Node) bool {
	switch strings.ToLower(attr(n, "role")) {
	case "presentation", "none":
		return true
	case "table", "grid":
		return false
	}
	columns, headers, long := 0, 0, 0
	for _, r := range rows {
		cells := rowCells(r)
		filled := 0
		for _, c := range cells {
			if c.DataAtom == atom.Th {
				headers++
			}
			switch in := w.survey.of[c]; {
			case in == nil:
			case in.text+in.linked > 1000:
				long++
				filled++
			case in.text+in.linked > 0 || telling(c):
				filled++
			}
		}
		columns = max(columns, filled)
	}
	switch {
	case columns <= 1:
		return headers == 0 || len(rows) <= 1
	case headers > 0 || element(n, atom.Caption) != nil && element(n, atom.Caption).Parent == n:
		return false
	case len(rows) == 1 && long > 0:
		return true
	}
	return long > len(rows)/2 || holdsParts(rows)
}

// telling reports whether a cell without text holds a picture that stands for one.
func telling(c *nethtml.Node) bool {
	img := element(c, atom.Img)
	return img != nil && strings.TrimSpace(attr(img, "alt")) != ""
}

// holdsParts reports whether cells hold what makes a page rather than a value:
// headings, forms, rules, or tables in tables.
func holdsParts(rows []*nethtml.Node) bool {
	for _, r := range rows {
		for d := range r.Descendants() {
			if d.Type != nethtml.ElementNode {
				continue
			}
			switch d.DataAtom {
			case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Form, atom.Hr, atom.Table, atom.Pre,
				atom.Article, atom.Section, atom.Nav, atom.Main:
				return true
			}
		}
	}
	return false
}

// leadingHeaders counts the rows from the top that hold header cells only; a
// table that is nothing else has none.
func leadingHeaders(rows []*nethtml.Node) int {
	for i, r := range rows {
		cells := rowCells(r)
		for _, c := range cells {
			if c.DataAtom != atom.Th {
				return i
			}
		}
		if len(cells) == 0 {
			return i
		}
	}
	return 0
}

// flatTable reads a table inside a cell: its rows are lines, its cells are parted
// by bars.
func (w *walker) flatTable(n *nethtml.Node, p place) {
	rows, _ := tableRows(n)
	for _, r := range rows {
		w.part(p)
		first := true
		for _, c := range rowCells(r) {
			if in := w.survey.of[c]; in == nil || in.text+in.linked == 0 || w.unseen(c, p) {
				continue
			}
			if !first {
				w.line.gap()
				w.line.text("|")
				w.line.gap()
			}
			first = false
			q := p
			q.flat = " "
			w.children(c, q)
		}
	}
}
