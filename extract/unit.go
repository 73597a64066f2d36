package extract

import "quire/knowledge"

// Unit is a unit as an extractor delivers it: blocks with their text. The
// Assembler renders it, so that spans and digests are right by construction.
type Unit struct {
	Name    string // knowledge.UnitName or RowsName; unique in the document
	Kind    knowledge.UnitKind
	Ordinal int               // from 1
	Parent  string            `json:",omitempty"` // name of the containing unit, delivered before
	Title   string            `json:",omitempty"`
	Locator knowledge.Locator `json:",omitzero"`
	Flags   []knowledge.Flag  `json:",omitempty"`
	Images  int               `json:",omitzero"` // pictures that have no block
	// Continues says that the first block goes on with the table of the unit
	// before (row ranges of one sheet): the table is not begun anew in text.md,
	// and the header rows of that table become the unit's header.
	Continues bool             `json:",omitzero"`
	Blocks    []Block          `json:",omitempty"`
	Links     []knowledge.Link `json:",omitempty"`
}

// Block is a block as an extractor delivers it.
type Block struct {
	Kind knowledge.BlockKind
	// Level is 1 to 6 for a heading, and for a list item its nesting from 0.
	Level int `json:",omitzero"`
	// Marker is the number of an ordered list item as displayed ("1.", "b)"),
	// empty for a bullet.
	Marker string `json:",omitempty"`
	// Text is plain text in the source's own characters; "\n" is a line break.
	Text string `json:",omitempty"`
	// Rows are the cells of a table; HeaderRows of them from the top are header.
	Rows       [][]Cell `json:",omitempty"`
	HeaderRows int      `json:",omitzero"`
	// FirstRow and FirstCol are the place of Rows[0][0] in the original, from 1;
	// zero where the original has no coordinates.
	FirstRow, FirstCol int `json:",omitzero"`
	// RowGaps, ColGaps, Formulas and Stored are those of knowledge.Block.
	RowGaps, ColGaps [][2]int                `json:",omitempty"`
	Formulas         []knowledge.CellFormula `json:",omitempty"`
	Stored           []knowledge.CellValues  `json:",omitempty"`
	Locator          knowledge.Locator       `json:",omitzero"` // narrower than the unit's; zero where it is no narrower
	Flags            []knowledge.Flag        `json:",omitempty"`
	Author, Date     string                  `json:",omitempty"` // of a comment or tracked change; Date is EDTF
	Language         string                  `json:",omitempty"` // of code
}

// Cell is one cell of a table. A spanning cell stands at its top left place; the
// places it covers hold empty cells.
type Cell struct {
	Text             string `json:",omitempty"`
	RowSpan, ColSpan int    `json:",omitzero"` // 0 and 1 both mean one
}

// Text is a paragraph block.
func Text(s string) Block { return Block{Kind: knowledge.Paragraph, Text: s} }

// Head is a heading block.
func Head(level int, s string) Block {
	return Block{Kind: knowledge.Heading, Level: min(max(level, 1), 6), Text: s}
}

// Cells makes a table row of plain cells.
func Cells(texts ...string) []Cell {
	row := make([]Cell, len(texts))
	for i, t := range texts {
		row[i].Text = t
	}
	return row
}
