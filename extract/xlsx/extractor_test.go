package xlsx

import (
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"quire/extract"
	"quire/extract/extracttest"
	"quire/knowledge"
)

// everything is a workbook with one of each thing that is read.
func everything() *book {
	return &book{
		date:  ` date1904="0"`,
		names: `<definedName name="Rate">Data!$B$2</definedName><definedName name="Pi">3.14159</definedName><definedName name="_xlnm.Print_Area" localSheetId="0">Data!$A$1</definedName>`,
		styles: `<numFmts count="1"><numFmt numFmtId="164" formatCode="0.0&quot; kg&quot;"/></numFmts>` +
			`<fonts><font/><font><b/></font></fonts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="0" fontId="1"/></cellXfs>`,
		rels: rel("p1", "person", "persons/person.xml") + rel("e1", "externalLink", "externalLinks/externalLink1.xml") +
			rel("pc1", "pivotCacheDefinition", "pivotCache/pivotCacheDefinition1.xml") + rel("c1", "connections", "connections.xml"),
		sheets: []testSheet{{
			name: "Data",
			data: row(1, "", "Name", "Amount", "When") +
				`<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" s="2"><v>2.5</v></c><c r="C2" s="1"><v>45292</v></c></row>` +
				`<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"><f>B2*2</f><v>5</v></c><c r="C3" t="b"><v>1</v></c></row>`,
			after: `<mergeCells><mergeCell ref="A5:B5"/></mergeCells>` +
				`<dataValidations><dataValidation type="list" sqref="A2:A9" promptTitle="Choose" prompt="One of the fruits"><formula1>"Apple,Pear"</formula1></dataValidation></dataValidations>` +
				`<hyperlinks><hyperlink ref="A2" r:id="h1"/><hyperlink ref="A3" location="Other!A1" display="over there"/></hyperlinks>` +
				`<headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Secret &amp;&amp; sound&amp;RPage &amp;P</oddHeader></headerFooter>` +
				`<drawing r:id="d1"/><legacyDrawing r:id="v1"/>`,
			rels: external("h1", "hyperlink", "https://example.org/apple") + rel("d1", "drawing", "../drawings/drawing1.xml") +
				rel("v1", "vmlDrawing", "../drawings/vmlDrawing1.vml") + rel("c1", "comments", "../comments1.xml") +
				`<Relationship Id="t1" Type="http://schemas.microsoft.com/office/2017/10/relationships/threadedComment" Target="../threadedComments/threadedComment1.xml"/>` +
				rel("o1", "package", "../embeddings/memo.docx"),
		}, {name: "Other", state: "hidden", data: rows("kept,back")}},
		parts: map[string]string{
			"docProps/core.xml":                             `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Fruit</dc:title><dc:creator>Ada</dc:creator></cp:coreProperties>`,
			"xl/sharedStrings.xml":                          `<sst><si><t>Apple</t></si><si><r><t>Pe</t></r><r><t>ar</t></r><rPh><t>reading</t></rPh></si></sst>`,
			"xl/persons/person.xml":                         `<personList><person id="{1}" displayName="Grace"/></personList>`,
			"xl/comments1.xml":                              `<comments><authors><author>Bob</author><author>tc={9}</author></authors><commentList><comment ref="B2" authorId="0"><text><r><t>Bob:</t></r><r><t> weighed twice</t></r></text></comment><comment ref="C2" authorId="1"><text><t>[Threaded comment] Your version</t></text></comment></commentList></comments>`,
			"xl/drawings/drawing1.xml":                      drawingXML,
			"xl/drawings/vmlDrawing1.vml":                   `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape><v:textbox><div><font>Press<br>me</font></div></v:textbox><x:ClientData ObjectType="Button"><x:Anchor>1, 0, 2, 0, 3, 0, 4, 0</x:Anchor></x:ClientData></v:shape><v:shape><v:textbox>not again</v:textbox><x:ClientData ObjectType="Note"/></v:shape></xml>`,
			"xl/threadedComments/threadedComment1.xml":      `<ThreadedComments><threadedComment ref="C2" dT="2024-02-03T04:05:06.70" personId="{1}"><text>Is this right?</text></threadedComment><threadedComment ref="C2" dT="2024-02-03T05:00:00" personId="{1}"><text>It is.</text></threadedComment></ThreadedComments>`,
			"xl/embeddings/memo.docx":                       "a memo",
			"xl/externalLinks/externalLink1.xml":            `<externalLink/>`,
			"xl/externalLinks/_rels/externalLink1.xml.rels": rels(external("x1", "externalLinkPath", "budget.xlsx")),
			"xl/pivotCache/pivotCacheDefinition1.xml":       `<pivotCacheDefinition><cacheFields><cacheField name="Kind"><sharedItems><s v="Apple"/><s v="Quince"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>`,
			"xl/connections.xml":                            `<connections><connection name="Sales" description="last year"><dbPr connection="Server=db.example.org" command="select 1"/></connection></connections>`,
		},
	}
}

