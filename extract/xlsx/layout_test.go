package xlsx

import (
	"fmt"
	"strings"
	"testing"
)

func TestSheetsReadWell(t *testing.T) {
	tests := []struct {
		name  string
		sheet testSheet
		want  string
	}{
		{"an empty row parts two tables", testSheet{data: rows("a,b", "1,2", "", "c,d", "3,4")},
			"[table 1 A1:B2]\na|b\n1|2\n[table 1 A4:B5]\nc|d\n3|4"},
		{"an empty row does not part a table that the sheet declares", testSheet{data: rows("a,b", "1,2", "", "3,4"), after: `<autoFilter ref="A1:B4"/>`},
			"[table 1 A1:B4]\na|b\n1|2\n3|4"},
		{"a declared table joins none beside it", testSheet{data: rows("a,b,,k,l", "1,2,,3,4", "", "c,d,,5,6", "7,8,,7,8"), after: `<autoFilter ref="D1:E5"/>`},
			"[table 1 A1:B2]\na|b\n1|2\n[table 1 A4:B5]\nc|d\n7|8\n[table 1 D1:E5]\nk|l\n3|4\n5|6\n7|8"},
		{"a title above a table is a heading", testSheet{data: rows("Budget 2024", "Item,Cost", "Pen,2")},
			"[heading A1]\nBudget 2024\n[table 1 A2:B3]\nItem|Cost\nPen|2"},
		{"a note between title and table is a paragraph", testSheet{data: rows("Budget", "All figures in pounds.", "Item,Cost", "Pen,2")},
			"[heading A1]\nBudget\n[paragraph A2]\nAll figures in pounds.\n[table 1 A3:B4]\nItem|Cost\nPen|2"},
		{"tables side by side that start in different rows", testSheet{data: rows("a,b", "1,2", "3,4,,c,d", "5,6,,7,8", ",,,9,10")},
			"[table 1 A1:B4]\na|b\n1|2\n3|4\n5|6\n[table 1 D3:E5]\nc|d\n7|8\n9|10"},
		{"tables side by side that repeat their header", testSheet{data: rows("a,b,,a,b", "1,2,,3,4")},
			"[table 1 A1:B2]\na|b\n1|2\n[table 1 D1:E2]\na|b\n3|4"},
		{"tables side by side that name their rows", testSheet{data: rows("Name,Qty,,City,Pop", "a,1,,Rome,2", "b,2,,Oslo,3")},
			"[table 1 A1:B3]\nName|Qty\na|1\nb|2\n[table 1 D1:E3]\nCity|Pop\nRome|2\nOslo|3"},
		{"a column left empty before words that repeat", testSheet{data: rows("Name,Age,,Town,Rent", "Ada,36,,Bath,2", "Bob,37,,Bath,3")},
			"[table 1 A1:E3]\nName|Age|Town|Rent\nAda|36|Bath|2\nBob|37|Bath|3"},
		{"a column left empty before figures", testSheet{data: rows("Item,2023,,2024,2025", "Pen,1,,2,3", "Ink,4,,5,6")},
			"[table 1 A1:E3]\nItem|2023|2024|2025\nPen|1|2|3\nInk|4|5|6"},
		{"a column left empty does not part a table", testSheet{data: rows("Name,Age,,Town,Post", "Ada,36,,Bath,Clerk")},
			"[table 1 A1:E2]\nName|Age|Town|Post\nAda|36|Bath|Clerk"},
		{"tables corner to corner", testSheet{data: rows("a,b", "1,2", ",,c,d", ",,3,4")},
			"[table 1 A1:B2]\na|b\n1|2\n[table 1 C3:D4]\nc|d\n3|4"},
		{"rows and columns without content are left out of a table", testSheet{data: rows("Name,,,Town", "Ada,,,Bath"), after: `<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A2:C5"/></mergeCells>`},
			"[table A1:D2]\nName|Town\nAda|Bath"},
		{"empty columns around a table are left out", testSheet{data: rows(",,a,b", ",,1,2")},
			"[table 1 C1:D2]\na|b\n1|2"},
		{"figures without a header", testSheet{data: rows("1,2", "3,4")},
			"[table A1:B2]\n1|2\n3|4"},
		{"years name columns", testSheet{data: rows("Item,2023,2024", "Pen,2,3")},
			"[table 1 A1:C2]\nItem|2023|2024\nPen|2|3"},
		{"years alone name columns", testSheet{data: rows(",2023,2024", "Pens,2,3", "Ink,4,5")},
			"[table 1 A1:C3]\n|2023|2024\nPens|2|3\nInk|4|5"},
		{"years among figures name none", testSheet{data: rows(",2023,2024", ",2,3", "Ink,4,5")},
			"[table A1:C3]\n|2023|2024\n|2|3\nInk|4|5"},
		{"names and values in words have no header", testSheet{data: rows("Name,Ada", "Town,Bath")},
			"[table A1:B2]\nName|Ada\nTown|Bath"},
		{"a header of two rows", testSheet{data: rows("in CHF,,January", ",Sales,Profit", "Zone A,10,2", "Zone B,20,4")},
			"[table 2 A1:C4]\nin CHF||January\n|Sales|Profit\nZone A|10|2\nZone B|20|4"},
		{"a header that an empty row parts from its figures", testSheet{data: rows("in CHF,Sales,Profit", "", "Zone A,10,2", "Zone B,20,4")},
			"[table 1 A1:C4]\nin CHF|Sales|Profit\nZone A|10|2\nZone B|20|4"},
		{"the filter names the header", testSheet{data: rows("Name,Name", "x,y"), after: `<autoFilter ref="A1:B2"/>`},
			"[table 1 A1:B2]\nName|Name\nx|y"},
		{"a merged cell keeps its rows together", testSheet{data: row(1, "", "Zone", "1") + row(3, "", "", "3"), after: `<mergeCells><mergeCell ref="A1:A3"/></mergeCells>`},
			"[table A1:B3]\nZone|1\n|3"},
		{"sentences in one column are paragraphs", testSheet{data: rows("This sentence is long enough to be running text on a page.", "So is the one that follows it in the next row of the sheet here.")},
			"[paragraph A1]\nThis sentence is long enough to be running text on a page.\n[paragraph A2]\nSo is the one that follows it in the next row of the sheet here."},
		{"a list in one column is a table", testSheet{data: rows("High", "Medium", "Low")},
			"[table A1:A3]\nHigh\nMedium\nLow"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			same(t, "the unit", plain(t, one(t, tt.sheet), "sheet01.r1-60"), tt.want)
		})
	}
}

