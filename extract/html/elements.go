package html

import (
	"strings"
	"unicode"

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
	case atom.Progress, atom.Meter:
		w.gauge(n)
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
	case atom.Abbr, atom.Acronym:
		w.children(n, p)
		w.longForm(n)
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

// longForm writes what an abbreviation stands for behind it, once in a document.
func (w *walker) longForm(n *nethtml.Node) {
	long, short := strings.Join(strings.Fields(attr(n, "title")), " "), strings.TrimSpace(innerText(n))
	if short == "" || len(long) <= len(short) || len(long) > maxLongForm || strings.ContainsAny(long, "0123456789") || w.told[long] {
		return // a date, as a rule, or nothing new
	}
	if w.told == nil {
		w.told = map[string]bool{}
	}
	w.told[long] = true
	w.line.text(" (" + long + ")")
}

// maxLongForm is how many bytes the long form of an abbreviation has at most.
const maxLongForm = 200

// gauge writes what a bar shows: its text for those who do not see it, else its
// value.
func (w *walker) gauge(n *nethtml.Node) {
	text := strings.Join(strings.Fields(innerText(n)), " ")
	if text == "" {
		text = attr(n, "value")
		if limit := attr(n, "max"); text != "" && limit != "" && limit != "1" {
			text += "/" + limit
		}
	}
	w.line.gap()
	w.line.text(text)
}

// link reads an a element. Two links side by side never make one word.
func (w *walker) link(n *nethtml.Node, p place) {
	if prev := n.PrevSibling; prev != nil && prev.DataAtom == atom.A {
		w.line.gap()
	}
	start, links, blocks := len(w.line.buf), len(w.line.links), len(w.out)
	w.children(n, p)
	target := strings.TrimSpace(attr(n, "href"))
	if isData(target) {
		w.embed(n, target)
	}
	if !followable(target) {
		return
	}
	var text string
	if len(w.out) == blocks && start <= len(w.line.buf) && len(w.line.links) == links {
		text = strings.TrimSpace(string(w.line.buf[start:]))
	}
	w.line.links = append(w.line.links, knowledge.Link{Text: text, Target: w.home.resolve(target)})
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

// math writes a formula as its author did (TeX), else as its characters.
func (w *walker) math(n *nethtml.Node) {
	text := attr(n, "alttext")
	for d := range n.Descendants() {
		if d.Type == nethtml.ElementNode && d.Data == "annotation" && strings.Contains(attr(d, "encoding"), "tex") {
			text = innerText(d)
		}
	}
	if text == "" {
		var b strings.Builder
		formula(&b, n, 0)
		text = b.String()
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
