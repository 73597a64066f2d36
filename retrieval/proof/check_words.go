package proof

import "slices"

// checkWords finds the words of the statement that the piece does not say: others
// in their place, their opposites, and names that only stand around it.
func (c *comparison) checkWords() {
	for i := range c.st {
		t := &c.st[i]
		if !t.bears() || t.value != nil {
			continue
		}
		switch c.found[i].where {
		case nowhere:
			c.missing(i)
		case inAround:
			c.onlyAround(i)
		case inHeader:
			if c.pc.table && t.name {
				continue
			}
		}
	}
	c.mostlyHere()
	for i := range c.carried {
		t := &c.carried[i]
		if t.bears() && t.value == nil && !c.anywhere(t) {
			c.fault(nil, Fault{Check: checkName(t), Says: t.fold, Detail: "the passage is not about " + t.fold})
		}
	}
}

// mostlyHere wants half of the statement's words in the piece itself: what stands
// around can say what it is about, not what it says.
func (c *comparison) mostlyHere() {
	here, all := 0.0, 0.0
	for i := range c.st {
		if t := &c.st[i]; t.bears() && t.value == nil {
			all += weightOf(t)
			if c.found[i].where == inPiece || c.found[i].where == inHeader || c.pointedAt(i) {
				here += weightOf(t)
			}
		}
	}
	if here*2 < all {
		c.fault(nil, Fault{Check: "word", Detail: "the passage itself says too little of it"})
	}
}

// pointedAt reports a word of a name that stands around the piece, and that the piece takes
// up with this and the noun beside it: the harbour guide, this guide.
func (c *comparison) pointedAt(i int) bool {
	if !c.st[i].capital || c.found[i].where != inAround {
		return false
	}
	for _, step := range []int{+1, -1} {
		k := i
		for k >= 0 && k < len(c.st) && c.st[k].clause == c.st[i].clause && (c.found[k].where == inAround || !c.st[k].bears()) {
			k += step
		}
		if k < 0 || k >= len(c.st) || c.found[k].where != inPiece {
			continue
		}
		if j := c.found[k].at; j > 0 && c.pc.tokens[j-1].class&demonstrative != 0 && c.st[k].value == nil {
			return true
		}
	}
	return false
}

func checkName(t *token) string {
	if t.name {
		return "name"
	}
	return "word"
}

func (c *comparison) anywhere(t *token) bool {
	for j := range c.pc.tokens {
		if c.fits(t, &c.pc.tokens[j]) {
			return true
		}
	}
	return c.beside(t, false) != nowhere
}

// missing says what stands in the place of a word that the piece does not have.
func (c *comparison) missing(i int) {
	t := &c.st[i]
	if len(t.axes) > 0 {
		for j := range c.pc.tokens {
			if e := &c.pc.tokens[j]; !c.taken[j] && opposite(t, e) {
				c.taken[j] = true
				c.flipped++
				c.found[i] = match{where: inPiece, at: j, note: "opposite"}
				c.fault(t, Fault{Check: "direction", Contradict: true, Passage: c.says(j), Detail: "the passage says the opposite"})
				return
			}
		}
	}
	if j, ok := c.instead(i); ok {
		c.fault(t, Fault{Check: checkName(t), Passage: c.says(j), Detail: "the passage has another word in this place"})
		return
	}
	if c.pounds(i) {
		return
	}
	if c.pc.table && (slices.Contains(t.concepts, "cost") && c.holdsMoney() || slices.Contains(t.concepts, "own")) {
		return // what an amount in a table costs, what a row has
	}
	c.fault(t, Fault{Check: checkName(t), Detail: "the passage does not say it"})
}

// pounds reports a word that is a currency or a weight, behind a value where the piece has
// an amount in that currency.
func (c *comparison) pounds(i int) bool {
	if i == 0 || c.st[i-1].value == nil || !slices.ContainsFunc(c.pc.tokens, func(t token) bool { return t.value != nil && t.value.unit == "GBP" }) {
		return false
	}
	return slices.Contains([]string{"pounds", "pound", "pfund", "livres", "libras"}, c.st[i].fold)
}

// holdsMoney reports that the statement's amount stands in the row.
func (c *comparison) holdsMoney() bool {
	for i := range c.found {
		if c.found[i].where == inPiece && c.pc.tokens[c.found[i].at].value != nil && c.pc.tokens[c.found[i].at].value.kind == money {
			return true
		}
	}
	for i := range c.st {
		if c.st[i].value != nil {
			return false
		}
	}
	return true // a sum is being worked out; its values are looked at there
}

// instead returns the token of the piece that stands where token i of the statement
// would: between the same neighbours.
func (c *comparison) instead(i int) (int, bool) {
	before, after := -1, len(c.pc.tokens)
	for k := i - 1; k >= 0; k-- {
		if c.found[k].where == inPiece {
			before = c.found[k].at
			break
		}
	}
	for k := i + 1; k < len(c.st); k++ {
		if c.found[k].where == inPiece {
			after = c.found[k].at
			break
		}
	}
	if before >= after {
		return 0, false
	}
	between := c.unmatched(before, after)
	for _, j := range between {
		if (c.pc.tokens[j].value == nil) == (c.st[i].value == nil) && len(between) <= 3 {
			return j, true
		}
	}
	return 0, false
}

// onlyAround looks at a word that stands in a heading or in the sentence before:
// it counts unless the piece itself names something else in its place.
func (c *comparison) onlyAround(i int) {
	t := &c.st[i]
	if c.pc.table {
		for j := range c.pc.tokens {
			e := &c.pc.tokens[j]
			if !c.taken[j] && e.capital && t.capital && e.value == nil && e.bears() {
				c.fault(t, Fault{Check: "name", Passage: c.says(j), Detail: "the row is about something else"})
				return
			}
		}
		return
	}
	if c.pointedAt(i) {
		return
	}
	if j, ok := c.instead(i); ok {
		c.fault(t, Fault{Check: checkName(t), Passage: c.says(j), Detail: "the passage has another word in this place"})
		return
	}
	if !t.capital {
		return
	}
	for j := range c.pc.tokens {
		if e := &c.pc.tokens[j]; e.name && e.bears() && !c.taken[j] && !c.aroundHas(e) {
			c.fault(t, Fault{Check: "name", Passage: c.says(j), Detail: "the passage names another"})
			return
		}
	}
}

func (c *comparison) aroundHas(e *token) bool {
	for k := range c.pc.around {
		if same(e, &c.pc.around[k]) {
			return true
		}
	}
	return false
}
