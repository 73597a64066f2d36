package knowledge

import (
	"strings"
	"testing"
)

func TestEscapeTouchesOnlyBlockStructure(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain *text* with _marks_ and [a](b)", "plain *text* with _marks_ and [a](b)"},
		{"# not a heading", `\# not a heading`},
		{"#hashtag", "#hashtag"},
		{"- not a list", `\- not a list`},
		{"-5 degrees", "-5 degrees"},
		{"1. not a list", `1\. not a list`},
		{"1984) no list", `1984\) no list`},
		{"3.5 per cent", "3.5 per cent"},
		{"> not a quote", `\> not a quote`},
		{"| not | a table", `\| not | a table`},
		{"```", "\\```"},
		{"---", `\---`},
		{"<div>", `\<div>`},
		{"a < b", "a < b"},
		{`\# escaped at the source`, `\\# escaped at the source`},
		{"[1]: http://x", `\[1]: http://x`},
		{"first\n# second", "first\n\\# second"},
	} {
		got := Escape(c.in)
		if got != c.want {
			t.Errorf("Escape(%q) = %q, want %q", c.in, got, c.want)
		}
		if back := Unescape(got); back != c.in {
			t.Errorf("Unescape(%q) = %q, want %q", got, back, c.in)
		}
	}
}

func FuzzEscape(f *testing.F) {
	for _, s := range []string{"# a", `1\. b`, "1. c", "\\", "12345678901. x", "- \\- y", "::", "=", "$$"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		lines := strings.Split(s, "\n")
		for i := range lines {
			lines[i] = strings.Trim(lines[i], " \t")
		}
		want := strings.Join(lines, "\n")
		if got := Unescape(Escape(s)); got != want {
			t.Fatalf("%q came back as %q by way of %q", want, got, Escape(s))
		}
	})
}

func FuzzCells(f *testing.F) {
	f.Add("a|b", `c\|d`, "e<br>f")
	f.Add("g\nh", `\`, `\<br>`)
	f.Add("", "  ", `i\`)
	f.Fuzz(func(t *testing.T, a, b, c string) {
		cells := []string{strings.TrimSpace(a), strings.TrimSpace(b), strings.TrimSpace(c)}
		row := "|"
		for _, s := range cells {
			row += " " + EscapeCell(s) + " |"
		}
		if strings.Contains(row, "\n") {
			t.Fatalf("the row %q has a line break", row)
		}
		got := SplitRow(row)
		if strings.Join(got, "\x00") != strings.Join(cells, "\x00") {
			t.Fatalf("%q came back as %q by way of %q", cells, got, row)
		}
	})
}

func TestPlainUndoesMarkersByKind(t *testing.T) {
	for _, c := range []struct {
		name  string
		block Block
		md    string
		want  string
	}{
		{"heading", Block{Kind: Heading, Level: 2, Lead: 3}, "## Budget 2026", "Budget 2026"},
		{"paragraph", Block{Kind: Paragraph}, "\\# one\ntwo", "# one\ntwo"},
		{"bullet", Block{Kind: ListItem, Lead: 4}, "  - \\- first\n    second", "- first\nsecond"},
		{"quote", Block{Kind: Quote}, "> said\n> \\> twice", "said\n> twice"},
		{"code", Block{Kind: Code}, "```go\n\\x := 1\n```", "\\x := 1"},
		{"table", Block{Kind: Table}, "| a | b |\n| --- | --- |\n| c\\|d | e<br>f |", "a\tb\nc|d\te\nf"},
	} {
		if got := Plain(&c.block, c.md, 0); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestLineIsOneBoundedLine(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"  a\n\tb  ", 10, "a b"},
		{"title\x1b[31m red", 40, "title[31m red"},
		{"abc\u202edef", 40, "abcdef"},
		{"abcdef", 4, "abc…"},
		{"\xffbad", 10, "\uFFFDbad"},
	} {
		if got := Line(c.in, c.n); got != c.want {
			t.Errorf("Line(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
}
