package html

import (
	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// settle decides which elements are furniture: those that the rules name, unless
// they hold too much of the page, then what lies around the main content, then
// blocks outside the densest part that are mostly links.
func (s *survey) settle(body *nethtml.Node) {
	all := s.of[body]
	if all == nil {
		return
	}
	if all.prose == 0 {
		s.settleLabels(body, all)
		return
	}
	s.applyVerdicts(body, int64(all.prose))
	s.findTitles(body)
	s.cleanProse(body)
	root := body
	if marked := s.mainContent(body); marked != nil {
		root = marked
		s.surround(body, root, func(*info) bool { return true })
	}
	if all.clean >= articleWeight {
		s.surround(root, s.densest(root), (*info).linkish)
	}
}

// settleLabels is for a page without running text: what is named as furniture
// is, as long as it leaves half of the page.
func (s *survey) settleLabels(body *nethtml.Node, all *info) {
	for n := range body.Descendants() {
		if in := s.of[n]; in != nil && in.verdict != neutral && 2*(in.text+in.linked) < all.text+all.linked {
			in.chrome = true
		}
	}
}

func (s *survey) applyVerdicts(body *nethtml.Node, prose int64) {
	for n := range body.Descendants() {
		in := s.of[n]
		if in == nil || in.verdict == neutral {
			continue
		}
		if int64(in.prose)*1000 < prose*in.verdict.share() {
			in.chrome = true
		}
	}
	s.keepTitle(body)
}

// keepTitle takes a page header off the furniture where it holds the page's only
// first heading.
func (s *survey) keepTitle(body *nethtml.Node) {
	var headings []*nethtml.Node
	for n := range body.Descendants() {
		if n.DataAtom == atom.H1 && s.of[n] != nil && !s.of[n].hidden && s.of[n].text+s.of[n].linked > 0 {
			headings = append(headings, n)
		}
	}
	if len(headings) != 1 {
		return
	}
	for p := headings[0].Parent; p != nil && p != body; p = p.Parent {
		if in := s.of[p]; in != nil && p.DataAtom == atom.Header && in.chrome {
			in.chrome = false
		}
	}
}

// cleanProse adds up the prose that is in no furniture.
func (s *survey) cleanProse(n *nethtml.Node) int32 {
	in := s.of[n]
	if in == nil || in.chrome {
		return 0
	}
	in.clean = in.prose
	for c := range n.ChildNodes() {
		if c.Type != nethtml.ElementNode {
			continue
		}
		if below := s.of[c]; below != nil {
			in.clean -= below.prose
			in.clean += s.cleanProse(c)
		}
	}
	return in.clean
}

// mainContent returns the element that holds the text of the page; nil where
// nothing says so clearly.
func (s *survey) mainContent(body *nethtml.Node) *nethtml.Node {
	total := int64(s.of[body].clean)
	best := s.heaviest(body, func(n *nethtml.Node) bool { return n.DataAtom == atom.Main || attr(n, "role") == "main" })
	if best == nil || int64(s.of[best].clean)*1000 < total*400 {
		best = body
	}
	inner := s.heaviest(best, func(n *nethtml.Node) bool { return n.DataAtom == atom.Article || attr(n, "itemprop") == "articleBody" })
	if inner != nil && int64(s.of[inner].clean)*1000 >= int64(s.of[best].clean)*600 {
		return inner
	}
	if best != body {
		return best
	}
	return nil
}

// heaviest returns the element below n with most clean prose among those that
// match, the outermost where several hold the same.
func (s *survey) heaviest(n *nethtml.Node, match func(*nethtml.Node) bool) *nethtml.Node {
	var best *nethtml.Node
	for d := range n.Descendants() {
		in := s.of[d]
		if in == nil || in.clean == 0 || !match(d) {
			continue
		}
		if best == nil || in.clean > s.of[best].clean {
			best = d
		}
	}
	return best
}

// articleWeight is the prose from which on a page is taken for a text with things
// around it rather than for a list of things.
const articleWeight = 300

// densest returns the innermost element that holds most of the clean prose of
// root.
func (s *survey) densest(root *nethtml.Node) *nethtml.Node {
	at := root
	for {
		var next *nethtml.Node
		for c := range at.ChildNodes() {
			if in := s.of[c]; in != nil && int64(in.clean)*1000 >= int64(s.of[root].clean)*550 {
				next = c
			}
		}
		if next == nil {
			return at
		}
		at = next
	}
}

// linkish reports whether half of what an element says is links, as in menus,
// lists of further stories and footers.
func (in *info) linkish() bool {
	return in.links >= 2 && 2*int64(in.linked) >= int64(in.text)+int64(in.linked)
}

// surround flags what lies between outer and inner beside the way to it, where it
// is what the test says; else the parts of it that are.
func (s *survey) surround(outer, inner *nethtml.Node, furniture func(*info) bool) {
	for n := inner; n != outer && n.Parent != nil; n = n.Parent {
		for sib := range n.Parent.ChildNodes() {
			if sib != n {
				s.flag(sib, furniture)
			}
		}
	}
}

func (s *survey) flag(n *nethtml.Node, furniture func(*info) bool) {
	in := s.of[n]
	if in == nil || in.chrome {
		return
	}
	if title := s.titles[n]; furniture(in) && !title {
		in.chrome = true
		return
	} else if title && n.DataAtom == atom.H1 {
		return
	}
	for c := range n.ChildNodes() {
		s.flag(c, furniture)
	}
}

// findTitles marks the first headings outside furniture and all above them.
func (s *survey) findTitles(body *nethtml.Node) {
	s.titles = map[*nethtml.Node]bool{}
	for n := range body.Descendants() {
		if n.DataAtom != atom.H1 || !s.shown(n) {
			continue
		}
		for p := n; p != nil && !s.titles[p]; p = p.Parent {
			s.titles[p] = true
		}
	}
}

// shown reports whether n is neither furniture nor hidden nor in what is.
func (s *survey) shown(n *nethtml.Node) bool {
	if in := s.of[n]; in == nil || in.hidden {
		return false
	}
	for ; n != nil; n = n.Parent {
		if in := s.of[n]; in == nil || in.chrome {
			return false
		}
	}
	return true
}
