package docx

import (
	"strings"
	"testing"
)

func tc(pr, content string) string {
	return "<w:tc><w:tcPr>" + pr + "</w:tcPr>" + content + "</w:tc>"
}

func tr(cells ...string) string { return "<w:tr>" + strings.Join(cells, "") + "</w:tr>" }

func tbl(rows ...string) string { return "<w:tbl>" + strings.Join(rows, "") + "</w:tbl>" }

func TestTableSpans(t *testing.T) {
	d := read(t, tbl(
		tr(tc(`<w:vMerge w:val="restart"/>`, p(run1("tall"))), tc(`<w:gridSpan w:val="2"/>`, p(run1("wide")))),
		tr(tc(`<w:vMerge/>`, p("")), tc("", p(run1("b"))), tc("", p(run1("c")))),
	), nil)
	wantLines(t, d, "table: | tall | wide |  |/| --- | --- | --- |/|  | b | c |")
	merges := d.Units[0].Blocks[0].Merges
	if len(merges) != 2 || merges[0] != [4]int{0, 0, 2, 1} || merges[1] != [4]int{0, 1, 1, 2} {
		t.Errorf("merges are %v", merges)
	}
}

func TestUnusedGridColumnsAreLeftOut(t *testing.T) {
	d := read(t, tbl(
		tr(tc(`<w:gridSpan w:val="9"/>`, p(run1("a"))), tc(`<w:gridSpan w:val="2000000000"/>`, p(run1("b")))),
		tr(tc(`<w:gridSpan w:val="9"/>`, p(run1("c"))), tc("", p(run1("d")))),
	), nil)
	wantLines(t, d, "table: | a | b |/| --- | --- |/| c | d |")
}

func TestHeaderRows(t *testing.T) {
	bold := func(s string) string { return p(`<w:r><w:rPr><w:b/></w:rPr><w:t>` + s + `</w:t></w:r>`) }
	plain := func(s string) string { return p(run1(s)) }
	body := tr(tc("", plain("1")), tc("", plain("2")))
	styles := `<w:style w:type="table" w:styleId="Grid"><w:name w:val="grid"/></w:style><w:style w:type="table" w:styleId="Fancy"><w:name w:val="fancy"/><w:tblStylePr w:type="firstRow"/></w:style>`
	look := func(style string) string {
		return `<w:tblPr><w:tblStyle w:val="` + style + `"/><w:tblLook w:val="04A0"/></w:tblPr>`
	}
	for name, c := range map[string]struct {
		in   string
		want int
	}{
		"repeated on each page": {tbl(`<w:tr><w:trPr><w:tblHeader/></w:trPr>`+tc("", plain("a"))+tc("", plain("b"))+`</w:tr>`, body), 1},
		"bold":                  {tbl(tr(tc("", bold("a")), tc("", bold("b"))), body), 1},
		"partly bold":           {tbl(tr(tc("", bold("a")), tc("", plain("b"))), body), 0},
		"all bold":              {tbl(tr(tc("", bold("a")), tc("", bold("b"))), tr(tc("", bold("1")), tc("", bold("2")))), 0},
		"style with a look":     {tbl(look("Fancy"), body, body), 1},
		"style without a look":  {tbl(look("Grid"), body, body), 0},
		"only row":              {tbl(tr(tc("", bold("a")), tc("", bold("b")))), 0},
	} {
		d := read(t, c.in, map[string]string{"styles": styles})
		if got := d.Units[0].Blocks[0].HeaderRows; got != c.want {
			t.Errorf("%s: %d header rows, want %d", name, got, c.want)
		}
	}
}

func TestCellsHoldAllTheirContent(t *testing.T) {
	inner := tbl(tr(tc("", p(run1("x"))), tc("", p(run1("y")))))
	numbering := outline + lvl("0", "decimal", "%1.", "") + `</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`
	d := read(t, tbl(tr(tc("", p(run1("before"))+inner+p("")), tc("", item("1", "0", "first")+item("1", "0", "second")))), map[string]string{"numbering": numbering})
	wantLines(t, d, "table: | before<br>x \\| y | 1. first<br>2. second |/| --- | --- |")
}

func TestADeletedCellIsADeletion(t *testing.T) {
	gone := tc(`<w:cellDel w:author="Bob"/>`, p(run1("old"))+p(`<w:del w:author="Bob"><w:r><w:delText>struck</w:delText></w:r></w:del>`))
	d := read(t, tbl(tr(tc("", p(run1("a"))), tc("", p(run1("b")))), tr(tc("", p(run1("c"))), gone)), nil)
	wantLines(t, d, "table: | a | b |/| --- | --- |/| c |  |", "deletion,hidden:deleted: old struck")
}

func TestTableOfOneCellIsAFrame(t *testing.T) {
	d := read(t, tbl(tr(tc("", para("Heading1", "In a frame")+p(run1("Text."))))), nil)
	wantLines(t, d, "heading: # In a frame", "paragraph: Text.")
}

func TestAlternativeTextOfATableStandsBelowIt(t *testing.T) {
	d := read(t, tbl(`<w:tblPr><w:tblCaption w:val="Sales"/><w:tblDescription w:val="By region and year"/></w:tblPr>`, tr(tc("", p(run1("a"))), tc("", p(run1("b"))))), nil)
	wantLines(t, d, "table: | a | b |/| --- | --- |", "meta: Sales/By region and year")
}
