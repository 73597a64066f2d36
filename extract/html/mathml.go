package html

import (
	"strings"
	"unicode/utf8"

	nethtml "golang.org/x/net/html"
)

// maxFormula is how deep in each other the parts of a formula are told apart.
const maxFormula = 60

// formula writes the characters of a formula, with what stands above, below or
// under a line told apart: 10^6, x_i, a/b.
func formula(b *strings.Builder, n *nethtml.Node, depth int) {
	switch n.Type {
	case nethtml.TextNode:
		b.WriteString(unseenOperators.Replace(n.Data))
		return
	case nethtml.ElementNode, nethtml.DocumentNode:
	default:
		return
	}
	parts := elements(n)
	if depth == maxFormula {
		b.WriteString(innerText(n))
		return
	}
	put := func(i int) { operand(b, parts[i], depth+1) }
	switch arity := len(parts); {
	case n.Data == "annotation" || n.Data == "annotation-xml":
	case n.Data == "msup" && arity == 2, n.Data == "mover" && arity == 2 && !accent(parts[1]):
		put(0)
		if strings.Trim(innerText(parts[1]), " \n\t′″‴'°∘") != "" {
			b.WriteByte('^')
		}
		put(1)
	case n.Data == "msub" && arity == 2, n.Data == "munder" && arity == 2 && !accent(parts[1]):
		put(0)
		b.WriteByte('_')
		put(1)
	case (n.Data == "msubsup" || n.Data == "munderover") && arity == 3:
		put(0)
		b.WriteByte('_')
		put(1)
		b.WriteByte('^')
		put(2)
	case n.Data == "mfrac" && arity == 2:
		put(0)
		b.WriteByte('/')
		put(1)
	case n.Data == "mroot" && arity == 2:
		put(1)
		b.WriteString("√")
		put(0)
	case n.Data == "msqrt":
		b.WriteString("√(")
		inside(b, n, depth)
		b.WriteByte(')')
	case n.Data == "mtr" || n.Data == "mtd" || n.Data == "mtext" || n.Data == "mspace":
		b.WriteByte(' ')
		inside(b, n, depth)
		b.WriteByte(' ')
	default:
		inside(b, n, depth)
	}
}

func inside(b *strings.Builder, n *nethtml.Node, depth int) {
	for c := range n.ChildNodes() {
		formula(b, c, depth+1)
	}
}

// operand writes a part of a formula, in parentheses where it is more than one
// number or name.
func operand(b *strings.Builder, n *nethtml.Node, depth int) {
	var own strings.Builder
	formula(&own, n, depth)
	text := strings.TrimSpace(own.String())
	if n.Data == "mn" || n.Data == "mi" || n.Data == "mo" || n.Data == "mtext" || utf8.RuneCountInString(text) == 1 || plainNumber(text) {
		b.WriteString(text)
		return
	}
	b.WriteString("(" + text + ")")
}

// plainNumber reports whether a part is a number with a sign or a mark.
func plainNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789.,-+−") == ""
}

// accent reports whether what stands over or under a name is a mark on it.
func accent(n *nethtml.Node) bool {
	text := strings.TrimSpace(innerText(n))
	return n.Data == "mo" && text != "" && strings.Trim(text, "¯‾^ˆ~˜→⃗˙¨_̲.´`ˇ˘⏞⏟") == ""
}

// unseenOperators are the signs that only say how parts belong together.
var unseenOperators = strings.NewReplacer("\u2061", "", "\u2062", "", "\u2063", "", "\u2064", "")

func elements(n *nethtml.Node) []*nethtml.Node {
	var out []*nethtml.Node
	for c := range n.ChildNodes() {
		if c.Type == nethtml.ElementNode {
			out = append(out, c)
		}
	}
	return out
}
