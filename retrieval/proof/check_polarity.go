package proof

import "slices"

// checkPolarity holds what is denied against what is said.
func (c *comparison) checkPolarity() {
	region := c.region()
	ours, theirs := negations(c.st), negations(region)
	if (len(ours) > 0) != (len(theirs) > 0) {
		if c.flipped == 1 && c.deniesFlipped(ours, region, theirs) && c.dropFlip() {
			c.turnedRound = true
			return // not allowed, forbidden
		}
		f := Fault{Check: "negation", Contradict: true, Detail: "the passage says so without a negation"}
		var t *token
		if len(ours) > 0 {
			t = &c.st[ours[0]]
		} else {
			e := region[theirs[0]]
			f.Passage, f.Detail = c.pc.passage.Text[e.start:e.end], "the passage denies it"
		}
		c.fault(t, f)
		return
	}
	if len(ours) != len(theirs) {
		c.fault(&c.st[ours[0]], Fault{Check: "negation", Detail: "the passage does not deny as much"})
		return
	}
	if len(ours) > 0 && !c.sameScope(ours, region, theirs) {
		c.fault(&c.st[ours[0]], Fault{Check: "negation", Detail: "the passage denies something else"})
	}
}

// deniesFlipped reports that the one negation belongs to the word whose opposite the other
// side has: it stands in its clause, and near it.
func (c *comparison) deniesFlipped(ours []int, region []token, theirs []int) bool {
	for i := range c.st {
		if c.found[i].note != "opposite" {
			continue
		}
		for _, k := range ours {
			if c.st[k].clause == c.st[i].clause && c.denies(k, i) {
				return true
			}
		}
		word := &c.pc.tokens[c.found[i].at]
		for _, k := range theirs {
			at := slices.IndexFunc(region, func(t token) bool { return t.start == word.start })
			if at >= 0 && region[k].clause == word.clause && c.denies(k, at) {
				return true
			}
		}
	}
	return false
}

// denies reports a negation that stands near a word, before it; a German one may follow.
func (c *comparison) denies(negation, word int) bool {
	d := word - negation
	return d > 0 && d <= nearNegation || d < 0 && -d <= nearNegation && c.pc.lang != nil && c.pc.lang.code == "deu"
}

// nearNegation is how many words a negation stands from what it denies at most: nicht at
// the end of a German sentence has a few in between.
const nearNegation = 5

// dropFlip takes the one fault back that an opposite word made.
func (c *comparison) dropFlip() bool {
	for i := range c.faults {
		if c.faults[i].Detail == "the passage says the opposite" {
			c.faults = append(c.faults[:i], c.faults[i+1:]...)
			return true
		}
	}
	return false
}

// negations returns the tokens that deny. ne … pas and no … nunca are one.
func negations(ts []token) []int {
	var out []int
	for i := range ts {
		if ts[i].class&negation == 0 || ts[i].class&further != 0 && len(out) > 0 {
			continue
		}
		if half(ts[i].fold) && slices.ContainsFunc(ts[max(0, i-4):min(len(ts), i+7)], func(t token) bool {
			return t.class&negation != 0 && !half(t.fold) && t.clause == ts[i].clause && (ts[i].fold != "no" || slices.Contains(doubled, t.fold))
		}) {
			continue
		}
		out = append(out, i)
	}
	return out
}

// doubled are the Spanish words that deny once together with a no before them.
var doubled = []string{"nunca", "jamas", "ningun", "ninguno", "ninguna", "nada", "nadie", "tampoco", "ni"}

func half(w string) bool { return w == "ne" || w == "n" || w == "no" }

// sameScope reports that a denied word of the statement stands in a clause of the
// piece that denies too.
func (c *comparison) sameScope(ours []int, region []token, theirs []int) bool {
	denied := map[int]bool{}
	for _, j := range theirs {
		denied[region[j].clause] = true
	}
	for _, i := range ours {
		any, hit := false, false
		for k := range c.st {
			if c.st[k].clause != c.st[i].clause || !c.st[k].bears() || c.found[k].where != inPiece {
				continue
			}
			any = true
			hit = hit || c.pc.table || denied[c.pc.tokens[c.found[k].at].clause]
		}
		if any && !hit {
			return false
		}
	}
	// What stands right behind the negation must be the same word.
	if len(ours) == 1 && len(theirs) == 1 && c.pc.lang != nil && c.pc.lang.code != "deu" {
		s, e := next(c.st, ours[0]), next(region, theirs[0])
		if s != nil && e != nil && !same(s, e) {
			if (classesOf(c.st)|classesOf(region))&contrast != 0 {
				return false // not this but that is not that rather than this
			}
			for k := range c.st {
				if c.st[k].clause == c.st[ours[0]].clause && same(&c.st[k], e) {
					return true
				}
			}
			return false
		}
	}
	return true
}

