package delimited

import (
	"context"
	"strconv"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// rowsPerUnit is how many data rows a range holds: a fixed count, so that an
// edited cell changes one unit.
const rowsPerUnit = 60

// maxUnitBytes ends a range early: below the limit on a unit, with room for the
// marks of the table.
const maxUnitBytes = 256 << 10

// deliver reads text and delivers its sheet and row ranges.
func deliver(ctx context.Context, text, format string, lim extract.Limits, sink extract.Sink) error {
	separator, body, hinted := hint(text)
	if !hinted {
		separator = separatorOf(body, format)
	}
	p := newParser(body, separator, lim.Columns)
	if hinted {
		p.line, p.number = 2, 1
	}
	var head []record
	for len(head) < sampleRecords {
		r, ok := p.next()
		if !ok {
			break
		}
		head = append(head, r)
	}
	if len(head) == 0 {
		return nil
	}
	above := preambleOf(head)
	s := sheet{ctx: ctx, sink: sink, titles: head[:above], header: hasHeader(head[above:]), filled: filledColumns(body, separator, lim.Columns), lim: lim}
	err := sink.Unit(extract.Unit{Name: sheetName, Kind: knowledge.Sheet, Ordinal: 1, Locator: lines(1, lineCount(text))})
	if err != nil {
		return err
	}
	for _, r := range head[above:] {
		if err := s.add(r); err != nil {
			return err
		}
	}
	for {
		r, ok := p.next()
		if !ok {
			if err := s.flush(); err != nil || !p.passed {
				return err
			}
			return lim.Over("columns")
		}
		if err := s.add(r); err != nil {
			return err
		}
	}
}

var sheetName = knowledge.UnitName(knowledge.Sheet, 1)

// sheet gathers records into ranges.
type sheet struct {
	ctx     context.Context
	sink    extract.Sink
	titles  []record // above the table
	header  bool     // the first record is one
	filled  []bool   // by column: some record has text there
	open    []record
	blank   []record // empty records that count only where others follow
	blanks  int      // how many there are, of which blank holds the first few
	size    int
	columns int
	ordinal int
	lim     extract.Limits
	cells   int // so far
	rows    int
}

// add takes the next record. Empty ones keep their place between filled ones,
// unless there are so many that a new range begins behind them.
func (s *sheet) add(r record) error {
	if r.empty() {
		s.blanks++
		if s.blanks < rowsPerUnit {
			s.blank = append(s.blank, record{number: r.number, first: r.first, last: r.last})
		}
		return nil
	}
	blank, many := s.blank, s.blanks >= rowsPerUnit
	s.blank, s.blanks = nil, 0
	if many {
		if err := s.flush(); err != nil {
			return err
		}
	}
	for _, b := range blank {
		if len(s.open) == 0 {
			break // a range begins with a filled row
		}
		if err := s.put(b); err != nil {
			return err
		}
	}
	return s.put(r)
}

func (s *sheet) put(r record) error {
	bytes := 0
	for _, c := range r.cells {
		bytes += len(c) + 3
	}
	columns := max(s.columns, len(r.cells))
	rows := rowsPerUnit
	if s.header && s.ordinal == 0 {
		rows++
	}
	if len(s.open) == rows || len(s.open) > 0 && s.size+bytes+columns*3*(len(s.open)+1) > maxUnitBytes {
		if err := s.flush(); err != nil {
			return err
		}
		if len(r.cells) == 0 {
			return nil // an empty row between two ranges belongs to neither
		}
	}
	limit := ""
	if s.cells += len(r.cells); s.cells > s.lim.Cells {
		limit = "cells"
	}
	if len(r.cells) > 0 {
		if s.rows++; s.rows > s.lim.Rows {
			limit = "rows"
		}
	}
	if limit != "" {
		if err := s.flush(); err != nil {
			return err
		}
		return s.lim.Over(limit)
	}
	s.open = append(s.open, r)
	s.size += bytes
	s.columns = max(s.columns, len(r.cells))
	return nil
}

// flush delivers the range that is open, if any.
func (s *sheet) flush() error {
	if len(s.open) == 0 {
		return nil
	}
	if err := s.ctx.Err(); err != nil {
		return err
	}
	s.ordinal++
	first, last := s.open[0], s.open[len(s.open)-1]
	b := s.table()
	if s.header && s.ordinal == 1 {
		b.HeaderRows = 1
	}
	blocks := []extract.Block{b}
	if len(s.titles) > 0 && s.ordinal == 1 {
		blocks = append(titles(s.titles), b)
		for i := range s.titles {
			if !s.titles[i].empty() {
				first = s.titles[i]
				break
			}
		}
	}
	u := extract.Unit{
		Name: knowledge.RowsName(sheetName, first.number, last.number), Kind: knowledge.Rows, Ordinal: s.ordinal, Parent: sheetName,
		Locator: lines(first.first, last.last), Continues: s.ordinal > 1, Blocks: blocks,
	}
	s.open, s.size, s.columns = nil, 0, 0
	return s.sink.Unit(u)
}

// table makes the table of the open range without the rows that are empty and
// the columns that are so in the whole file; they are named as gaps.
func (s *sheet) table() extract.Block {
	b := extract.Block{Kind: knowledge.Table, FirstRow: s.open[0].number}
	var cols []int
	for i, filled := range s.filled {
		if !filled || i >= s.columns {
			continue
		}
		if n := len(cols); n == 0 {
			b.FirstCol = i + 1
		} else if gap := i - cols[n-1] - 1; gap > 0 {
			b.ColGaps = append(b.ColGaps, [2]int{n, gap})
		}
		cols = append(cols, i)
	}
	next := b.FirstRow
	for _, r := range s.open {
		if r.empty() {
			continue
		}
		if gap := r.number - next; gap > 0 {
			b.RowGaps = append(b.RowGaps, [2]int{len(b.Rows), gap})
		}
		next = r.number + 1
		row := make([]extract.Cell, 0, len(cols))
		for _, i := range cols {
			if i < len(r.cells) {
				row = append(row, extract.Cell{Text: r.cells[i]})
			}
		}
		b.Rows = append(b.Rows, row)
	}
	return b
}

// filledColumns reads all records for the columns that hold anything.
func filledColumns(text string, separator byte, most int) []bool {
	var filled []bool
	p := newParser(text, separator, most)
	for {
		r, ok := p.next()
		if !ok {
			return filled
		}
		for len(filled) < len(r.cells) {
			filled = append(filled, false)
		}
		for i, c := range r.cells {
			filled[i] = filled[i] || strings.TrimSpace(c) != ""
		}
	}
}

func lineCount(text string) int {
	n := breaks(text)
	if !strings.HasSuffix(text, "\n") && !strings.HasSuffix(text, "\r") {
		n++
	}
	return n
}

func lines(first, last int) knowledge.Locator {
	return knowledge.Loc("lines", strconv.Itoa(first)+"-"+strconv.Itoa(last))
}
