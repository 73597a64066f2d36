package html

import (
	"slices"
	"strconv"
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/knowledge"
)

// list reads a ul or ol element.
func (w *walker) list(n *nethtml.Node, p place) {
	count := w.counter(n)
	p.kind = ""
	level := p.level
	for c := range n.ChildNodes() {
		if c.Type == nethtml.ElementNode && c.DataAtom == atom.Li {
			q := p
			q.item = &item{marker: count.next(c), level: level}
			q.level = level + 1
			before := len(w.out)
			w.element(c, q)
			w.bareItem(q, before)
			continue
		}
		q := p
		q.level = level + 1 // a list straight inside a list is nested all the same
		w.oneChild(c, q)
	}
	w.flush(p)
}

// bareItem writes the number of an item that holds no text of its own, only what
// is a block by itself, as a table is. Its blocks begin at index before.
func (w *walker) bareItem(p place, before int) {
	if p.item.at > 0 || p.item.marker == "" || before == len(w.out) || !slices.Equal(w.out[before].Flags, p.flags) {
		return
	}
	switch w.out[before].Kind {
	case knowledge.Table, knowledge.Code, knowledge.Image, knowledge.Formula:
		b := Block{}
		b.Kind, b.Text, b.Flags, b.Locator = knowledge.Paragraph, p.item.marker, p.flags, w.out[before].Locator
		w.out = slices.Insert(w.out, before, b)
	}
}

// oneChild reads a child that is not what its parent is made of.
func (w *walker) oneChild(c *nethtml.Node, p place) {
	switch c.Type {
	case nethtml.TextNode:
		w.line.text(c.Data)
	case nethtml.ElementNode:
		w.element(c, p)
	}
}

// flatList reads a list inside a cell: its items are lines with their markers.
func (w *walker) flatList(n *nethtml.Node, p place) {
	count := w.counter(n)
	for c := range n.ChildNodes() {
		if c.Type == nethtml.ElementNode && c.DataAtom == atom.Li && p.flat == "\n" && !p.chrome {
			w.part(p)
			marker := count.next(c)
			if marker == "" {
				marker = "-"
			}
			w.line.text(marker)
			w.line.gap()
			if !w.unseen(c, p) {
				w.children(c, p)
				continue
			}
		}
		w.oneChild(c, p)
	}
}

// definitions reads a dl element: terms are list items, what is said of them are
// items one level deeper.
func (w *walker) definitions(n *nethtml.Node, p place) {
	level := p.level
	p.kind = ""
	for c := range n.ChildNodes() {
		q := p
		switch {
		case c.DataAtom == atom.Dt:
			q.item, q.level = &item{level: level}, level+1
		case c.DataAtom == atom.Dd:
			q.item, q.level = &item{level: level + 1}, level+2
		case c.DataAtom == atom.Div && w.survey.of[c] != nil && !w.unseen(c, p):
			w.flush(p)
			w.definitions(c, p) // a div may group a term with its descriptions
			continue
		}
		w.oneChild(c, q)
	}
	w.flush(p)
}

// counter numbers the items of an ordered list.
type counter struct {
	style string // "" for bullets
	at    int
	step  int
}

func (w *walker) counter(n *nethtml.Node) counter {
	c := counter{at: 1, step: 1}
	if n.DataAtom == atom.Ol {
		c.style = "1"
	}
	if t := attr(n, "type"); t == "a" || t == "A" || t == "i" || t == "I" || t == "1" {
		c.style = t
	}
	switch w.survey.sheet.computed(n, wide)["list-style-type"] {
	case "decimal", "decimal-leading-zero":
		c.style = "1"
	case "lower-alpha", "lower-latin":
		c.style = "a"
	case "upper-alpha", "upper-latin":
		c.style = "A"
	case "lower-roman":
		c.style = "i"
	case "upper-roman":
		c.style = "I"
	case "disc", "circle", "square":
		c.style = ""
	case "none":
		if !w.survey.sheet.counts {
			c.style = ""
		}
	}
	if v, err := strconv.Atoi(strings.TrimSpace(attr(n, "start"))); err == nil {
		c.at = v
	}
	if hasAttr(n, "reversed") {
		c.step = -1
		if attr(n, "start") == "" {
			c.at = 0
			for li := range n.ChildNodes() {
				if li.DataAtom == atom.Li {
					c.at++
				}
			}
		}
	}
	return c
}

// next returns the marker of the next item, "" for a bullet.
func (c *counter) next(li *nethtml.Node) string {
	if c.style == "" {
		return ""
	}
	if v, err := strconv.Atoi(strings.TrimSpace(attr(li, "value"))); err == nil {
		c.at = v
	}
	n := c.at
	c.at += c.step
	switch c.style {
	case "a", "A":
		if s := letters(n); s != "" {
			return cased(s, c.style) + "."
		}
	case "i", "I":
		if s := roman(n); s != "" {
			return cased(s, c.style) + "."
		}
	}
	return strconv.Itoa(n) + "."
}

func cased(s, style string) string {
	if style == "A" || style == "I" {
		return strings.ToUpper(s)
	}
	return s
}

// letters writes n as a, b … z, aa, ab.
func letters(n int) string {
	s := ""
	for ; n > 0; n = (n - 1) / 26 {
		s = string(rune('a'+(n-1)%26)) + s
	}
	return s
}

func roman(n int) string {
	if n < 1 || n > 3999 {
		return ""
	}
	var b strings.Builder
	for _, d := range []struct {
		value int
		sign  string
	}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for n >= d.value {
			b.WriteString(d.sign)
			n -= d.value
		}
	}
	return b.String()
}
