package hostile

import (
	"fmt"
	"io"
	"strings"
)

// nested are files of brackets in brackets.
func nested() []File {
	return []File{
		text("deep.html", "<!DOCTYPE html><title>t</title><body>", "<div>", 10_000, "<p>inside"),
		text("deeper.html", "<p>", "<b><table><tr><td>", 200_000, "inside"),
		text("deep.xml", "<?xml version='1.0'?>", "<a>", 10_000, "inside"),
		text("deep.json", "", `{"a":[`, 300_000, "1"),
		text("deep.yaml", "", "- ", 200_000, "1\n"),
		text("deep-flow.yaml", "a: ", "[", 200_000, "1\n"),
		text("deep.md", "", "> ", 200_000, "inside\n"),
		text("brackets.md", "", "[a](", 500_000, "\n"),
		text("stars.md", "", "*a **b _c ", 300_000, "\n"),
		text("lists.md", "", "- 1. + ", 200_000, "a\n"),
		text("deep.tex", `\documentclass{article}\begin{document}`, `{\bf `, 300_000, `x\end{document}`),
		text("environments.tex", `\documentclass{article}\begin{document}`, `\begin{itemize}\item `, 100_000, "x"),
		text("macros.tex", `\documentclass{article}`, `\newcommand{\a}{\a\a}`, 10_000, `\begin{document}\a\a\a`),
	}
}

// markup are bombs of entities, attributes and references.
func markup() []File {
	return []File{
		{Name: "entities.xml", Write: func(w io.Writer) error {
			_, err := io.WriteString(w, laughs()+"<doc>before &e9; after</doc>")
			return err
		}},
		text("attributes.xml", "<?xml version='1.0'?><doc ", "a='1' ", 3_000_000, ">text</doc>"),
		text("attribute.xml", "<?xml version='1.0'?><doc a='", "x", 60<<20, "'>text</doc>"),
		text("names.xml", "<?xml version='1.0'?><doc>", "<a b='c'/>", 5_000_000, "</doc>"),
		text("attributes.html", "<p>before<p ", "a", 1, func() string {
			var b strings.Builder
			for i := range 500_000 {
				fmt.Fprintf(&b, " a%d=1", i)
			}
			return b.String() + ">inside"
		}()),
		text("unclosed.html", "", "<b><i><u><a href=x><p>", 200_000, "inside"),
		text("cells.html", "<table>", "<tr><td colspan=1000 rowspan=65534>x", 5_000, "</table>"),
		text("entities.html", "<p>", "&lt;", 5_000_000, ""),
		{Name: "aliases.yaml", Write: func(w io.Writer) error {
			var b strings.Builder
			b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x]\n")
			for i := 1; i < 12; i++ {
				fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 9), ","))
			}
			_, err := io.WriteString(w, b.String())
			return err
		}},
		text("cells.ipynb", `{"nbformat":4,"nbformat_minor":2,"metadata":{},"cells":[`, `{"cell_type":"markdown","metadata":{},"source":["x"]},`, 600_000, `{"cell_type":"markdown","metadata":{},"source":["x"]}]}`),
	}
}

// laughs declares entities that expand to 10^9 letters.
func laughs() string {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\"?>\n<!DOCTYPE doc [\n<!ENTITY e0 \"ha\">\n")
	for i := 1; i < 10; i++ {
		fmt.Fprintf(&b, "<!ENTITY e%d \"%s\">\n", i, strings.Repeat(fmt.Sprintf("&e%d;", i-1), 10))
	}
	b.WriteString("]>\n")
	return b.String()
}

// texts are long or sparse.
func texts() []File {
	sparse := func(name, head string) File {
		return File{Name: name, Write: again1(head, 1), Size: 4 << 30, Reasons: []string{"limit:bytes", "limit:text", "damaged", "unknown-format"}}
	}
	return []File{
		sparse("sparse.txt", "a text\n"), sparse("sparse.csv", "a,b\n1,2\n"), sparse("sparse.json", `{"a": 1}`),
		sparse("sparse.html", "<html><body><p>text"), sparse("sparse.md", "# a\n"), sparse("sparse.eml", "From: a@b.c\nSubject: x\n\nbody\n"),
		sparse("sparse.xml", "<?xml version='1.0'?><a>"), sparse("sparse.pdf", "%PDF-1.4\n"), sparse("sparse.tar", ""), sparse("sparse.zip", "PK\x03\x04"),
		sparse("sparse.mbox", "From a@b.c Thu Jan  1 00:00:00 1970\nFrom: a@b.c\nSubject: x\n\nbody\n"),
		text("rows.csv", "a,b\n", "1,2\n", 15_000_000, "", "limit:cells", "limit:text", "limit:rows"),
		text("columns.csv", "a", ",1", 20_000_000, "\n", "limit:columns", "limit:cells"),
		text("empty-lines.csv", "a,b\n1,2\n", "\n", 60<<20, ""),
		text("quote.csv", "a,b\n\"", "x,y\n", 15_000_000, ""),
		text("newlines.txt", "x", "\n", 60<<20, ""),
		text("line.txt", "x", "word ", 10<<20, "", "limit:text"),
		text("letters.txt", "x", "x", 60<<20, "", "limit:text"),
		text("paragraphs.txt", "", "x\n\n", 15_000_000, "", "limit:blocks"),
		text("headings.md", "", "# x\n", 2_000_000, "", "limit:units"),
		text("lines.json", "", "{\"a\":1}\n", 6_000_000, "", "limit:cells", "limit:text", "limit:rows"),
		text("array.json", "[0", ",1", 30_000_000, "]"),
	}
}
