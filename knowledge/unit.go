package knowledge

import "fmt"

// Span is a half-open range of bytes [start,end).
type Span [2]int

// Len returns the number of bytes in s.
func (s Span) Len() int { return s[1] - s[0] }

// Within reports whether s is a range inside a text of n bytes.
func (s Span) Within(n int) bool { return 0 <= s[0] && s[0] <= s[1] && s[1] <= n }

// UnitKind is what a unit is in its original.
type UnitKind string

// The kinds of unit. The prefix of a unit's name follows from its kind.
const (
	Page    UnitKind = "page"
	Slide   UnitKind = "slide"
	Section UnitKind = "section"
	Sheet   UnitKind = "sheet"
	Rows    UnitKind = "rows"    // a fixed range of rows of a sheet or table file
	Message UnitKind = "message" // headers and body of a mail
	Part    UnitKind = "part"    // a stretch of a text without structure
)

var unitPrefix = map[UnitKind]string{
	Page: "p", Slide: "slide", Section: "sec", Sheet: "sheet", Rows: "r", Message: "m", Part: "part",
}

// ValidUnitKind reports whether k is one of the kinds above.
func ValidUnitKind(k UnitKind) bool { return unitPrefix[k] != "" }

// UnitName returns the name of the n-th unit (from 1) of a kind: p3, slide4,
// sec2, sheet01, m1, part7. Sheets have two digits so that names sort.
func UnitName(k UnitKind, n int) string {
	if k == Sheet {
		return fmt.Sprintf("sheet%02d", n)
	}
	return fmt.Sprintf("%s%d", unitPrefix[k], n)
}

// RowsName returns the name of a range of rows (from 1, both included) of the
// unit parent: sheet01.r1-60.
func RowsName(parent string, first, last int) string {
	return fmt.Sprintf("%s.r%d-%d", parent, first, last)
}

// Flag labels a unit, block or passage. A flag may carry a reason after a colon:
// "hidden:sheet".
type Flag string

// The flags. Hidden text and furniture stay out of default results.
const (
	Hidden    Flag = "hidden" // also hidden:REASON
	Furniture Flag = "furniture"
	LowText   Flag = "low-text"
	Garbled   Flag = "garbled"
	NeedsOCR  Flag = "needs-ocr"
	// Instruction marks text that addresses the model which reads it. It is data like
	// all other text.
	Instruction Flag = "instruction-like"
)

// Counts are sizes of a unit or of a whole document.
type Counts struct {
	Chars  int `json:"chars"`           // Unicode characters of text.md that are not white space
	Words  int `json:"words"`           // runs of letters and digits; each ideograph is one
	Images int `json:"images,omitzero"` // pictures, read or not
	Tables int `json:"tables,omitzero"`
	// Instructions are passages flagged Instruction, HiddenInstructions those of them
	// that are hidden too.
	Instructions       int `json:"instructions,omitzero"`
	HiddenInstructions int `json:"hidden_instructions,omitzero"`
}

// Add adds b to c.
func (c *Counts) Add(b Counts) {
	c.Chars += b.Chars
	c.Words += b.Words
	c.Images += b.Images
	c.Tables += b.Tables
	c.Instructions += b.Instructions
	c.HiddenInstructions += b.HiddenInstructions
}

// Ref is a quoted piece of context: a heading above a passage, or the header
// rows of its table, with the place it was quoted from.
type Ref struct {
	Text string `json:"text"`
	Unit string `json:"unit"`
	Span Span   `json:"span"` // bytes of that unit's text
}

// Link is a reference that the document makes, as written.
type Link struct {
	Text   string `json:"text,omitempty"`
	Target string `json:"target"`
}

// Unit is one addressable part of a document, as stored.
type Unit struct {
	Name     string    `json:"name"`
	Kind     UnitKind  `json:"kind"`
	Ordinal  int       `json:"ordinal"`          // from 1, among units of its kind and parent
	Parent   string    `json:"parent,omitempty"` // the unit that holds it: the sheet of a row range
	Title    string    `json:"title,omitempty"`
	Context  []Ref     `json:"context,omitempty"` // headings above, outermost first, the unit's own included
	Header   *Ref      `json:"header,omitempty"`  // header rows that stand in an earlier unit
	Record   []Ref     `json:"record,omitempty"`  // rows of an earlier unit that its first row goes on with, outermost first
	Locator  Locator   `json:"locator,omitzero"`
	Span     Span      `json:"span"`   // bytes of text.md
	Digest   Digest    `json:"digest"` // of those bytes
	Flags    []Flag    `json:"flags,omitempty"`
	Counts   Counts    `json:"counts"`
	Blocks   []Block   `json:"blocks,omitempty"`
	Passages []Passage `json:"passages,omitempty"`
	Links    []Link    `json:"links,omitempty"`
}

// BlockKind is what a block is.
type BlockKind string

// The kinds of block.
const (
	Heading    BlockKind = "heading"
	Paragraph  BlockKind = "paragraph"
	ListItem   BlockKind = "list-item"
	Table      BlockKind = "table"
	Code       BlockKind = "code"
	Quote      BlockKind = "quote"
	Formula    BlockKind = "formula"
	Caption    BlockKind = "caption"
	NoteText   BlockKind = "note"       // footnote, endnote, speaker note
	Comment    BlockKind = "comment"    // has author and date
	Insertion  BlockKind = "insertion"  // tracked change
	Deletion   BlockKind = "deletion"   // tracked change; hidden
	Field      BlockKind = "field"      // form field and its value
	Annotation BlockKind = "annotation" // of a PDF
	Header     BlockKind = "header"     // running header: furniture
	Footer     BlockKind = "footer"     // running footer: furniture
	TextBox    BlockKind = "text-box"
	Image      BlockKind = "image" // its text is the alternative text
	Meta       BlockKind = "meta"  // header lines of a mail, front matter
)

