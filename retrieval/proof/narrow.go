package proof

// narrow keeps the comparison to the fewest clauses in a row that have all that the piece
// holds of the statement: a word that the sentence says again, of something else, is then
// not taken for the one that is meant.
func (c *comparison) narrow() {
	m := min(len(c.pc.tokens), maxTokens)
	if c.pc.table || m == 0 {
		return
	}
	first, last := c.window(m)
	for j := range m {
		if n := c.pc.tokens[j].clause; n >= first && n <= last {
			continue
		}
		for i := range c.st {
			c.fit[i*m+j] = false
		}
	}
}

// window returns the first and the last of those clauses, the earliest where several runs
// are as short.
func (c *comparison) window(m int) (first, last int) {
	end := c.pc.tokens[m-1].clause
	last = end
	for from := 0; from <= end; from++ {
		to := c.reach(from, m)
		if to < 0 {
			break
		}
		if to-from < last-first {
			first, last = from, to
		}
	}
	return first, last
}

// reach returns the clause up to which one has to read, from another on, to find all words
// that the piece has; -1 where some stand before it alone.
func (c *comparison) reach(from, m int) int {
	to, need := from, 0
	for i := range c.st {
		if c.found[i].where != inPiece {
			continue
		}
		nearest := -1
		for j := range m {
			if n := c.pc.tokens[j].clause; c.fit[i*m+j] && n >= from && (nearest < 0 || n < nearest) {
				nearest = n
			}
		}
		if nearest < 0 {
			return -1
		}
		to = max(to, nearest)
		need++
	}
	for end := c.pc.tokens[m-1].clause; c.candidates(from, to, m) < need; to++ {
		if to == end {
			return -1
		}
	}
	return to
}

// candidates counts the words of a run of clauses that some word of the statement may
// stand for: one that the statement has twice stands there twice.
func (c *comparison) candidates(from, to, m int) int {
	n := 0
	for j := range m {
		if k := c.pc.tokens[j].clause; k < from || k > to {
			continue
		}
		for i := range c.st {
			if c.fit[i*m+j] {
				n++
				break
			}
		}
	}
	return n
}
