package data

import "quire/extract"

// About implements extract.Described.
func (extractor) About() map[string]extract.About {
	return map[string]extract.About{
		"json": {
			Endings: "json, geojson",
			Reads:   "keys as headings, records as tables, values as lines; base64 values as children",
			Not:     "numbers beyond what the text says; over 8 MB it is read as text",
		},
		"jsonl": {
			Endings: "jsonl, ndjson",
			Reads:   "ranges of rows below one header",
			Not:     "base64 values stay in their rows",
		},
		"yaml": {
			Endings: "yaml, yml",
			Reads:   "keys as headings, lists and tables, several documents; base64 values as children",
			Not:     "comments; anchors as such; over 8 MB it is read as text",
		},
		"xml": {
			Endings: "xml, rss, atom, xsd and others",
			Reads:   "as prose where it is prose, as named data else; links; base64 values as children",
			Not:     "attributes of prose other than links; external entities, which are refused",
		},
	}
}
