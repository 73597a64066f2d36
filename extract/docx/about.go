package docx

import "quire/extract"

// About implements extract.Described.
func (reader) About() map[string]extract.About {
	return map[string]extract.About{
		"docx": {
			Endings: "docx, docm, dotx, dotm",
			Reads:   "headings by outline level in any language, by large type and in text boxes; lists with their numbers as displayed; tables with spans, nested; footnotes, endnotes, comments, tracked changes, fields, check boxes, hidden runs; headers and footers; text boxes, charts, diagrams, equations as lines, alternative text; what the file loads from elsewhere; embedded files as children; properties; passwords",
			Not:     "pictures; the passage that a comment is about; threads of comments; macros; hidden table rows as such",
		},
	}
}