func next(ts []token, i int) *token {
	for k := i + 1; k < len(ts) && ts[k].clause == ts[i].clause; k++ {
		if ts[k].bears() && ts[k].value == nil {
			return &ts[k]
		}
	}
	return nil
}

// checkModality holds must, may, should and plans against each other.
func (c *comparison) checkModality() {
	region := c.region()
	ours, theirs := classesOf(c.st), classesOf(region)
	if c.turnedRound { // not allowed needs no may in what is forbidden
		ours, theirs = ours&^(must|may), theirs&^(must|may)
	}
	if len(negations(c.st)) > 0 && len(negations(region)) > 0 && ours&theirs|(ours|theirs)&forbids != 0 {
		s, e := ours&forbids != 0, theirs&forbids != 0
		if s != e && ours&(must|may) != 0 && theirs&(must|may) != 0 {
			c.fault(first(c.st, must|may), Fault{Check: "modality", Detail: "what is forbidden on the one side only need not be on the other"})
			return
		}
		if s && e { // what nobody may, no one shall
			ours, theirs = ours&^(must|may), theirs&^(must|may)
		}
	}
	for _, m := range []struct {
		class class
		name  string
	}{{must, "that it must be"}, {may, "that it may be"}, {should, "that it should be"}, {plan, "that it is planned or expected"}} {
		s, e := ours&m.class != 0, theirs&m.class != 0
		if s == e {
			continue
		}
		const duty = must | may | should // what is planned may be all of them
		opposed := m.class != plan && (s && theirs&duty&^m.class != 0 || e && ours&duty&^m.class != 0)
		if s {
			c.fault(first(c.st, m.class), Fault{Check: "modality", Contradict: opposed, Detail: "the passage does not say " + m.name})
			return
		}
		if m.class == must && !opposed && ours&modal == 0 {
			continue // what must be is told as what is: the fee must be paid by May, is due in May
		}
		f := Fault{Check: "modality", Contradict: opposed, Detail: "the passage only says " + m.name}
		if t := first(region, m.class); t != nil {
			f.Passage = c.pc.passage.Text[t.start:t.end]
		}
		c.fault(nil, f)
		return
	}
	if t := c.unsure(); t != nil {
		c.fault(nil, Fault{Check: "modality", Passage: c.pc.passage.Text[t.start:t.end], Detail: "the passage only says that it may be"})
		return
	}
	s, e := ours&condition != 0, classesOf(c.pc.tokens)&condition != 0
	switch {
	case s && !e:
		c.fault(first(c.st, condition), Fault{Check: "modality", Detail: "the passage sets no such condition"})
	case e && !s && !c.restricted():
		t := first(c.pc.tokens, condition)
		c.fault(nil, Fault{Check: "modality", Passage: c.pc.passage.Text[t.start:t.end], Detail: "the passage says so under a condition"})
	}
	if theirs&opinion != 0 && ours&opinion == 0 {
		c.fault(nil, Fault{Check: "modality", Detail: "the passage is not sure of it"})
	}
}

// unsure returns the may of a clause of the piece that a clause of the statement says most
// of without one; nil where there is none. Another clause may have its own.
func (c *comparison) unsure() *token {
	if c.pc.table || c.turnedRound {
		return nil
	}
	for i := 0; i < len(c.st); i = clauseEnd(c.st, i) {
		said := c.st[i:clauseEnd(c.st, i)]
		if classesOf(said)&modal != 0 {
			continue
		}
		for j := 0; j < len(c.pc.tokens); j = clauseEnd(c.pc.tokens, j) {
			clause := c.pc.tokens[j:clauseEnd(c.pc.tokens, j)]
			t := first(clause, may)
			if t == nil || classesOf(clause)&(must|negation) != 0 {
				continue
			}
			held, all := 0, 0
			for k := i; k < i+len(said); k++ {
				if c.st[k].bears() && c.found[k].where == inPiece {
					all++
					if at := c.found[k].at; at >= j && at < j+len(clause) {
						held++
					}
				}
			}
			if held >= 2 && held*2 > all {
				return t
			}
		}
	}
	return nil
}

// restricted reports that the statement says the piece's condition in another form: all
// words of the clause stand in it, and it has a word such as where or who.
func (c *comparison) restricted() bool {
	if classesOf(c.st)&restricts == 0 {
		return false
	}
	for j := range c.pc.tokens {
		if c.pc.tokens[j].class&condition == 0 {
			continue
		}
		for k := j; k < clauseEnd(c.pc.tokens, j); k++ {
			if c.pc.tokens[k].bears() && !c.taken[k] {
				return false
			}
		}
	}
	return true
}

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

func first(ts []token, k class) *token {
	for i := range ts {
		if ts[i].class&k != 0 {
			return &ts[i]
		}
	}
	return nil
}
