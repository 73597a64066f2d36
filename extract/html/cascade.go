package html

import (
	"slices"
	"strings"

	nethtml "golang.org/x/net/html"
)

// screens is a set of kinds of screen that style rules hold for.
type screens uint8

const (
	wide screens = 1 << iota
	narrow
	everyScreen = wide | narrow
)

// declaration is one property of a rule or of a style attribute.
type declaration struct {
	name, value string // lower case
	important   bool
}

// rule is a selector with its declarations.
type rule struct {
	selector selector
	set      []declaration
	on       screens
	rank     uint64 // which of two rules of equal importance wins
}

// sheet holds the rules of the style sheets of a document that say whether and how
// text is shown.
type sheet struct {
	rules   map[string][]rule // by the key of the selector
	count   uint64
	steps   int  // comparisons that are left
	styled  bool // the page has a style sheet, read or not
	counts  bool // rules write numbers in front of items
	differs bool // a rule holds for one kind of screen only
	linked  bool // sheets of linked files hold too, which are not read
}

// Ranks of a declaration, from the weakest: by layer, by selector, by place; then
// the style attribute, then what is marked as important.
const (
	rankOrder     = 24 // bits for the place
	rankLayer     = 1 << 60
	rankInline    = 1 << 61
	rankImportant = 1 << 62
)

// shownBy are the properties that are looked at.
var shownBy = map[string]bool{
	"display": true, "visibility": true, "opacity": true, "font": true, "font-size": true, "overflow": true, "height": true, "width": true,
	"max-height": true, "max-width": true, "padding": true, "padding-top": true, "padding-bottom": true, "clip": true, "clip-path": true,
	"text-indent": true, "position": true, "left": true, "top": true, "right": true, "animation": true, "animation-name": true,
	"mso-hide": true, "color": true, "list-style": true, "list-style-type": true, "background": true, "background-color": true,
	"background-clip": true, "-webkit-background-clip": true, "text-shadow": true, "transform": true, "filter": true,
	"content-visibility": true, "margin-left": true,
}

// add takes in a rule, where a property in it is one that is looked at.
func (s *sheet) add(selectors string, set []declaration, on screens, layered bool) {
	s.counts = s.counts || slices.ContainsFunc(set, func(d declaration) bool {
		return d.name == "content" && strings.Contains(d.value, "counter")
	})
	set = slices.DeleteFunc(set, func(d declaration) bool { return !shownBy[d.name] })
	if len(set) == 0 || on == 0 {
		return
	}
	for text := range pieces(selectors, ',') {
		sel, ok := parseSelector(text)
		if !ok {
			continue
		}
		if s.rules == nil {
			s.rules = map[string][]rule{}
		}
		s.count++
		r := rule{selector: sel, set: set, on: on, rank: sel.weight<<rankOrder | s.count}
		if !layered {
			r.rank |= rankLayer
		}
		s.differs = s.differs || on != everyScreen
		s.rules[sel.key()] = append(s.rules[sel.key()], r)
	}
}

// computed returns the properties that the rules and the style attribute give n on
// a kind of screen. What it would inherit is not among them.
func (s *sheet) computed(n *nethtml.Node, on screens) map[string]string {
	c := cascade{}
	if s.count > 0 {
		s.offer("*", n, on, &c)
		s.offer(n.Data, n, on, &c)
		if id := attr(n, "id"); id != "" {
			s.offer("#"+id, n, on, &c)
		}
		for class := range strings.FieldsSeq(attr(n, "class")) {
			s.offer("."+class, n, on, &c)
		}
	}
	if style := attr(n, "style"); style != "" {
		c.set(parseDeclarations(style), rankInline)
	}
	return c.values
}

// offer sets what the rules with that key say of n.
func (s *sheet) offer(key string, n *nethtml.Node, on screens, c *cascade) {
	rules := s.rules[key]
	for i := range rules {
		if r := &rules[i]; r.on&on != 0 && r.selector.match(n, &s.steps) {
			c.set(r.set, r.rank)
		}
	}
}

// cascade finds for each property the value of the strongest declaration.
type cascade struct {
	values map[string]string
	ranks  map[string]uint64
}

func (c *cascade) set(set []declaration, rank uint64) {
	for _, d := range set {
		name, value := longhand(d.name, d.value)
		if value == "" {
			continue
		}
		own := rank
		if d.important {
			own |= rankImportant
		}
		if c.values == nil {
			c.values, c.ranks = map[string]string{}, map[string]uint64{}
		}
		if own >= c.ranks[name] {
			c.values[name], c.ranks[name] = value, own
		}
	}
}

// longhand takes out of a property that sets several the one that is looked at.
func longhand(name, value string) (string, string) {
	switch name {
	case "font":
		for word := range strings.FieldsSeq(value) {
			size, _, _ := strings.Cut(word, "/")
			if n, ok := number(size); ok && (n == 0 || strings.Trim(size, "0123456789.") != "") {
				return "font-size", size
			}
		}
		return "font-size", ""
	case "list-style":
		for word := range strings.FieldsSeq(value) {
			if word != "inside" && word != "outside" && !strings.HasPrefix(word, "url(") {
				return "list-style-type", word
			}
		}
		return "list-style-type", ""
	}
	return name, value
}

// declarations returns the properties of an inline style, lower case.
func declarations(style string) map[string]string {
	c := cascade{}
	c.set(parseDeclarations(style), 0)
	return c.values
}

// parseDeclarations reads what stands between the braces of a rule. Rules inside
// it are left out.
func parseDeclarations(body string) []declaration {
	var out []declaration
	for piece := range pieces(body, ';') {
		if i := strings.LastIndexByte(piece, '}'); i >= 0 {
			piece = piece[i+1:]
		}
		name, value, ok := strings.Cut(piece, ":")
		if !ok {
			continue
		}
		value = strings.ToLower(strings.TrimSpace(value))
		before, mark, marked := strings.Cut(value, "!")
		important := marked && strings.TrimSpace(mark) == "important"
		if marked && !important {
			continue
		}
		out = append(out, declaration{strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(before), important})
	}
	return out
}
