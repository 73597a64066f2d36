package docx

import "testing"

func TestCodeIsTypedAndKeepsItsIndentation(t *testing.T) {
	styles := `<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/><w:rPr><w:rFonts w:ascii="Arial"/></w:rPr></w:style>` +
		`<w:style w:type="paragraph" w:styleId="S"><w:name w:val="Source Code"/></w:style>` +
		`<w:style w:type="paragraph" w:styleId="T"><w:name w:val="Own"/><w:basedOn w:val="S"/></w:style>` +
		`<w:style w:type="paragraph" w:styleId="Q"><w:name w:val="Quotations"/></w:style>`
	typed := func(font, text string) string {
		return p(`<w:pPr><w:rPr><w:rFonts w:ascii="` + font + `"/></w:rPr></w:pPr><w:r><w:rPr><w:rFonts w:ascii="` + font + `"/></w:rPr><w:t xml:space="preserve">` + text + `</w:t></w:r>`)
	}
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"styles", para("S", "def f():") + para("T", "    return 1") + para("S", "") + para("S", "end") + p(run1("done")), []string{"code: ```/def f():/    return 1//end/```", "paragraph: done"}},
		{"undefined styles", para("HTMLPreformatted", "  x = 1") + para("Quotations", "Words"), []string{"code: ```/  x = 1/```", "quote: > Words"}},
		{"typefaces", typed("Courier New", "for x in y {") + typed("Courier New", "") + typed("Courier New", "again") + typed("Arial", "x = 1"), []string{"code: ```/for x in y {//again/```", "paragraph: x = 1"}},
		{"prose in such type", typed("Courier New", "Dear Sir, I write to you."), []string{"paragraph: Dear Sir, I write to you."}},
		{"quotations", para("Q", "Words"), []string{"quote: > Words"}},
		{"an empty line alone", para("S", "") + p(run1("text")), []string{"paragraph: text"}},
		{"in a cell", tbl(tr(tc("", para("S", "if a:")+para("S", "  b()")), tc("", p(run1("x"))))), []string{"table: | if a:<br>b() | x |/| --- | --- |"}},
	} {
		t.Run(c.name, func(t *testing.T) { wantLines(t, read(t, c.body, map[string]string{"styles": styles}), c.want...) })
	}
}

func TestATypewrittenDocumentIsNoCode(t *testing.T) {
	styles := `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr></w:rPrDefault></w:docDefaults>`
	wantLines(t, read(t, p(run1("Costs = $5"))+p(`<w:r><w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr><w:t>Costs = $5</w:t></w:r>`), map[string]string{"styles": styles}),
		"paragraph: Costs = $5", "paragraph: Costs = $5")
}
