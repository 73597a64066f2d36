package docx

import (
	"slices"
	"strconv"
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// maxColumns is how many grid columns a table may have: the word processor
// itself stops at 63.
const maxColumns = 200

// cell is a table cell at its place in the grid.
type cell struct {
	column, span int
	rows         int  // rows it covers
	covered      bool // it continues the cell above
	text         string
}

// row is one table row.
type row struct {
	cells  []*cell
	header bool // repeated at the top of each page
	bold   bool // all of its text is bold
}

// table reads a w:tbl. A table of one cell is a frame around text, so its
// content is delivered as if it stood outside.
func (st *story) table(n *ooxml.Node, res *result) {
	st.conclude(res)
	if only := onlyCell(n); only != nil {
		st.frame(only, res)
		return
	}
	t := tableReader{st: st, res: res, open: map[int]*cell{}}
	t.walk(n)
	if len(t.rows) == 0 {
		return
	}
	b := extract.Block{Kind: knowledge.Table, Rows: t.grid()}
	b.HeaderRows = t.headerRows(n.Kid("w:tblPr"))
	res.blocks = append(res.blocks, b)
	if alt := tableAlt(n.Kid("w:tblPr")); alt != "" {
		res.after = append(res.after, extract.Block{Kind: knowledge.Meta, Text: alt})
	}
}

// tableAlt returns the alternative text of a table, which the page does not show.
func tableAlt(pr *ooxml.Node) string {
	var parts []string
	for _, name := range []string{"w:tblCaption", "w:tblDescription"} {
		if t := strings.TrimSpace(pr.Kid(name).Attr("w:val")); t != "" {
			parts = append(parts, t)
		}
	}
	return strings.Join(parts, "\n")
}

// frame reads the only cell of a table, element by element: what is anchored in
// one stays with it.
func (st *story) frame(tc *ooxml.Node, res *result) {
	if st.cells > 0 {
		st.children(tc, res)
		st.conclude(res)
		return
	}
	outer := st.framed
	st.framed = true
	for _, k := range tc.Kids {
		var one result
		st.child(k, &one)
		one.settle()
		res.add(one)
	}
	st.conclude(res)
	st.framed = outer
}

// onlyCell returns the cell of a table that has just one.
func onlyCell(n *ooxml.Node) *ooxml.Node {
	rows := n.All("w:tr")
	if len(rows) != 1 {
		return nil
	}
	cells := rows[0].All("w:tc")
	if len(cells) != 1 || rows[0].Kid("w:trPr", "w:del") != nil {
		return nil
	}
	return cells[0]
}

type tableReader struct {
	st   *story
	res  *result
	rows []*row
	open map[int]*cell // by column: the cell that a vertical merge continues
}

func (t *tableReader) walk(n *ooxml.Node) {
	for _, k := range n.Kids {
		switch k.Name {
		case "w:tr":
			t.row(k)
		case "w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo", "w:smartTag":
			t.walk(k)
		}
	}
}

func (t *tableReader) row(n *ooxml.Node) {
	pr := n.Kid("w:trPr")
	if gone := pr.Kid("w:del"); gone != nil {
		t.deleted(n, changeOf(gone))
		return
	}
	r := &row{header: pr.Kid("w:tblHeader").On("w:val"), bold: t.st.doc.allBold(n)}
	column := clamp(pr.Kid("w:gridBefore").Int("w:val", 0))
	for _, tc := range cellsOf(n, nil) {
		c := t.cell(tc, column)
		if tc.Kid("w:tcPr", "w:hMerge").Attr("w:val") != "restart" && tc.Kid("w:tcPr", "w:hMerge") != nil && len(r.cells) > 0 {
			last := r.cells[len(r.cells)-1] // the older way to merge sideways
			last.span += c.span
			last.text = strings.TrimSpace(last.text + "\n" + c.text)
		} else if column < maxColumns {
			r.cells = append(r.cells, c)
		} else if c.text != "" && len(r.cells) > 0 {
			last := r.cells[len(r.cells)-1]
			last.text += "\n" + c.text
		}
		column = clamp(column + c.span)
	}
	t.rows = append(t.rows, r)
}

func clamp(column int) int { return min(max(column, 0), maxColumns) }

// cellsOf returns the cells of a row through whatever wraps them.
func cellsOf(n *ooxml.Node, out []*ooxml.Node) []*ooxml.Node {
	for _, k := range n.Kids {
		switch k.Name {
		case "w:tc":
			out = append(out, k)
		case "w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo", "w:smartTag":
			out = cellsOf(k, out)
		}
	}
	return out
}

func (t *tableReader) cell(tc *ooxml.Node, column int) *cell {
	pr := tc.Kid("w:tcPr")
	c := &cell{column: column, span: max(clamp(pr.Kid("w:gridSpan").Int("w:val", 1)), 1), rows: 1}
	if gone := pr.Kid("w:cellDel"); gone != nil {
		if text := t.struck(tc); text != "" {
			t.res.after = append(t.res.after, deletion(text, changeOf(gone)))
		}
	} else {
		c.text = t.content(tc)
	}
	merge := pr.Kid("w:vMerge")
	switch {
	case merge == nil:
		t.open[column] = nil
	case merge.Attr("w:val") == "restart":
		t.open[column] = c
	default:
		if above := t.open[column]; above != nil && above.span == c.span && c.text == "" {
			above.rows++
			c.covered = true
		}
	}
	return c
}

// content reads what is in a cell. Inner tables become lines of the cell; what is
// anchored in it comes after the whole table.
func (t *tableReader) content(tc *ooxml.Node) string {
	t.st.cells++
	inner := t.st.content(tc)
	t.st.cells--
	t.res.add(result{after: inner.anchored(), links: inner.links, images: inner.images})
	return strings.TrimSpace(flatten(inner.blocks))
}

func (t *tableReader) deleted(n *ooxml.Node, c *change) {
	var texts []string
	for _, tc := range cellsOf(n, nil) {
		if text := t.struck(tc); text != "" {
			texts = append(texts, text)
		}
	}
	if len(texts) > 0 {
		t.res.after = append(t.res.after, deletion(strings.Join(texts, " | "), c))
	}
}

// struck returns all the text of a cell that was deleted. Its runs may be marked
// deleted, too.
func (t *tableReader) struck(tc *ooxml.Node) string {
	before := len(t.res.after)
	text := t.content(tc)
	for _, b := range t.res.after[before:] {
		text = strings.TrimSpace(text + " " + b.Text)
	}
	t.res.after = t.res.after[:before]
	return text
}

// grid lays the cells out. Columns in which no cell begins, left over from
// dragging borders about, are left out.
func (t *tableReader) grid() [][]extract.Cell {
	var begins []int
	for _, r := range t.rows {
		for _, c := range r.cells {
			begins = append(begins, c.column)
		}
	}
	slices.Sort(begins)
	begins = slices.Compact(begins)
	place := func(column int) int {
		i, _ := slices.BinarySearch(begins, column)
		return i
	}
	out := make([][]extract.Cell, len(t.rows))
	for i, r := range t.rows {
		for _, c := range r.cells {
			at, end := place(c.column), place(c.column+c.span)
			for len(out[i]) <= at {
				out[i] = append(out[i], extract.Cell{})
			}
			if !c.covered {
				out[i][at] = extract.Cell{Text: c.text, RowSpan: c.rows, ColSpan: max(end-at, 1)}
			}
		}
	}
	return out
}

// headerRows counts the rows at the top that head the columns: those marked to
// repeat on each page, else the first if it looks different.
func (t *tableReader) headerRows(pr *ooxml.Node) int {
	n := 0
	for n < len(t.rows) && t.rows[n].header {
		n++
	}
	if n == 0 && len(t.rows) > 1 && (t.rows[0].bold && !t.rows[1].bold || t.st.doc.firstRowLook(pr)) {
		n = 1
		for _, c := range t.rows[0].cells {
			n = max(n, c.rows)
		}
	}
	if n >= len(t.rows) {
		return 0
	}
	return n
}

// firstRowLook reports whether the table has a style that shows the first row in
// its own way, and uses it.
func (d *document) firstRowLook(pr *ooxml.Node) bool {
	st := d.styles.byID[pr.Kid("w:tblStyle").Attr("w:val")]
	look := pr.Kid("w:tblLook")
	if st == nil || !st.header || look == nil {
		return false
	}
	if v := look.Attr("w:firstRow"); v != "" {
		return look.On("w:firstRow")
	}
	const firstRow = 0x20
	bits, _ := strconv.ParseUint(look.Attr("w:val"), 16, 16)
	return bits&firstRow != 0
}

// allBold reports whether a row has text and all of it is bold.
func (d *document) allBold(row *ooxml.Node) bool {
	some := false
	for _, p := range row.All("w:p") {
		base := d.styles.get(p.Kid("w:pPr", "w:pStyle").Attr("w:val")).bold
		for _, r := range p.All("w:r") {
			if strings.TrimSpace(r.Kid("w:t").TextOf()) == "" {
				continue
			}
			pr := r.Kid("w:rPr")
			bold := readToggle(pr.Kid("w:b"))
			if st := d.styles.byID[pr.Kid("w:rStyle").Attr("w:val")]; st != nil {
				bold = bold.or(st.bold)
			}
			if bold.or(base) != on {
				return false
			}
			some = true
		}
	}
	return some
}
