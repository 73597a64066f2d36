package data

import (
	"context"
	"iter"
	"strings"

	"quire/extract"
	"quire/extract/text"
	"quire/knowledge"
)

// Sizes of the row ranges of JSON lines: a fixed count, so that an edit changes
// one unit, and fewer where the rows are long.
const (
	rowsPerUnit = 60
	maxRange    = 128 << 10
)

var sheetName = knowledge.UnitName(knowledge.Sheet, 1)

// jsonLines delivers a sheet and its row ranges: tables below one header where
// the records are alike, else a list of fields for each record. A line that is no
// JSON is shown as it is.
func jsonLines(ctx context.Context, s string, lim extract.Limits, sink extract.Sink) error {
	names, count, err := survey(ctx, s)
	switch {
	case err != nil:
		return err
	case count == 0 && strings.TrimSpace(s) == "":
		return nil
	case count == 0: // values that reach over several lines, or no JSON at all
		if n, err := parseJSON(s); err == nil {
			w := &writer{}
			w.documents([]*node{n})
			return gather(ctx, w.out, sink)
		}
		return text.Deliver(ctx, s, sink)
	}
	last := strings.Count(s, "\n")
	if !strings.HasSuffix(s, "\n") {
		last++
	}
	err = sink.Unit(extract.Unit{Name: sheetName, Kind: knowledge.Sheet, Ordinal: 1, Locator: lineRange(1, last)})
	if err != nil {
		return err
	}
	r := ranges{ctx: ctx, sink: sink, names: names}
	for number, line := range filled(s) {
		if err := r.add(number, line, lim); err != nil {
			return err
		}
	}
	return r.flush()
}

// filled yields the lines that are not blank with their numbers.
func filled(s string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		number := 0
		for line := range strings.SplitSeq(s, "\n") {
			number++
			if line = strings.TrimSpace(line); line != "" && !yield(number, line) {
				return
			}
		}
	}
}

// survey reads all records for the names of their fields, in the order of first
// use. names is nil where the records are no table; count is how many there are.
func survey(ctx context.Context, s string) (names []string, count int, err error) {
	seen := map[string]bool{}
	cells, table := 0, true
	for number, line := range filled(s) {
		if number%1000 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, 0, err
			}
		}
		if line[0] != '{' && line[0] != '[' {
			continue
		}
		n, err := parseJSON(line)
		if err != nil {
			continue
		}
		count++
		if table = table && n.kind == object && !doubled(n.keys); !table {
			return nil, count, nil
		}
		for i, v := range n.items {
			if v.size > maxCell*2 {
				return nil, count, nil
			}
			if k := n.keys[i]; !seen[k] {
				seen[k] = true
				names = append(names, k)
			}
		}
		cells += len(n.items)
		if len(names) > maxColumns {
			return nil, count, nil
		}
	}
	if cells*100 < len(names)*count*minFilled {
		return nil, count, nil
	}
	return names, count, nil
}

// ranges gathers records into row ranges.
type ranges struct {
	ctx     context.Context
	sink    extract.Sink
	names   []string // of the columns; nil for lists of fields
	rows    [][]extract.Cell
	pieces  []piece
	first   int // number of the first record of the range, from 1
	from    int // its line
	to      int
	count   int // records so far
	size    int
	cells   int
	ordinal int
}

func (r *ranges) add(number int, line string, lim extract.Limits) error {
	if n := r.count - r.first + 1; r.first > 0 && (n >= rowsPerUnit || r.size+len(line) > maxRange) {
		if err := r.flush(); err != nil {
			return err
		}
	}
	r.count++
	if r.first == 0 {
		r.first, r.from = r.count, number
	}
	r.to = number
	r.size += len(line)
	n, err := parseJSON(line)
	if err != nil {
		n = &node{text: line}
	}
	limit := ""
	if r.cells += max(len(n.items), 1); r.cells > lim.Cells {
		limit = "cells"
	} else if r.count > lim.Rows {
		limit = "rows"
	}
	if limit != "" {
		if r.count--; r.count < r.first {
			r.first = 0
		}
		if err := r.flush(); err != nil {
			return err
		}
		return lim.Over(limit)
	}
	if r.names != nil {
		row := extract.Cells(n.text)
		if n.kind == object {
			row = rowOf(n, r.names)
		}
		r.rows = append(r.rows, row)
		return nil
	}
	w := writer{}
	w.record(n)
	for _, p := range w.out {
		p.first, p.last = number, number
		r.pieces = append(r.pieces, split(p)...)
	}
	return nil
}

// record writes a record as lines: its own first, what is below them indented.
func (w *writer) record(n *node) {
	if n.kind == scalar || n.inline() {
		w.scalar(n)
		return
	}
	for i, c := range n.items {
		w.line(n.label(i), c, 0)
	}
}

// flush delivers the range that is open, if any.
func (r *ranges) flush() error {
	if r.first == 0 {
		return nil
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	r.ordinal++
	u := extract.Unit{
		Name: knowledge.RowsName(sheetName, r.first, r.count), Kind: knowledge.Rows, Ordinal: r.ordinal, Parent: sheetName, Locator: lineRange(r.from, r.to),
	}
	if r.names != nil {
		b := extract.Block{Kind: knowledge.Table, Rows: r.rows}
		if r.ordinal == 1 {
			b.Rows, b.HeaderRows = append([][]extract.Cell{extract.Cells(r.names...)}, r.rows...), 1
		}
		u.Blocks, u.Continues = []extract.Block{b}, r.ordinal > 1
	}
	for _, p := range r.pieces {
		p.block.Locator = lineRange(p.first, p.last)
		u.Blocks = append(u.Blocks, p.block)
	}
	r.rows, r.pieces, r.first, r.size = nil, nil, 0, 0
	return r.sink.Unit(u)
}
