package proof

// checkSubject finds a statement that begins with what the piece has in a later clause, and
// goes on with what the piece says of something else: the mill is the oldest house and
// stands by the river, the river is the oldest house.
func (c *comparison) checkSubject() {
	var at []int // tokens of the statement that stand in the piece
	for i := range c.st {
		if c.st[i].bears() && c.found[i].where == inPiece {
			at = append(at, i)
		}
	}
	for n := 1; n < len(at); n++ {
		if c.st[at[n-1]].value != nil {
			return
		}
		first, last := c.extent(at[n:])
		subject, _ := c.extent(at[:n])
		if subject < last || c.pc.tokens[subject].clause == c.pc.tokens[last].clause {
			continue
		}
		if own := c.ownSubject(first); own >= 0 && c.oneVoice(at[n], first) && !c.leads(at[0], first) {
			c.fault(&c.st[at[0]], Fault{Check: "order", Passage: c.says(own), Detail: "the passage says this of something else"})
			return
		}
	}
}

// extent returns the first and the last token of the piece that tokens of the statement
// stand for.
func (c *comparison) extent(st []int) (first, last int) {
	first, last = len(c.pc.tokens), -1
	for _, i := range st {
		first, last = min(first, c.found[i].at), max(last, c.found[i].at)
	}
	return first, last
}

// ownSubject returns the word that a clause of the piece begins with before token j and
// that nothing of the statement stands for, -1 where there is none.
func (c *comparison) ownSubject(j int) int {
	out := -1
	for k := j - 1; k >= 0 && c.pc.tokens[k].clause == c.pc.tokens[j].clause; k-- {
		if t := &c.pc.tokens[k]; t.bears() && t.value == nil && !c.taken[k] {
			out = k
		}
	}
	return out
}

// leads reports that the piece has a word before token j too.
func (c *comparison) leads(i, j int) bool {
	for k := range j {
		if c.fits(&c.st[i], &c.pc.tokens[k]) {
			return true
		}
	}
	return false
}
