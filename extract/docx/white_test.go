package docx

import "testing"

func TestWhiteTextOnWhiteIsHidden(t *testing.T) {
	white := func(more, text string) string {
		return `<w:r><w:rPr><w:color w:val="ffffff"/>` + more + `</w:rPr><w:t xml:space="preserve">` + text + `</w:t></w:r>`
	}
	shade := `<w:shd w:val="clear" w:fill="1F3864"/>`
	styles := `<w:style w:type="paragraph" w:styleId="W"><w:name w:val="w"/><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>` +
		`<w:style w:type="paragraph" w:styleId="B"><w:name w:val="b"/><w:basedOn w:val="W"/><w:pPr>` + shade + `</w:pPr></w:style>`
	float := p(`<w:r><w:drawing><wp:anchor><wp:docPr id="1" name="x"/></wp:anchor></w:drawing></w:r>`)
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"a run", p(white("", "unseen") + run1(" seen")), []string{"paragraph: seen", "paragraph,hidden:white: unseen"}},
		{"a style", para("W", "unseen"), []string{"paragraph,hidden:white: unseen"}},
		{"a style that is shaded", para("B", "seen"), []string{"paragraph: seen"}},
		{"shaded text", p(white(shade, "seen")), []string{"paragraph: seen"}},
		{"marked text", p(white(`<w:highlight w:val="red"/>`, "seen")), []string{"paragraph: seen"}},
		{"a shaded paragraph", p(`<w:pPr>` + shade + `</w:pPr>` + white("", "seen")), []string{"paragraph: seen"}},
		{"a table", tbl(tr(tc("", p(white("", "a"))), tc("", p(white("", "b"))))), []string{"table: | a | b |/| --- | --- |"}},
		{"a frame", tbl(tr(tc(shade, p(white("", "seen"))))), []string{"paragraph: seen"}},
		{"behind it a drawing", float + p(white("", "seen")), []string{"paragraph: seen"}},
	} {
		t.Run(c.name, func(t *testing.T) { wantLines(t, read(t, c.body, map[string]string{"styles": styles}), c.want...) })
	}
}
