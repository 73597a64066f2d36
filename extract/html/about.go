package html

import "quire/extract"

// About implements extract.Described.
func (extractor) About() map[string]extract.About {
	return map[string]extract.About{
		"html": {
			Endings: "html, htm, xhtml",
			Reads:   "main text apart from navigation, banners and boilerplate (furniture); headings, lists, definition lists, tables with spans, figures, code, quotes, formulas, forms; links resolved, base addresses too; alternative text; embedded data as children; text hidden by attribute, style or colour, with the reason; closed details; linked data and metadata; charset as browsers find it",
			Not:     "scripts and what they would write; pictures; styles of linked files",
		},
	}
}
