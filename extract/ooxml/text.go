package ooxml

import (
	"path"
	"strings"

	"quire/knowledge"
)

// ParagraphText returns the text of an a:p: runs, line breaks, fields and
// equations.
func ParagraphText(p *Node) string {
	var b strings.Builder
	before := OnLine
	for _, k := range p.Kids {
		at := OnLine
		switch k.Name {
		case "a:r", "a:fld":
			text := k.Kid("a:t").TextOf()
			if text == "" {
				continue
			}
			if at = baseline(k.Kid("a:rPr")); at != before {
				b.WriteString(at.Mark(b.String(), text))
			}
			b.WriteString(text)
		case "a:br":
			b.WriteByte('\n')
		case "a14:m", "m:oMath", "m:oMathPara":
			b.WriteString(Math(k))
		}
		before = at
	}
	return b.String()
}

// baseline returns where the properties of a run put it.
func baseline(rPr *Node) Script {
	v := rPr.Attr("baseline") // in thousandths of a per cent, or with a sign for per cent
	switch {
	case strings.HasPrefix(v, "-"):
		return Lowered
	case strings.Trim(v, "0.%") != "":
		return Raised
	}
	return OnLine
}

// TextOf returns the text of n, "" where n is nil.
func (n *Node) TextOf() string {
	if n == nil {
		return ""
	}
	return n.Text
}

// BodyText returns the paragraphs (a:p) anywhere below n, one a line, without
// empty ones.
func BodyText(n *Node) string {
	var lines []string
	for _, p := range n.All("a:p") {
		if t := strings.TrimSpace(ParagraphText(p)); t != "" {
			lines = append(lines, t)
		}
	}
	return strings.Join(lines, "\n")
}

// AltText returns the alternative text of a drawing's properties (wp:docPr,
// pic:cNvPr, p:cNvPr): its description, else its title. The name of the file that
// a picture was made from, which some programs put there, is none.
func AltText(pr *Node) string {
	for _, name := range []string{"descr", "title"} {
		if t := strings.TrimSpace(pr.Attr(name)); t != "" && !isFileName(t) {
			return t
		}
	}
	return ""
}

func isFileName(s string) bool {
	switch strings.ToLower(path.Ext(s)) {
	case ".jpg", ".jpeg", ".png", ".gif", ".bmp", ".tif", ".tiff", ".wmf", ".emf", ".svg", ".webp":
		return !strings.Contains(s, " ") || strings.ContainsAny(s, `\/`)
	}
	return false
}

// MemberLocator names a part as a member of the file.
func MemberLocator(part string) knowledge.Locator { return knowledge.Loc("member", part) }
