package latex

import "quire/extract"

// About implements extract.Described.
func (extractor) About() map[string]extract.About {
	return map[string]extract.About{
		"latex": {
			Endings: "tex, latex",
			Reads:   "sections, paragraphs, lists, tables, footnotes, captions, formulas as written; commands that change only the look are left out",
			Not:     "macros of the document as they would expand; included files, which are documents of their own",
		},
	}
}