// Channel names the evidence channel a block's text arrives by, which a passage
// never mixes: text, table, note, comment, code, meta, image, furniture.
func (k BlockKind) Channel() string {
	switch k {
	case Table:
		return "table"
	case NoteText:
		return "note"
	case Comment, Annotation:
		return "comment"
	case Code:
		return "code"
	case Header, Footer:
		return "furniture"
	case Deletion:
		return "deletion"
	case Image:
		return "image"
	case Meta:
		return "meta"
	}
	return "text"
}

// ValidBlockKind reports whether k is one of the kinds above.
func ValidBlockKind(k BlockKind) bool {
	switch k {
	case Heading, Paragraph, ListItem, Table, Code, Quote, Formula, Caption, NoteText, Comment, Insertion,
		Deletion, Field, Annotation, Header, Footer, TextBox, Image, Meta:
		return true
	}
	return false
}

// Block is one structural piece of a unit, as stored: its text is the span.
type Block struct {
	Kind       BlockKind `json:"kind"`
	Level      int       `json:"level,omitzero"` // heading 1 to 6; nesting of a list item from 0
	Span       Span      `json:"span"`           // bytes of the unit's text, Markdown markers included
	Lead       int       `json:"lead,omitzero"`  // bytes of marker before the text of the first line
	Locator    Locator   `json:"locator,omitzero"`
	Flags      []Flag    `json:"flags,omitempty"`
	Author     string    `json:"author,omitempty"`
	Date       string    `json:"date,omitempty"`        // EDTF
	Language   string    `json:"language,omitempty"`    // of code
	HeaderRows int       `json:"header_rows,omitzero"`  // of a table
	Merges     [][4]int  `json:"merges,omitempty"`      // row, column (from 0), rows, columns of each spanning cell
	FirstRow   int       `json:"first_row,omitzero"`    // of a table: number of its first row in the original, from 1
	FirstCol   int       `json:"first_column,omitzero"` // likewise its first column
	// RowGaps and ColGaps name rows and columns of the original that a table
	// leaves out: {i, n} says that n of them stand before row or column i (from 0).
	RowGaps  [][2]int      `json:"row_gaps,omitempty"`
	ColGaps  [][2]int      `json:"column_gaps,omitempty"`
	Formulas []CellFormula `json:"formulas,omitempty"` // of a table, in the order of its cells
	// Stored has what a table's cells hold where the text does not show all of it:
	// a rounded number, a date without its year.
	Stored []CellValues `json:"stored,omitempty"`
}

// CellValues are the values of cells one below the other, as stored.
type CellValues struct {
	Range  string   `json:"range"`            // B2, or B2:B60
	Format string   `json:"format,omitempty"` // the number format that they are shown in; empty: the general one
	Values []string `json:"values"`           // decimal numbers; dates as YYYY-MM-DD, with hh:mm:ss where they have a time
}

// CellFormula is the formula behind a cell whose result a table shows.
type CellFormula struct {
	Range string `json:"range"` // B2, or B2:B60 where those cells share it, as the first of them has it
	Text  string `json:"text"`  // with its "="
}

// Cell returns the place in the original, from 1, of a cell of the table (from
// 0); zero where the original has no coordinates.
func (b *Block) Cell(row, col int) (originalRow, originalCol int) {
	if b.FirstRow == 0 || b.FirstCol == 0 {
		return 0, 0
	}
	return b.FirstRow + row + skipped(b.RowGaps, row), b.FirstCol + col + skipped(b.ColGaps, col)
}

func skipped(gaps [][2]int, i int) int {
	n := 0
	for _, g := range gaps {
		if g[0] <= i {
			n += g[1]
		}
	}
	return n
}

// Passage is what search returns: consecutive blocks under one heading path.
type Passage struct {
	Span    Span   `json:"span"`             // bytes of the unit's text
	Digest  Digest `json:"digest"`           // of those bytes
	Tokens  int    `json:"tokens"`           // o200k tokens of the text as retrieve prints it: FencedTight
	Quoted  int    `json:"quoted"`           // o200k tokens of the text as a JSON string
	Channel string `json:"channel"`          // BlockKind.Channel of its blocks
	Context []Ref  `json:"context,omitzero"` // headings above, where they differ from the unit's; never null
	Header  *Ref   `json:"header,omitempty"` // header rows of its table that stand before the span
	Record  []Ref  `json:"record,omitempty"` // rows before the span that its first row goes on with: the record they begin, and the groups that is in
	Flags   []Flag `json:"flags,omitempty"`
}

// HasFlag reports whether flags hold f, with or without a reason.
func HasFlag(flags []Flag, f Flag) bool {
	for _, g := range flags {
		if g == f || len(g) > len(f) && g[:len(f)] == f && g[len(f)] == ':' {
			return true
		}
	}
	return false
}

// HeadingPath returns the headings above p in u, outermost first.
func (u *Unit) HeadingPath(p *Passage) []Ref {
	if p != nil && p.Context != nil {
		return p.Context
	}
	return u.Context
}
