package xlsx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/extracttest"
	"quire/knowledge"
)

func TestRowsAreCutAtFixedBoundaries(t *testing.T) {
	var data strings.Builder
	data.WriteString(row(1, "", "Item", "Count"))
	for i := 2; i <= 130; i++ {
		data.WriteString(row(i, "", fmt.Sprintf("item %d", i), fmt.Sprint(i)))
	}
	data.WriteString(row(400, "", "alone"))
	d := one(t, testSheet{data: data.String()})
	want := map[string]string{
		"sheet01": "", "sheet01.r1-60": "A1:B60", "sheet01.r61-120": "A61:B120", "sheet01.r121-180": "A121:B130", "sheet01.r361-420": "A400",
	}
	if len(d.Units) != len(want) {
		t.Errorf("there are %d units, want %d", len(d.Units), len(want))
	}
	for name, area := range want {
		u := d.Unit(name)
		if u == nil || u.Locator.Get("sheet") != "Data" || u.Locator.Get("range") != area {
			t.Errorf("unit %s is %+v", name, u)
		}
	}
	for _, name := range []string{"sheet01.r61-120", "sheet01.r121-180"} {
		u := d.Unit(name)
		if u.Header == nil || u.Header.Text != "Item | Count" || u.Header.Unit != "sheet01.r1-60" {
			t.Errorf("unit %s has the header %+v", name, u.Header)
		}
	}
	if u := d.Unit("sheet01.r361-420"); u.Header != nil {
		t.Errorf("a cell far below has the header %+v", u.Header)
	}
	if strings.Count(d.Text, "| --- |") != 1 {
		t.Error("the table is begun anew in the text")
	}
}

func TestACommentDoesNotPartATableFromItsHeader(t *testing.T) {
	var data strings.Builder
	data.WriteString(row(1, "", "Item", "Count"))
	for i := 2; i <= 70; i++ {
		data.WriteString(row(i, "", "x", fmt.Sprint(i)))
	}
	d := read(t, &book{
		sheets: []testSheet{{name: "Data", data: data.String(), rels: rel("c1", "comments", "../comments1.xml")}},
		parts:  map[string]string{"xl/comments1.xml": `<comments><authors><author>Bob</author></authors><commentList><comment ref="A3" authorId="0"><text><t>Check</t></text></comment></commentList></comments>`},
	})
	u := d.Unit("sheet01.r61-120")
	if u.Header == nil || u.Header.Text != "Item | Count" {
		t.Errorf("the header is %+v", u.Header)
	}
	for _, p := range u.Passages {
		if p.Header == nil {
			t.Errorf("the passage %v has no header", p.Span)
		}
	}
}

func TestAnEditTouchesOneUnit(t *testing.T) {
	digests := func(changed string) map[string]knowledge.Digest {
		var data strings.Builder
		for i := 1; i <= 200; i++ {
			v := fmt.Sprint(i)
			if i == 100 {
				v = changed
			}
			data.WriteString(row(i, "", "x", v))
		}
		out := map[string]knowledge.Digest{}
		for _, u := range one(t, testSheet{data: data.String()}).Units {
			out[u.Name] = u.Digest
		}
		return out
	}
	before, after := digests("100"), digests("4711")
	for name := range before {
		if touched := before[name] != after[name]; touched != (name == "sheet01.r61-120") {
			t.Errorf("unit %s: touched is %v", name, touched)
		}
	}
}

func TestWhatIsHiddenIsSetApart(t *testing.T) {
	d := one(t, testSheet{
		before: `<cols><col min="2" max="2" hidden="1"/><col min="4" max="4" hidden="1" outlineLevel="1"/></cols>`,
		data: row(1, "", "Name", "Salary", "Town", "Floor") + row(2, "", "Ada", "100", "Bath", "1") +
			row(3, `hidden="1"`, "Bob", "200", "York", "2") + row(4, `hidden="1" outlineLevel="1"`, "Cid", "300", "Hull", "3") +
			row(5, "", "Dee", "400", "Ely", "4"),
	})
	same(t, "the unit", plain(t, d, "sheet01.r1-60"), `
[table 1 A1:D5]
Name|Town|Floor
Ada|Bath|1
Cid|Hull|3
Dee|Ely|4
[table hidden:row A3:D3]
Bob|200|York|2
[table hidden:column B1:B5]
Salary
100
300
400`)
	b := &d.Unit("sheet01.r1-60").Blocks[0]
	if r, c := b.Cell(2, 1); r != 4 || c != 3 {
		t.Errorf("Hull stands at row %d column %d", r, c)
	}
	b = &d.Unit("sheet01.r1-60").Blocks[2]
	if r, c := b.Cell(3, 0); r != 5 || c != 2 {
		t.Errorf("400 stands at row %d column %d", r, c)
	}
}

