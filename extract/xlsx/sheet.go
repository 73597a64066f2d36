package xlsx

import (
	"context"
	"errors"
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// run is the extraction of one workbook.
type run struct {
	delivery
	ctx   context.Context
	lim   extract.Limits
	book  *workbook
	cells int // shown so far, of all sheets
	rows  int // likewise, with cells in them
}

// sheet is the extraction of one sheet.
type sheet struct {
	*run
	ref   sheetRef
	unit  string // its unit's name
	loc   knowledge.Locator
	flags []knowledge.Flag
	frame *frame

	extras    []extra  // what hangs on cells and was not delivered yet, by row
	ordinal   int      // of the last unit of rows
	delivered int      // last row of that unit
	last      int      // number of the last row read
	hidden    [][2]int // runs of hidden rows
	win       window
	open      *openTable // at the end of the last unit
	buf       []cell
	cut       bool // something was left out that would pass the limit of a unit

	active    []area // merged areas that reach into the window
	merges    map[int][]area
	nextMerge int
	nextLink  int
}

// extractSheet delivers the i-th sheet. The error ends the file.
func (r *run) extractSheet(i int) error {
	ref := r.book.sheets[i]
	name := ref.name
	if len(name) > 255 {
		name = knowledge.Line(name, 200)
	}
	s := &sheet{
		run: r, ref: ref, unit: knowledge.UnitName(knowledge.Sheet, i+1), loc: knowledge.Loc("sheet", name),
		frame: &frame{},
	}
	if ref.hidden {
		s.flags = []knowledge.Flag{"hidden:sheet"}
	}
	if !r.book.pkg.Has(ref.part) {
		if err := s.deliverSheet(i, nil); err != nil {
			return err
		}
		if err := r.part(ref.part, ooxml.ErrNoPart); err != nil {
			return err
		}
		return s.reportCut()
	}
	var err error
	s.frame, err = readFrame(r.book.pkg, ref.part, name, r.lim)
	if err := r.part(ref.part, err); err != nil {
		return err
	}
	if err := s.collect(); err != nil {
		return err
	}
	loose := s.loose()
	if err := s.deliverSheet(i, loose); err != nil {
		return err
	}
	return s.readCells()
}

// deliverSheet delivers the unit of the sheet itself: what belongs to no row.
func (s *sheet) deliverSheet(i int, loose []extract.Block) error {
	blocks := s.book.namesOf(i)
	if len(s.frame.tables) > 0 {
		blocks = append(blocks, extract.Block{Kind: knowledge.Meta, Text: strings.Join(s.frame.tables, "\n")})
	}
	blocks = append(blocks, s.frame.noteBlocks(s.loc)...)
	blocks = append(blocks, loose...)
	blocks = s.within(append(blocks, s.frame.running...))
	return s.sink.Unit(extract.Unit{
		Name: s.unit, Kind: knowledge.Sheet, Ordinal: i + 1, Title: s.ref.name, Locator: s.loc, Flags: s.flags, Blocks: blocks,
	})
}

// errSink marks an error that the sink gave while cells were read, to tell it
// from trouble with the part.
type errSink struct{ error }

func (e errSink) Unwrap() error { return e.error }

// readCells delivers the rows. Where the part is damaged, what came before is
// delivered first.
func (s *sheet) readCells() error {
	rc, err := s.book.pkg.Reader(s.ref.part)
	if err != nil {
		return s.part(s.ref.part, err)
	}
	defer rc.Close()
	err = readRows(rc, s.lim, func(row *rawRow) error {
		if err := s.rowOf(row); err != nil {
			return errSink{err}
		}
		return nil
	})
	var stop errSink
	var limit *extract.LimitError
	if errors.As(err, &stop) && !(errors.As(err, &limit) && (limit.Limit == "cells" || limit.Limit == "rows")) {
		return stop.error
	}
	if len(s.win.cells) > 0 {
		if err := s.flush(nil); err != nil {
			return err
		}
	}
	if err := s.anchoredBefore(maxRow + 1); err != nil {
		return err
	}
	if err := s.reportCut(); err != nil {
		return err
	}
	if stop.error != nil {
		return stop.error
	}
	return s.part(s.ref.part, err)
}

// within drops the blocks at the end that would pass what a unit may hold beside
// its cells.
func (s *sheet) within(blocks []extract.Block) []extract.Block {
	n, _ := fitting(blocks, s.budget())
	s.cut = s.cut || n < len(blocks)
	return blocks[:n]
}

// fitting returns how many of the blocks fit into most bytes of text, and what
// they take.
func fitting(blocks []extract.Block, most int) (n, took int) {
	for i := range blocks {
		size := 100 + len(blocks[i].Text) + 2*strings.Count(blocks[i].Text, "\n")
		for _, row := range blocks[i].Rows {
			for _, c := range row {
				size += 3 + len(c.Text) + 4*strings.Count(c.Text, "\n") + strings.Count(c.Text, "|")
			}
		}
		if took+size > most {
			return i, took
		}
		took += size
	}
	return len(blocks), took
}

// reportCut says that something was left out of a unit.
func (s *sheet) reportCut() error {
	if !s.cut {
		return nil
	}
	if s.limit == nil {
		s.limit = &extract.LimitError{Limit: "unit_bytes", Max: int64(s.lim.UnitBytes)}
	}
	return s.sink.Issue(knowledge.Issue{
		Code: "limit:unit_bytes", Severity: knowledge.Error, Locator: s.loc,
		Detail: "what would pass the limit of a unit is left out: the end of a very wide row, a long chart, comments or names",
	})
}

// namesOf lists the defined names that belong to a sheet; -1 are those of none.
func (b *workbook) namesOf(sheet int) []extract.Block {
	var text strings.Builder
	for _, n := range b.names {
		if n.sheet == sheet {
			text.WriteString(n.name + " = " + knowledge.Line(n.refers, 1000) + "\n")
		}
	}
	if text.Len() == 0 {
		return nil
	}
	return []extract.Block{{Kind: knowledge.Meta, Text: text.String()}}
}
