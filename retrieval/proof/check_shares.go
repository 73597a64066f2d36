package proof

// checkShares holds what a percentage is a part of against the piece: 30 per cent of the
// 810 million is another share than 30 per cent of what comes to 2.7 billion.
func (c *comparison) checkShares() {
	for i := range c.st {
		v := c.st[i].value
		if v == nil || v.unit != "percent" || c.found[i].where != inPiece {
			continue
		}
		whole := wholeOf(c.st, i)
		if whole < 0 {
			continue
		}
		if !c.ofTheSame(whole, c.found[i].at) {
			c.fault(&c.st[i], Fault{Check: "pairing", Passage: c.says(c.found[i].at), Detail: "the passage does not say that it is a share of that"})
			return
		}
	}
}

// wholeOf returns the value behind a percentage and of, -1 where there is none.
func wholeOf(ts []token, i int) int {
	if i+1 >= len(ts) || ts[i+1].class&of == 0 {
		return -1
	}
	for k := i + 2; k < len(ts) && k <= i+4; k++ {
		if ts[k].value != nil {
			return k
		}
		if ts[k].bears() {
			break
		}
	}
	return -1
}

// ofTheSame reports that the piece's percentage is one of the same whole: it stands behind
// it, or before it with an of of its own.
func (c *comparison) ofTheSame(whole, share int) bool {
	if k := wholeOf(c.pc.tokens, share); k >= 0 {
		return c.fits(&c.st[whole], &c.pc.tokens[k])
	}
	for k := range c.pc.tokens {
		if c.fits(&c.st[whole], &c.pc.tokens[k]) && k > 0 && c.pc.tokens[k-1].class&(of|article) != 0 && (k < share || share+1 == len(c.pc.tokens) || c.pc.tokens[share+1].class&of == 0) {
			return true
		}
	}
	return false
}
