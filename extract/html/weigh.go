package html

import (
	"strings"
	"unicode"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// info is what is known of one element before the walk.
type info struct {
	order   int32 // place in document order, from 1, comments and text not counted
	text    int32 // weight of the visible text in and below it that is no link
	linked  int32 // weight of the text of links
	links   int32 // links with text
	prose   int32 // weight of its running text: pieces of proseWeight and more
	clean   int32 // prose that stands in no furniture
	verdict verdict
	why     string // its own text is hidden for that reason
	hidden  bool
	chrome  bool // furniture, finally
}

// proseWeight is the weight from which a piece of text counts as running text
// rather than as a label: about fifteen words.
const proseWeight = 80

// survey holds the info of all elements of a tree.
type survey struct {
	of     map[*nethtml.Node]*info
	titles map[*nethtml.Node]bool // first headings of the page and what holds them
	sheet  sheet
	n      int32
	rules  bool // judge furniture
}

// weight counts the characters of s that are not white space; an ideograph says
// as much as three letters.
func weight(s string) int32 {
	var n int32
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
		case r >= 0x3000 && ideographic(r):
			n += 3
		default:
			n++
		}
	}
	return n
}

// around is what the elements above say about one.
type around struct {
	linked, inside bool
	sight          sight
	own            *int32 // weight of the nearest block's own text
}

// weigh fills in the info of n and all below it.
func (s *survey) weigh(n *nethtml.Node, a around) *info {
	s.n++
	in := &info{order: s.n}
	s.of[n] = in
	a.sight = s.sheet.sight(n, a.sight)
	in.why = a.sight.why()
	in.hidden = in.why != ""
	if s.rules && !in.hidden {
		in.verdict = judge(n, a.inside)
	}
	link := n.DataAtom == atom.A && hasAttr(n, "href")
	a.linked = a.linked || link
	switch n.DataAtom {
	case atom.Article, atom.Main, atom.Section, atom.Blockquote, atom.Figure, atom.Td:
		a.inside = true
	}
	var own int32
	if blocks[n.DataAtom] || a.own == nil {
		a.own = &own
	}
	for c := range n.ChildNodes() {
		s.weighChild(c, a, in)
	}
	if link && in.linked > 0 {
		in.links++
	}
	if own >= proseWeight {
		in.prose += own
	}
	return in
}

func (s *survey) weighChild(c *nethtml.Node, a around, in *info) {
	switch {
	case c.Type == nethtml.TextNode && !in.hidden:
		w := weight(c.Data)
		if a.linked {
			in.linked += w
			return
		}
		in.text += w
		*a.own += w
	case c.Type == nethtml.ElementNode && dropped[c.DataAtom]:
		s.n++
		for d := range c.Descendants() { // they count in document order
			if d.Type == nethtml.ElementNode {
				s.n++
			}
		}
	case c.Type == nethtml.ElementNode:
		below := s.weigh(c, a)
		in.text += below.text
		in.linked += below.linked
		in.links += below.links
		in.prose += below.prose
	}
}

// dropped are elements whose content is never text of the page.
var dropped = map[atom.Atom]bool{
	atom.Head: true, atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Iframe: true,
	atom.Object: true, atom.Embed: true, atom.Canvas: true, atom.Audio: true, atom.Video: true, atom.Datalist: true,
	atom.Noframes: true, atom.Applet: true, atom.Map: true, atom.Title: true,
}

// blocks are elements that begin and end on a line of their own.
var blocks = map[atom.Atom]bool{
	atom.Html: true, atom.Body: true, atom.Div: true, atom.P: true, atom.Section: true, atom.Article: true, atom.Main: true,
	atom.Nav: true, atom.Header: true, atom.Footer: true, atom.Aside: true, atom.Address: true, atom.Blockquote: true,
	atom.Center: true, atom.Dd: true, atom.Dt: true, atom.Dl: true, atom.Dir: true, atom.Dialog: true, atom.Details: true,
	atom.Summary: true, atom.Fieldset: true, atom.Legend: true, atom.Figure: true, atom.Figcaption: true, atom.Form: true,
	atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true, atom.Hgroup: true, atom.Hr: true,
	atom.Li: true, atom.Menu: true, atom.Ol: true, atom.Ul: true, atom.Pre: true, atom.Listing: true, atom.Xmp: true,
	atom.Plaintext: true, atom.Table: true, atom.Caption: true, atom.Tbody: true, atom.Thead: true, atom.Tfoot: true,
	atom.Tr: true, atom.Td: true, atom.Th: true, atom.Optgroup: true, atom.Option: true, atom.Search: true, atom.Frameset: true, atom.Marquee: true,
}

// isBlock reports whether n begins and ends on a line of its own.
func isBlock(n *nethtml.Node) bool {
	style := attr(n, "style")
	if style == "" || !strings.Contains(style, "display") {
		return blocks[n.DataAtom]
	}
	switch declarations(style)["display"] {
	case "block", "flex", "grid", "table", "list-item", "table-row":
		return true
	case "inline":
		return blocks[n.DataAtom] && n.DataAtom != atom.Div && n.DataAtom != atom.P && n.DataAtom != atom.Li
	}
	return blocks[n.DataAtom]
}
