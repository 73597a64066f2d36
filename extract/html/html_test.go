package html_test

import (
	"fmt"
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/extracttest"
	"quire/extract/html"
	"quire/knowledge"
)

// show prints blocks one a line: kind, level or marker, flags, text.
func show(blocks []html.Block) string {
	var out strings.Builder
	for _, b := range blocks {
		fmt.Fprint(&out, b.Kind)
		if b.Level > 0 {
			fmt.Fprintf(&out, " %d", b.Level)
		}
		if b.Language != "" {
			fmt.Fprintf(&out, " %s", b.Language)
		}
		for _, f := range b.Flags {
			fmt.Fprintf(&out, " [%s]", f)
		}
		text := b.Text
		if b.Marker != "" {
			text = b.Marker + " " + text
		}
		for i, row := range b.Rows {
			if i > 0 {
				text += " / "
			}
			for c, cell := range row {
				if c > 0 {
					text += " | "
				}
				text += cell.Text
			}
			if i == b.HeaderRows-1 {
				text += " ="
			}
		}
		fmt.Fprintf(&out, ": %s\n", strings.ReplaceAll(text, "\n", "⏎"))
	}
	return out.String()
}

type blockTest struct {
	name, in string
	want     []string
}

func runBlocks(t *testing.T, o html.Options, tests []blockTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := show(html.Read([]byte(tt.in), o).Blocks)
			want := strings.Join(tt.want, "\n") + "\n"
			if len(tt.want) == 0 {
				want = ""
			}
			if got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

func TestExtractorConforms(t *testing.T) {
	page := `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Handbook — Intranet</title></head><body>
<nav><a href="/">Home</a> <a href="/x">More</a></nav>
<main><p>Before any heading.</p><h1>Handbook</h1><p>First <b>bold</b> words, 10<sup>6</sup> of them.</p>
<ul><li>one<li>two<ol type=a><li>deep</ol></ul><h2>Rates</h2><table><tr><th>Day<th>Rate<tr><td rowspan=2>Mon<td>1<tr><td>2</table>
<pre><code class="language-go">if a &lt; b {
	return
}</code></pre><p hidden>unseen</p><h2>Rates</h2><p>Again.</p></main><footer>Imprint</footer></body></html>`
	extracttest.Run(t, html.New(), extracttest.Sample{Name: "page.html", Format: "html", Data: []byte(page)},
		extracttest.Sample{Name: "empty.html", Format: "html", Data: []byte("<html></html>")},
		extracttest.Sample{Name: "deep.html", Format: "html", Data: []byte(strings.Repeat("<div><b>", 1200) + "text" + strings.Repeat("</b></div>", 1200))})
}

func TestSectionsFollowHeadings(t *testing.T) {
	d := extracttest.Extract(t, html.New(), extracttest.Sample{Format: "html", Data: []byte(
		`<p>intro<h1>A = B</h1><p>one<h2>Part</h2><p>two<h2>Part</h2><p>three`)})
	want := []string{
		"sec1  element=4", "sec2 A = B heading=A %3D B", "sec3 Part heading=Part", "sec4 Part heading=Part&element=9",
	}
	var got []string
	for _, u := range d.Units {
		got = append(got, u.Name+" "+u.Title+" "+u.Locator.String())
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
	if c := d.Unit("sec4").Context; len(c) != 2 || c[0].Text != "A = B" || c[1].Text != "Part" {
		t.Errorf("context of sec4 is %v", c)
	}
	if l := d.Unit("sec3").Blocks[1].Locator.String(); l != "element=8" {
		t.Errorf("the paragraph is at %s", l)
	}
}

func TestLongSectionGoesOnInFurtherUnits(t *testing.T) {
	var b strings.Builder
	b.WriteString("<h1>Log</h1><p>" + strings.Repeat("word ", 5000) + "</p><table><thead><tr><th>n</th><th>v</th></tr></thead>")
	for i := range 3000 {
		fmt.Fprintf(&b, "<tr><td>%d</td><td>value</td></tr>", i)
	}
	page := html.Read([]byte(b.String()+"</table>"), html.Options{})
	units := page.Sections(knowledge.Locator{}, 5, 20_000)
	if len(units) < 5 {
		t.Fatalf("%d units", len(units))
	}
	a := extract.NewAssembler(knowledge.Recipe{}, extract.Limits{UnitBytes: 20_000}, func(string) int { return 0 }, nil)
	rows := 0
	for i, u := range units {
		if u.Ordinal != 5+i || u.Title != "Log" {
			t.Errorf("unit %d is %s %q", i, u.Name, u.Title)
		}
		for _, blk := range u.Blocks {
			rows += len(blk.Rows)
		}
		if err := a.Unit(u); err != nil {
			t.Fatal(err)
		}
	}
	if rows != 3001 {
		t.Errorf("%d rows", rows)
	}
	extracttest.Check(t, a.Finish(nil))
	if last := units[len(units)-1]; !last.Continues {
		t.Error("the last unit does not continue the table")
	}
}

func TestHostileMarkupStaysBounded(t *testing.T) {
	tests := []struct{ name, in string }{
		{"formatting opened anew in every block", strings.Repeat("<font color=a><b><i>", 150) + strings.Repeat("<p>x", 50_000)},
		{"a hundred thousand open elements", strings.Repeat("<div>", 100_000)},
		{"spans that ask for millions of cells", strings.Repeat("<table><tr><td rowspan=65534 colspan=1000>x<td>y", 20) + strings.Repeat("<tr><td>z", 5000)},
		{"end tags of nothing", strings.Repeat("</p></table></li>", 30_000)},
		{"an unclosed comment", "<p>a<!-- " + strings.Repeat("x", 1000)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := extracttest.Extract(t, html.New(), extracttest.Sample{Format: "html", Data: []byte(tt.in)})
			extracttest.Check(t, d)
		})
	}
}

func TestDeepNestingKeepsItsText(t *testing.T) {
	d := extracttest.Extract(t, html.New(), extracttest.Sample{Format: "html", Data: []byte(
		"<p>before</p>" + strings.Repeat("<div>", 5000) + "<p>inside</p>" + strings.Repeat("</div>", 5000) + "<p>after</p>")})
	for _, w := range []string{"before", "inside", "after"} {
		if !strings.Contains(d.Text, w) {
			t.Errorf("%q is missing", w)
		}
	}
	if len(d.Evidence.Issues) == 0 || d.Evidence.Issues[0].Code != "limit:elements" {
		t.Errorf("issues are %v", d.Evidence.Issues)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"<p>a<b>c</b>", "<table><tr><td colspan=3>a<tr><th>b</table>", "<ul><li>a<ol start=3 reversed><li>b", "<pre>\n a <code class=lang-x>b", "<?xml version='1.0'?><html xmlns='x'><title/><body><a id='q'/>t<![CDATA[<c>]]>", "<style>.a{display:none}</style><p class=a>x", "<h1>a<p>b</h1><dl><dt>c<dd>d", "<svg><text>x</text></svg><math alttext='a'>"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d := extracttest.Extract(t, html.New(), extracttest.Sample{Format: "html", Data: b})
		extracttest.Check(t, d)
	})
}
