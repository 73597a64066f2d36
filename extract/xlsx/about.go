package xlsx

import "quire/extract"

// About implements extract.Described.
func (extractor) About() map[string]extract.About {
	return map[string]extract.About{
		"xlsx": {
			Endings: "xlsx, xlsm, xltx, xltm",
			Reads:   "cells as displayed, with the stored value where the text hides it; formulas; dates of both epochs; merged cells; regions of a sheet as tables; ranges of 60 rows with their header and record; hidden sheets, rows and columns; names, list objects, comments and threads, links, validations with text, headers and footers, text boxes; titles, axes and series of charts; labels of pivot caches; passwords",
			Not:     "results of formulas that the file does not hold; macros; links on shapes and below the last cell; colours and other format without text",
		},
	}
}
