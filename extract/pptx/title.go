package pptx

import (
	"strings"
	"unicode/utf8"

	"quire/extract"
	"quire/extract/ooxml"
)

// takeTitle takes the title out of shapes: the title placeholder that has text,
// else what looks like one. It returns the text, too.
func (s *slide) takeTitle(shapes *[]*shape) (*shape, string) {
	if t := takeFirst(shapes, isTitle); t != nil {
		return t, bodyText(t)
	}
	if s.unit.Ordinal == 1 {
		if t, text := s.coverTitle(*shapes); t != nil {
			return t, text
		}
	}
	best := -1
	for i, sh := range *shapes {
		if s.looksTitle(sh) && (best < 0 || sh.place.top < (*shapes)[best].place.top) {
			best = i
		}
	}
	if best < 0 {
		return nil, ""
	}
	t := (*shapes)[best]
	*shapes = append((*shapes)[:best:best], (*shapes)[best+1:]...)
	return t, bodyText(t)
}

func bodyText(sh *shape) string { return ooxml.BodyText(sh.node.Kid("p:txBody")) }

func isTitle(sh *shape) bool {
	return sh.holder != nil && sh.holder.family() == "title" && ooxml.BodyText(sh.node.Kid("p:txBody")) != ""
}

// takeFirst takes the first shape that fits, also out of a group.
func takeFirst(shapes *[]*shape, fits func(*shape) bool) *shape {
	for i, sh := range *shapes {
		if t := takeFirst(&sh.members, fits); t != nil {
			return t
		}
		if fits(sh) {
			*shapes = append((*shapes)[:i:i], (*shapes)[i+1:]...)
			return sh
		}
	}
	return nil
}

// What a title without a title placeholder looks like: a line of large type in the
// upper part of the slide, or two.
const (
	titleLines  = 2
	titleSize   = 1800 // hundredths of a point
	titleLength = 100  // characters
	titleDepth  = 35   // per cent of the height of the slide
)

func (s *slide) looksTitle(sh *shape) bool {
	if sh.node.Name != "p:sp" || !sh.placed || len(sh.flags) > 0 || sh.holder.footer() {
		return false
	}
	if middle := (sh.place.top + sh.place.bottom) / 2; middle*100 > s.show.size.bottom*titleDepth {
		return false
	}
	body := sh.node.Kid("p:txBody")
	text := ooxml.BodyText(body)
	if text == "" || strings.Count(text, "\n") >= titleLines || utf8.RuneCountInString(text) > titleLength {
		return false
	}
	for _, r := range body.All("a:r") {
		if strings.TrimSpace(r.Kid("a:t").TextOf()) != "" && r.Kid("a:rPr").Int("sz", 0) < titleSize {
			return false
		}
	}
	return body.Find("a:r") != nil
}

func (s *slide) title(sh *shape, text string) {
	s.unit.Title = strings.Join(strings.Fields(text), " ")
	s.links(sh)
	s.add(sh, extract.Head(1, s.unit.Title))
}
