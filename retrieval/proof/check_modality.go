package proof

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
