package text

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/extracttest"
	"quire/knowledge"
)

func sample(data string) extracttest.Sample {
	return extracttest.Sample{Name: "a.txt", Format: "text", Data: []byte(data)}
}

const prose = "This is a paragraph that was wrapped by\nhand at a margin of forty characters or\nso, as people did.\n"

func TestConformance(t *testing.T) {
	extracttest.Run(t, New(),
		sample("Title\n=====\n\n"+prose+"\n- one\n- two\n\nfunc main() {\n\tprintln(1)\n}\n\n\n// end;\nx = y;\n"),
		sample("\xff\xfeh\x00i\x00\r\x00\n\x00"),
		sample(strings.Repeat("2024-01-02 03:04:05 INFO started\n", 300)),
		sample(strings.Repeat("word ", 5000)),
		sample("# not a heading\n<!-- note -->\n> quote\n```\n1. x\n"),
	)
}

func TestBlocks(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"wrapped prose flows", prose, "paragraph lines=1-3: This is a paragraph that was wrapped by hand at a margin of forty characters or so, as people did."},
		{"verse keeps its lines", "Roses are red\nviolets are blue\nso\n", "paragraph lines=1-3: Roses are red|violets are blue|so"},
		{"a list", "- the first item of a list of two things\n- the second item\n  of two\n", "list-item lines=1-1: the first item of a list of two things / list-item lines=2-3: the second item of two"},
		{"a list behind its sentence", "Buy:\n1. milk\n2) eggs\n", "paragraph lines=1-1: Buy: / list-item lines=2-2: milk / list-item lines=3-3: eggs"},
		{"a list with blank lines", "1. one\n2. two\n\n3. three\n", "list-item lines=1-1: one / list-item lines=2-2: two / list-item lines=4-4: three"},
		{"a list in a list", "* a\n  * b\n* c\n", "list-item lines=1-1: a / list-item lines=2-2 level 1: b / list-item lines=3-3: c"},
		{"one number is no list", "1. Introduction\n", "paragraph lines=1-1: 1. Introduction"},
		{"numbers in any order are no list", "1914. War\n12. Men\n7. Days\n", "paragraph lines=1-3: 1914. War|12. Men|7. Days"},
		{"a heading with its number", "2.1 Sub heading\n\ntext\n", "heading2 lines=1-1: 2.1 Sub heading / paragraph lines=3-3: text"},
		{"a sentence with a number", "2.5 million people came.\n\n1.1 Contents .... 4\n", "paragraph lines=1-1: 2.5 million people came. / paragraph lines=3-3: 1.1 Contents .... 4"},
		{"blank lines divide", "a\n \n\t\nb\r\n\r\nc", "paragraph lines=1-1: a / paragraph lines=4-4: b / paragraph lines=6-6: c"},
		{"old Macintosh line ends", "a\r\rb", "paragraph lines=1-1: a / paragraph lines=3-3: b"},
		{"underlined lines are headings", "Top\n===\n\nSub\n---\ntext\n\nTwo\n===\n", "heading1 lines=1-2: Top / heading2 lines=4-5: Sub / paragraph lines=6-6: text / heading1 lines=8-9: Two"},
		{"an overlined heading", "=====\nTitle\n=====\n", "heading1 lines=1-3: Title"},
		{"equals signs mark headings", "= Top\nAuthor\n\n== Sub ==\n", "heading1 lines=1-1: Top / paragraph lines=2-2: Author / heading2 lines=4-4: Sub"},
		{"equals signs in code mark none", "x = 1;\n= 2;\n", "code lines=1-2: x = 1;|= 2;"},
		{"code keeps its indentation", "if (a) {\n    b();\n}\n", "code lines=1-3: if (a) {|    b();|}"},
		{"code goes on over blank lines", "a();\n\nb();\n", "code lines=1-3: a();||b();"},
		{"a log is literal", "2024-01-02 03:04:05 a\n2024-01-02 03:04:06 b\n", "code lines=1-2: 2024-01-02 03:04:05 a|2024-01-02 03:04:06 b"},
		{"columns are literal", "name    size    date\nx       12      may\n", "code lines=1-2: name    size    date|x       12      may"},
		{"a date does not make a log", "On 2024-01-02 we met. It was fine.\n", "paragraph lines=1-1: On 2024-01-02 we met. It was fine."},
		{"Chinese flows without spaces", strings.Repeat("汉", 40) + "\n" + strings.Repeat("字", 40) + "\n", "paragraph lines=1-2: " + strings.Repeat("汉", 40) + strings.Repeat("字", 40)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := extracttest.Extract(t, New(), sample(tt.in))
			if got := show(d); got != tt.want {
				t.Errorf("blocks are\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func show(d *knowledge.Document) string {
	var out []string
	for i := range d.Units {
		u := &d.Units[i]
		text := d.UnitText(u)
		for j := range u.Blocks {
			b := &u.Blocks[j]
			kind := string(b.Kind)
			if b.Kind == knowledge.Heading {
				kind += fmt.Sprint(b.Level)
			}
			at := ""
			if b.Kind == knowledge.ListItem && b.Level > 0 {
				at = fmt.Sprint(" level ", b.Level)
			}
			plain := knowledge.Plain(b, text[b.Span[0]:b.Span[1]], 0)
			out = append(out, fmt.Sprintf("%s %s%s: %s", kind, b.Locator, at, strings.ReplaceAll(plain, "\n", "|")))
		}
	}
	return strings.Join(out, " / ")
}

// book is a text of n numbered paragraphs.
func book(n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("Paragraph %d tells of %d things and of %d more.\n%s\n", i, i*i, i*7, strings.Repeat("Some words follow here. ", i%9)))
	}
	return out
}

