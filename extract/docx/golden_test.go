package docx

import (
	"flag"
	"testing"

	"quire/extract/extracttest"
)

var update = flag.Bool("update", false, "write the golden output of this version")

// rich is a document with a little of everything.
func rich(t testing.TB) []byte {
	by := ` w:author="Ada" w:date="2024-03-01T10:00:00Z"`
	body := para("Titel", "Annual report") +
		p(run1("Written by the board")+`<w:r><w:footnoteReference w:id="1"/></w:r>`) +
		para("berschrift1", "Results") +
		p(textBox("In short: good.")+run1("We earned ")+`<w:del`+by+`><w:r><w:delText>4</w:delText></w:r></w:del><w:ins`+by+`>`+run1("5")+`</w:ins>`+run1(" million.")+
			`<w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>`) +
		item("1", "0", "first") + item("1", "1", "nested") + item("1", "0", "second") +
		tbl(`<w:tr><w:trPr><w:tblHeader/></w:trPr>`+tc("", p(run1("Region")))+tc(`<w:gridSpan w:val="2"/>`, p(run1("Sales")))+`</w:tr>`,
			tr(tc("", p(run1("North"))), tc("", p(run1("1"))), tc("", p(run1("2"))))) +
		p(picture("The new plant")) + p(`<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath>`) +
		p(`<w:r><w:rPr><w:vanish/></w:rPr><w:t>not shown</w:t></w:r>`+`<w:hyperlink r:id="h">`+run1("our site")+`</w:hyperlink>`)
	return build(t, body, map[string]string{
		"styles":                 headingStyles,
		"numbering":              outline + lvl("0", "decimal", "%1.", "") + lvl("1", "bullet", "o", "") + `</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
		"footnotes":              `<w:footnote w:id="1">` + p(run1("Elected in May.")) + `</w:footnote>`,
		"comments":               `<w:comment w:id="1"` + by + `>` + p(run1("Check this.")) + `</w:comment>`,
		"header1":                p(run1("Acme Ltd")),
		"rels":                   "h|hyperlink|https://example.org/;e|package|embeddings/b.xlsx",
		"word/embeddings/b.xlsx": "not really a workbook",
	})
}

func TestOutputOfThisVersionStaysTheSame(t *testing.T) {
	extracttest.Golden(t, New(), extracttest.Sample{Name: "rich.docx", Format: "docx", Data: rich(t)}, "rich", *update)
}

func FuzzExtract(f *testing.F) {
	f.Add(string(rich(f)))
	f.Fuzz(func(t *testing.T, s string) {
		extracttest.Check(t, extracttest.Extract(t, New(), extracttest.Sample{Format: "docx", Data: []byte(s)}))
	})
}

// FuzzBody mutates the XML of the body, which the archive around it would
// otherwise shield.
func FuzzBody(f *testing.F) {
	f.Add(para("Heading1", "A")+item("1", "0", "x")+tbl(tr(tc(`<w:gridSpan w:val="2"/>`, p(run1("y")))))+p(textBox("z")+fieldRuns(" PAGE ", "1")), headingStyles)
	f.Fuzz(func(t *testing.T, body, styles string) {
		read(t, body, map[string]string{"styles": styles})
	})
}
