package proof

import (
	"slices"
)

// checkQuantifiers holds all, most, some, half and only against each other.
func (c *comparison) checkQuantifiers() {
	region := c.region()
	ours, theirs := classesOf(unbound(c.st))&quantifier, classesOf(unbound(region))&quantifier
	if (classesOf(c.st)^classesOf(region))&notOnly != 0 {
		c.fault(first(c.st, notOnly), Fault{Check: "quantifier", Detail: "one side says not only, the other does not"})
		return
	}
	if t := first(region, average); t != nil && classesOf(c.st)&average == 0 && c.hasValue() {
		c.fault(nil, Fault{Check: "quantifier", Passage: c.pc.passage.Text[t.start:t.end], Detail: "the passage gives an average"})
		return
	}
	if t := first(region, additive); t != nil && ours&only != 0 && classesOf(c.st)&additive == 0 {
		c.fault(first(c.st, only), Fault{Check: "quantifier", Passage: c.pc.passage.Text[t.start:t.end], Detail: "the passage names more than that"})
		return
	}
	for _, q := range []class{all, most, some, halfOf, only} {
		s, e := ours&q != 0, theirs&q != 0
		switch {
		case s == e, e && q == all, q == all && c.everyPeriod():
		case e && ours == 0 && q == some && !c.weakens(region):
		case s:
			c.fault(first(c.st, q), Fault{Check: "quantifier", Contradict: theirs&^q != 0 || len(negations(region)) > 0, Detail: "the passage does not say so of that many"})
			return
		default:
			f := Fault{Check: "quantifier", Contradict: ours != 0, Detail: "the passage limits it"}
			if t := first(region, q); t != nil {
				f.Passage = c.pc.passage.Text[t.start:t.end]
			}
			c.fault(nil, f)
			return
		}
	}
}

// hasValue reports that the piece has a value of the statement.
func (c *comparison) hasValue() bool {
	for i := range c.st {
		if v := c.st[i].value; v != nil && v.kind != date && v.kind != ordinal && c.found[i].where == inPiece {
			return true
		}
	}
	return false
}

// everyPeriod reports that the statement's all is the each of each year, which is how
// often and not how many; the words behind it must stand in the piece.
func (c *comparison) everyPeriod() bool {
	for i := range c.st {
		if c.st[i].class&all == 0 {
			continue
		}
		if i+1 == len(c.st) || c.found[i+1].where != inPiece || !c.st[i+1].period() {
			return false
		}
	}
	return true
}

// period reports a word such as year or monthly, which stands anywhere in a sentence.
func (t *token) period() bool {
	return slices.ContainsFunc(t.concepts, func(s string) bool { return slices.Contains(periods, s) })
}

var periods = []string{"hour", "day", "week", "month", "year"}

// weakens reports that the piece's some or many stands right before a word that the
// statement has without it.
func (c *comparison) weakens(region []token) bool {
	for j := range region {
		if region[j].class&some == 0 {
			continue
		}
		if e := next(region, j); e != nil {
			for k := range c.st {
				if same(&c.st[k], e) {
					return true
				}
			}
		}
	}
	return false
}

// unbound leaves out the words that say how exact a number is.
func unbound(ts []token) []token {
	var out []token
	for i := range ts {
		if ts[i].value == nil {
			out = append(out, ts[i])
		}
	}
	return out
}
