package xlsx

import (
	"maps"
	"slices"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// openTable is the table that the next unit may go on with.
type openTable struct {
	lastRow int
	cols    []int // those it shows, in order
}

// part is what one region of the window reads as.
type part struct {
	top    int // its first row
	blocks []extract.Block
}

// layout makes the parts of the window: what is seen, in reading order, then one
// table for each reason why cells are not seen. continues says that the first
// block goes on with the table that was open.
func (s *sheet) layout(next []cell) (parts []part, continues bool) {
	regions := s.joinHeaders(s.bands(s.rowsOf(visible)))
	before := s.open
	s.open = nil
	for i, r := range regions {
		if i == 0 && s.goesOn(before, r) {
			stray, rest := between(r, before.cols)
			if len(rest) > 0 {
				p := part{rest.top(), []extract.Block{s.table(rest, before, 0)}}
				if len(stray) > 0 {
					b := s.table(stray, nil, 0)
					b.FirstRow, b.FirstCol = 0, 0 // not the table that goes on
					p.blocks = append(p.blocks, b)
				}
				parts, continues = append(parts, p), true
				s.leaveOpen(rest, before)
				continue
			}
		}
		parts = append(parts, part{r.top(), s.region(r, i+1 < len(regions), next)})
	}
	for l := hiddenRow; l < layers; l++ {
		if b, ok := s.hiddenTable(l); ok {
			parts = append(parts, part{maxRow + 1, []extract.Block{b}})
		}
	}
	return parts, continues
}

// arrange puts what hangs on cells behind the last part that begins at its row
// or above, as an eye that goes down the sheet meets it.
func arrange(parts []part, extras []extra, continues bool) []extract.Block {
	behind := make([][]extract.Block, len(parts)+1) // 0: before the first
	for _, e := range extras {
		at := 0
		if continues {
			at = 1
		}
		for i := range parts {
			if parts[i].top <= e.row {
				at = i + 1
			}
		}
		behind[at] = append(behind[at], e.blocks...)
	}
	out := behind[0]
	for i := range parts {
		out = append(append(out, parts[i].blocks...), behind[i+1]...)
	}
	return out
}

// goesOn reports whether the region goes on with the open table.
func (s *sheet) goesOn(t *openTable, r region) bool {
	if t == nil {
		return false
	}
	left, right := r.columns()
	first, last := t.cols[0], t.cols[len(t.cols)-1]
	if !s.joined(t.lastRow, r.top()) && !s.declared(area{t.lastRow, first, t.lastRow, last}, area{r.top(), left, r.top(), right}) {
		return false
	}
	return left >= first && left <= last && right < last+wideGap
}

// between takes the cells out of a region whose columns the table that it goes on
// with left out as empty: with them, the others would no longer stand below their
// header.
func between(r region, cols []int) (stray, rest region) {
	last := cols[len(cols)-1]
	out := func(c *cell) bool {
		_, found := slices.BinarySearch(cols, c.col)
		return !found && c.col < last
	}
	for _, row := range r {
		i := slices.IndexFunc(row, out)
		if i < 0 {
			rest = append(rest, row)
			continue
		}
		stray = append(stray, slices.DeleteFunc(slices.Clone(row), func(c *cell) bool { return !out(c) }))
		if row = slices.DeleteFunc(slices.Clone(row), out); len(row) > 0 {
			rest = append(rest, row)
		}
	}
	return stray, rest
}

// region makes blocks of one region: titles above it, then a table or
// paragraphs. more says that other regions follow.
func (s *sheet) region(r region, more bool, next []cell) []extract.Block {
	var out []extract.Block
	for first := true; len(r) > 0 && s.isTitle(r, more && first); first = false {
		out = append(out, s.title(r[0][0], first))
		r = r[1:]
	}
	if len(r) == 0 {
		return out
	}
	if prose(r) && !s.continued(r, next) {
		for _, row := range r {
			b := extract.Text(row[0].text)
			b.Locator = s.locator(area{}.grow(row[0].row, row[0].col))
			out = append(out, b)
		}
		return out
	}
	out = append(out, s.table(r, nil, s.headerRows(r, next)))
	if !more {
		s.leaveOpen(r, nil)
	}
	return out
}

// continued reports whether the row after the window goes on with the region.
func (s *sheet) continued(r region, next []cell) bool {
	return len(next) > 0 && next[0].row == r.bottom()+1
}

func (s *sheet) leaveOpen(r region, before *openTable) {
	use := columnsIn(r)
	if before != nil {
		for _, c := range before.cols {
			use[c] = true
		}
	}
	s.open = &openTable{r.bottom(), slices.Sorted(maps.Keys(use))}
}

// isTitle reports whether the first row of a region is a title: a single cell of
// words above rows of several, or alone above another region.
func (s *sheet) isTitle(r region, alone bool) bool {
	if len(r[0]) != 1 || r[0][0].kind != words {
		return false
	}
	if len(r) == 1 {
		return alone && r[0][0].bold && short(r[0][0].text)
	}
	const reach = 6 // titles, subtitles and notes of how figures are to be read
	for _, row := range r[1:min(len(r), reach)] {
		if len(row) > 1 {
			return true
		}
	}
	return false
}

// title makes a heading of what reads as one, a paragraph of the rest.
func (s *sheet) title(c *cell, first bool) extract.Block {
	b := extract.Text(c.text)
	if short(c.text) && (first || c.bold) {
		b = extract.Head(2, c.text)
	}
	b.Locator = s.locator(area{}.grow(c.row, c.col))
	return b
}

func short(s string) bool {
	s = strings.TrimSpace(s)
	return len([]rune(s)) <= 100 && !strings.HasSuffix(s, ".") && !strings.Contains(s, "\n")
}

// prose reports whether a region is running text in one column: a few cells, or
// sentences.
func prose(r region) bool {
	long := len(r) <= 2
	for _, row := range r {
		if len(row) != 1 || row[0].kind != words || row[0].col != r[0][0].col {
			return false
		}
		long = long || len(row[0].text) > 60
	}
	return long
}

// hiddenTable gathers the cells that are not seen for one reason.
func (s *sheet) hiddenTable(l layer) (extract.Block, bool) {
	r := s.rowsOf(l)
	if len(r) == 0 {
		return extract.Block{}, false
	}
	b := s.table(r, nil, 0)
	b.Flags = []knowledge.Flag{layerFlags[l]}
	return b, true
}
