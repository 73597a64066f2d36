package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quire/extract/extracttest"
	"quire/knowledge"
)

func sample(data string) extracttest.Sample {
	return extracttest.Sample{Name: "a.md", Format: "markdown", Data: []byte(data)}
}

const tour = `---
title: A Tour
authors: [Ann, Bob]
date: 2024-03-01
tags: one, two
weight: 7
nested: {a: b}
---
Opening words with a note.[^n]

# First *heading*

A paragraph with **bold**, ` + "`code`" + ` and a
[link](https://example.org/a?b=c "t").

- one
  - two
- [x] done

3. three
4. four

## Second

| a | b |
|---|:-:|
| 1 | [x](y.md) |
| 2 | z \| w |

> A quotation
> of two lines.

` + "```go\nfunc main() {}\n```" + `

![A picture](p.png)

<div align="center"><b>Bold</b> &amp; more<br>next</div>

[^n]: The note.

Setext
======

See [[Other page|the other]] and <https://example.org>.

Term
: Definition
`

func TestConformance(t *testing.T) {
	extracttest.Run(t, New(), sample(tour), sample("no heading"), sample("\xff\xfe#\x00 \x00x\x00"),
		sample(strings.Repeat("word ", 8_000)), sample("<table><tr><td>x</td></table>\n\n<ul><li>a<ul><li>b</ul></ul>\n\n<!-- c -->\n"))
}

// show lists blocks, or only those of a unit that is named.
func show(d *knowledge.Document) []string {
	var out []string
	for i := range d.Units {
		u := &d.Units[i]
		out = append(out, u.Name+" "+u.Locator.String())
		text := d.UnitText(u)
		for j := range u.Blocks {
			b := &u.Blocks[j]
			kind := string(b.Kind)
			if b.Kind == knowledge.Heading || b.Kind == knowledge.ListItem {
				kind += fmt.Sprint(b.Level)
			}
			if b.Kind == knowledge.ListItem {
				kind += strings.TrimLeft(text[b.Span[0]:b.Span[0]+b.Lead], " ")
			}
			plain := knowledge.Plain(b, text[b.Span[0]:b.Span[1]], 0)
			out = append(out, fmt.Sprintf("  %s %s %s%s", strings.TrimSpace(kind), b.Locator.Get("lines"), b.Language, strings.ReplaceAll(plain, "\n", "|")))
		}
		for _, l := range u.Links {
			out = append(out, "  -> "+l.Text+" = "+l.Target)
		}
	}
	return out
}

func TestTour(t *testing.T) {
	d := extracttest.Extract(t, New(), sample(tour))
	want := []string{
		"sec1 lines=9-9",
		"  paragraph 9-9 Opening words with a note.[^n]",
		"sec2 heading=First heading&lines=11-21",
		"  heading1 11-11 First heading",
		"  paragraph 13-14 A paragraph with bold, code and a link.",
		"  list-item0- 16-16 one",
		"  list-item1- 17-17 two",
		"  list-item0- 18-18 [x] done",
		"  list-item03. 20-20 three",
		"  list-item04. 21-21 four",
		"  -> link = https://example.org/a?b=c",
		"sec3 heading=Second&lines=23-41",
		"  heading2 23-23 Second",
		"  table 25-28 a\tb|1\tx|2\tz | w",
		"  quote 30-31 A quotation of two lines.",
		"  code 33-35 gofunc main() {}",
		"  image 37-37 A picture",
		"  paragraph 39-39 Bold & more|next",
		"  note 41-41 [^n] The note.",
		"  -> x = y.md",
		"  -> A picture = p.png",
		"sec4 heading=Setext&lines=43-49",
		"  heading1 43-44 Setext",
		"  paragraph 46-46 See the other and https://example.org.",
		"  paragraph 48-48 Term",
		"  list-item0- 49-49 Definition",
		"  -> the other = [[Other page]]",
		"  -> https://example.org = https://example.org",
	}
	if diff := cmp.Diff(want, show(d)); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
	meta := knowledge.Metadata{Title: "A Tour", Authors: []string{"Ann", "Bob"}, Created: "2024-03-01", Keywords: []string{"one", "two"},
		Charset: "utf-8", Extra: map[string]string{"weight": "7", "nested.a": "b"}}
	if diff := cmp.Diff(meta, d.Evidence.Meta); diff != "" {
		t.Errorf("metadata differs (-want +got):\n%s", diff)
	}
}

