package pptx

import (
	"strconv"
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// maxLevel is the deepest level of text in a shape, from 0.
const maxLevel = 8

// text returns the paragraphs of a shape: list items where they show a bullet or
// a number.
func (s *slide) text(sh *shape) []extract.Block {
	body := sh.node.Kid("p:txBody")
	if body == nil {
		return nil
	}
	styles := s.styles(sh)
	var out []extract.Block
	var count counter
	for _, p := range body.All("a:p")[sh.titled:] {
		text := ooxml.ParagraphText(p)
		if strings.TrimSpace(text) == "" {
			continue
		}
		level := levelOf(p)
		bullet := bulletOf(p.Kid("a:pPr"), level, styles)
		marker := count.next(bullet, level)
		b := extract.Text(text)
		switch {
		case bullet != nil:
			b.Kind, b.Level, b.Marker = knowledge.ListItem, level, marker
		case onlyMath(p):
			b.Kind = knowledge.Formula
		}
		out = append(out, b)
	}
	return out
}

// styles returns the list styles that the text of a shape takes after, nearest
// first.
func (s *slide) styles(sh *shape) []*ooxml.Node {
	out := []*ooxml.Node{sh.node.Kid("p:txBody", "a:lstStyle")}
	for _, n := range s.layout.chain(sh.holder) {
		out = append(out, n.Kid("p:txBody", "a:lstStyle"))
	}
	return append(out, s.layout.textStyle(sh.holder))
}

// levelOf returns the level of a paragraph, from 0.
func levelOf(p *ooxml.Node) int { return min(max(p.Kid("a:pPr").Int("lvl", 0), 0), maxLevel) }

// bulletOf returns what says the bullet of a paragraph: its own properties, else
// the nearest style that says anything. Nil is no bullet.
func bulletOf(pr *ooxml.Node, level int, styles []*ooxml.Node) *ooxml.Node {
	if b, said := bulletIn(pr); said {
		return b
	}
	name := "a:lvl" + strconv.Itoa(level+1) + "pPr"
	for _, st := range styles {
		if b, said := bulletIn(st.Kid(name)); said {
			return b
		}
	}
	return nil
}

func bulletIn(pr *ooxml.Node) (bullet *ooxml.Node, said bool) {
	if pr == nil {
		return nil, false
	}
	for _, k := range pr.Kids {
		switch k.Name {
		case "a:buNone":
			return nil, true
		case "a:buChar", "a:buBlip", "a:buAutoNum":
			return k, true
		}
	}
	return nil, false
}

// counter counts the numbered paragraphs of one shape.
type counter struct {
	n    [maxLevel + 1]int
	kind [maxLevel + 1]string
}

// next counts a paragraph and returns its number as displayed, "" where it shows
// none.
func (c *counter) next(bullet *ooxml.Node, level int) string {
	for i := level + 1; i <= maxLevel; i++ {
		c.kind[i] = ""
	}
	if bullet == nil || bullet.Name != "a:buAutoNum" {
		c.kind[level] = ""
		return ""
	}
	kind := bullet.Attr("type") + "/" + bullet.Attr("startAt")
	if c.kind[level] != kind {
		c.kind[level] = kind
		c.n[level] = bullet.Int("startAt", 1) - 1
	}
	c.n[level]++
	return autoNumber(c.n[level], bullet.Attr("type"))
}

// autoNumber writes n in a scheme such as "arabicPeriod" or "alphaLcParenBoth".
func autoNumber(n int, scheme string) string {
	format := "decimal"
	for prefix, f := range map[string]string{
		"alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman", "romanUc": "upperRoman",
		"circleNum": "decimalEnclosedCircle", "arabicDb": "decimalFullWidth", "ea1": "chineseCounting",
		"thaiAlpha": "thaiLetters", "thaiNum": "thaiNumbers", "hindiNum": "hindiNumbers", "hindiAlpha": "hindiVowels",
		"hebrew2": "hebrew2", "arabic1": "arabicAlpha", "arabic2": "arabicAbjad",
	} {
		if strings.HasPrefix(scheme, prefix) {
			format = f
		}
	}
	s := ooxml.FormatNumber(n, format, "")
	switch {
	case strings.HasSuffix(scheme, "ParenBoth"):
		return "(" + s + ")"
	case strings.HasSuffix(scheme, "ParenR"):
		return s + ")"
	case strings.HasSuffix(scheme, "Period"):
		return s + "."
	case strings.HasSuffix(scheme, "Minus"):
		return s + "-"
	}
	return s
}

// onlyMath reports whether a paragraph is nothing but an equation.
func onlyMath(p *ooxml.Node) bool {
	some := false
	for _, k := range p.Kids {
		switch k.Name {
		case "a:r", "a:fld":
			if strings.TrimSpace(k.Kid("a:t").TextOf()) != "" {
				return false
			}
		case "a14:m":
			some = true
		}
	}
	return some
}

// onlyFields reports whether text is nothing but the number of the slide or a
// date that changes.
func onlyFields(body *ooxml.Node) bool {
	some := false
	for _, p := range body.All("a:p") {
		for _, k := range p.Kids {
			text := strings.TrimSpace(k.Kid("a:t").TextOf())
			kind := k.Attr("type")
			if k.Name == "a:fld" && (kind == "slidenum" || strings.HasPrefix(kind, "datetime")) {
				some = true
			} else if text != "" {
				return false
			}
		}
	}
	return some
}

// cellText returns the paragraphs of a cell, one a line, with the bullets and
// numbers that they say themselves.
func cellText(tc *ooxml.Node) string {
	var lines []string
	var count counter
	for _, p := range tc.Kid("a:txBody").All("a:p") {
		text := strings.TrimSpace(ooxml.ParagraphText(p))
		if text == "" {
			continue
		}
		bullet := bulletOf(p.Kid("a:pPr"), levelOf(p), nil)
		marker := count.next(bullet, levelOf(p))
		if bullet != nil && marker == "" {
			marker = "•"
		}
		lines = append(lines, strings.TrimSpace(marker+" "+text))
	}
	return strings.Join(lines, "\n")
}

// table reads an a:tbl.
func table(tbl *ooxml.Node) extract.Block {
	b := extract.Block{Kind: knowledge.Table}
	for _, tr := range tbl.Kids {
		if tr.Name != "a:tr" {
			continue
		}
		var row []extract.Cell
		for _, tc := range tr.Kids {
			if tc.Name != "a:tc" {
				continue
			}
			c := extract.Cell{Text: cellText(tc), RowSpan: tc.Int("rowSpan", 1), ColSpan: tc.Int("gridSpan", 1)}
			row = append(row, c)
		}
		b.Rows = append(b.Rows, row)
	}
	for i, r := range b.Rows { // spans may not reach past the table
		for j := range r {
			r[j].RowSpan = min(max(r[j].RowSpan, 1), len(b.Rows)-i)
			r[j].ColSpan = min(max(r[j].ColSpan, 1), len(r)-j)
		}
	}
	if first := tbl.Kid("a:tblPr").Attr("firstRow"); (first == "1" || first == "true") && len(b.Rows) > 1 {
		b.HeaderRows = 1
	}
	return b
}
