package text

import "quire/extract"

// About implements extract.Described.
func (extractor) About() map[string]extract.About {
	return map[string]extract.About{
		"text": {
			Endings: "txt, log, source code, settings and other plain text",
			Reads:   "paragraphs, headings that are underlined or numbered, lists; source code by definitions, logs by ranges of time, settings by section; charsets of all scripts, told by their bytes (one byte a character, East Asian, UTF-16 and 32, EBCDIC)",
			Not:     "columns of typed tables",
		},
	}
}
