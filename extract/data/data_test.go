package data

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/extracttest"
	"quire/knowledge"
)

var long = strings.Repeat("Nothing much is said here, but at some length. ", 15)

// samples are one document of each format, by name.
var samples = map[string]extracttest.Sample{
	"json": sample("json", `{"name": "shop", "zip": "04109", "price": 1.50, "tags": ["a", "b"], "none": null, "name": "doubled",
 "history": {"text": "`+long+`", "from": {"year": 1999, "place": "Bern"}},
 "staff": [{"name": "Ann", "age": 31}, {"name": "Bob", "age": 42, "note": "part time"}],
 "last": "stands before the history"}`),
	"jsonl": sample("jsonl", "{\"id\": 1, \"title\": \"One\"}\n{\"id\": 2, \"n\": [1, 2], \"title\": \"Two\"}\n\nno json\n{\"id\": 3, \"n\": 4}\n"),
	"yaml": sample("yaml", `# The shop
name: shop  # as in the register
labels: &l {app: shop, tier: web}
again: *l
key: !Ref Bucket
run: |
  set -e
  make
hosts:
  - a.example
  - b.example
---
other: "yes"
`),
	"xml-data":  sample("xml", `<?xml version="1.0"?><!-- our shop --><shop id="7"><address><street>Main</street><no>5</no></address><port secure="true">443</port><staff><p1 name="Ann" age="31"/><p1 name="Bob" age="42"/></staff></shop>`),
	"xml-prose": sample("xml", `<article xml:lang="en"><front><title>On <i>ducks</i></title><date><day>1</day><year>2020</year></date></front><body><sec><label>1</label><title>Pond</title><p>A duck <i>swim</i>s in the <ref href="pond.xml">pond</ref>. `+long+`<graphic href="duck.png"/><list><li>one</li><li>two</li></list> It ends.</p><table><title>Sizes</title><tr><th colspan="2">Duck</th></tr><tr><td>big</td><td>9</td></tr></table></sec></body></article>`),
}

func sample(format, data string) extracttest.Sample {
	return extracttest.Sample{Name: "a." + format, Format: format, Data: []byte(data)}
}

func TestConformance(t *testing.T) {
	for _, s := range samples {
		extracttest.Run(t, New(), s)
	}
}

// read returns the blocks of a document, one a line, without their locators.
func read(t *testing.T, format, data string) string {
	t.Helper()
	d := extracttest.Extract(t, New(), sample(format, data))
	extracttest.Check(t, d)
	var out []string
	for i := range d.Units {
		u := &d.Units[i]
		text := d.UnitText(u)
		for j := range u.Blocks {
			b := &u.Blocks[j]
			plain := strings.ReplaceAll(knowledge.Plain(b, text[b.Span[0]:b.Span[1]], 0), "\n", "|")
			out = append(out, fmt.Sprintf("%s%d %s", b.Kind, b.Level, knowledge.Line(plain, 60)))
		}
	}
	return strings.Join(out, "\n")
}

