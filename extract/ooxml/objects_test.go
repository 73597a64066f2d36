package ooxml

import (
	"slices"
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/ooxml/ooxmltest"
	"quire/knowledge"
)

func TestMathIsLinear(t *testing.T) {
	r := func(s string) string { return `<m:r><m:t>` + s + `</m:t></m:r>` }
	e := func(name, s string) string { return `<m:` + name + `>` + s + `</m:` + name + `>` }
	for want, in := range map[string]string{
		"a/b":          `<m:f>` + e("num", r("a")) + e("den", r("b")) + `</m:f>`,
		"(a+b)/2":      `<m:f>` + e("num", r("a+b")) + e("den", r("2")) + `</m:f>`,
		"x^2":          `<m:sSup>` + e("e", r("x")) + e("sup", r("2")) + `</m:sSup>`,
		"x_i^(n+1)":    `<m:sSubSup>` + e("e", r("x")) + e("sub", r("i")) + e("sup", r("n+1")) + `</m:sSubSup>`,
		"√(x)":         `<m:rad><m:deg/>` + e("e", r("x")) + `</m:rad>`,
		"root(3)√(x)":  `<m:rad>` + e("deg", r("3")) + e("e", r("x")) + `</m:rad>`,
		"∑_(i=1)^n x":  `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>` + e("sub", r("i=1")) + e("sup", r("n")) + e("e", r("x")) + `</m:nary>`,
		"[x]":          `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>` + e("e", r("x")) + `</m:d>`,
		"[a, b; c, d]": `<m:m><m:mr>` + e("e", r("a")) + e("e", r("b")) + `</m:mr><m:mr>` + e("e", r("c")) + e("e", r("d")) + `</m:mr></m:m>`,
		"sin x":        `<m:func>` + e("fName", r("sin")) + e("e", r("x")) + `</m:func>`,
		"lim_(x→0) f":  `<m:func><m:fName><m:limLow>` + e("e", r("lim")) + e("lim", r("x→0")) + `</m:limLow></m:fName>` + e("e", r("f")) + `</m:func>`,
	} {
		n, err := NewStream(strings.NewReader(`<m:oMath`+ooxmltest.Namespaces+`>`+in+`</m:oMath>`), extract.Limits{}).Root()
		if err != nil {
			t.Fatal(err)
		}
		if got := Math(n); got != want {
			t.Errorf("equation is %q, want %q", got, want)
		}
	}
}

func TestChartGivesTitleAndValues(t *testing.T) {
	pts := func(cache string, v ...string) string {
		var b strings.Builder
		for i, s := range v {
			b.WriteString(`<c:pt idx="` + string(rune('0'+i)) + `"><c:v>` + s + `</c:v></c:pt>`)
		}
		return `<c:` + cache + `>` + b.String() + `</c:` + cache + `>`
	}
	ser := func(name, a, b string) string {
		return `<c:ser><c:tx><c:strRef>` + pts("strCache", name) + `</c:strRef></c:tx><c:cat><c:strRef>` + pts("strCache", "North", "South") +
			`</c:strRef></c:cat><c:val><c:numRef>` + pts("numCache", a, b) + `</c:numRef></c:val></c:ser>`
	}
	p := openParts(t, map[string]string{"c.xml": `<c:chartSpace` + ooxmltest.Namespaces + `><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title>` +
		`<c:plotArea><c:barChart>` + ser("2024", "1.10000000000000009", "2") + ser("2025", "3", "4") + `</c:barChart></c:plotArea></c:chart></c:chartSpace>`}, extract.Limits{})
	blocks, err := p.Chart("c.xml")
	if err != nil || len(blocks) != 2 {
		t.Fatalf("blocks are %+v (%v)", blocks, err)
	}
	if b := blocks[0]; b.Kind != knowledge.Caption || b.Text != "Sales" {
		t.Errorf("caption is %+v", b)
	}
	want := [][]string{{"", "North", "South"}, {"2024", "1.1", "2"}, {"2025", "3", "4"}}
	for i, row := range blocks[1].Rows {
		var got []string
		for _, c := range row {
			got = append(got, c.Text)
		}
		if !slices.Equal(got, want[i]) {
			t.Errorf("row %d is %q, want %q", i, got, want[i])
		}
	}
}

func TestChartValuesAreShownAsDatesAndPercentages(t *testing.T) {
	pts := func(format string, v ...string) string {
		s := `<c:numRef><c:numCache><c:formatCode>` + format + `</c:formatCode>`
		for i, x := range v {
			s += `<c:pt idx="` + string(rune('0'+i)) + `"><c:v>` + x + `</c:v></c:pt>`
		}
		return s + `</c:numCache></c:numRef>`
	}
	for _, tt := range []struct {
		date, dates, format, value, want string
	}{
		{"0", "mmm\\-yy", "0.0%", "0.25", "Jan-20 25.0%"},
		{"0", "mmm\\-yy", "0%", "0.1234", "Jan-20 0.1234"},
		{"1", "mmm\\-yy", "#,##0", "1234.5", "Jan-24 1234.5"},
		{"0", "General", "General", "1", "43831 1"},
	} {
		p := openParts(t, map[string]string{"c.xml": `<c:chartSpace` + ooxmltest.Namespaces + `><c:date1904 val="` + tt.date + `"/><c:chart><c:plotArea><c:lineChart><c:ser><c:cat>` +
			pts(tt.dates, "43831") + `</c:cat><c:val>` + pts(tt.format, tt.value) + `</c:val></c:ser></c:lineChart></c:plotArea></c:chart></c:chartSpace>`}, extract.Limits{})
		blocks, err := p.Chart("c.xml")
		if err != nil || len(blocks) != 1 {
			t.Fatalf("blocks are %+v (%v)", blocks, err)
		}
		if got := blocks[0].Rows[0][1].Text + " " + blocks[0].Rows[1][1].Text; got != tt.want {
			t.Errorf("%s of %s shows %q, want %q", tt.format, tt.value, got, tt.want)
		}
	}
}

