package docx

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/extract/ooxml"
)

// Many documents set their headings by hand: in large type, without a style that
// says so.

// titleLength is how many characters a heading in display type may have.
const titleLength = 100

// types counts the text of the body by its size of type, to know what is large.
type types struct {
	chars map[int]int
	most  int // the size with most text so far, in half points
}

func (t *types) add(size, chars int) {
	if t.chars == nil {
		t.chars = map[int]int{}
	}
	t.chars[size] += chars
	if t.chars[size] > t.chars[t.most] {
		t.most = size
	}
}

// display returns the level of the heading that a line of that size makes, 0
// where it makes none: type half as large again as that of the body, so far and
// by the default style, and words that read like no sentence.
func (d *document) display(size int, text string) int {
	if body := max(d.types.most, d.styles.size); size*2 < body*3 || utf8.RuneCountInString(text) > titleLength || !readsLikeTitle(text) {
		return 0
	}
	return d.styles.levelOfSize(size)
}

// readsLikeTitle tells a title from a figure, a date and a quoted sentence.
func readsLikeTitle(s string) bool {
	s = strings.TrimSpace(s)
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	letters := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= 3 && !strings.ContainsRune("\"'“‘„«", first) && !strings.ContainsRune(".,;”»。", last)
}

// smallestType returns the smallest size of the text in a paragraph, in half
// points; 0 where it has no text.
func (d *document) smallestType(p *ooxml.Node) int {
	base := d.styles.get(p.Kid("w:pPr", "w:pStyle").Attr("w:val")).size
	smallest := 0
	for _, r := range p.All("w:r") {
		if strings.TrimSpace(r.Kid("w:t").TextOf()) == "" {
			continue
		}
		size := base
		pr := r.Kid("w:rPr")
		if st := d.styles.byID[pr.Kid("w:rStyle").Attr("w:val")]; st != nil && st.size > 0 {
			size = st.size
		}
		if size = pr.Kid("w:sz").Int("w:val", size); size <= 0 {
			size = d.styles.size
		}
		if smallest == 0 || size < smallest {
			smallest = size
		}
	}
	return smallest
}

// levelOfSize returns the level of a heading of that size among the styles of
// headings: below those that are set larger.
func (s *styles) levelOfSize(size int) int {
	level := 1
	for _, st := range s.byID {
		if l := st.headingLevel(-1); st.kind == "paragraph" && l > 0 && st.name != "title" && st.size > size {
			level = max(level, l+1)
		}
	}
	return min(level, 3)
}
