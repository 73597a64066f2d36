package pdf

import "quire/extract"

// About implements extract.Described.
func (*Extractor) About() map[string]extract.About {
	return map[string]extract.About{
		"pdf": {
			Endings: "pdf",
			Reads:   "pages in reading order (columns, areas, boxes); headings by outline, tags and type; paragraphs joined over lines and columns; tables by rules and by alignment; running headers, footers and page numbers as furniture; links, form fields, annotations, tagged alternative text, page labels, metadata; attachments as children; text that cannot be seen, with the reason; passwords; a box for every block",
			Not:     "text in pictures (a page without text is needs-ocr); formulas as such; reading order and lists from tags; text outside the crop box; XFA forms",
		},
	}
}
