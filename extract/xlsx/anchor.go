package xlsx

import (
	"slices"

	"quire/extract"
	"quire/knowledge"
)

// extra is what hangs on a cell without being in it: a comment, a picture, a
// text box, a chart.
type extra struct {
	row, col int // 0 where it hangs on none
	blocks   []extract.Block
}

// collect reads what hangs on the cells of the sheet.
func (s *sheet) collect() error {
	if err := s.comments(); err != nil {
		return err
	}
	for _, part := range s.frame.drawings {
		if err := s.drawing(part); err != nil {
			return err
		}
	}
	for _, part := range s.frame.vml {
		if err := s.vml(part); err != nil {
			return err
		}
	}
	slices.SortStableFunc(s.extras, func(a, b extra) int {
		if a.row != b.row {
			return a.row - b.row
		}
		return a.col - b.col
	})
	return nil
}

// hang adds blocks to a cell. Blocks without a place of their own get its.
func (s *sheet) hang(row, col int, blocks ...extract.Block) {
	if row < 1 || col < 1 || row > maxRow || col > maxCol {
		row, col = 0, 0
	}
	for i := range blocks {
		if blocks[i].Locator.IsZero() && row > 0 {
			blocks[i].Locator = s.locator(area{}.grow(row, col))
		}
	}
	if len(blocks) > 0 {
		s.extras = append(s.extras, extra{row, col, blocks})
	}
}

// loose takes what hangs on no cell, as all does on a sheet that is a chart.
func (s *sheet) loose() []extract.Block {
	var out []extract.Block
	for len(s.extras) > 0 && s.extras[0].row == 0 {
		out = append(out, s.extras[0].blocks...)
		s.extras = s.extras[1:]
	}
	return out
}

// anchored takes what hangs on rows up to last, as much of it as a unit may hold
// beside its cells, and the cells it hangs on.
func (s *sheet) anchored(last int) (out []extra, at area) {
	n, size := 0, s.budget()
	for ; n < len(s.extras) && s.extras[n].row <= last; n++ {
		e := &s.extras[n]
		at = at.grow(e.row, e.col)
		fit, took := fitting(e.blocks, size)
		s.cut = s.cut || fit < len(e.blocks)
		e.blocks, size = e.blocks[:fit], size-took
	}
	out, s.extras = s.extras[:n], s.extras[n:]
	return out, at
}

// anchoredBefore delivers what hangs on rows before that one in units of their
// own: their rows have no cells.
func (s *sheet) anchoredBefore(row int) error {
	for len(s.extras) > 0 && s.extras[0].row < row {
		first, last := windowOf(s.extras[0].row)
		first, last = max(first, s.delivered+1), min(last, row-1)
		extras, at := s.anchored(last)
		s.open = nil
		if err := s.unitOf(first, last, at, false, arrange(nil, extras, false), nil); err != nil {
			return err
		}
	}
	return nil
}

// textBox is a block of text that floats above the cells.
func textBox(text string) extract.Block { return extract.Block{Kind: knowledge.TextBox, Text: text} }