func TestHiddenFormatsAndCoveredCellsAreSetApart(t *testing.T) {
	d := read(t, &book{
		styles: `<numFmts><numFmt numFmtId="165" formatCode=";;;"/></numFmts><cellXfs><xf/><xf numFmtId="165"/></cellXfs>`,
		sheets: []testSheet{{
			name:  "Data",
			data:  row(1, "", "Total", "covered", "1") + `<row r="2"><c r="A2" s="1"><v>42</v></c><c r="B2"><v>7</v></c><c r="C2"><v>8</v></c></row>`,
			after: `<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`,
		}},
	})
	same(t, "the unit", plain(t, d, "sheet01.r1-60"), `
[table A1:C2]
Total||1
|7|8
[table hidden:merge B1]
covered
[table hidden:format A2]
42`)
	if m := d.Unit("sheet01.r1-60").Blocks[0].Merges; len(m) != 1 || m[0] != [4]int{0, 0, 1, 2} {
		t.Errorf("merges are %v", m)
	}
}

func TestCellsAreShownAsTheyAreDisplayed(t *testing.T) {
	tests := []struct{ name, cell, want string }{
		{"a number without noise", `<c><v>0.30000000000000004</v></c>`, "0.3"},
		{"a truth value", `<c t="b"><v>0</v></c>`, "FALSE"},
		{"raised digits", `<c t="inlineStr"><is><r><t>10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>6</t></r><r><t> H</t></r><r><rPr><vertAlign val="subscript"/></rPr><t>2</t></r><r><t>O</t></r></is></c>`, "10^6 H2O"},
		{"an error", `<c t="e"><v>#DIV/0!</v></c>`, "#DIV/0!"},
		{"the result of a formula in words", `<c t="str"><f>A1&amp;"x"</f><v>abcx</v></c>`, "abcx"},
		{"a formula without a result", `<c><f>SUM(B1:B2)</f></c>`, "=SUM(B1:B2)"},
		{"a date in words", `<c t="d"><v>2024-05-06T00:00:00</v></c>`, "2024-05-06T00:00:00"},
		{"escaped characters", `<c t="str"><v>a_x0041_b_x005F_x0041_</v></c>`, "aAb_x0041_"},
		{"a broken string index", `<c t="s"><v>99</v></c><c><v>1</v></c>`, "1"},
		{"what is no number", `<c><v>12e</v></c>`, "12e"},
		{"text in a CDATA section", `<c t="str"><v><![CDATA[a<b]]></v></c>`, "a<b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := one(t, testSheet{data: `<row>` + tt.cell + `</row>`})
			u := d.Unit("sheet01.r1-60")
			if got := u.PlainText(d.UnitText(u), knowledge.Span{0, u.Span.Len()}); got != tt.want {
				t.Errorf("shows %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDatesOfThe1904System(t *testing.T) {
	d := read(t, &book{
		date: ` date1904="1"`, styles: `<cellXfs><xf numFmtId="14"/></cellXfs>`,
		sheets: []testSheet{{name: "Data", data: `<row><c s="0"><v>43830</v></c></row>`}},
	})
	if !strings.Contains(d.Text, "2024-01-01") {
		t.Errorf("the text is %q", d.Text)
	}
}

// limited extracts with limits of the test's own.
func limited(t *testing.T, data []byte, lim extract.Limits) (*knowledge.Document, error) {
	t.Helper()
	a := extract.NewAssembler(knowledge.Recipe{}, lim, func(s string) int { return len(s) }, nil)
	in := extract.Input{ReaderAt: bytes.NewReader(data), Size: int64(len(data)), Format: "xlsx"}
	err := New().Extract(context.Background(), in, lim, a)
	d := a.Finish(err)
	extracttest.Check(t, d)
	return d, err
}

func TestTheCellLimitDeliversWhatCameBefore(t *testing.T) {
	var data strings.Builder
	for i := 1; i <= 500; i++ {
		data.WriteString(row(i, "", fmt.Sprint(i)))
	}
	d, err := limited(t, (&book{sheets: []testSheet{{name: "A", data: data.String()}}}).bytes(t), extract.Limits{Cells: 100})
	var lim *extract.LimitError
	if !errors.As(err, &lim) || lim.Limit != "cells" {
		t.Errorf("the error is %v", err)
	}
	if u := d.Unit("sheet01.r61-120"); u == nil || !strings.Contains(d.UnitText(u), "100") || d.Evidence.Outcome != knowledge.Partial {
		t.Errorf("outcome %s, %d units", d.Evidence.Outcome, len(d.Units))
	}
}

func TestLongTextsCutAUnitEarlier(t *testing.T) {
	long := strings.Repeat("word ", 2000)
	var data strings.Builder
	for i := 1; i <= 9; i++ {
		data.WriteString(row(i, "", "a", long))
	}
	d, err := limited(t, (&book{sheets: []testSheet{{name: "A", data: data.String()}}}).bytes(t), extract.Limits{UnitBytes: 64 << 10})
	if err != nil || d.Unit("sheet01.r1-3") == nil || d.Unit("sheet01.r7-60") == nil {
		t.Errorf("error %v, %d units", err, len(d.Units))
	}
	if d.Evidence.Counts.Words < 9*2000 {
		t.Errorf("%d words are left", d.Evidence.Counts.Words)
	}
}

func TestASparseSheetCostsNothing(t *testing.T) {
	d := one(t, testSheet{data: `<row r="1048576"><c r="A1048576"><v>1</v></c><c r="XFD1048576"><v>2</v></c></row>`})
	same(t, "the unit", plain(t, d, "sheet01.r1048561-1048576"), "[table A1048576]\n1\n[table XFD1048576]\n2")
}

func TestABombStopsAtTheLimit(t *testing.T) {
	data := (&book{sheets: []testSheet{{name: "A", data: `<row><c t="str"><v>` + strings.Repeat("A", 40<<20)}}}).bytes(t)
	_, err := limited(t, data, extract.Limits{})
	var lim *extract.LimitError
	if !errors.As(err, &lim) {
		t.Errorf("the error is %v", err)
	}
}

func TestADamagedSheetLeavesTheOthers(t *testing.T) {
	d := read(t, &book{sheets: []testSheet{
		{name: "Broken", data: rows("before the break") + `</sheetData><<<`},
		{name: "Sound", data: rows("still here")},
	}})
	if !strings.Contains(d.Text, "before the break") || !strings.Contains(d.Text, "still here") {
		t.Errorf("the text is %q", d.Text)
	}
}

func TestAListObjectIsNamed(t *testing.T) {
	d := read(t, &book{
		sheets: []testSheet{{name: "Data", data: rows("x,x", "y,z"), rels: rel("t1", "table", "../tables/table1.xml")}},
		parts:  map[string]string{"xl/tables/table1.xml": `<table name="Table1" displayName="Sales" ref="A1:B2" headerRowCount="1"/>`},
	})
	same(t, "the sheet", plain(t, d, "sheet01"), "[meta ]\nSales = table A1:B2")
	same(t, "its rows", plain(t, d, "sheet01.r1-60"), "[table 1 A1:B2]\nx|x\ny|z")
}

func TestLinksOfEmptyCellsAreKept(t *testing.T) {
	d := one(t, testSheet{
		data: rows("a,b", "1,2") + row(70, "", "end"),
		after: `<hyperlinks><hyperlink ref="D40" location="Data!A1"/><hyperlink ref="A65" r:id="h1"/>` +
			`<hyperlink ref="B1:B2" r:id="h1"/></hyperlinks>`,
		rels: external("h1", "hyperlink", "https://example.org/"),
	})
	for name, want := range map[string][]knowledge.Link{
		"sheet01.r1-60":   {{Text: "b", Target: "https://example.org/"}, {Target: "#Data!A1"}},
		"sheet01.r61-120": {{Target: "https://example.org/"}},
	} {
		if got := d.Unit(name).Links; !slices.Equal(got, want) {
			t.Errorf("%s has the links %v, want %v", name, got, want)
		}
	}
}
