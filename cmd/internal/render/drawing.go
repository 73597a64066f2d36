package render

// Drawing is a picture of a place in a document.
type Drawing struct {
	Address string `json:"address"`
	Path    string `json:"path"` // of the document
	Locator string `json:"locator"`
	DPI     int    `json:"dpi"`
	Bytes   int    `json:"bytes"`
	File    string `json:"file"` // the PNG
}

// Drawn writes where a picture is.
func Drawn(p Printer, d *Drawing) error {
	p.Printf("%s\n  %s\n", p.Line(d.File), joinCounts(d.Address, p.Line(d.Path), d.Locator, Bytes(int64(d.Bytes))))
	return p.Err()
}
