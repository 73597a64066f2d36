package notebook

import "quire/extract"

// About implements extract.Described.
func (extractor) About() map[string]extract.About {
	return map[string]extract.About{
		"ipynb": {
			Endings: "ipynb",
			Reads:   "cells of text and code in order, outputs as text, attached files as children",
			Not:     "widgets; pictures",
		},
	}
}
