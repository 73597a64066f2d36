package main

import (
	"fmt"
	"strings"
)

const wordNamespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"` +
	` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`

// styled is a paragraph in a named style made of runs; an empty style is the
// body text.
func styled(style string, runs ...string) string {
	properties := ""
	if style != "" {
		properties = `<w:pPr><w:pStyle w:val="` + style + `"/></w:pPr>`
	}
	return `<w:p>` + properties + strings.Join(runs, "") + `</w:p>`
}

// numbered is an item of the one numbered list of a document.
func numbered(runs ...string) string {
	return `<w:p><w:pPr><w:pStyle w:val="ListNumber"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>` +
		strings.Join(runs, "") + `</w:p>`
}

func words(text string) string {
	return `<w:r><w:t xml:space="preserve">` + escape(text) + `</w:t></w:r>`
}

func bold(text string) string {
	return `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">` + escape(text) + `</w:t></w:r>`
}

// inserted and deleted are tracked changes.
func inserted(id int, author, date, text string) string {
	return fmt.Sprintf(`<w:ins w:id="%d" w:author="%s" w:date="%s">%s</w:ins>`, id, author, date, words(text))
}

func deleted(id int, author, date, text string) string {
	return fmt.Sprintf(`<w:del w:id="%d" w:author="%s" w:date="%s"><w:r><w:delText xml:space="preserve">%s</w:delText></w:r></w:del>`,
		id, author, date, escape(text))
}

// commented puts runs into the range of comment id.
func commented(id int, runs ...string) string {
	return fmt.Sprintf(`<w:commentRangeStart w:id="%d"/>%s<w:commentRangeEnd w:id="%d"/><w:r><w:commentReference w:id="%d"/></w:r>`,
		id, strings.Join(runs, ""), id, id)
}

func footnoteMark(id int) string {
	return fmt.Sprintf(`<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="%d"/></w:r>`, id)
}

// grid is a table whose first row is repeated as a header.
func grid(widths []int, rows ...[]string) string {
	var b strings.Builder
	b.WriteString(`<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>`)
	for _, w := range widths {
		fmt.Fprintf(&b, `<w:gridCol w:w="%d"/>`, w)
	}
	b.WriteString(`</w:tblGrid>`)
	for i, row := range rows {
		b.WriteString(`<w:tr>`)
		run := words
		if i == 0 {
			b.WriteString(`<w:trPr><w:tblHeader/></w:trPr>`)
			run = bold
		}
		for c, cell := range row {
			fmt.Fprintf(&b, `<w:tc><w:tcPr><w:tcW w:w="%d" w:type="dxa"/></w:tcPr>%s</w:tc>`, widths[c], styled("", run(cell)))
		}
		b.WriteString(`</w:tr>`)
	}
	b.WriteString(`</w:tbl>`)
	return b.String()
}

// note is a comment or a footnote.
type note struct {
	id                     int
	author, initials, date string
	text                   string
}

// wordDocument is the content of a .docx file.
type wordDocument struct {
	about     properties
	body      []string
	comments  []note
	footnotes []note
}

func (d wordDocument) bytes() ([]byte, error) {
	body := strings.Join(d.body, "\n") +
		`<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>`
	return pack([]part{
		contentTypes(
			[2]string{"word/document.xml", "officedocument.wordprocessingml.document.main"},
			[2]string{"word/styles.xml", "officedocument.wordprocessingml.styles"},
			[2]string{"word/numbering.xml", "officedocument.wordprocessingml.numbering"},
			[2]string{"word/comments.xml", "officedocument.wordprocessingml.comments"},
			[2]string{"word/footnotes.xml", "officedocument.wordprocessingml.footnotes"},
			[2]string{"docProps/core.xml", "package.core-properties"}),
		relationships("_rels/.rels", [2]string{"officeDocument", "word/document.xml"}, [2]string{"core-properties", "docProps/core.xml"}),
		{"word/document.xml", xmlHead + `<w:document ` + wordNamespaces + `><w:body>` + body + `</w:body></w:document>`},
		relationships("word/_rels/document.xml.rels", [2]string{"styles", "styles.xml"}, [2]string{"numbering", "numbering.xml"},
			[2]string{"comments", "comments.xml"}, [2]string{"footnotes", "footnotes.xml"}),
		{"word/styles.xml", wordStyles()},
		{"word/numbering.xml", wordNumbering},
		{"word/comments.xml", wordComments(d.comments)},
		{"word/footnotes.xml", wordFootnotes(d.footnotes)},
		d.about.part(),
	})
}
