package pptx

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/extract/ooxml"
)

// coverSize is the least type of a title on the first slide, in hundredths of a
// point: what a text box has by default is smaller.
const coverSize = 2000

// coverLines is how many lines of text a cover has at most.
const coverLines = 10

// line is a paragraph of a shape with the size of its type.
type line struct {
	shape *shape
	at    int // among the paragraphs of the shape
	size  int
	text  string
}

// coverTitle returns the title of a first slide that has no placeholder for it:
// the lines in the largest type on it, with those in nearly as large a type that
// follow in the same shape. The shape keeps the rest of its lines. Where all type
// is of one size, or the largest has no words, there is none.
func (s *slide) coverTitle(shapes []*shape) (*shape, string) {
	all := s.lines(shapes, nil)
	largest, smallest := 0, 0
	for i, l := range all {
		if l.size > all[largest].size {
			largest = i
		}
		if l.size < all[smallest].size {
			smallest = i
		}
	}
	if len(all) == 0 || len(all) > coverLines || all[largest].size < coverSize || len(all) > 1 && all[largest].size == all[smallest].size {
		return nil, ""
	}
	first := all[largest]
	if first.at != firstLine(all, first.shape) || !strings.ContainsFunc(first.text, unicode.IsLetter) || utf8.RuneCountInString(first.text) > titleLength {
		return nil, ""
	}
	text := ""
	for _, l := range all[largest:] {
		next := strings.TrimSpace(text + " " + l.text)
		if l.shape != first.shape || l.size < coverSize || l.size*4 < first.size*3 || utf8.RuneCountInString(next) > titleLength {
			break
		}
		text = next
		first.shape.titled = l.at + 1
	}
	return first.shape, text
}

// firstLine returns where the first line of a shape stands among its paragraphs.
func firstLine(all []line, sh *shape) int {
	for _, l := range all {
		if l.shape == sh {
			return l.at
		}
	}
	return -1
}

// lines appends the lines of the shapes that are seen, in the order of reading.
// Footers and items of lists are none.
func (s *slide) lines(shapes []*shape, out []line) []line {
	for _, sh := range inOrder(shapes) {
		body := sh.node.Kid("p:txBody")
		switch {
		case sh.node.Name == "p:grpSp":
			out = s.lines(sh.members, out)
			continue
		case sh.node.Name != "p:sp" || len(sh.flags) > 0 || sh.holder.footer() || onlyFields(body):
			continue
		}
		styles := s.styles(sh)
		for i, p := range body.All("a:p") {
			text := strings.Join(strings.Fields(ooxml.ParagraphText(p)), " ")
			if text != "" && bulletOf(p.Kid("a:pPr"), levelOf(p), styles) == nil {
				out = append(out, line{sh, i, s.typeSize(p, styles), text})
			}
		}
	}
	return out
}

// typeSize returns the smallest type in a paragraph, in hundredths of a point.
func (s *slide) typeSize(p *ooxml.Node, styles []*ooxml.Node) int {
	level := "a:lvl" + strconv.Itoa(levelOf(p)+1) + "pPr"
	base := 0
	for _, st := range append(styles, s.show.textStyle) {
		if base = st.Kid(level, "a:defRPr").Int("sz", 0); base > 0 {
			break
		}
	}
	if base <= 0 {
		const unsaid = 1800 // what the format says where a presentation says nothing
		base = unsaid
	}
	smallest := 0
	for _, r := range p.All("a:r", "a:fld") {
		if strings.TrimSpace(r.Kid("a:t").TextOf()) == "" {
			continue
		}
		if size := r.Kid("a:rPr").Int("sz", base); smallest == 0 || size < smallest {
			smallest = size
		}
	}
	if smallest == 0 {
		return base
	}
	return smallest
}
