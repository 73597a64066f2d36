package proof

import "strings"

// checkRoles finds things that stand in the same order on both sides, and of which the
// mark of a passive or of a comparison says the opposite: A paid B, A was paid by B.
func (c *comparison) checkRoles() {
	var at [][2]int // tokens of the statement and of the piece
	for i := range c.st {
		if t := &c.st[i]; t.bears() && t.value == nil && c.found[i].where == inPiece && c.found[i].note == "" {
			at = append(at, [2]int{i, c.found[i].at})
		}
	}
	for a, x := range at {
		for _, y := range at[a+1:] {
			if x[1] > y[1] || c.keep(x[0], y[0], x[1], y[1]) != exchanged || c.otherwise(x[0], y[0]) {
				continue
			}
			if c.st[y[0]].role == anchor || c.st[x[0]].role == anchor {
				c.fault(&c.st[y[0]], Fault{Check: "order", Contradict: true, Passage: c.says(y[1]), Detail: "in the passage it comes after or before the other"})
				return
			}
			if proper(&c.st[x[0]]) && proper(&c.st[y[0]]) || c.voicesTell() && c.together(x[1], y[1]) {
				c.fault(&c.st[y[0]], Fault{Check: "order", Contradict: true, Passage: c.says(y[1]), Detail: "the statement and the passage differ in who does it and to whom"})
				return
			}
		}
	}
}

// otherwise reports that the piece has two words of the statement a second time, in roles
// that fit: one plan and another.
func (c *comparison) otherwise(x, y int) bool {
	for p := range c.pc.tokens {
		for q := range c.pc.tokens {
			if p != q && c.fits(&c.st[x], &c.pc.tokens[p]) && c.fits(&c.st[y], &c.pc.tokens[q]) && c.keep(x, y, p, q) == kept {
				return true
			}
		}
	}
	return c.fits(&c.st[x], &c.st[y])
}

// together reports that no comma or the like stands between two tokens of the piece.
func (c *comparison) together(a, b int) bool {
	return !strings.ContainsAny(c.pc.passage.Text[c.pc.tokens[a].end:c.pc.tokens[b].start], ",;:()–—")
}

// voicesTell reports that both sides are passive, or one is and the other one active: no
// auxiliary stands in it. German has the object before the verb too often.
func (c *comparison) voicesTell() bool {
	ours, theirs := hasRole(c.st, agent), hasRole(c.pc.tokens, agent)
	if ours && theirs {
		return true
	}
	if c.pc.lang == nil || c.pc.lang.code == "deu" {
		return false
	}
	return ours && classesOf(c.pc.tokens)&auxiliary == 0 || theirs && classesOf(c.st)&auxiliary == 0
}

// checkComparison looks at what is compared with what: A has more than B, B has fewer
// than A.
func (c *comparison) checkComparison() {
	if c.pc.table || !hasRole(c.st, standard) || !hasRole(c.pc.tokens, standard) {
		return
	}
	var straight, behind, before []int
	for i := range c.st {
		if c.found[i].where != inPiece || !c.st[i].bears() || len(c.st[i].axes) > 0 {
			continue
		}
		same, other := false, false // a word may stand on both sides of than
		for j := range c.pc.tokens {
			if c.fits(&c.st[i], &c.pc.tokens[j]) {
				crossed := (c.st[i].role == standard) != (c.pc.tokens[j].role == standard)
				same, other = same || !crossed, other || crossed
			}
		}
		switch {
		case other && !same && c.st[i].role == standard:
			behind = append(behind, i)
		case other && !same:
			before = append(before, i)
		case same && !other && c.st[i].role == standard:
			straight = append(straight, i)
		}
	}
	if len(behind) == 0 || len(before) == 0 || len(straight) > 0 {
		return
	}
	if c.flipped == 1 && c.flippedComparative() && c.dropFlip() {
		c.reversed = true
		return
	}
	if c.flipped == 0 {
		i := behind[0]
		c.fault(&c.st[i], Fault{Check: "order", Contradict: true, Passage: c.says(c.found[i].at), Detail: "in the passage this is compared the other way round"})
	}
}

// flippedComparative reports that the word whose opposite stands in the piece says which
// of two is more.
func (c *comparison) flippedComparative() bool {
	for i := range c.st {
		if c.found[i].note == "opposite" && comparative(&c.st[i]) {
			return true
		}
	}
	return false
}

// settled reports that a mark says what a word's part is, so that it may stand
// elsewhere.
func (c *comparison) settled(i, at int) bool {
	s, e := c.st[i].role, c.pc.tokens[at].role
	switch {
	case s == standard || e == standard:
		return (s == e) != c.reversed
	case s.acts() && e.acts():
		return true
	case s == partner || e == partner:
		return hasRole(c.st, partner) && hasRole(c.pc.tokens, partner)
	case s.acts():
		return !hasRole(c.pc.tokens, agent)
	case e.acts():
		return !hasRole(c.st, agent)
	}
	return false
}
