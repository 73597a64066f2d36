package main

import (
	"fmt"
	"strings"
)

// wordNumbering defines the one numbered list, 1. 2. 3.
const wordNumbering = xmlHead + `<w:numbering ` + wordNamespaces + `><w:abstractNum w:abstractNumId="0">` +
	`<w:multiLevelType w:val="singleLevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>` +
	`<w:lvlText w:val="%1."/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl>` +
	`</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`

// wordStyles declares the paragraph styles and the table style in use; sizes
// are in half points.
func wordStyles() string {
	var b strings.Builder
	b.WriteString(xmlHead + `<w:styles ` + wordNamespaces + `>`)
	b.WriteString(`<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/>` +
		`<w:lang w:val="en-GB"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120"/></w:pPr></w:pPrDefault></w:docDefaults>`)
	b.WriteString(`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>`)
	b.WriteString(`<w:style w:type="paragraph" w:styleId="ListNumber"><w:name w:val="List Number"/><w:basedOn w:val="Normal"/></w:style>`)
	for _, s := range []struct {
		id, name string
		level    int // outline level from 0, or -1 outside the outline
		size     int
	}{
		{"Title", "Title", -1, 40},
		{"Heading1", "heading 1", 0, 30},
		{"Heading2", "heading 2", 1, 25},
	} {
		outline := ""
		if s.level >= 0 {
			outline = fmt.Sprintf(`<w:outlineLvl w:val="%d"/>`, s.level)
		}
		fmt.Fprintf(&b, `<w:style w:type="paragraph" w:styleId="%s"><w:name w:val="%s"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/>`+
			`<w:pPr><w:keepNext/><w:spacing w:before="240" w:after="80"/>%s</w:pPr><w:rPr><w:b/><w:sz w:val="%d"/></w:rPr></w:style>`,
			s.id, s.name, outline, s.size)
	}
	b.WriteString(`<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>`)
	for _, side := range []string{"top", "left", "bottom", "right", "insideH", "insideV"} {
		fmt.Fprintf(&b, `<w:%s w:val="single" w:sz="4" w:space="0" w:color="808080"/>`, side)
	}
	b.WriteString(`</w:tblBorders></w:tblPr></w:style></w:styles>`)
	return b.String()
}

func wordComments(comments []note) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<w:comments ` + wordNamespaces + `>`)
	for _, c := range comments {
		fmt.Fprintf(&b, `<w:comment w:id="%d" w:author="%s" w:date="%s" w:initials="%s">%s</w:comment>`,
			c.id, escape(c.author), c.date, c.initials, styled("", words(c.text)))
	}
	b.WriteString(`</w:comments>`)
	return b.String()
}

// wordFootnotes writes the two separators every footnote part begins with,
// then the footnotes.
func wordFootnotes(footnotes []note) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<w:footnotes ` + wordNamespaces + `>`)
	b.WriteString(`<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>`)
	b.WriteString(`<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>`)
	for _, f := range footnotes {
		fmt.Fprintf(&b, `<w:footnote w:id="%d">%s</w:footnote>`, f.id,
			styled("", `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>`, words(" "+f.text)))
	}
	b.WriteString(`</w:footnotes>`)
	return b.String()
}
