package xlsx

import "slices"

// place decides which cells of a row are seen.
func (s *sheet) place(cells []cell) {
	for i := range cells {
		c := &cells[i]
		if c.layer == hiddenRow {
			continue
		}
		if s.frame.colHidden(c.col) {
			c.layer = hiddenColumn
		} else if m, ok := merged(s.merges[c.row], c.col); ok && (m.top != c.row || m.left != c.col) {
			c.layer = hiddenMerge
		}
	}
}

// prepareMerges lists the merged areas of each row of the window. Those of
// earlier rows were dropped where they ended.
func (s *sheet) prepareMerges() {
	first, last := s.win.first, s.win.last
	s.active = slices.DeleteFunc(s.active, func(a area) bool { return a.bottom < first })
	for s.nextMerge < len(s.frame.merges) && s.frame.merges[s.nextMerge].top <= last {
		if a := s.frame.merges[s.nextMerge]; a.bottom >= first {
			s.active = append(s.active, a)
		}
		s.nextMerge++
	}
	s.merges = map[int][]area{}
	for _, a := range s.active {
		for r := max(a.top, first); r <= min(a.bottom, last); r++ {
			s.merges[r] = append(s.merges[r], a)
		}
	}
	for _, areas := range s.merges {
		slices.SortFunc(areas, func(a, b area) int { return a.left - b.left })
	}
}

// hideRow adds a row to the runs of hidden rows.
func (s *sheet) hideRow(row int) {
	if n := len(s.hidden); n > 0 && s.hidden[n-1][1] == row-1 {
		s.hidden[n-1][1] = row
		return
	}
	s.hidden = append(s.hidden, [2]int{row, row})
}

// rowHidden reports whether a row is hidden.
func (s *sheet) rowHidden(row int) bool {
	i, exact := slices.BinarySearchFunc(s.hidden, row, func(r [2]int, row int) int { return r[0] - row })
	if !exact {
		i--
	}
	return i >= 0 && s.hidden[i][1] >= row
}

// merged finds the merged area that a cell lies in, among those of one row that
// are sorted by their left edge.
func merged(areas []area, col int) (area, bool) {
	i, exact := slices.BinarySearchFunc(areas, col, func(a area, col int) int { return a.left - col })
	if !exact {
		i--
	}
	if i >= 0 && areas[i].right >= col {
		return areas[i], true
	}
	return area{}, false
}