func TestBlocks(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string // without the unit lines
	}{
		{"escapes and references are undone", `\*not\* &amp; &#65; &unknown; C:\dir`, []string{"  paragraph 1-1 *not* & A &unknown; C:\\dir"}},
		{"code keeps them", "`\\* &amp;`", []string{"  paragraph 1-1 \\* &amp;"}},
		{"a hard break stays, a soft one is a space", "a  \nb\nc", []string{"  paragraph 1-3 a|b c"}},
		{"Chinese lines join without space", "汉字\n汉字", []string{"  paragraph 1-2 汉字汉字"}},
		{"an item of two paragraphs is one block", "1) a\n\n   b\n2) c", []string{"  list-item01) 1-3 a|b", "  list-item02) 4-4 c"}},
		{"code in an item stands behind it", "- a\n\n      x\n\n  b", []string{"  list-item0- 1-1 a", "  code 3-3 x", "  paragraph 5-5 b"}},
		{"a reference link", "[a][b]\n\n[b]: /c 'd'", []string{"  paragraph 1-1 a", "  -> a = /c"}},
		{"a picture in a link", "[![alt](i.png)](u)", []string{"  image 1-1 alt", "  -> alt = i.png", "  -> alt = u"}},
		{"a picture in a line", "see ![alt](i.png) here", []string{"  paragraph 1-1 see alt here", "  -> alt = i.png"}},
		{"HTML inside a line", `a<br>b <a href="u">c</a> <!-- d --> <span>e</span>`, []string{"  paragraph 1-1 a|b c  e", "  -> c = u"}},
		{"HTML lists", "<ol>\n<li>a\n<ul><li>b</li></ul></li>\n<li>c</li></ol>", []string{"  list-item01. 1-4 a", "  list-item1- 1-4 b", "  list-item02. 1-4 c"}},
		{"HTML tables", "<table><tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td>2<p>3</td></tr></table>", []string{"  table 1-2 a\tb|1\t2|3"}},
		{"HTML headings, scripts and comments", "<h1>T</h1>\n<script>no</script>\n<!-- no -->\n<pre>\n  x\n</pre>", []string{"  heading1 1-6 T", "  code 1-6   x"}},
		{"a quoted list", "> - a\n> - b\n>\n> # h", []string{"  list-item0- 1-1 a", "  list-item0- 2-2 b", "  quote 4-4 h"}},
		{"a displayed formula", "$$\na_1 * b_2 * c\n$$", []string{"  formula 1-3 a_1 * b_2 * c"}},
		{"a wiki link without label", "[[Page#Part]] ![[p.png]]", []string{"  paragraph 1-1 Page#Part p.png", "  -> Page#Part = [[Page#Part]]", "  -> p.png = [[p.png]]"}},
		{"an open fence reaches the end", "~~~\na\n\nb", []string{"  code 1-4 a||b"}},
		{"rules are no text", "a\n\n---\n\nb", []string{"  paragraph 1-1 a", "  paragraph 5-5 b"}},
		{"a footnote that nothing refers to", "a\n\n[^x]: b c", []string{"  paragraph 1-1 a", "  note 3-3 [^x] b c"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, l := range show(extracttest.Extract(t, New(), sample(tt.in))) {
				if strings.HasPrefix(l, "  ") {
					got = append(got, l)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("blocks differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFrontMatter(t *testing.T) {
	tests := []struct {
		name, in, body string
		want           knowledge.Metadata
	}{
		{"dates become UTC", "---\ndate: 2024-01-02T03:04:05+02:00\nupdated: 2024/05/06\n---\nx", "x", knowledge.Metadata{Created: "2024-01-02T01:04:05Z", Modified: "2024-05-06"}},
		{"what is no date stays", "---\ndate: soon\n---\nx", "x", knowledge.Metadata{Extra: map[string]string{"date": "soon"}}},
		{"authors with names", "---\nauthors:\n  - name: Ann\n    url: x\n  - Bob\n...\nx", "x", knowledge.Metadata{Authors: []string{"Ann", "Bob"}, Extra: map[string]string{"authors.url": "x"}}},
		{"TOML", "+++\ntitle = \"T\"\ntags = [\"a\", 'b']\n[extra]\nk = 1\n+++\nx", "x", knowledge.Metadata{Title: "T", Keywords: []string{"a", "b"}, Extra: map[string]string{"extra.k": "1"}}},
		{"a rule is none", "---\n\nx\n\n---", "x", knowledge.Metadata{}},
		{"a broken mapping is text", "---\na: [\n---\nx", "a: [\nx", knowledge.Metadata{}},
		{"an alias bomb is left out", "---\na: &a [x]\nb: &b [*a,*a]\nc: [*b,*b]\n---\nx", "x", knowledge.Metadata{Extra: map[string]string{"a": "x"}}},
		{"what else is said of authors", "---\nauthors:\n - name: Ann\n   org: Acme\n - name: Bob\n   org: Best\n---\nx", "x", knowledge.Metadata{Authors: []string{"Ann", "Bob"}, Extra: map[string]string{"authors.org": "Acme, Best"}}},
		{"an abstract is text too", "---\ntitle: T\nabstract: |\n  The abstract says more than\n  any label could say in words.\nx: y\n---\nx", "The abstract says more than\nany label could say in words.\nx",
			knowledge.Metadata{Title: "T", Subject: "The abstract says more than any label could say in words.", Extra: map[string]string{"x": "y"}}},
		{"an empty one", "---\n---\nx", "x", knowledge.Metadata{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := extracttest.Extract(t, New(), sample(tt.in))
			tt.want.Charset = "utf-8"
			if diff := cmp.Diff(tt.want, d.Evidence.Meta); diff != "" {
				t.Errorf("metadata differs (-want +got):\n%s", diff)
			}
			if got := plain(d); got != tt.body {
				t.Errorf("body is %q, want %q", got, tt.body)
			}
		})
	}
}

func plain(d *knowledge.Document) string {
	var out []string
	for i := range d.Units {
		u := &d.Units[i]
		out = append(out, u.PlainText(d.UnitText(u), knowledge.Span{0, u.Span.Len()}))
	}
	return strings.Join(out, "\n\n")
}

func TestLongSectionsGoOnInOtherUnits(t *testing.T) {
	in := "# Long\n\n" + strings.Repeat("A paragraph of some words that says little.\n\n", 4000) +
		"| a | b |\n|---|---|\n" + strings.Repeat("| one cell | another cell |\n", 6000)
	d := extracttest.Extract(t, New(), sample(in))
	if d.Evidence.Outcome != knowledge.Extracted || len(d.Units) < 5 {
		t.Fatalf("outcome %s with %d units", d.Evidence.Outcome, len(d.Units))
	}
	rows, headers := 0, 0
	for i := range d.Units {
		u := &d.Units[i]
		if u.Title != "Long" || u.Span.Len() > maxSection*5/4 || len(u.Context) != 1 {
			t.Errorf("%s is %q with %d bytes under %v", u.Name, u.Title, u.Span.Len(), u.Context)
		}
		if u.Header != nil && u.Header.Text == "a | b" {
			headers++
		}
		rows += strings.Count(d.UnitText(u), "one cell")
	}
	if rows != 6000 || headers < 2 {
		t.Errorf("%d rows, %d units with a quoted header", rows, headers)
	}
	extracttest.Check(t, d)
}

// TestHostileNesting keeps the parser's cost in bounds: each input is small and
// made to be slow.
func TestHostileNesting(t *testing.T) {
	inputs := map[string]string{
		"quotes":    strings.Repeat(">", 8_000) + "a",
		"lists":     strings.Repeat("- ", 8_000) + "a",
		"brackets":  strings.Repeat("[", 8_000) + strings.Repeat("]", 8_000),
		"emphasis":  strings.Repeat("*a_", 40_000),
		"links":     strings.Repeat("[a](", 8_000),
		"backticks": strings.Repeat("`a``", 8_000),
		"html":      strings.Repeat("<a ", 8_000) + "\n\n" + strings.Repeat("<ul><li>", 8_000),
		"table":     "|" + strings.Repeat("a|", 5_000) + "\n|" + strings.Repeat("-|", 5_000) + "\n" + strings.Repeat("|b\n", 2000),
		"deep":      strings.Repeat("> - ", 30_000) + "a",
		"openers":   strings.Repeat("*a **b [c ", 40_000),
		"footnotes": strings.Repeat("[^a]", 10_000) + "\n\n[^a]: x",
	}
	for name, in := range inputs {
		t.Run(name, func(t *testing.T) {
			d := extracttest.Extract(t, New(), sample(in))
			extracttest.Check(t, d)
		})
	}
}

func FuzzExtract(f *testing.F) {
	f.Add(tour)
	f.Add("+++\na = [1,2]\n+++\n> - a\n>   1. b\n\n<ul><li>x</table>")
	f.Add("[^a]\n\n[^a]: | x |\n    |---|\n    | y |\n")
	f.Add("<table><tr><td>a<table><td>b</table><li>c</td></table>")
	f.Fuzz(func(t *testing.T, s string) {
		extracttest.Check(t, extracttest.Extract(t, New(), sample(s)))
	})
}

func TestFrontMatterTextStandsOnItsLines(t *testing.T) {
	d := extracttest.Extract(t, New(), sample("---\ntitle: T\nabstract: |\n  one two three four five\n  six seven eight nine\nx: y\n---\n# Head\n\nbody\n"))
	if got := d.Units[0].Locator.String(); len(d.Units) != 2 || !strings.Contains(got, "3-5") {
		t.Errorf("%d units, the first at %s", len(d.Units), got)
	}
}

func TestSurplusCellsAreKept(t *testing.T) {
	d := extracttest.Extract(t, New(), sample("> | a | b |\n> |---|---|\n> | 1 | 2 | 3 \\| left |  |\n> | 1\\|1 | 2 |\n\ntext\n"))
	if got := plain(d); !strings.Contains(got, "3 | left") || strings.Count(got, "1") != 3 {
		t.Errorf("got %q", got)
	}
}
