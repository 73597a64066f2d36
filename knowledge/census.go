package knowledge

// Census is what a second look at an original counted in it. It is taken by code
// that shares nothing with the extractors (package extract/census), so that a part
// which an extractor never saw is missed.
type Census struct {
	Version int        `json:"version"`          // of the counting
	Reason  string     `json:"reason,omitempty"` // why the parts were not counted; "" where they were
	Parts   []Expected `json:"parts,omitempty"`  // by kind
}

// PartKind is what an expected part is in its original.
type PartKind string

// The kinds of part that a census counts.
const (
	WholePart    PartKind = "document" // a file whose format has no parts to count
	PagePart     PartKind = "page"
	SlidePart    PartKind = "slide"
	SheetPart    PartKind = "sheet"
	PackagePart  PartKind = "package-part" // a part of an office document that may hold text, or a file embedded in it
	MemberPart   PartKind = "member"       // of an archive
	BodyPart     PartKind = "mail-part"    // of a MIME message: a leaf of its tree
	MessagePart  PartKind = "message"      // of a mailbox
	LinePart     PartKind = "line"         // of a text or table: lines that hold something
	AttachedPart PartKind = "attachment"   // a file in a document
)

// PartKinds lists every kind in the order that reports show them.
var PartKinds = []PartKind{WholePart, PagePart, SlidePart, SheetPart, PackagePart, MemberPart, MessagePart, BodyPart, AttachedPart, LinePart}

// locatorKey is the key of a locator by which a part of the kind is found; "" for
// kinds that have no place.
func (k PartKind) locatorKey() string {
	switch k {
	case PagePart:
		return "page"
	case SlidePart:
		return "slide"
	case SheetPart:
		return "sheet"
	case PackagePart, MemberPart, AttachedPart:
		return "member"
	case BodyPart, MessagePart:
		return "part"
	case LinePart:
		return "lines"
	}
	return ""
}

// Expected are the parts of one kind.
type Expected struct {
	Kind PartKind `json:"kind"`
	N    int      `json:"n"`
	// At names the parts where they are not numbered from 1: sheets, members, parts
	// of a message.
	At []string `json:"at,omitempty"`
	// Lines are the runs of lines that hold something: first and last, from 1.
	Lines [][2]int `json:"lines,omitempty"`
	// Damaged are the numbers of pages whose content breaks off, of many the first.
	Damaged []int `json:"damaged,omitempty"`
}

// PartNote says what became of a part that is neither a unit nor a child: a body of
// a mail in its other form, a header of a document whose text stands in a section.
type PartNote struct {
	At      Locator `json:"at"`
	Outcome Outcome `json:"outcome"`
	Reason  string  `json:"reason,omitempty"`
}
