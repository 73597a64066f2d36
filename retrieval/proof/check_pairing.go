package proof

import "slices"

// checkPairing holds each value of the statement against what it is a value of: the
// words around it must stand around the same value in the piece, and not around
// another of its kind.
func (c *comparison) checkPairing() {
	for i := range c.st {
		if c.st[i].value == nil || c.found[i].where != inPiece {
			continue
		}
		if c.pc.table {
			c.pairCell(i)
		} else {
			c.pairSegment(i)
		}
	}
}

// pairCell: in a row, a value goes with the words of the cells that hold no value,
// and with the header of its own cell.
func (c *comparison) pairCell(i int) {
	cell := c.pc.tokens[c.found[i].at].cell
	valued := map[int]bool{}
	claimed := map[int]bool{} // cells whose value the statement has too
	for j := range c.pc.tokens {
		if c.pc.tokens[j].value != nil && c.pc.tokens[j].value.year == 0 {
			valued[c.pc.tokens[j].cell] = true
		}
	}
	for k := range c.st {
		if c.st[k].value != nil && c.found[k].where == inPiece {
			claimed[c.pc.tokens[c.found[k].at].cell] = true
		}
	}
	for k := range c.st {
		t := &c.st[k]
		if t.value != nil || !t.bears() || c.found[k].where != inHeader {
			continue
		}
		mine, other := false, -1
		for col, h := range c.pc.header {
			for x := range h {
				if !same(t, &h[x]) {
					continue
				}
				if col == cell || claimed[col] || !valued[col] {
					mine = true
				} else {
					other = col
				}
			}
		}
		if !mine && other >= 0 {
			c.fault(&c.st[i], Fault{Check: "pairing", Contradict: true, Passage: c.headerText(cell), Detail: "the value stands in another column"})
			return
		}
	}
}

func (c *comparison) headerText(cell int) string {
	out := ""
	for _, t := range c.pc.header[cell] {
		if out != "" {
			out += " "
		}
		out += t.fold
	}
	return out
}

// segments gives each token the number of the part of its sentence that belongs to
// one of several values of a kind: parts end at the first clause after a value.
func segments(ts []token, v *value) []int {
	out := make([]int, len(ts))
	n, ended := 0, -1
	for i := range ts {
		if ended >= 0 && ts[i].clause != ended && laterValue(ts, i, v) {
			n++
			ended = -1
		}
		out[i] = n
		if e := ts[i].value; e != nil && sameKind(e, v) {
			ended = ts[i].clause
		}
	}
	return out
}

func laterValue(ts []token, i int, v *value) bool {
	for ; i < len(ts); i++ {
		if e := ts[i].value; e != nil && sameKind(e, v) {
			return true
		}
	}
	return false
}

func sameKind(a, b *value) bool {
	return a.kind == b.kind && a.unit == b.unit || a.kind == date && b.kind == date
}

func (c *comparison) pairSegment(i int) {
	at := c.found[i].at
	v := c.pc.tokens[at].value
	rivals := 0
	for j := range c.pc.tokens {
		if e := c.pc.tokens[j].value; e != nil && sameKind(e, v) {
			rivals++
		}
	}
	if rivals < 2 {
		return
	}
	theirs, ours := segments(c.pc.tokens, v), segments(c.st, c.st[i].value)
	if theirs[len(theirs)-1] == 0 {
		return
	}
	strangers := 0 // words beside the value that the statement does not have there
	stranger := ""
	for j := range c.pc.tokens {
		e := &c.pc.tokens[j]
		if theirs[j] != theirs[at] || !e.bears() || e.value != nil {
			continue
		}
		known := false
		for k := range c.st {
			known = known || ours[k] == ours[i] && same(&c.st[k], e)
		}
		if !known {
			strangers++
			if stranger == "" || e.name {
				stranger = c.says(j)
			}
		}
	}
	for k := range c.st {
		t := &c.st[k]
		if ours[k] != ours[i] || !t.bears() || t.value != nil || c.found[k].where != inPiece || c.nearerValue(k, i) || isAmount(t) {
			continue
		}
		here, before := false, false
		for j := range c.pc.tokens {
			if same(t, &c.pc.tokens[j]) {
				here = here || theirs[j] == theirs[at]
				before = before || theirs[j] < theirs[at]
			}
		}
		if here || strangers == 0 && before {
			continue
		}
		if strangers > 0 || t.name {
			c.fault(&c.st[i], Fault{Check: "pairing", Contradict: true, Passage: stranger, Detail: "in the passage this value goes with " + orElse(stranger, "something else")})
			return
		}
	}
}

// nearerValue reports that another value of the same kind stands nearer to word k of the
// statement than value i.
func (c *comparison) nearerValue(k, i int) bool {
	for j := range c.st {
		if v := c.st[j].value; j != i && v != nil && sameKind(v, c.st[i].value) && max(j-k, k-j) < max(i-k, k-i) {
			return true
		}
	}
	return false
}

// isAmount reports a word such as rose, which goes with the values on both sides of it.
func isAmount(t *token) bool {
	return slices.ContainsFunc(t.axes, func(p pole) bool { return p.axis == "amount" })
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