func TestDiagramFollowsItsOutline(t *testing.T) {
	pt := func(id, kind, text string) string {
		return `<dgm:pt modelId="` + id + `" type="` + kind + `"><dgm:t><a:p><a:r><a:t>` + text + `</a:t></a:r></a:p></dgm:t></dgm:pt>`
	}
	cxn := func(from, to, order string) string {
		return `<dgm:cxn srcId="` + from + `" destId="` + to + `" srcOrd="` + order + `"/>`
	}
	p := openParts(t, map[string]string{"d.xml": `<dgm:dataModel` + ooxmltest.Namespaces + `><dgm:ptLst>` +
		pt("2", "", "second") + pt("1", "", "first") + pt("3", "", "under first") + pt("0", "doc", "") + pt("9", "pres", "layout") + pt("8", "", "alone") +
		`</dgm:ptLst><dgm:cxnLst>` + cxn("0", "2", "1") + cxn("0", "1", "0") + cxn("1", "3", "0") + cxn("3", "1", "0") + `</dgm:cxnLst></dgm:dataModel>`}, extract.Limits{})
	blocks, err := p.Diagram("d.xml")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range blocks {
		got = append(got, strings.Repeat(">", b.Level)+b.Text)
	}
	if want := []string{"first", ">under first", "second", "alone"}; !slices.Equal(got, want) {
		t.Errorf("items are %q, want %q", got, want)
	}
}

func TestDates(t *testing.T) {
	for in, want := range map[string]string{
		"2024-03-01T10:00:00Z":      "2024-03-01T10:00:00Z",
		"2024-03-01T10:00:00+02:00": "2024-03-01T08:00:00Z",
		"2024-03-01T10:00:00":       "2024-03-01",
		"2024-03-01":                "2024-03-01",
		"1601-01-01T00:00:00Z":      "",
		"soon":                      "",
	} {
		if got := Date(in); got != want {
			t.Errorf("date %q is %q, want %q", in, got, want)
		}
	}
}

func TestMetadata(t *testing.T) {
	p := openParts(t, map[string]string{
		"_rels/.rels": ooxmltest.Rels("1", "core-properties", "core.xml", "2", "extended-properties", "app.xml"),
		"core.xml": `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">` +
			`<dc:title>Plan</dc:title><dc:creator>Ada; Ben</dc:creator><cp:keywords>one, two</cp:keywords><dcterms:created>2024-03-01T10:00:00+01:00</dcterms:created></cp:coreProperties>`,
		"app.xml": `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Company>Acme</Company></Properties>`,
	}, extract.Limits{})
	m := p.Metadata()
	if m.Title != "Plan" || !slices.Equal(m.Authors, []string{"Ada", "Ben"}) || !slices.Equal(m.Keywords, []string{"one", "two"}) ||
		m.Created != "2024-03-01T09:00:00Z" || m.Extra["company"] != "Acme" {
		t.Errorf("metadata is %+v", m)
	}
}

func TestNumbersAsDisplayed(t *testing.T) {
	for _, c := range []struct {
		n               int
		format, pattern string
		want            string
	}{
		{4, "decimal", "", "4"}, {9, "decimalZero", "", "09"}, {1994, "upperRoman", "", "MCMXCIV"}, {0, "upperRoman", "", "0"},
		{28, "lowerLetter", "", "bb"}, {22, "ordinal", "", "22nd"}, {13, "ordinal", "", "13th"}, {21, "cardinalText", "", "Twenty-one"},
		{140, "ordinalText", "", "One hundred fortieth"}, {6, "chicago", "", "††"}, {3, "custom", "001, 002, ...", "003"},
		{2, "custom", "α, β, γ, ...", "β"}, {105, "chineseCounting", "", "一百〇五"}, {12, "chineseCounting", "", "十二"},
		{2, "none", "", ""}, {-3, "lowerLetter", "", "-3"}, {1 << 40, "upperLetter", "", "1099511627776"},
	} {
		if got := FormatNumber(c.n, c.format, c.pattern); got != c.want {
			t.Errorf("%d as %s is %q, want %q", c.n, c.format, got, c.want)
		}
	}
}

func FuzzStream(f *testing.F) {
	f.Add(`<a xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:AlternateContent><mc:Choice Requires="w"><b/></mc:Choice></mc:AlternateContent></a>`)
	f.Add(`<?xml version="1.0" encoding="utf-16"?><a>x`)
	f.Fuzz(func(t *testing.T, s string) {
		n, _ := NewStream(strings.NewReader(s), extract.Limits{Elements: 100}).Root()
		if n != nil {
			_ = Math(n)
			_ = BodyText(n)
			_ = chartSeries(n)
		}
	})
}
