package email

import "quire/extract"

// About implements extract.Described.
func (extractor) About() map[string]extract.About {
	return map[string]extract.About{
		"eml": {
			Endings: "eml",
			Reads:   "headers, the best body part, quoted history apart, charsets, nested messages and attachments as children, calendar parts",
			Not:     "signatures are not checked; encrypted bodies",
		},
		"mbox": {
			Endings: "mbox",
			Reads:   "each message as a child",
			Not:     "damaged separators are guessed",
		},
		"mhtml": {
			Endings: "mht, mhtml",
			Reads:   "the saved page as a web page, its other parts as children",
			Not:     "pictures",
		},
	}
}