func TestKeysBecomeHeadingsAndLines(t *testing.T) {
	for _, tt := range []struct{ name, format, in, want string }{
		{"a value", "json", `"text"`, "paragraph0 text"},
		{"strings that look like other values", "json", `{"a": "1", "b": "true", "c": "", "d": 1.50, "e": null}`,
			"list-item0 a: \"1\"\nlist-item0 b: \"true\"\nlist-item0 c: \"\"\nlist-item0 d: 1.50\nlist-item0 e: null"},
		{"little is nested lines", "json", `{"a": {"b": {"c": 1}, "": []}}`, "list-item0 a:\nlist-item1 b:\nlist-item2 c: 1\nlist-item1 \"\": []"},
		{"much has a heading behind the values beside it", "json", `{"a": {"t": "` + long + `"}, "b": 1}`,
			"list-item0 b: 1\nheading1 a\nlist-item0 t: " + knowledge.Line(long, 60-len("t: "))},
		{"records are a table", "json", `[{"a": 1, "b": "x"}, {"a": 2, "c": [1]}]`, "table0 a b c|1 x |2 [1]"},
		{"unlike records are none", "json", `[{"a": 1}, {"b": {"c": 1}}]`, "list-item0 [0]:\nlist-item1 a: 1\nlist-item0 [1]:\nlist-item1 b:\nlist-item2 c: 1"},
		{"coordinates stay in a line", "json", `{"at": [[1.5, 2], [3, 4]]}`, "list-item0 at: [[1.5, 2], [3, 4]]"},
		{"several lines are a block", "yaml", "run: |\n  a\n  b\n", "list-item0 run:\ncode0 a|b"},
		{"several documents", "yaml", "a: 1\n---\nb: 2\n", "heading1 document 1\nlist-item0 a: 1\nheading1 document 2\nlist-item0 b: 2"},
		{"comments stay with their value", "yaml", "a:\n  # why\n  b: 1 # how\n", "list-item0 a:\nlist-item1 # why|how\nlist-item1 b: 1"},
		{"aliases are not followed", "yaml", "a: &x [1, 2]\nb: *x\n", "list-item0 a: &x\nlist-item1 1\nlist-item1 2\nlist-item0 b: *x"},
		{"XML of values", "xml", `<a x="1"><b>2</b><c/></a>`, "list-item0 a (x=\"1\"):\nlist-item1 b: 2\nlist-item1 c"},
		{"XML of text", "xml", `<d><h><title>T</title><p>one <b>two</b>three ` + long + `</p></h></d>`, "heading1 T\nparagraph0 " + knowledge.Line("one twothree "+long, 60)},
		{"tags that do not pair", "xml", `<a><b>1</a><c>2</c></x>`, "list-item0 a:\nlist-item1 b: 1\nlist-item0 c: 2"},
		{"entities", "xml", `<a>caf&eacute; &amp; &unknown; &#x41;<![CDATA[<b>]]></a>`, "list-item0 a: café & &unknown; A<b>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := read(t, tt.format, tt.in); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestWhatIsNotWellFormedIsReadAsText(t *testing.T) {
	for format, in := range map[string]string{"json": `{"a": 1,}`, "yaml": "a: [1\nb: {{ x }}\n", "xml": "<a b='<'", "jsonl": "no json at all"} {
		d := extracttest.Extract(t, New(), sample(format, in))
		extracttest.Check(t, d)
		if first, _, _ := strings.Cut(in, "\n"); !strings.Contains(d.Text, first[:5]) || d.Evidence.Outcome != knowledge.Extracted {
			t.Errorf("%s: %q is read as %q, outcome %s", format, in, d.Text, d.Evidence.Outcome)
		}
		if n := len(d.Evidence.Issues); n != 1 && format != "jsonl" {
			t.Errorf("%s: %d issues", format, n)
		}
	}
}

func TestHostileDataEnds(t *testing.T) {
	bomb := "a: &a [x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c < 'q'; c++ {
		bomb += fmt.Sprintf("%c: &%c [*%c, *%c, *%c, *%c, *%c, *%c]\n", c, c, c-1, c-1, c-1, c-1, c-1, c-1)
	}
	for name, s := range map[string]extracttest.Sample{
		"deep JSON":    sample("json", strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)),
		"deep XML":     sample("xml", strings.Repeat("<a>", 50_000)),
		"many values":  sample("json", "["+strings.Repeat("1,", 1_000_000)+"1]"),
		"many aliases": sample("yaml", bomb),
		"one key":      sample("json", `{"`+strings.Repeat("k", 200_000)+`": {"a": "`+long+`"}}`),
	} {
		t.Run(name, func(t *testing.T) {
			d := extracttest.Extract(t, New(), s)
			extracttest.Check(t, d)
			if d.Evidence.Outcome != knowledge.Extracted || len(d.Text) > 8<<20 {
				t.Errorf("outcome %s %s, %d bytes", d.Evidence.Outcome, d.Evidence.Reason, len(d.Text))
			}
		})
	}
}

func TestBase64BecomesChildren(t *testing.T) {
	content := strings.Repeat("a picture, say; ", 40)
	code := base64.StdEncoding.EncodeToString([]byte(content))
	for format, in := range map[string]string{
		"json": `{"a": "data:image/png;base64,` + code + `", "text": "` + strings.Repeat("word", 200) + `"}`,
		"yaml": "a: |\n  " + code[:300] + "\n  " + code[300:] + "\nb: short\n",
		"xml":  "<a><b>\n" + code[:400] + "\n" + code[400:] + "\n</b></a>",
	} {
		d := extracttest.Extract(t, New(), sample(format, in))
		extracttest.Check(t, d)
		c := d.Evidence.Children
		if len(c) != 1 || c[0].Digest != knowledge.DigestOf([]byte(content)) || strings.Contains(d.Text, code[:40]) || !strings.Contains(d.Text, "embedded-1.bin") {
			t.Errorf("%s: children %v of %s", format, c, knowledge.Line(d.Text, 100))
		}
	}
}

