package knowledge

// Evidence is what an extractor read from one file's bytes, and nothing that
// comes from a path or from another source. Same bytes, same recipe: the same
// evidence, wherever the file lies.
type Evidence struct {
	Schema    string   `json:"schema"` // EvidenceSchema
	Recipe    Recipe   `json:"recipe"`
	Outcome   Outcome  `json:"outcome"`
	Reason    string   `json:"reason,omitempty"` // code of the issue that decided the outcome
	Meta      Metadata `json:"meta"`
	Counts    Counts   `json:"counts"`
	Units     int      `json:"units"`
	Passages  int      `json:"passages"`
	TextBytes int      `json:"text_bytes"`
	Text      Digest   `json:"text"` // digest of text.md
	Children  []Child  `json:"children,omitempty"`
	Issues    []Issue  `json:"issues,omitempty"`
	// Census is what a second look at the original counted; nil where none was
	// taken: of records that were not read from a file.
	Census *Census    `json:"census,omitempty"`
	Parts  []PartNote `json:"parts,omitempty"` // parts that are neither a unit nor a child
}

// Recipe is everything that decides the evidence of a file.
type Recipe struct {
	Content   Digest `json:"content"`   // of the file's bytes
	Format    string `json:"format"`    // registry name: pdf, docx, markdown …
	Extractor string `json:"extractor"` // name and version: pdfium/1
	Options   string `json:"options,omitempty"`
	Layout    int    `json:"layout"`           // EvidenceVersion
	Census    int    `json:"census,omitempty"` // version of the counting of parts; 0 where nothing is counted
}

// Metadata is what a document says of itself. Empty means that it does not say.
type Metadata struct {
	Title    string            `json:"title,omitempty"`
	Authors  []string          `json:"authors,omitempty"`
	Created  string            `json:"created,omitempty"`  // EDTF date or RFC 3339 UTC time
	Modified string            `json:"modified,omitempty"` // likewise
	Language string            `json:"language,omitempty"` // BCP 47, as declared
	Subject  string            `json:"subject,omitempty"`
	Keywords []string          `json:"keywords,omitempty"`
	Charset  string            `json:"charset,omitempty"` // of a text format: how its bytes were read
	Extra    map[string]string `json:"extra,omitempty"`   // any other named property: message-id, in-reply-to …
}

// Child is a document inside a document: an attachment, a member of an archive,
// an embedded workbook. Its bytes are not stored: they are read again from the
// container when needed.
type Child struct {
	Member Locator `json:"member"` // in the parent
	Name   string  `json:"name"`   // file name as the container gives it, for reading by people and as a hint of format
	Size   int64   `json:"size"`
	Digest Digest  `json:"digest"`
	Type   string  `json:"type,omitempty"`   // format as detected from its bytes
	Reason string  `json:"reason,omitempty"` // why its bytes could not be had; Digest is then empty
}

// Outcome returns what became of the bytes of c; what they hold has an outcome of its
// own.
func (c *Child) Outcome() Outcome {
	switch c.Reason {
	case "":
		return Extracted
	case "encrypted":
		return Encrypted
	case "unsupported-method":
		return Unsupported
	}
	return Failed
}

// Document is evidence with its units and its text.
type Document struct {
	Evidence Evidence
	Units    []Unit
	Text     string // text.md
}

// UnitText returns the unit's slice of text.md.
func (d *Document) UnitText(u *Unit) string { return d.Text[u.Span[0]:u.Span[1]] }

// Unit returns the unit of that name, nil where there is none.
func (d *Document) Unit(name string) *Unit {
	for i := range d.Units {
		if d.Units[i].Name == name {
			return &d.Units[i]
		}
	}
	return nil
}
