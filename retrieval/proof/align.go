package proof

// fits reports whether token e of the piece says what token s of the statement
// says.
func (c *comparison) fits(s, e *token) bool {
	if s.value != nil && e.value != nil {
		ok, _ := matchValue(s.value, e.value, c.pc)
		return ok
	}
	return same(s, e)
}

// align finds the order-preserving match that holds most, and then takes what is
// left over wherever it stands.
func (c *comparison) align() {
	e := c.pc.tokens
	n, m := len(c.st), min(len(e), maxTokens)
	best := make([]float64, (n+1)*(m+1))
	at := func(i, j int) int { return i*(m+1) + j }
	with := func(i, j int) float64 {
		return best[at(i+1, j+1)] + weightOf(&c.st[i]) + exactness(&c.st[i], &e[j])
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			best[at(i, j)] = max(best[at(i+1, j)], best[at(i, j+1)])
			if c.fit[i*m+j] {
				best[at(i, j)] = max(best[at(i, j)], with(i, j))
			}
		}
	}
	placed := make([]bool, n)
	place := func(i, j int) {
		c.found[i], c.taken[j], placed[i] = match{where: inPiece, at: j}, true, true
	}
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case c.fit[i*m+j] && best[at(i, j)] == with(i, j):
			place(i, j)
			i++
			j++
		case best[at(i, j)] == best[at(i+1, j)]:
			i++
		default:
			j++
		}
	}
	for i := range c.st {
		for _, free := range []bool{true, false} {
			for j := range m {
				if c.fit[i*m+j] && c.taken[j] != free && !placed[i] {
					place(i, j)
				}
			}
		}
	}
	for i := 0; i+1 < n; i++ {
		c.bring(i, i+1, +1, m)
		c.bring(i+1, i, -1, m)
	}
}

// bring puts a word beside its neighbour where the piece has the two side by side: of two
// campaigns the one behind digital, if the statement is about digital campaigns.
func (c *comparison) bring(still, moved, step, m int) {
	if c.found[still].where != inPiece || c.found[moved].where != inPiece || !c.st[still].bears() || !c.st[moved].bears() {
		return
	}
	from, to := c.found[moved].at, c.found[still].at+step
	if to < 0 || to >= m || from == to || c.taken[to] || !c.fit[moved*m+to] || c.st[moved].fold != c.pc.tokens[to].fold || c.pc.tokens[to].clause == c.pc.tokens[from].clause {
		return
	}
	if past := moved + step; past >= 0 && past < len(c.st) && c.found[past].where == inPiece && c.found[past].at == from+step {
		return // it stands beside its other neighbour
	}
	delete(c.taken, from)
	c.taken[to], c.found[moved].at = true, to
}

// exactness prefers the same word to one of its family.
func exactness(s, e *token) float64 {
	if s.value == nil && s.fold == e.fold {
		return 0.25
	}
	return 0
}

// maxTokens bounds the part of a piece that is compared: the longest sentences of
// contracts have about 250 words.
const maxTokens = 400

// beside looks for a word in the header of a row and in what stands around. The sentence
// before says what the piece is about, and not what the piece says of it: of what is said,
// it tells names alone.
func (c *comparison) beside(t *token, said bool) place {
	for _, h := range c.pc.header {
		for i := range h {
			if c.fits(t, &h[i]) {
				return inHeader
			}
		}
	}
	for i := range c.pc.around {
		e := &c.pc.around[i]
		if said && i < c.pc.before && !t.capital {
			continue
		}
		if t.value != nil && (t.value.year == 0 || t.value.kind == date && t.value.month != 0) {
			continue // values must stand in the piece, but for the year
		}
		if len(t.axes) > 0 {
			continue // what is more or less must be said of the thing itself
		}
		if c.fits(t, e) {
			return inAround
		}
	}
	return nowhere
}
