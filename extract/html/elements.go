package html

import (
	"strings"
	"unicode"
	"unicode/utf8"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/knowledge"
)

// special reads the elements that stand for something other than their content.
func (w *walker) special(n *nethtml.Node, p place) bool {
	switch n.DataAtom {
	case atom.Br:
		switch {
		case p.pre:
			w.line.raw("\n")
		case p.flat == " ":
			w.line.gap()
		default:
			w.line.newline()
		}
	case atom.Wbr:
	case atom.Hr:
		if p.flat == "" {
			w.flush(p)
		}
	case atom.Img, atom.Image:
		w.picture(n, p)
	case atom.Svg:
		w.drawing(n, p)
	case atom.Math:
		w.math(n)
	case atom.Input, atom.Textarea, atom.Select:
		w.field(n)
	case atom.Rp:
	default:
		return false
	}
	return true
}

// inlineElement reads an element that joins the text around it.
func (w *walker) inlineElement(n *nethtml.Node, p place) {
	switch n.DataAtom {
	case atom.A:
		w.link(n, p)
	case atom.Sup:
		w.superscript(n, p)
	case atom.Rt:
		w.line.text("(")
		w.children(n, p)
		w.line.text(")")
	case atom.Q:
		w.line.text("“")
		w.children(n, p)
		w.line.text("”")
	case atom.Button, atom.Label:
		w.line.gap()
		w.children(n, p)
		w.line.gap()
	default:
		w.children(n, p)
	}
}

// link reads an a element. Two links side by side never make one word.
func (w *walker) link(n *nethtml.Node, p place) {
	if prev := n.PrevSibling; prev != nil && prev.DataAtom == atom.A {
		w.line.gap()
	}
	start, links, blocks := len(w.line.buf), len(w.line.links), len(w.out)
	w.children(n, p)
	target := strings.TrimSpace(attr(n, "href"))
	if !followable(target) {
		return
	}
	var text string
	if len(w.out) == blocks && start <= len(w.line.buf) && len(w.line.links) == links {
		text = strings.TrimSpace(string(w.line.buf[start:]))
	}
	w.line.links = append(w.line.links, knowledge.Link{Text: text, Target: target})
}

// followable reports whether a target leads out of the document and is not code
// or data.
func followable(target string) bool {
	if target == "" || target[0] == '#' {
		return false
	}
	scheme, _, ok := strings.Cut(target, ":")
	if !ok {
		return true
	}
	switch strings.ToLower(scheme) {
	case "javascript", "data", "vbscript", "about", "blob":
		return false
	}
	return true
}

// superscript keeps the meaning that the raised position has: 10<sup>6</sup> is
// 10^6 and not 106, and the mark of a footnote is not part of the word.
func (w *walker) superscript(n *nethtml.Node, p place) {
	last := w.line.last()
	start := len(w.line.buf)
	w.children(n, p)
	if !unicode.IsLetter(last) && !unicode.IsDigit(last) && last != ')' || start > len(w.line.buf) {
		return
	}
	mark := strings.TrimSpace(string(w.line.buf[start:]))
	digits := strings.TrimLeft(mark, "+-−–")
	if digits == "" || digits[0] < '0' || digits[0] > '9' {
		return
	}
	if element(n, atom.A) != nil {
		mark = "[" + mark + "]"
	} else {
		mark = "^" + mark
	}
	w.line.buf = append(w.line.buf[:start], mark...)
}

// picture counts an image and delivers its alternative text: inside the running
// text where it stands for characters, else as a block.
func (w *walker) picture(n *nethtml.Node, p place) {
	if tiny(attr(n, "width")) || tiny(attr(n, "height")) || tiny(attr(n, "width")+"px") || tiny(attr(n, "height")+"px") {
		return // a tracking pixel or spacer
	}
	alt := strings.TrimSpace(attr(n, "alt"))
	switch {
	case alt == "" || attr(n, "role") == "presentation":
		w.line.images++
	case glyph(n, alt) || p.flat != "" && w.line.empty():
		w.line.text(alt)
		w.line.images++
	case p.flat != "":
		w.line.images++
	default:
		b := Block{}
		b.Kind, b.Text, b.Flags, b.Locator = knowledge.Image, alt, p.flags, w.locator(n)
		w.later = append(w.later, b)
	}
}

// glyph reports whether a picture stands for characters of the text: an emoji or
// a formula.
func glyph(n *nethtml.Node, alt string) bool {
	if utf8.RuneCountInString(alt) <= 2 {
		return true
	}
	class := strings.ToLower(attr(n, "class"))
	for _, mark := range []string{"emoji", "smiley", "math", "latex", "tex"} {
		if strings.Contains(class, mark) {
			return true
		}
	}
	return false
}

// drawing delivers the text inside an SVG drawing.
func (w *walker) drawing(n *nethtml.Node, p place) {
	w.line.images++
	var parts []string
	for d := range n.Descendants() {
		if d.Type == nethtml.ElementNode && d.Data == "text" {
			if t := strings.Join(strings.Fields(innerText(d)), " "); t != "" {
				parts = append(parts, t)
			}
		}
	}
	if len(parts) == 0 || p.flat != "" {
		return
	}
	w.line.images--
	b := Block{}
	b.Kind, b.Text, b.Flags, b.Locator = knowledge.Image, strings.Join(parts, "\n"), p.flags, w.locator(n)
	w.later = append(w.later, b)
}

// math writes a formula as its author did (TeX), else as its characters.
func (w *walker) math(n *nethtml.Node) {
	text := attr(n, "alttext")
	for d := range n.Descendants() {
		if d.Type == nethtml.ElementNode && d.Data == "annotation" && strings.Contains(attr(d, "encoding"), "tex") {
			text = innerText(d)
		}
	}
	if text == "" {
		text = innerText(n)
	}
	w.line.text(text)
}

func innerText(n *nethtml.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == nethtml.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}
