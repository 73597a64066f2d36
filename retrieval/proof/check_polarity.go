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

func first(ts []token, k class) *token {
	for i := range ts {
		if ts[i].class&k != 0 {
			return &ts[i]
		}
	}
	return nil
}