func TestJSONLinesAreRowsBelowOneHeader(t *testing.T) {
	var b strings.Builder
	for i := range 150 {
		fmt.Fprintf(&b, `{"id": %d, "title": "Row %d"}`+"\n", i, i)
	}
	d := extracttest.Extract(t, New(), sample("jsonl", b.String()))
	extracttest.Check(t, d)
	var names []string
	for _, u := range d.Units {
		names = append(names, u.Name+" "+u.Locator.String())
	}
	if got := strings.Join(names, ", "); got != "sheet01 lines=1-150, sheet01.r1-60 lines=1-60, sheet01.r61-120 lines=61-120, sheet01.r121-150 lines=121-150" {
		t.Errorf("units are %s", got)
	}
	if h := d.Units[2].Header; h == nil || h.Text != "id | title" {
		t.Errorf("the header of the second range is %v", h)
	}
	long := extracttest.Extract(t, New(), sample("jsonl", `{"id": 1, "text": "`+strings.Repeat("word ", 400)+`."}`+"\n"+`{"id": 2, "text": "short"}`))
	if !strings.Contains(long.Text, "- id: 1\n- text: word") || strings.Contains(long.Text, "| ") {
		t.Errorf("long records are read as %s", knowledge.Line(long.Text, 200))
	}
}

func TestCellsAreLimited(t *testing.T) {
	data := []byte(strings.Repeat(`{"a": 1, "b": 2}`+"\n", 100))
	in := extract.Input{ReaderAt: bytes.NewReader(data), Size: int64(len(data)), Format: "jsonl"}
	a := extract.NewAssembler(knowledge.Recipe{}, extract.Limits{}, func(s string) int { return len(s) }, nil)
	d := a.Finish(New().Extract(t.Context(), in, extract.Limits{Cells: 21}, a))
	if d.Evidence.Outcome != knowledge.Partial || d.Evidence.Reason != "limit:cells" || d.Units[len(d.Units)-1].Name != "sheet01.r1-10" {
		t.Errorf("outcome %s %s, last unit %s", d.Evidence.Outcome, d.Evidence.Reason, d.Units[len(d.Units)-1].Name)
	}
}

func TestXMLSaysWhatItIs(t *testing.T) {
	d := extracttest.Extract(t, New(), samples["xml-prose"])
	if m := d.Evidence.Meta; m.Title != "On ducks" || m.Language != "en" {
		t.Errorf("metadata %+v", m)
	}
	var links []knowledge.Link
	for _, u := range d.Units {
		links = append(links, u.Links...)
	}
	if len(links) != 2 || links[0] != (knowledge.Link{Text: "pond", Target: "pond.xml"}) || links[1].Target != "duck.png" {
		t.Errorf("links %v", links)
	}
}

func FuzzExtract(f *testing.F) {
	formats := New().Formats()
	for _, s := range samples {
		for i, format := range formats {
			if format == s.Format {
				f.Add(uint8(i), s.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, format uint8, b []byte) {
		s := extracttest.Sample{Format: formats[int(format)%len(formats)], Data: b}
		extracttest.Check(t, extracttest.Extract(t, New(), s))
	})
}

func TestEntitiesOfTheDocument(t *testing.T) {
	tests := []struct{ name, doctype, ref, want string }{
		{"text", `<!ENTITY co "Acme &amp; Sons">`, "&co;", "Acme & Sons"},
		{"in each other", `<!ENTITY a 'one'> <!ENTITY b "&a; and &#116;wo">`, "&b;", "one and two"},
		{"markup", `<!ENTITY a "very <b>bold</b>">`, "&a;", "very bold"},
		{"the first counts", `<!ENTITY a "one"><!ENTITY a "two">`, "&a;", "one"},
		{"another file", `<!ENTITY x SYSTEM "file:///etc/passwd">`, "&x;", "&x;"},
		{"itself", `<!ENTITY a "x &b;"><!ENTITY b "y &a;">`, "&a;", "&a;"},
		{"known names", `<!ENTITY a "one">`, "&eacute;&lt;", "é<"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := read(t, "xml", "<!DOCTYPE r ["+tt.doctype+"]><r><p>Made by "+tt.ref+" in <i>Rome</i> only. "+long+"</p></r>")
			if !strings.Contains(got, "Made by "+tt.want+" in Rome") {
				t.Errorf("got %.200q, want %q in it", got, tt.want)
			}
		})
	}
}

func TestEntitiesAreBounded(t *testing.T) {
	doctype := `<!ENTITY a0 "lollollol">`
	for i := range 30 {
		doctype += fmt.Sprintf(`<!ENTITY a%d "%s">`, i+1, strings.Repeat(fmt.Sprintf("&a%d;", i), 10))
	}
	wide := `<!ENTITY w "` + strings.Repeat("w", maxEntity) + `">`
	for _, in := range []string{"<!DOCTYPE r [" + doctype + "]><r>&a30;</r>", "<!DOCTYPE r [" + wide + "]><r>" + strings.Repeat("&w;", 100_000) + "</r>"} {
		if got := read(t, "xml", in); len(got) > 2<<20 {
			t.Errorf("%.40q became %d bytes", in, len(got))
		}
	}
}
