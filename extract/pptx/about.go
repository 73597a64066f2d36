package pptx

import "quire/extract"

// About implements extract.Described.
func (reader) About() map[string]extract.About {
	return map[string]extract.About{
		"pptx": {
			Endings: "pptx, pptm, ppsx, potx",
			Reads:   "slides in order with titles, shapes in reading order with groups, tables, lists, charts with their series, diagrams, speaker notes, comments of both kinds, hidden slides, alternative text; what a slide loads from elsewhere; embedded workbooks and files as children; properties; passwords",
			Not:     "pictures, animations, text of masters and layouts, macros",
		},
	}
}
