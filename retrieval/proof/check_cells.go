package proof

import "slices"

// checkCells wants what a clause of the statement takes from cells that are sentences to
// come from one of them: words of two sentences say something else together.
func (c *comparison) checkCells() {
	if len(c.pc.proseCells) < 2 {
		return
	}
	for i := 0; i < len(c.st); i = clauseEnd(c.st, i) {
		cell := -1
		for k := i; k < clauseEnd(c.st, i); k++ {
			if c.found[k].where != inPiece || !c.st[k].bears() {
				continue
			}
			n := c.pc.tokens[c.found[k].at].cell
			if !slices.Contains(c.pc.proseCells, n) {
				continue
			}
			if cell >= 0 && n != cell {
				c.fault(&c.st[k], Fault{Check: "pairing", Passage: c.says(c.found[k].at), Detail: "the row has this in a sentence of another cell"})
				return
			}
			cell = n
		}
	}
}
