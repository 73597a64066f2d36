package xlsx

import (
	"cmp"
	"slices"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// unitRows is how many rows of a sheet make one unit. Boundaries are fixed, so
// that an edit changes one unit; a unit is cut earlier only where its text would
// pass the limit.
const unitRows = 60

// window gathers the cells of one unit.
type window struct {
	first, last int // bounds of the unit
	cells       []cell
	bytes       int // of text, as an upper bound for what is rendered
	rows        int
	left, right int
	columns     int // in use
	used        [maxCol/64 + 1]uint64
}

// grid bounds the bytes that the frame of a table takes when these cells are
// added: a long row makes all others of its table as long.
func (w *window) grid(cells []cell) int {
	left, right, columns := w.left, w.right, w.columns
	if w.rows == 0 {
		left = cells[0].col
	}
	left, right = min(left, cells[0].col), max(right, cells[len(cells)-1].col)
	for i := range cells {
		if c := cells[i].col; w.used[c/64]&(1<<(c%64)) == 0 {
			columns++
		}
	}
	return 2 * (w.rows + 1) * min(right-left+1, columns*wideGap)
}

// add takes the cells of a row.
func (w *window) add(cells []cell, size int) {
	if w.rows == 0 {
		w.left = cells[0].col
	}
	w.left, w.right = min(w.left, cells[0].col), max(w.right, cells[len(cells)-1].col)
	for i := range cells {
		c := cells[i].col
		if w.used[c/64]&(1<<(c%64)) == 0 {
			w.used[c/64] |= 1 << (c % 64)
			w.columns++
		}
	}
	w.cells = append(w.cells, cells...)
	w.bytes += size
	w.rows++
}

func windowOf(row int) (first, last int) {
	first = (row-1)/unitRows*unitRows + 1
	return first, min(first+unitRows-1, maxRow)
}

// rowBytes bounds what the cells of one row take in text.md, and says how many of
// them fit into most bytes.
func rowBytes(cells []cell, most int) (size, fit int) {
	for i := range cells {
		s := cells[i].text
		n := len(s) + 3 + 4*strings.Count(s, "\n") + strings.Count(s, "|")
		if i > 0 {
			n += 2 * min(cells[i].col-cells[i-1].col, wideGap)
		}
		if size+n > most {
			return size, i
		}
		size += n
	}
	return size, len(cells)
}

// rowOf takes the next row of the file.
func (s *sheet) rowOf(raw *rawRow) error {
	if raw.number <= s.last {
		raw.number = s.last + 1 // a file out of order: no cell is lost
		if raw.number > maxRow {
			return nil
		}
	}
	s.last = raw.number
	if raw.hidden {
		s.hideRow(raw.number)
	}
	cells, err := s.cellsOf(raw)
	if err != nil || len(cells) == 0 {
		return err
	}
	size, fit := rowBytes(cells, s.budget())
	if fit < len(cells) { // a row that alone would pass the limit of a unit
		cells, s.cut = cells[:fit], true
		if fit == 0 {
			return nil
		}
	}
	if w := &s.win; len(w.cells) > 0 && (raw.number > w.last || w.bytes+size+w.grid(cells) > s.budget()) {
		last := w.last
		if raw.number <= last {
			w.last = raw.number - 1
		}
		if err := s.flush(cells); err != nil {
			return err
		}
		if raw.number <= last { // the rest of the unit that was cut
			s.win.first, s.win.last = raw.number, last
		}
	}
	if w := &s.win; len(w.cells) == 0 && (raw.number < w.first || raw.number > w.last) {
		w.first, w.last = windowOf(raw.number)
		s.prepareMerges()
	}
	s.place(cells)
	s.win.add(cells, size)
	if s.cells > s.lim.Cells {
		return s.lim.Over("cells")
	}
	if s.rows++; s.rows > s.lim.Rows {
		return s.lim.Over("rows")
	}
	return nil
}

func (s *sheet) budget() int { return s.lim.UnitBytes / 2 }

// cellsOf shows the cells of a row, sorted by column.
func (s *sheet) cellsOf(raw *rawRow) ([]cell, error) {
	s.buf = s.buf[:0]
	for i := range raw.cells {
		if c, ok := s.book.show(&raw.cells[i], raw.number); ok {
			if raw.hidden {
				c.layer = hiddenRow
			}
			s.buf = append(s.buf, c)
			s.cells++
		}
	}
	byColumn := func(a, b cell) int { return a.col - b.col }
	if !slices.IsSortedFunc(s.buf, byColumn) {
		slices.SortStableFunc(s.buf, byColumn)
	}
	s.buf = joinSame(s.buf)
	return s.buf, s.ctx.Err()
}

// joinSame makes one cell of those that claim one place: which of them a program
// shows is not known, so the text of all is kept.
func joinSame(cells []cell) []cell {
	out := cells[:0]
	for from := 0; from < len(cells); {
		c, to := cells[from], from+1
		for to < len(cells) && cells[to].col == c.col {
			to++
		}
		if to > from+1 {
			texts := make([]string, 0, to-from)
			for _, same := range cells[from:to] {
				texts = append(texts, same.text)
			}
			c.text = strings.Join(texts, "\n")
		}
		out = append(out, c)
		from = to
	}
	return out
}

// flush delivers the window. next is the row after it, nil at the end.
func (s *sheet) flush(next []cell) error {
	w := &s.win
	if err := s.anchoredBefore(w.first); err != nil {
		return err
	}
	parts, continues := s.layout(next)
	extras, used := s.anchored(w.last)
	links := s.linksOf(w)
	for i := range w.cells {
		used = used.grow(w.cells[i].row, w.cells[i].col)
	}
	err := s.unitOf(w.first, w.last, used, continues, arrange(parts, extras, continues), links)
	s.win = window{cells: w.cells[:0]}
	return err
}

// unitOf delivers one range of rows.
func (s *sheet) unitOf(first, last int, used area, continues bool, blocks []extract.Block, links []knowledge.Link) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	s.ordinal++
	s.delivered = last
	return s.sink.Unit(extract.Unit{
		Name: knowledge.RowsName(s.unit, first, last), Kind: knowledge.Rows, Ordinal: s.ordinal, Parent: s.unit,
		Title: s.ref.name, Locator: s.locator(used), Flags: s.flags,
		Continues: continues, Blocks: blocks, Links: links,
	})
}

func (s *sheet) locator(a area) knowledge.Locator {
	if a == (area{}) {
		return s.loc
	}
	return s.loc.With("range", a.String())
}

// linksOf returns the links of the window: those that the sheet lists, of empty
// cells too, and those that formulas make.
func (s *sheet) linksOf(w *window) []knowledge.Link {
	var out []knowledge.Link
	for ; s.nextLink < len(s.frame.links) && s.frame.links[s.nextLink].at.top <= w.last; s.nextLink++ {
		l := s.frame.links[s.nextLink]
		if l.text == "" {
			l.text = w.textAt(l.at.top, l.at.left)
		}
		out = append(out, knowledge.Link{Text: l.text, Target: l.target})
	}
	for i := range w.cells {
		if target := w.cells[i].hyperlink(); target != "" {
			out = append(out, knowledge.Link{Text: w.cells[i].text, Target: target})
		}
	}
	return out
}

// textAt returns what a cell shows, "" where it is empty.
func (w *window) textAt(row, col int) string {
	i, found := slices.BinarySearchFunc(w.cells, area{top: row, left: col}, func(c cell, a area) int {
		return cmp.Or(c.row-a.top, c.col-a.left)
	})
	if !found {
		return ""
	}
	return w.cells[i].text
}
