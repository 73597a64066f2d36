package xlsx

import (
	"fmt"
	"testing"
)

// chartSeries writes a series: its name, and where its categories and values are.
func chartSeries(name, cat, val string) string {
	return fmt.Sprintf(`<c:ser><c:tx><c:v>%s</c:v></c:tx><c:cat><c:strRef><c:f>%s</c:f><c:strCache><c:pt idx="0"><c:v>May</c:v></c:pt><c:pt idx="1"><c:v>June</c:v></c:pt></c:strCache></c:strRef></c:cat>`+
		`<c:val><c:numRef><c:f>%s</c:f><c:numCache><c:pt idx="0"><c:v>71</c:v></c:pt><c:pt idx="1"><c:v>82</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>`, name, cat, val)
}

// chartBook has a chart of these series beside the cells of its first sheet, and
// a hidden sheet.
func chartBook(series string) *book {
	return &book{
		names: `<definedName name="Sold">'My Data'!$B$2:$B$3</definedName>`,
		sheets: []testSheet{
			{name: "My Data", data: rows("Month,Sales", "May,71", "June,82"), after: `<drawing r:id="d1"/>`, rels: rel("d1", "drawing", "../drawings/drawing1.xml")},
			{name: "Secret", state: "hidden", data: rows("71", "82")},
		},
		parts: map[string]string{
			"xl/drawings/drawing1.xml": `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="` + relSpace + `">` +
				`<xdr:oneCellAnchor><xdr:from><xdr:col>3</xdr:col><xdr:row>1</xdr:row></xdr:from><xdr:graphicFrame><c:chart r:id="ch1"/></xdr:graphicFrame></xdr:oneCellAnchor></xdr:wsDr>`,
			"xl/drawings/_rels/drawing1.xml.rels": rels(rel("ch1", "chart", "../charts/chart1.xml")),
			"xl/charts/chart1.xml": `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart>` +
				`<c:title><c:tx><c:rich><a:p><a:r><a:t>Growth</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>` + series + `</c:barChart></c:plotArea></c:chart></c:chartSpace>`,
		},
	}
}

func TestAChartGivesValuesOnlyWhereNoCellShowsThem(t *testing.T) {
	const table = "[table 1 A1:B3]\nMonth|Sales\nMay|71\nJune|82\n"
	const values = "[caption D2]\nGrowth\n[table 1 D2]\n|May|June\nSold|71|82"
	tests := []struct{ name, categories, values, want string }{
		{"cells of this workbook", "'My Data'!$A$2:$A$3", "'My Data'!$B$2:$B$3",
			"[caption D2]\nGrowth\nMay|June\nSold\n[meta D2]\ncategories = 'My Data'!A2:A3\nSold = 'My Data'!B2:B3"},
		{"a name of such cells", "'My Data'!$A$2:$A$3", "book.xlsx!Sold",
			"[caption D2]\nGrowth\nMay|June\nSold\n[meta D2]\ncategories = 'My Data'!A2:A3\nSold = book.xlsx!Sold"},
		{"cells of a hidden sheet", "'My Data'!$A$2:$A$3", "Secret!$A$1:$A$2", values},
		{"cells of another workbook", "[1]Sheet1!$A$1:$A$2", "[1]Sheet1!$B$1:$B$2", values},
		{"cells of a sheet that is gone", "'My Data'!$A$2:$A$3", "#REF!", values},
		{"categories of another workbook", "[1]Sheet1!$A$1:$A$2", "'My Data'!$B$2:$B$3", values},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := read(t, chartBook(chartSeries("Sold", tt.categories, tt.values)))
			same(t, "the unit", plain(t, d, "sheet01.r1-60"), table+tt.want)
		})
	}
}
