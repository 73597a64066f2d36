package hostile

import (
	"fmt"
	"io"
	"strings"
)

const xmlHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// office are DOCX, XLSX and PPTX files.
func office() []File {
	long := again1("<row><c><v>1</v></c></row>", 20_000_000)
	return []File{
		workbook("inflates.xlsx", long, "limit:ratio", "limit:cells", "limit:inflated"),
		workbook("corner.xlsx", again1(`<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>`, 1)),
		workbook("cells.xlsx", sheetRows(60_000, 100), "limit:cells", "limit:ratio", "limit:inflated", "limit:text"),
		workbook("wide.xlsx", sheetRows(300, 16_384), "limit:cells", "limit:text"),
		document("ratio.docx", again1("<w:p><w:r><w:t>the same words in every one of them</w:t></w:r></w:p>", 10_000_000), "limit:ratio", "limit:inflated", "limit:text", "limit:blocks"),
		document("deep.docx", func(w io.Writer) error {
			return repeated(w, "", "<w:tbl><w:tr><w:tc>", 10_000, "<w:p/>")
		}, "limit:elements"),
		document("tables.docx", func(w io.Writer) error {
			const deep = 600
			return all(
				func() error { return again(w, "<w:tbl><w:tr><w:tc>", deep) },
				func() error { return again(w, "<w:p><w:r><w:t>in</w:t></w:r></w:p>", 1) },
				func() error { return again(w, "</w:tc></w:tr></w:tbl>", deep) },
			)
		}),
		document("attributes.docx", func(w io.Writer) error {
			return repeated(w, "<w:p ", "w:a='1' ", 3_000_000, "><w:r><w:t>x</w:t></w:r></w:p>")
		}, "limit:attributes"),
		document("paragraphs.docx", numbered("<w:p><w:r><w:t>%x</w:t></w:r></w:p>", 600_000), "limit:blocks"),
		{Name: "entities.docx", Write: func(w io.Writer) error {
			return ooxml(w, "word/document.xml", wordMain, func(w io.Writer) error {
				_, err := io.WriteString(w, laughs()+"<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:body><w:p><w:r><w:t>before &e9;</w:t></w:r></w:p></w:body></w:document>")
				return err
			})
		}},
		slides("slides.pptx", 12_000, "limit:pages"),
		{Name: "image.docx", Write: func(w io.Writer) error {
			return ooxmlWith(w, "word/document.xml", wordMain, wordBody(again1("<w:p><w:r><w:t>A picture.</w:t></w:r></w:p>", 1)),
				part{"word/media/image1.png", hugePNG})
		}},
	}
}

const (
	wordMain  = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
	sheetMain = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
	slideMain = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
	relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
)

func ooxml(w io.Writer, main, kind string, body func(io.Writer) error) error {
	return ooxmlWith(w, main, kind, body)
}

// ooxmlWith writes a package with one main part and others.
func ooxmlWith(w io.Writer, main, kind string, body func(io.Writer) error, others ...part) error {
	types := xmlHead + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/` + main + `" ContentType="` + kind + `"/></Types>`
	rels := relationships(`<Relationship Id="rId1" Type="` + relations + `/officeDocument" Target="` + main + `"/>`)
	parts := []part{{"[Content_Types].xml", again1(types, 1)}, {"_rels/.rels", again1(rels, 1)}, {main, body}}
	return zipped(w, append(parts, others...)...)
}

func relationships(list string) string {
	return xmlHead + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + list + `</Relationships>`
}

func wordBody(body func(io.Writer) error) func(io.Writer) error {
	return between(xmlHead+`<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`, body, `</w:body></w:document>`)
}

func between(before string, body func(io.Writer) error, after string) func(io.Writer) error {
	return func(w io.Writer) error {
		return all(
			func() error { return again(w, before, 1) },
			func() error { return body(w) },
			func() error { return again(w, after, 1) },
		)
	}
}

// numbered writes a piece n times, each with a number in the place of its verb,
// mixed so that it packs badly.
func numbered(piece string, n int) func(io.Writer) error {
	return func(w io.Writer) error {
		for i := range uint32(n) {
			if _, err := fmt.Fprintf(w, piece, i*2654435761); err != nil {
				return err
			}
		}
		return nil
	}
}

func document(name string, body func(io.Writer) error, reasons ...string) File {
	return File{Name: name, Reasons: reasons, Write: func(w io.Writer) error { return ooxml(w, "word/document.xml", wordMain, wordBody(body)) }}
}

func workbook(name string, rows func(io.Writer) error, reasons ...string) File {
	book := xmlHead + `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + relations + `"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`
	sheet := between(xmlHead+`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`, rows, `</sheetData></worksheet>`)
	return File{Name: name, Reasons: reasons, Write: func(w io.Writer) error {
		return ooxmlWith(w, "xl/workbook.xml", sheetMain, again1(book, 1),
			part{"xl/_rels/workbook.xml.rels", again1(relationships(`<Relationship Id="rId1" Type="`+relations+`/worksheet" Target="worksheets/sheet1.xml"/>`), 1)},
			part{"xl/worksheets/sheet1.xml", sheet})
	}}
}

// sheetRows are rows of numbers that pack badly.
func sheetRows(rows, columns int) func(io.Writer) error {
	return func(w io.Writer) error {
		state := uint32(1)
		for range rows {
			if err := again(w, "<row>", 1); err != nil {
				return err
			}
			for range columns {
				state = state*1664525 + 1013904223
				if _, err := fmt.Fprintf(w, "<c><v>%d</v></c>", state>>8); err != nil {
					return err
				}
			}
			if err := again(w, "</row>", 1); err != nil {
				return err
			}
		}
		return nil
	}
}

func slides(name string, n int, reasons ...string) File {
	var ids, rels strings.Builder
	for i := range n {
		fmt.Fprintf(&ids, `<p:sldId id="%d" r:id="rId%d"/>`, 256+i, i+1)
		fmt.Fprintf(&rels, `<Relationship Id="rId%d" Type="%s/slide" Target="slides/slide%d.xml"/>`, i+1, relations, i+1)
	}
	main := xmlHead + `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="` + relations + `"><p:sldIdLst>` + ids.String() + `</p:sldIdLst></p:presentation>`
	one := xmlHead + `<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>Slide</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`
	return File{Name: name, Reasons: reasons, Write: func(w io.Writer) error {
		parts := []part{{"ppt/_rels/presentation.xml.rels", again1(relationships(rels.String()), 1)}}
		for i := range n {
			parts = append(parts, part{fmt.Sprintf("ppt/slides/slide%d.xml", i+1), again1(one, 1)})
		}
		return ooxmlWith(w, "ppt/presentation.xml", slideMain, again1(main, 1), parts...)
	}}
}
