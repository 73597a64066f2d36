package delimited

import "quire/extract"

// About implements extract.Described.
func (extractor) About() map[string]extract.About {
	return map[string]extract.About{
		"csv": {
			Endings: "csv",
			Reads:   "delimiter, quotes and header by what the file holds; ranges of 60 rows with their header and record; empty rows and columns left out",
			Not:     "types of columns beyond their text",
		},
		"tsv": {
			Endings: "tsv, tab",
			Reads:   "as csv",
			Not:     "as csv",
		},
	}
}
