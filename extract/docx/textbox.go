package docx

import (
	"strings"
	"unicode/utf8"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// textBox reads a text box as a story of its own, inside the one it is anchored
// in: its paragraphs become one block, its tables stay tables. A box that holds
// nothing but a title is a heading.
func (s *shapes) textBox(k *ooxml.Node) {
	outer := s.in.st
	st := *outer
	st.fields, st.pending, st.cells = fields{}, nil, 1
	res := st.content(k)
	s.in.links = append(s.in.links, res.links...)
	s.in.images += res.images
	if outer.body && outer.cells == 0 && strings.TrimSpace(s.in.text.String()) == "" && len(res.anchored()) == 0 {
		if h, ok := st.boxedTitle(k, res.blocks); ok {
			s.blocks = append(s.blocks, h)
			return
		}
	}
	for from := 0; from < len(res.blocks); {
		if res.blocks[from].Kind == knowledge.Table {
			s.blocks = append(s.blocks, res.blocks[from])
			from++
			continue
		}
		to := from
		for to < len(res.blocks) && res.blocks[to].Kind != knowledge.Table {
			to++
		}
		s.blocks = append(s.blocks, extract.Block{Kind: knowledge.TextBox, Text: flatten(res.blocks[from:to])})
		from = to
	}
	s.blocks = append(s.blocks, res.anchored()...)
}

// What a title in a text box looks like: some lines in the style of a heading, or
// in display type.
const (
	titleLines = 3
	titleBoxes = 2 // a drawing with more boxes is a figure
)

// boxedTitle returns the heading that the blocks of a box k make, if they do.
func (st *story) boxedTitle(k *ooxml.Node, blocks []extract.Block) (extract.Block, bool) {
	if len(blocks) == 0 || len(blocks) > titleLines {
		return extract.Block{}, false
	}
	level := blocks[0].Level
	var lines []string
	for i := range blocks {
		b := &blocks[i]
		if b.Kind != blocks[0].Kind || b.Kind != knowledge.Heading && b.Kind != knowledge.Paragraph {
			return extract.Block{}, false
		}
		level = min(level, b.Level)
		lines = append(lines, b.Text)
	}
	text := strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
	if utf8.RuneCountInString(text) > titleLength {
		return extract.Block{}, false
	}
	if blocks[0].Kind == knowledge.Paragraph {
		size := 0
		for _, p := range k.All("w:p") {
			if own := st.doc.smallestType(p); own > 0 && (size == 0 || own < size) {
				size = own
			}
		}
		if level = st.doc.display(size, text); level == 0 {
			return extract.Block{}, false
		}
	}
	return extract.Head(level, text), true
}

// settleTitles takes back the headings of a drawing that turns out to be a figure
// of several boxes.
func (s *shapes) settleTitles() {
	boxes := 0
	for i := range s.blocks {
		if k := s.blocks[i].Kind; k == knowledge.Heading || k == knowledge.TextBox {
			boxes++
		}
	}
	for i := range s.blocks {
		if b := &s.blocks[i]; b.Kind == knowledge.Heading && (boxes > titleBoxes || s.run.hidden) {
			b.Kind, b.Level = knowledge.TextBox, 0
		}
	}
}
