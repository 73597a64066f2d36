// Package formats is the list of all extractors: the one place that names every
// format package.
package formats

import (
	"quire/extract"
	"quire/extract/archive"
	"quire/extract/data"
	"quire/extract/delimited"
	"quire/extract/docx"
	"quire/extract/email"
	"quire/extract/html"
	"quire/extract/latex"
	"quire/extract/markdown"
	"quire/extract/notebook"
	"quire/extract/pdf"
	"quire/extract/pptx"
	"quire/extract/text"
	"quire/extract/xlsx"
)

// Registry returns all extractors. pdfCache is the folder of PDFium's compiled
// code, "" for none.
func Registry(pdfCache string) *extract.Registry {
	return extract.NewRegistry(
		markdown.New(),
		text.New(),
		data.New(),
		notebook.New(),
		latex.New(),
		delimited.New(),
		pdf.PDFium(pdfCache),
		pdf.Ledongthuc(),
		pdf.Drawing(pdfCache),
		docx.New(),
		pptx.New(),
		xlsx.New(),
		html.New(),
		email.New(),
		archive.New(),
	)
}
