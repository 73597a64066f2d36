package xlsx

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/extracttest"
)

func TestReferences(t *testing.T) {
	tests := []struct {
		ref  string
		want area
	}{
		{"A1", area{1, 1, 1, 1}}, {"$B$7", area{7, 2, 7, 2}}, {"a1:c3", area{1, 1, 3, 3}}, {"C3:A1", area{1, 1, 3, 3}},
		{"XFD1048576", area{maxRow, maxCol, maxRow, maxCol}}, {"A:C", area{1, 1, maxRow, 3}}, {"2:5", area{2, 1, 5, maxCol}},
	}
	for _, tt := range tests {
		if got, ok := parseArea(tt.ref); !ok || got != tt.want {
			t.Errorf("%s is %v, %v", tt.ref, got, ok)
		}
	}
	for _, ref := range []string{"", "A", "1", "A0", "XFE1", "A1048577", "A1:", ":", "A1:B", "Ä1", "A-1"} {
		if got, ok := parseArea(ref); ok {
			t.Errorf("%q is taken for %v", ref, got)
		}
	}
	for _, name := range []string{"A1", "Z9", "AA10", "XFD1048576", "BA27"} {
		if row, col, ok := parseRef(name); !ok || cellName(row, col) != name {
			t.Errorf("%s comes back as %s", name, cellName(row, col))
		}
	}
}

func TestHeadersAndFootersLoseTheirCodes(t *testing.T) {
	tests := map[string]string{
		"&CPage &P of &N":                         "",
		"&LPage &P of Report 7&C&A":               "Page  of Report 7",
		"&LMinutes of the board, page &P":         "Minutes of the board, page",
		"&Lleft&Ccentre&Rright":                   "left\ncentre\nright",
		`&"Times New Roman,Bold"&14&KFF0000Title`: "Title",
		"R&&D on &A":                              "R&D on Plan",
		"plain":                                   "plain",
		"&":                                       "&",
		"&K":                                      "",
	}
	for code, want := range tests {
		if got := runningText(code, "Plan"); got != want {
			t.Errorf("%q reads %q, want %q", code, got, want)
		}
	}
}

func TestCutReaderLeavesOutElements(t *testing.T) {
	tests := []struct{ in, want string }{
		{"<w><cols/><sheetData><row/></sheetData><m/></w>", "<w><cols/><sheetData></sheetData><m/></w>"},
		{`<x:w><x:sheetData a="1">text<x:row/></x:sheetData></x:w>`, `<x:w><x:sheetData a="1"></x:sheetData></x:w>`},
		{"<w><sheetData><row/></sheetData><m/><sheetData><row/></sheetData></w>", "<w><sheetData></sheetData><m/><sheetData></sheetData></w>"},
		{"<w><sheetData/><m/></w>", "<w><sheetData/><m/></w>"},
		{"<w><sheetDataX>kept</sheetDataX></w>", "<w><sheetDataX>kept</sheetDataX></w>"},
		{"<w><sheetData><row>never ends", "<w><sheetData>"},
		{"no tags", "no tags"},
		{"", ""},
		{"<w>" + strings.Repeat("x", 200_000) + "<sheetData>" + strings.Repeat("<c/>", 50_000) + "</sheetData></w>", "<w>" + strings.Repeat("x", 200_000) + "<sheetData></sheetData></w>"},
	}
	for _, tt := range tests {
		got, err := io.ReadAll(newCutReader(strings.NewReader(tt.in), "sheetData"))
		if err != nil || string(got) != tt.want {
			t.Errorf("%.60q gives %.80q, %v", tt.in, got, err)
		}
	}
}

func TestSharedStringsOfAnyEncoding(t *testing.T) {
	xml := `<?xml version="1.0"?><sst><si><t>Grüße</t></si><si><t/></si><si><r><t>a</t></r><rPh><t>no</t></rPh><r><t>b</t></r></si></sst>`
	wide := []byte{0xFF, 0xFE}
	for _, r := range xml {
		wide = append(wide, byte(r), byte(r>>8))
	}
	for name, data := range map[string][]byte{"UTF-8": []byte(xml), "UTF-8 with a mark": append([]byte("\xef\xbb\xbf"), xml...), "UTF-16": wide} {
		table, err := readStrings(bytes.NewReader(data), extract.DefaultLimits())
		if err != nil || table.at(0) != "Grüße" || table.at(1) != "" || table.at(2) != "ab" || table.at(3) != "" || table.at(-1) != "" {
			t.Errorf("%s: %q, %v, %v", name, table.text, table.ends, err)
		}
	}
}

func FuzzSheet(f *testing.F) {
	f.Add(rows("a,b", "1,2"), `<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`)
	f.Add(`<row r="5"><c r="B5" t="s"><v>0</v></c></row><row r="2"><c><f>1+1</f></c></row>`, `<hyperlinks><hyperlink ref="A1" location="x"/></hyperlinks>`)
	f.Add(`<row hidden="1"><c t="inlineStr"><is><r><t>x</t></r></is></c></row>`, `<dataValidations><dataValidation sqref="A1" prompt="p"/></dataValidations>`)
	f.Fuzz(func(t *testing.T, data, after string) {
		b := &book{sheets: []testSheet{{name: "Data", data: data, after: after}}}
		extracttest.Check(t, extracttest.Extract(t, New(), sample(t, b)))
	})
}

func FuzzWorkbook(f *testing.F) {
	f.Add(everything().bytes(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		extracttest.Check(t, extracttest.Extract(t, New(), extracttest.Sample{Name: "f.xlsx", Format: "xlsx", Data: data}))
	})
}
