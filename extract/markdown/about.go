package markdown

import "quire/extract"

// About implements extract.Described.
func (extractor) About() map[string]extract.About {
	return map[string]extract.About{
		"markdown": {
			Endings: "md, markdown",
			Reads:   "front matter, headings, GFM tables and task lists, footnotes, definition lists, code, quotes, HTML in it, links, wiki links and images; the lines of every block in the original",
			Not:     "diagrams in code blocks as diagrams",
		},
	}
}
