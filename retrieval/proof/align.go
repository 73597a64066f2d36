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
	best := make([][]float64, n+1)
	for i := range best {
		best[i] = make([]float64, m+1)
	}
	fit := make([]bool, n*m)
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if c.st[i].bears() && c.fits(&c.st[i], &e[j]) {
				fit[i*m+j] = true
				best[i][j] = max(best[i][j], best[i+1][j+1]+weightOf(&c.st[i])+exactness(&c.st[i], &e[j]))
			}
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case fit[i*m+j] && best[i][j] == best[i+1][j+1]+weightOf(&c.st[i])+exactness(&c.st[i], &e[j]):
			c.found[i] = match{where: inPiece, at: j}
			c.taken[j] = true
			i++
			j++
		case best[i][j] == best[i+1][j]:
			i++
		default:
			j++
		}
	}
	for i := range c.st {
		if !c.st[i].bears() || c.found[i].where != nowhere {
			continue
		}
		for _, free := range []bool{true, false} {
			for j := range m {
				if fit[i*m+j] && c.taken[j] != free && c.found[i].where == nowhere {
					c.found[i] = match{where: inPiece, at: j}
					c.taken[j] = true
				}
			}
		}
	}
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

// beside looks for a word in the header of a row and in what stands around.
func (c *comparison) beside(t *token) place {
	for _, h := range c.pc.header {
		for i := range h {
			if c.fits(t, &h[i]) {
				return inHeader
			}
		}
	}
	for i := range c.pc.around {
		e := &c.pc.around[i]
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