const drawingXML = `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">` +
	`<xdr:twoCellAnchor><xdr:from><xdr:col>4</xdr:col><xdr:row>130</xdr:row></xdr:from><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="1" name="Box"/></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>Far below</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor>` +
	`<xdr:oneCellAnchor><xdr:from><xdr:col>5</xdr:col><xdr:row>0</xdr:row></xdr:from><xdr:grpSp><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Pic" descr="A basket of fruit"/></xdr:nvPicPr></xdr:pic></xdr:grpSp></xdr:oneCellAnchor>` +
	`</xdr:wsDr>`

func TestConformance(t *testing.T) {
	extracttest.Run(t, New(), sample(t, everything()), sample(t, &book{sheets: []testSheet{{name: "A", data: rows("x,y", "1,2")}}}))
}

func TestEverythingOnASheetIsDelivered(t *testing.T) {
	d := read(t, everything())
	if d.Evidence.Outcome != knowledge.Extracted || d.Evidence.Meta.Title != "Fruit" {
		t.Errorf("outcome %s, title %q, issues %v", d.Evidence.Outcome, d.Evidence.Meta.Title, d.Evidence.Issues)
	}
	same(t, "the sheet", plain(t, d, "sheet01"), `
[meta ]
Rate = Data!$B$2
[note A2:A9]
Choose
One of the fruits
Apple, Pear
[header furniture ]
Secret & sound`)
	same(t, "its rows", plain(t, d, "sheet01.r1-60"), `
[table 1 A1:C3]
Name|Amount|When
Apple|2.5 kg|2024-01-01
Pear|5|TRUE
[image F1]
A basket of fruit
[comment B2]
weighed twice
[comment C2]
Is this right?
[comment C2]
It is.
[text-box B3]
Press
me`)
	same(t, "the rows of a text box", plain(t, d, "sheet01.r121-180"), "[text-box E131]\nFar below")
	u := d.Unit("sheet01.r1-60")
	if c := u.Blocks[3]; c.Author != "Grace" || c.Date != "2024-02-03T04:05:06Z" {
		t.Errorf("the thread is by %q at %q", c.Author, c.Date)
	}
	if f := u.Blocks[0].Formulas; len(f) != 1 || f[0] != (knowledge.CellFormula{Range: "B3", Text: "=B2*2"}) {
		t.Errorf("formulas are %v", f)
	}
	links := []knowledge.Link{{Text: "Apple", Target: "https://example.org/apple"}, {Text: "over there", Target: "#Other!A1"}}
	if len(u.Links) != 2 || u.Links[0] != links[0] || u.Links[1] != links[1] {
		t.Errorf("links are %v", u.Links)
	}
	if !knowledge.HasFlag(d.Unit("sheet02").Flags, knowledge.Hidden) || !knowledge.HasFlag(d.Unit("sheet02.r1-60").Flags, knowledge.Hidden) {
		t.Error("the hidden sheet is not flagged")
	}
	same(t, "names without a sheet", plain(t, d, "sec1"), "[meta ]\nPi = 3.14159")
	same(t, "connections", plain(t, d, "sec2"), "[meta ]\nSales\nlast year\nServer=db.example.org\nselect 1")
	if l := d.Unit("sec3").Links; len(l) != 1 || l[0].Target != "budget.xlsx" {
		t.Errorf("external workbooks are %v", l)
	}
	same(t, "pivot caches", plain(t, d, "sec4"), "[heading ]\nKind\n[paragraph ]\nQuince")
	if c := d.Evidence.Children; len(c) != 1 || c[0].Member.String() != "member=xl/embeddings/memo.docx" || c[0].Size != 6 {
		t.Errorf("children are %v", c)
	}
}

func TestPasswordsOpenEncryptedWorkbooks(t *testing.T) {
	b := &book{sheets: []testSheet{{name: "A", data: rows("locked away")}}, parts: map[string]string{"xl/media/noise.bin": noise(20_000)}}
	locked, err := excelize.Encrypt(b.bytes(t), &excelize.Options{Password: "sesame"})
	if err != nil {
		t.Fatal(err)
	}
	s := extracttest.Sample{Name: "locked.xlsx", Format: "xlsx", Data: locked}
	if d := extracttest.Extract(t, New(), s); d.Evidence.Outcome != knowledge.Encrypted {
		t.Errorf("without a password the outcome is %s", d.Evidence.Outcome)
	}
	s.Options = extract.Options{Passwords: []string{"wrong", "sesame"}}
	if d := extracttest.Extract(t, New(), s); d.Evidence.Outcome != knowledge.Extracted || !strings.Contains(d.Text, "locked away") {
		t.Errorf("with the password the outcome is %s", d.Evidence.Outcome)
	}
}

// noise returns n bytes that do not compress: a package of a few hundred bytes is
// stored in a way that the decryption does not read back.
func noise(n int) string {
	out := make([]byte, n)
	x := uint32(1)
	for i := range out {
		x = x*1664525 + 1013904223
		out[i] = byte(x >> 24)
	}
	return string(out)
}
