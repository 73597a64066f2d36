package xlsx

import (
	"strings"
	"unicode"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// drawing reads a drawing part: text boxes, pictures, charts and SmartArt, each
// at the cell where its top left corner lies.
func (s *sheet) drawing(part string) error {
	root, err := s.book.pkg.Tree(part)
	if err := s.part(part, err); err != nil {
		return err
	}
	if root == nil {
		return nil
	}
	rels := s.book.pkg.Rels(part)
	for _, anchor := range root.Kids {
		row, col := 0, 0
		if from := kid(anchor, "from"); from != nil {
			row, col = number0(kid(from, "row"))+1, number0(kid(from, "col"))+1
		}
		blocks, err := s.shapes(anchor, rels)
		if err != nil {
			return err
		}
		s.hang(row, col, blocks...)
	}
	return nil
}

// number0 reads a number from the text of an element, 0 where it is none.
func number0(n *ooxml.Node) int {
	if n == nil {
		return 0
	}
	v, _ := parseRow(strings.TrimSpace(n.Text))
	return v
}

// shapes reads what an anchor or a group holds, in the order of the file.
func (s *sheet) shapes(n *ooxml.Node, rels ooxml.Rels) ([]extract.Block, error) {
	var out []extract.Block
	for _, k := range n.Kids {
		var more []extract.Block
		var err error
		switch local(k.Name) {
		case "sp", "cxnSp":
			more = shape(k)
		case "pic":
			more = []extract.Block{{Kind: knowledge.Image, Text: altText(kid(k, "nvPicPr", "cNvPr"))}}
		case "graphicFrame":
			more, err = s.graphic(k, rels)
		case "grpSp":
			more, err = s.shapes(k, rels)
			if alt := altText(kid(k, "nvGrpSpPr", "cNvPr")); alt != "" {
				more = append(more, extract.Block{Kind: knowledge.Image, Text: alt})
			}
		}
		if err != nil {
			return out, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// altText returns the description of a drawing without the sentences that Office puts
// behind descriptions it wrote itself: they say nothing of the drawing.
func altText(pr *ooxml.Node) string {
	return withoutNotes(ooxml.AltText(pr))
}

// withoutNotes takes both sentences off the end of a description; each has one word that
// Office has changed before, at its end and at its beginning.
func withoutNotes(t string) string {
	const lead, end = "Description automatically ", " content may be incorrect."
	if at := strings.LastIndex(t, lead); at >= 0 && !strings.ContainsFunc(t[at+len(lead):], unicode.IsSpace) {
		t = strings.TrimSpace(t[:at])
	}
	if head, ok := strings.CutSuffix(t, end); ok {
		t = strings.TrimSpace(strings.TrimRightFunc(head, func(r rune) bool { return !unicode.IsSpace(r) }))
	}
	return t
}

// shape reads a text box, and the description of a shape that has no text.
func shape(n *ooxml.Node) []extract.Block {
	var out []extract.Block
	if body := kid(n, "txBody"); body != nil {
		if t := ooxml.BodyText(body); t != "" {
			out = append(out, textBox(t))
		}
	}
	if alt := altText(kid(n, "nvSpPr", "cNvPr")); alt != "" && len(out) == 0 {
		out = append(out, extract.Block{Kind: knowledge.Image, Text: alt})
	}
	return out
}

// chart reads a chart. What it draws from cells of this workbook is read there.
func (s *sheet) chart(part string) ([]extract.Block, error) {
	return s.book.pkg.ChartBeside(part, s.book.shows)
}

// graphic reads a chart or SmartArt.
func (s *sheet) graphic(n *ooxml.Node, rels ooxml.Rels) ([]extract.Block, error) {
	var out []extract.Block
	for _, g := range n.All("c:chart", "cx:chart", "dgm:relIds") {
		id, read := g.Attr("r:id"), s.chart
		if local(g.Name) == "relIds" {
			id, read = g.Attr("r:dm"), s.book.pkg.Diagram
		}
		r, ok := rels.ByID(id)
		if !ok || r.External {
			continue
		}
		blocks, err := read(r.Target)
		if err := s.part(r.Target, err); err != nil {
			return out, err
		}
		out = append(out, blocks...)
	}
	if alt := altText(kid(n, "nvGraphicFramePr", "cNvPr")); alt != "" {
		out = append(out, extract.Block{Kind: knowledge.Image, Text: alt})
	}
	return out, nil
}
