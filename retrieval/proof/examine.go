package proof

import (
	"cmp"
	"slices"
)

type examination struct {
	statement *Statement
	st        *line
	pieces    []*piece
}

// examine compares tokens with every piece, best first.
func (e *examination) examine(ts, carried []token) []*comparison {
	var out []*comparison
	for _, p := range e.pieces {
		c := compare(e.statement.Text, ts, carried, p)
		if c.apart {
			continue
		}
		if e.st.lang == nil || p.lang == nil {
			c.checkLiteral()
		}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b *comparison) int {
		return cmp.Or(cmp.Compare(rank(b), rank(a)), cmp.Compare(b.share(), a.share()), cmp.Compare(len(a.faults), len(b.faults)), cmp.Compare(len(a.pc.tokens), len(b.pc.tokens)))
	})
	return out
}

// rank orders what evidence is worth to a verdict.
func rank(c *comparison) int {
	cited := 0
	if c.pc.passage.Cited {
		cited = 1
	}
	switch {
	case c.supports() && c.pc.passage.Outdated == "":
		return 6 + cited
	case c.supports():
		return 5
	case c.contradicts() && c.pc.passage.Outdated == "":
		return 3 + cited
	case c.pc.passage.Outdated != "":
		return 0
	}
	return 1 + cited
}

// checkLiteral is what is left where a side's language has no tables: the words of
// the statement must stand together in the passage.
func (c *comparison) checkLiteral() {
	if c.pc.table || len(c.faults) > 0 {
		return
	}
	lo, hi := len(c.pc.tokens), -1
	for i := range c.found {
		if c.found[i].where == inPiece {
			lo, hi = min(lo, c.found[i].at), max(hi, c.found[i].at)
		}
	}
	for j := lo + 1; j < hi; j++ {
		if !c.taken[j] {
			c.fault(nil, Fault{Check: "word", Passage: c.says(j), Detail: "there are no rules for this language, and the passage has further words in between"})
			return
		}
	}
}
