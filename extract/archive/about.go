package archive

import "quire/extract"

// About implements extract.Described.
func (extractor) About() map[string]extract.About {
	return map[string]extract.About{
		"zip": {
			Endings: "zip",
			Reads:   "members as children, eight containers deep (limits.depth), names in any charset",
			Not:     "encrypted members; split archives",
		},
		"tar": {
			Endings: "tar",
			Reads:   "members as children",
			Not:     "devices and links, which are listed",
		},
		"gz": {
			Endings: "gz, tgz",
			Reads:   "the file or archive in it as a child",
			Not:     "",
		},
		"bz2": {
			Endings: "bz2",
			Reads:   "the file or archive in it as a child",
			Not:     "",
		},
	}
}