func TestAnEditMovesFewParts(t *testing.T) {
	ps := book(900)
	before := extracttest.Extract(t, New(), sample(strings.Join(ps, "\n")))
	ps[300] = "An inserted paragraph.\n\nAnd another one.\n\n" + ps[300]
	after := extracttest.Extract(t, New(), sample(strings.Join(ps, "\n")))
	have := map[knowledge.Digest]bool{}
	for _, u := range before.Units {
		have[u.Digest] = true
	}
	changed := 0
	for _, u := range after.Units {
		if !have[u.Digest] {
			changed++
		}
	}
	if len(before.Units) < 10 || changed > 3 {
		t.Errorf("%d of %d parts changed", changed, len(after.Units))
	}
}

func TestPartsKeepTheirSizeWithoutBlankLines(t *testing.T) {
	tests := map[string]string{
		"a log":         strings.Repeat("2024-01-02 03:04:05 INFO the same line again and again\n", 3000),
		"one long line": strings.Repeat("word ", 40_000),
		"no space":      strings.Repeat("é", 80_000),
	}
	for name, data := range tests {
		d := extracttest.Extract(t, New(), sample(data))
		if d.Evidence.Outcome != knowledge.Extracted {
			t.Errorf("%s: outcome %s %v", name, d.Evidence.Outcome, d.Evidence.Issues)
		}
		words, length := 0, 0
		for i := range d.Units {
			u := &d.Units[i]
			if n := u.Span.Len(); n > maxPart+maxLine+100 {
				t.Errorf("%s: %s has %d bytes", name, u.Name, n)
			}
			words += u.Counts.Words
			length += u.Counts.Chars
		}
		if want, _ := knowledge.CountText(data); length != want {
			t.Errorf("%s: %d characters of %d are left", name, length, want)
		}
	}
}

func TestMetadataNamesTheCharset(t *testing.T) {
	d := extracttest.Extract(t, New(), sample("caf\xe9 \xe0 la carte, d\xe9j\xe0 vu"))
	if d.Evidence.Meta.Charset != "windows-1252" || !strings.Contains(d.Text, "café à la carte, déjà vu") {
		t.Errorf("read as %s: %q", d.Evidence.Meta.Charset, d.Text)
	}
}

func TestAnEmptyFileIsEmpty(t *testing.T) {
	if d := extracttest.Extract(t, New(), sample("")); d.Evidence.Outcome != knowledge.Empty || len(d.Units) != 0 {
		t.Errorf("outcome %s with %d units", d.Evidence.Outcome, len(d.Units))
	}
}

func TestATextOverTheLimitIsReadToTheLimit(t *testing.T) {
	data := []byte(strings.Repeat("line of text\n\n", 1000))
	in := extract.Input{ReaderAt: bytes.NewReader(data), Size: int64(len(data)), Format: "text"}
	lim := extract.Limits{Text: 1 << 10}
	a := extract.NewAssembler(knowledge.Recipe{}, extract.Limits{}, func(s string) int { return len(s) }, nil)
	d := a.Finish(New().Extract(t.Context(), in, lim, a))
	if d.Evidence.Outcome != knowledge.Partial || d.Evidence.Reason != "limit:text" || len(d.Text) < 1000 || len(d.Text) > 2000 {
		t.Errorf("outcome %s for %s with %d bytes", d.Evidence.Outcome, d.Evidence.Reason, len(d.Text))
	}
}

func FuzzExtract(f *testing.F) {
	f.Add("Title\n=====\n\n" + prose + "\n\tx();\n\r\rb")
	f.Add("===\n\n= a\n=====\n")
	f.Add("2024-01-02 03:04:05 a\f\n\u2028\x00")
	f.Fuzz(func(t *testing.T, s string) {
		extracttest.Check(t, extracttest.Extract(t, New(), sample(s)))
	})
}
