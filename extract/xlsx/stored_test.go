package xlsx

import (
	"fmt"
	"testing"
)

func TestStoredValuesAreKeptWhereTheTextDoesNotTellThem(t *testing.T) {
	styles := `<numFmts count="5"><numFmt numFmtId="164" formatCode="dd/mm/yy"/><numFmt numFmtId="165" formatCode="0.0,,&quot;M&quot;"/><numFmt numFmtId="166" formatCode="yyyy-mm-dd"/>` +
		`<numFmt numFmtId="167" formatCode="mmm yyyy"/><numFmt numFmtId="168" formatCode="h:mm"/></numFmts><fonts><font/></fonts><cellXfs>` +
		`<xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="3"/><xf numFmtId="9"/><xf numFmtId="167"/><xf numFmtId="168"/></cellXfs>`
	data := ""
	for i, r := range [][]string{
		// style and value of each cell
		{"1:45292", "2:1234567", "3:45292", "4:1500", "5:0.5", "0:0.123456789012345"},
		{"1:45293", "2:-2500000", "3:45292.25", "4:1500.25", "5:0.125", "0:12345678901"},
		{"6:45293", "2:2500000", "3:1", "4:-7", "5:1", "7:0.75"},
	} {
		data += fmt.Sprintf(`<row r="%d">`, i+1)
		for j, c := range r {
			data += fmt.Sprintf(`<c r="%s" s="%s"><v>%s</v></c>`, cellName(i+1, j+1), c[:1], c[2:])
		}
		data += "</row>"
	}
	check := func(date1904, want string) {
		t.Helper()
		d := read(t, &book{date: date1904, styles: styles, sheets: []testSheet{{name: "S", data: data}}})
		got := ""
		for _, r := range d.Unit("sheet01.r1-60").Blocks[0].Stored {
			got += fmt.Sprintf("%s %s %q\n", r.Range, r.Format, r.Values)
		}
		same(t, "stored"+date1904, got, want)
	}
	check("", `
A1:A2 dd/mm/yy ["2024-01-01" "2024-01-02"]
B1:B3 0.0,,"M" ["1234567" "-2500000" "2500000"]
F1  ["0.123456789012345"]
C2 yyyy-mm-dd ["2024-01-01 06:00:00"]
D2 #,##0 ["1500.25"]
E2 0% ["0.125"]
A3 mmm yyyy ["2024-01-02"]
F3 h:mm ["0.75"]`)
	check(` date1904="1"`, `
A1:A2 dd/mm/yy ["2028-01-02" "2028-01-03"]
B1:B3 0.0,,"M" ["1234567" "-2500000" "2500000"]
F1  ["0.123456789012345"]
C2 yyyy-mm-dd ["2028-01-02 06:00:00"]
D2 #,##0 ["1500.25"]
E2 0% ["0.125"]
A3 mmm yyyy ["2028-01-03"]
F3 h:mm ["0.75"]`)
}

func TestTheTextOfACellTellsItsValue(t *testing.T) {
	for text, v := range map[string]float64{"$1,500.25": 1500.25, "(7)": -7, "12.5%": .125, "3 kg": 3, "0": 0, "-0.5": -.5} {
		if !tells(text, v) {
			t.Errorf("%q does not tell %v", text, v)
		}
	}
	for text, v := range map[string]float64{"1.2M": 1234567, "12%": .125, "3": 3.4, "": 5, "1 1/2": 1.5} {
		if tells(text, v) {
			t.Errorf("%q tells %v", text, v)
		}
	}
}
