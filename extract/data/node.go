package data

import (
	"strconv"
	"strings"
)

// node is one value: a scalar, an object or a list.
type node struct {
	kind        kind
	text        string // of a scalar, as it is shown
	keys        []string
	items       []*node
	literal     bool   // a text of lines that mean to stay as they are
	note        string // comment in front of or beside it
	mark        string // anchor and tag of a YAML object or list
	first, last int    // lines of the original
	size        int    // bytes that it takes as text, about
}

type kind uint8

const (
	scalar kind = iota
	object
	list
)

// measure fills in the sizes of n and all below it.
func (n *node) measure() int {
	n.size = len(n.text) + len(n.note) + len(n.mark)
	for i, c := range n.items {
		n.size += c.measure() + 3
		if n.kind == object {
			n.size += len(n.keys[i])
		}
	}
	return n.size
}

// shown returns a string as it is shown: bare, or in quotes where it would be
// taken for another kind of value or where spaces at its ends would be lost.
func shown(s string) string {
	switch {
	case s == "", s == "null", s == "true", s == "false", s == "~", s[0] == '"':
		return strconv.Quote(s)
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil || len(s) < 40 && strings.TrimSpace(s) != s && !strings.Contains(s, "\n") {
		return `"` + s + `"`
	}
	return s
}

// compact writes a value in one line, as lists of few and short values are shown.
func (n *node) compact() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *node) write(b *strings.Builder) {
	switch n.kind {
	case list:
		b.WriteByte('[')
		for i, c := range n.items {
			if i > 0 {
				b.WriteString(", ")
			}
			c.write(b)
		}
		b.WriteByte(']')
	case object:
		b.WriteByte('{')
		for i, c := range n.items {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(n.keys[i] + ": ")
			c.write(b)
		}
		b.WriteByte('}')
	default:
		if strings.ContainsAny(n.text, ",[]{}\n") && !strings.HasPrefix(n.text, `"`) {
			b.WriteString(strconv.Quote(n.text))
			return
		}
		b.WriteString(n.text)
	}
}

// inline reports whether a value is shown in the line of its key.
func (n *node) inline() bool {
	if n.kind == scalar {
		return true
	}
	if n.note != "" || n.mark != "" {
		return false
	}
	for _, c := range n.items {
		if c.kind != scalar || c.note != "" || strings.Contains(c.text, "\n") {
			return n.numbers()
		}
	}
	return len(n.items) == 0 || n.kind == list && n.size <= 120 || n.numbers()
}

// numbers reports whether a list holds lists and short words only, as the
// coordinates of a map do.
func (n *node) numbers() bool {
	if n.kind != list || n.size > 2000 {
		return false
	}
	for _, c := range n.items {
		if c.kind == object || c.note != "" || c.kind == list && !c.numbers() || c.kind == scalar && (len(c.text) > 24 || strings.Contains(c.text, "\n")) {
			return false
		}
	}
	return true
}

// text of a value in the line of its key.
func (n *node) line() string {
	if n.kind == scalar {
		return n.text
	}
	return n.compact()
}
