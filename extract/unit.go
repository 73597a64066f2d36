package extract

import "quire/knowledge"

// Unit is a unit as an extractor delivers it: blocks with their text. The
// Assembler renders it, so that spans and digests are right by construction.
type Unit struct {
	Name    string // knowledge.UnitName or RowsName; unique in the document
	Kind    knowledge.UnitKind
	Ordinal int    // from 1
	Parent  string // name of the containing unit, delivered before
	Title   string
	Locator knowledge.Locator
	Flags   []knowledge.Flag
	Images  int // pictures that have no block
	// Continues says that the first block goes on with the table of the unit
	// before (row ranges of one sheet): the table is not begun anew in text.md,
	// and the header rows of that table become the unit's header.
	Continues bool
	Blocks    []Block
	Links     []knowledge.Link
}

// Block is a block as an extractor delivers it.
type Block struct {
	Kind knowledge.BlockKind
	// Level is 1 to 6 for a heading, and for a list item its nesting from 0.
	Level int
	// Marker is the number of an ordered list item as displayed ("1.", "b)"),
	// empty for a bullet.
	Marker string
	// Text is plain text in the source's own characters; "\n" is a line break.
	Text string
	// Rows are the cells of a table; HeaderRows of them from the top are header.
	Rows       [][]Cell
	HeaderRows int
	// FirstRow and FirstCol are the place of Rows[0][0] in the original, from 1;
	// zero where the original has no coordinates.
	FirstRow, FirstCol int
	// RowGaps, ColGaps, Formulas and Stored are those of knowledge.Block.
	RowGaps, ColGaps [][2]int
	Formulas         []knowledge.CellFormula
	Stored           []knowledge.CellValues
	Locator          knowledge.Locator // narrower than the unit's; zero where it is no narrower
	Flags            []knowledge.Flag
	Author, Date     string // of a comment or tracked change; Date is EDTF
	Language         string // of code
}

// Cell is one cell of a table. A spanning cell stands at its top left place; the
// places it covers hold empty cells.
type Cell struct {
	Text             string
	RowSpan, ColSpan int // 0 and 1 both mean one
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