func TestLeftOutColumnsKeepTheirPlaces(t *testing.T) {
	var data strings.Builder
	data.WriteString(row(1, "", "Name", "", "Town", "", "Post"))
	for i := 2; i <= 130; i++ {
		stray, right := "", ""
		if i == 70 {
			stray, right = "look here", "and here"
		}
		data.WriteString(row(i, "", fmt.Sprint("n", i), stray, fmt.Sprint("t", i), "", fmt.Sprint("p", i), right))
	}
	d := one(t, testSheet{data: data.String()})
	first := d.Unit("sheet01.r1-60").Blocks[0]
	if r, c := first.Cell(1, 2); r != 2 || c != 5 {
		t.Errorf("the third cell of the second row is at %d,%d, want 2,5 (gaps %v)", r, c, first.ColGaps)
	}
	for _, name := range []string{"sheet01.r61-120", "sheet01.r121-180"} {
		u := d.Unit(name)
		if u.Header == nil || u.Header.Text != "Name | Town | Post" {
			t.Errorf("%s stands under the header %+v", name, u.Header)
		}
	}
	got := plain(t, d, "sheet01.r61-120")
	for _, want := range []string{"n70|t70|p70|and here\n", "[table B70]\nlook here\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("the second unit lacks %q:\n%s", want, got)
		}
	}
}

func TestWhatHangsOnCellsStandsBehindItsTable(t *testing.T) {
	d := read(t, &book{
		sheets: []testSheet{{name: "Data", data: rows("a,b", "1,2", "", "c,d", "3,4"), rels: rel("c1", "comments", "../comments1.xml")}},
		parts:  map[string]string{"xl/comments1.xml": `<comments><authors><author>Bob</author></authors><commentList><comment ref="A2" authorId="0"><text><t>Check</t></text></comment></commentList></comments>`},
	})
	same(t, "the unit", plain(t, d, "sheet01.r1-60"), "[table 1 A1:B2]\na|b\n1|2\n[comment A2]\nCheck\n[table 1 A4:B5]\nc|d\n3|4")
}
