package docx

import (
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// story is one flow of paragraphs and tables: the body, a note, a comment, a
// header. Fields and joined paragraphs reach from one element into the next.
type story struct {
	doc     *document
	part    string
	rels    ooxml.Rels
	body    bool // it is the body: blocks have locators, notes and comments are followed
	element int  // ordinal of the body element being read, from 1
	fields  fields
	pending *inline                // a paragraph that the next one continues
	alone   func(*inline, *result) // delivers it where no paragraph follows
	framed  bool                   // in a table of one cell
	coded   bool                   // the last paragraph was program code
	cells   int                    // table cells that reading is in
}

// result is what one element gave: its own blocks, what is anchored in it, and
// the links and pictures met.
type result struct {
	before []extract.Block // anchored where the element begins
	blocks []extract.Block
	after  []extract.Block // anchored in it
	links  []knowledge.Link
	images int
}

// add appends what another element gave.
func (r *result) add(more result) {
	r.before = append(r.before, more.before...)
	r.blocks = append(r.blocks, more.blocks...)
	r.after = append(r.after, more.after...)
	r.links = append(r.links, more.links...)
	r.images += more.images
}

// anchored returns what does not belong to the text of the element.
func (r *result) anchored() []extract.Block { return append(r.before, r.after...) }

// settle puts what is anchored beside the element's own blocks.
func (r *result) settle() {
	r.blocks = append(append(r.before, r.blocks...), r.after...)
	r.before, r.after = nil, nil
}

func (d *document) story(part string) *story {
	return &story{doc: d, part: part, rels: d.pkg.Rels(part), body: part == d.main}
}

// child reads one child of the story.
func (st *story) child(n *ooxml.Node, res *result) {
	switch n.Name {
	case "w:p":
		st.paragraph(n, res)
	case "w:tbl":
		st.coded = false
		st.table(n, res)
	case "w:altChunk":
		if r, ok := st.rels.ByID(n.Attr("r:id")); ok && r.External {
			res.add(st.doc.outside(r.Type, r.Type+" "+r.Target, r.Target))
		}
	case "m:oMathPara", "m:oMath":
		if t := ooxml.Math(n); t != "" {
			res.blocks = append(res.blocks, extract.Block{Kind: knowledge.Formula, Text: t})
		}
	case "w:del", "w:moveFrom":
		var gone result
		st.children(n, &gone)
		if t := flatten(gone.blocks); t != "" {
			res.after = append(res.after, deletion(t, changeOf(n)))
		}
	case "w:sdt", "w:sdtContent", "w:customXml", "w:smartTag", "w:ins", "w:moveTo", "mc:AlternateContent":
		st.children(n, res)
	}
}

func (st *story) children(n *ooxml.Node, res *result) {
	if n == nil {
		return
	}
	for _, k := range n.Kids {
		st.child(k, res)
	}
}

// top reads a child of the body and gives its blocks their place.
func (st *story) top(n *ooxml.Node) result {
	var res result
	if n.Name == "mc:AlternateContent" {
		for _, k := range n.Kids {
			res.add(st.top(k))
		}
		return res
	}
	switch n.Name {
	case "w:p", "w:tbl", "w:altChunk":
		st.element++
	}
	st.child(n, &res)
	return st.placed(res)
}

func (st *story) placed(res result) result {
	res.settle()
	for i := range res.blocks {
		if st.body && st.element > 0 {
			res.blocks[i].Locator = elementLocator(st.element)
		}
	}
	return res
}

// finish gives what an unfinished paragraph at the end of the story holds.
func (st *story) finish() result {
	return st.placed(st.content(nil))
}

// all reads the content of an element of another part (a note, a comment, a
// header) as a story of its own.
func (d *document) all(part string, n *ooxml.Node) result {
	st := d.story(part)
	st.body = false
	return st.content(n)
}

// content reads an element that holds paragraphs and tables, to its end.
func (st *story) content(n *ooxml.Node) result {
	var res result
	st.children(n, &res)
	st.conclude(&res)
	return res
}

// conclude delivers a paragraph that waits for the next one: there is none.
func (st *story) conclude(res *result) {
	if in := st.pending; in != nil {
		st.pending = nil
		st.alone(in, res)
	}
}

// flatten writes blocks as lines of text, for a cell, a note or a text box.
func flatten(blocks []extract.Block) string {
	var lines []string
	for i := range blocks {
		b := &blocks[i]
		switch b.Kind {
		case knowledge.Table:
			for _, r := range b.Rows {
				lines = append(lines, joinCells(r))
			}
		case knowledge.ListItem:
			marker := b.Marker
			if marker == "" {
				marker = "•"
			}
			lines = append(lines, marker+" "+strings.TrimSpace(b.Text))
		default:
			lines = append(lines, strings.TrimSpace(b.Text))
		}
	}
	return strings.Join(lines, "\n")
}

// joinCells writes a row of a table in a cell: one line, places that a
// spanning cell covers left out.
func joinCells(row []extract.Cell) string {
	var cells []string
	for _, c := range row {
		if t := strings.Join(strings.Fields(c.Text), " "); t != "" {
			cells = append(cells, t)
		}
	}
	return strings.Join(cells, " | ")
}
