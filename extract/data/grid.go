package data

import (
	"strconv"

	"quire/extract"
	"quire/knowledge"
)

// grid writes a table of rows and cells as HTML and CALS name them. It reports
// whether e is one.
func (x *xmlWriter) grid(e *element) bool {
	var rows []*element
	head := 0
	var find func(e *element, inHead bool)
	find = func(e *element, inHead bool) {
		for _, k := range e.kids {
			switch local(k.name) {
			case "tr", "row":
				rows = append(rows, k)
				if inHead && head == len(rows)-1 {
					head++
				}
			case "thead", "tbody", "tfoot", "tgroup":
				find(k, local(k.name) == "thead")
			}
		}
	}
	find(e, false)
	b := extract.Block{Kind: knowledge.Table, HeaderRows: head}
	cover := map[int]int{} // rows below that a cell still covers, by column
	filled := false
	for _, r := range rows {
		var row []extract.Cell
		next := func() {
			for cover[len(row)] > 0 {
				cover[len(row)]--
				row = append(row, extract.Cell{})
			}
		}
		for _, k := range r.kids {
			switch local(k.name) {
			case "td", "th", "entry", "cell":
				next()
				cell := extract.Cell{Text: x.flat(k), ColSpan: spanOf(k, "colspan"), RowSpan: spanOf(k, "rowspan")}
				filled = filled || cell.Text != ""
				for i := range cell.ColSpan {
					if cell.RowSpan > 1 {
						cover[len(row)] = cell.RowSpan - 1
					}
					if i > 0 {
						row = append(row, extract.Cell{})
					} else {
						row = append(row, cell)
					}
				}
			}
		}
		next()
		b.Rows = append(b.Rows, row)
	}
	if !filled {
		return false
	}
	for _, k := range e.kids {
		if n := local(k.name); n == "title" || n == "caption" {
			x.add(extract.Block{Kind: knowledge.Caption, Text: x.flat(k)}, k.first, k.last)
		}
	}
	x.add(b, e.first, e.last)
	return true
}

func spanOf(e *element, name string) int {
	n, err := strconv.Atoi(e.attr(name))
	if err != nil || n < 1 {
		return 1
	}
	return min(n, 100)
}

// records writes the elements in e as a table where they are alike: all of one
// name, each with short values of its own. It reports whether it did.
func (x *xmlWriter) records(e *element) bool {
	var items []*node
	name := ""
	for _, k := range e.kids {
		if k.name == "" {
			if k.comment {
				return false
			}
			continue
		}
		if name == "" {
			name = k.name
		}
		n := x.record(k)
		if n == nil || k.name != name {
			return false
		}
		items = append(items, n)
	}
	n := &node{kind: list, items: items}
	n.measure()
	return x.table(n)
}

// record returns an element as a record of its attributes and elements; nil where
// it is none.
func (x *xmlWriter) record(e *element) *node {
	if e.mixed {
		return nil
	}
	n := &node{kind: object, first: e.first, last: e.last}
	put := func(key, text string) {
		n.keys = append(n.keys, key)
		n.items = append(n.items, &node{text: text})
	}
	for _, a := range e.attrs {
		if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
			put(xmlName(a.Name), a.Value)
		}
	}
	for _, k := range e.kids {
		switch {
		case k.comment || k.name != "" && (k.hasElements() || len(k.attrs) > 0):
			return nil
		case k.name != "":
			put(k.name, x.flat(k))
		}
	}
	return n
}
