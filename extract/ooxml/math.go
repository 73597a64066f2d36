package ooxml

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Math writes an equation (m:oMath, m:oMathPara or a part of one) in one line:
// fractions as a/b, roots as √(x), limits and scripts behind ^ and _.
func Math(n *Node) string {
	var b strings.Builder
	math(&b, n)
	return strings.Join(strings.Fields(b.String()), " ")
}

func math(b *strings.Builder, n *Node) {
	if n == nil {
		return
	}
	arg := func(name string) string { return Math(n.Kid(name)) }
	switch n.Name {
	case "m:t":
		b.WriteString(n.Text)
	case "w:t", "a:t":
		b.WriteString(n.Text)
	case "m:f":
		if n.Kid("m:fPr", "m:type").Attr("m:val") == "noBar" {
			b.WriteString("(" + arg("m:num") + " ¦ " + arg("m:den") + ")")
			return
		}
		b.WriteString(group(arg("m:num")) + "/" + group(arg("m:den")))
	case "m:sSup", "m:sSub", "m:sSubSup":
		b.WriteString(group(arg("m:e")))
		scripts(b, arg("m:sub"), arg("m:sup"))
	case "m:sPre":
		scripts(b, arg("m:sub"), arg("m:sup"))
		b.WriteString(group(arg("m:e")))
	case "m:rad":
		if deg := arg("m:deg"); deg != "" {
			b.WriteString("root(" + deg + ")")
		}
		b.WriteString("√(" + arg("m:e") + ")")
	case "m:nary":
		b.WriteString(value(n.Kid("m:naryPr", "m:chr"), "∫"))
		scripts(b, arg("m:sub"), arg("m:sup"))
		b.WriteString(" " + arg("m:e"))
	case "m:d":
		delimited(b, n)
	case "m:func":
		b.WriteString(arg("m:fName") + " " + group(arg("m:e")))
	case "m:limLow":
		b.WriteString(arg("m:e"))
		scripts(b, arg("m:lim"), "")
	case "m:limUpp":
		b.WriteString(arg("m:e"))
		scripts(b, "", arg("m:lim"))
	case "m:acc":
		b.WriteString(arg("m:e") + value(n.Kid("m:accPr", "m:chr"), "\u0302"))
	case "m:m":
		b.WriteString("[" + joined(n, "m:mr", "; ") + "]")
	case "m:mr":
		b.WriteString(joined(n, "m:e", ", "))
	case "m:eqArr":
		b.WriteString(joined(n, "m:e", "; "))
	default:
		for _, k := range n.Kids {
			math(b, k)
		}
	}
}

func delimited(b *strings.Builder, n *Node) {
	pr := n.Kid("m:dPr")
	b.WriteString(value(pr.Kid("m:begChr"), "("))
	b.WriteString(joined(n, "m:e", value(pr.Kid("m:sepChr"), "|")))
	b.WriteString(value(pr.Kid("m:endChr"), ")"))
}

func joined(n *Node, name, separator string) string {
	var parts []string
	for _, k := range n.Kids {
		if k.Name == name {
			parts = append(parts, Math(k))
		}
	}
	return strings.Join(parts, separator)
}

// value returns a character property: what it says, even if that is nothing, or
// the default where it is not there.
func value(n *Node, otherwise string) string {
	if v, ok := n.Lookup("m:val"); ok {
		return v
	}
	return otherwise
}

func scripts(b *strings.Builder, sub, sup string) {
	if sub != "" {
		b.WriteString("_" + group(sub))
	}
	if sup != "" {
		b.WriteString("^" + group(sup))
	}
}

// group puts parentheses around what is more than one name or number.
func group(s string) string {
	if utf8.RuneCountInString(s) <= 1 {
		return s
	}
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '.' {
			return "(" + s + ")"
		}
	}
	return s
}
