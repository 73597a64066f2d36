package html

import (
	"strconv"
	"strings"
	"unicode/utf8"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// selector is a chain of conditions on an element and those around it.
type selector struct {
	parts  []compound // from the element itself outwards
	joins  []byte     // how a part stands to the next: ' ', '>', '+' or '~'
	weight uint64     // its specificity: ids, then classes, then types, ten bits each
}

// compound is what has to hold for one element.
type compound struct {
	key   string // one of its conditions to look it up by: "#id", ".class", "type" or "*"
	tests []func(*nethtml.Node) bool
}

const (
	weightID    = 1 << 20
	weightClass = 1 << 10
	weightType  = 1
)

// maxParts is how many parts of a selector are read.
const maxParts = 20

func (s *selector) key() string { return s.parts[0].key }

// match reports whether the selector picks n. Each comparison takes one of steps;
// none matches after the last.
func (s *selector) match(n *nethtml.Node, steps *int) bool { return s.matchFrom(0, n, steps) }

func (s *selector) matchFrom(i int, n *nethtml.Node, steps *int) bool {
	*steps--
	if *steps < 0 || !s.parts[i].match(n) {
		return false
	}
	if i == len(s.joins) {
		return true
	}
	next, once := parentElement, true
	switch s.joins[i] {
	case ' ':
		once = false
	case '+':
		next = elementBefore
	case '~':
		next, once = elementBefore, false
	}
	for m := next(n); m != nil && *steps >= 0; m = next(m) {
		if s.matchFrom(i+1, m, steps) {
			return true
		}
		if once {
			break
		}
	}
	return false
}

func (c *compound) match(n *nethtml.Node) bool {
	for _, test := range c.tests {
		if !test(n) {
			return false
		}
	}
	return true
}

func parentElement(n *nethtml.Node) *nethtml.Node {
	if p := n.Parent; p != nil && p.Type == nethtml.ElementNode {
		return p
	}
	return nil
}

func elementBefore(n *nethtml.Node) *nethtml.Node {
	for n = n.PrevSibling; n != nil && n.Type != nethtml.ElementNode; n = n.PrevSibling {
	}
	return n
}

func elementAfter(n *nethtml.Node) *nethtml.Node {
	for n = n.NextSibling; n != nil && n.Type != nethtml.ElementNode; n = n.NextSibling {
	}
	return n
}

// selectorReader reads the text of one selector.
type selectorReader struct {
	s      string
	at     int
	weight uint64
}

// parseSelector reads a selector. It refuses one that holds only sometimes, as
// under the pointer, one of a piece of generated text, and what it does not know.
func parseSelector(text string) (selector, bool) {
	r := selectorReader{s: strings.TrimSpace(text)}
	var s selector
	for len(s.parts) < maxParts {
		c, ok := r.compound(0)
		if !ok {
			return s, false
		}
		s.parts = append([]compound{c}, s.parts...)
		if r.at == len(r.s) {
			s.weight = r.weight
			return s, true
		}
		join := byte(' ')
		for ; r.at < len(r.s) && strings.IndexByte(" \t\r\n\f>+~", r.s[r.at]) >= 0; r.at++ {
			if c := r.s[r.at]; c == '>' || c == '+' || c == '~' {
				join = c
			}
		}
		s.joins = append([]byte{join}, s.joins...)
	}
	return s, false
}

func (r *selectorReader) peek() byte {
	if r.at < len(r.s) {
		return r.s[r.at]
	}
	return 0
}

// compound reads the conditions on one element. depth is how many parentheses are
// around it.
func (r *selectorReader) compound(depth int) (compound, bool) {
	c := compound{key: "*"}
	for start := r.at; ; {
		switch b := r.peek(); {
		case b == '*' && r.at == start:
			r.at++
		case b == '.' || b == '#':
			r.at++
			name := r.name()
			if name == "" || name == "no-js" { // scripts are taken to run
				return c, false
			}
			if b == '#' {
				c.tests = append(c.tests, func(n *nethtml.Node) bool { return attr(n, "id") == name })
				c.key, r.weight = "#"+name, r.weight+weightID
				continue
			}
			c.tests = append(c.tests, func(n *nethtml.Node) bool { return hasClass(n, name) })
			if r.weight += weightClass; c.key[0] != '#' {
				c.key = "." + name
			}
		case b == '[':
			test, ok := r.attribute()
			if !ok {
				return c, false
			}
			c.tests, r.weight = append(c.tests, test), r.weight+weightClass
		case b == ':':
			test, ok := r.pseudo(depth)
			if !ok {
				return c, false
			}
			c.tests = append(c.tests, test)
		case r.at == start && nameByte(b):
			c.key = strings.ToLower(r.name())
			name := c.key
			c.tests, r.weight = append(c.tests, func(n *nethtml.Node) bool { return n.Data == name }), r.weight+weightType
		default:
			return c, r.at > start
		}
	}
}

func hasClass(n *nethtml.Node, name string) bool {
	for class := range strings.FieldsSeq(attr(n, "class")) {
		if class == name {
			return true
		}
	}
	return false
}

// attribute reads a condition on an attribute, in brackets.
func (r *selectorReader) attribute() (func(*nethtml.Node) bool, bool) {
	end := strings.IndexByte(r.s[r.at:], ']')
	if end < 0 {
		return nil, false
	}
	inner := strings.TrimSpace(r.s[r.at+1 : r.at+end])
	r.at += end + 1
	key, want, valued := strings.Cut(inner, "=")
	how := byte('=')
	if valued && key != "" && strings.IndexByte("~|^$*", key[len(key)-1]) >= 0 {
		how, key = key[len(key)-1], key[:len(key)-1]
	}
	key, want = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(want)
	if n := len(want); n > 2 && (strings.HasSuffix(want, " i") || strings.HasSuffix(want, " s")) {
		want = strings.TrimSpace(want[:n-2])
	}
	want = strings.Trim(want, `"'`)
	if key == "" || strings.ContainsAny(key, ` |"'`) {
		return nil, false
	}
	return func(n *nethtml.Node) bool {
		got := attr(n, key)
		switch {
		case !hasAttr(n, key):
			return false
		case !valued:
			return true
		case how == '=':
			return got == want
		case want == "":
			return false
		case how == '~':
			return strings.Contains(" "+strings.Join(strings.Fields(got), " ")+" ", " "+want+" ")
		case how == '|':
			return got == want || strings.HasPrefix(got, want+"-")
		case how == '^':
			return strings.HasPrefix(got, want)
		case how == '$':
			return strings.HasSuffix(got, want)
		}
		return strings.Contains(got, want)
	}, true
}

// states are the conditions that depend on what the reader does: none holds for a
// page that lies open.
var states = map[string]bool{
	"hover": true, "focus": true, "focus-within": true, "focus-visible": true, "active": true, "target": true, "visited": true, "target-within": true,
}

// pseudo reads a condition behind a colon.
func (r *selectorReader) pseudo(depth int) (func(*nethtml.Node) bool, bool) {
	r.at++
	name := strings.ToLower(r.name())
	if r.peek() == '(' {
		return r.within(name, depth)
	}
	r.weight += weightClass
	switch name {
	case "first-child":
		return func(n *nethtml.Node) bool { return elementBefore(n) == nil }, true
	case "last-child":
		return func(n *nethtml.Node) bool { return elementAfter(n) == nil }, true
	case "only-child":
		return func(n *nethtml.Node) bool { return elementBefore(n) == nil && elementAfter(n) == nil }, true
	case "root":
		return func(n *nethtml.Node) bool { return n.DataAtom == atom.Html }, true
	case "empty":
		return func(n *nethtml.Node) bool { return n.FirstChild == nil }, true
	case "link", "any-link":
		return func(n *nethtml.Node) bool { return n.DataAtom == atom.A && hasAttr(n, "href") }, true
	case "checked":
		return func(n *nethtml.Node) bool { return hasAttr(n, "checked") || hasAttr(n, "selected") }, true
	case "disabled":
		return func(n *nethtml.Node) bool { return hasAttr(n, "disabled") }, true
	case "enabled":
		return func(n *nethtml.Node) bool { return !hasAttr(n, "disabled") }, true
	}
	if states[name] && depth > 0 {
		return func(*nethtml.Node) bool { return false }, true
	}
	return nil, false
}

// maxDepth is how many parentheses may stand in each other.
const maxDepth = 3

// within reads the list of conditions of :not, :is and :where.
func (r *selectorReader) within(name string, depth int) (func(*nethtml.Node) bool, bool) {
	if name != "not" && name != "is" && name != "where" || depth == maxDepth {
		return nil, false
	}
	before, heaviest := r.weight, uint64(0)
	var list []compound
	for {
		r.at++ // the parenthesis or comma
		r.spaces()
		r.weight = 0
		c, ok := r.compound(depth + 1)
		if r.spaces(); !ok || r.peek() != ',' && r.peek() != ')' {
			return nil, false
		}
		list, heaviest = append(list, c), max(heaviest, r.weight)
		if r.peek() == ')' {
			break
		}
	}
	r.at++
	if r.weight = before + heaviest; name == "where" {
		r.weight = before
	}
	return func(n *nethtml.Node) bool {
		for i := range list {
			if list[i].match(n) {
				return name != "not"
			}
		}
		return name == "not"
	}, true
}

func (r *selectorReader) spaces() {
	for r.at < len(r.s) && strings.IndexByte(" \t\r\n\f", r.s[r.at]) >= 0 {
		r.at++
	}
}

func nameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '\\' || c >= utf8.RuneSelf
}

// name reads a name, with the characters that a backslash stands before.
func (r *selectorReader) name() string {
	var out []byte
	for r.at < len(r.s) && nameByte(r.s[r.at]) {
		c := r.s[r.at]
		if r.at++; c != '\\' {
			out = append(out, c)
			continue
		}
		end := r.at
		for end < len(r.s) && end < r.at+6 && isHex(strings.ToLower(r.s[end:end+1])) {
			end++
		}
		if code, err := strconv.ParseUint(r.s[r.at:end], 16, 32); err == nil {
			out = utf8.AppendRune(out, rune(code))
			if r.at = end; r.peek() == ' ' {
				r.at++
			}
		} else if r.at < len(r.s) {
			out = append(out, r.s[r.at])
			r.at++
		}
	}
	return string(out)
}
