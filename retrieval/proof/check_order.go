package proof

import "slices"

// checkOrder finds two things of one kind that have changed places: who pays whom,
// from where to where, which of two is more.
func (c *comparison) checkOrder() {
	var chunks []chunk
	for i := range c.st {
		if c.found[i].where != inPiece || !c.st[i].bears() || c.found[i].note != "" {
			continue
		}
		at := c.found[i].at
		if n := len(chunks); n > 0 && proper(&c.st[i]) && chunks[n-1].name && chunks[n-1].last == i-1 && chunks[n-1].to == at-1 && chunks[n-1].from <= at {
			chunks[n-1].last, chunks[n-1].to = i, at
			continue
		}
		chunks = append(chunks, chunk{i, i, at, at, proper(&c.st[i]) && proper(&c.pc.tokens[at]), c.st[i].value})
	}
	if c.pc.table {
		c.displaced()
		c.checkCells()
		return
	}
	c.checkRoles()
	c.checkSubject()
	if c.displaced() {
		return
	}
	if sorted(chunks) {
		return
	}
	for a := range chunks {
		for b := a + 1; b < len(chunks); b++ {
			if c.changedPlaces(chunks, a, b) {
				t := &c.st[chunks[b].first]
				c.fault(t, Fault{Check: "order", Contradict: true, Passage: c.says(chunks[a].from),
					Detail: "in the passage it is the other way round"})
				return
			}
		}
	}
}

// proper reports a name, also at the beginning of a sentence: a capital on a word
// that no table has.
func proper(t *token) bool {
	return t.name || t.capital && t.value == nil && t.class == 0 && len(t.concepts)+len(t.axes) == 0
}

// displaced finds a word that stands outside of its neighbours: both of them stand in
// order in the piece, with another word between them, and this one elsewhere. Clauses
// that change places keep their words together and are not touched by it.
func (c *comparison) displaced() bool {
	at := c.standing()
	for k := 0; k+1 < len(at); k++ {
		x, y := at[k], at[k+1]
		if y == x+1 && c.st[x].name && c.st[y].name && c.found[y].at == c.found[x].at-1 && c.st[x].clause == c.st[y].clause && (c.pc.lang == nil || c.pc.lang.code != "deu") {
			c.fault(&c.st[x], Fault{Check: "order", Contradict: true, Passage: c.says(c.found[y].at), Detail: "the passage has these names in another order"})
			return true
		}
	}
	for k := 1; k+1 < len(at); k++ {
		before, here, after := c.found[at[k-1]].at, c.found[at[k]].at, c.found[at[k+1]].at
		if c.pc.table && (c.pc.tokens[before].cell != c.pc.tokens[here].cell || c.pc.tokens[after].cell != c.pc.tokens[here].cell) {
			continue
		}
		if before >= after || here > before && here < after || c.repeated(at[k], before, after) || c.settled(at[k], here) || c.pc.predicate(here) || !c.spelt(at[k]) || c.setApart(here, after) {
			continue
		}
		for j := before + 1; j < after; j++ {
			if e := &c.pc.tokens[j]; e.bears() && (e.value == nil) == (c.st[at[k]].value == nil) {
				c.fault(&c.st[at[k]], Fault{Check: "order", Contradict: true, Passage: c.says(j), Detail: "the passage has these words in another order"})
				return true
			}
		}
	}
	return false
}

// setApart reports that the word behind stands alone in a clause of its own: in case of
// refusal, at night. It may stand anywhere.
func (c *comparison) setApart(here, after int) bool {
	return !c.pc.table && c.pc.tokens[here].clause != c.pc.tokens[after].clause && bearing(clauseAt(c.pc.tokens, after)) == 1
}

// spelt reports that the piece has a word of the statement and not only one that says the
// same, which may be another part of speech: fell, a fall in.
func (c *comparison) spelt(i int) bool {
	return c.st[i].value != nil || c.st[i].stem == c.pc.tokens[c.found[i].at].stem
}

// predicate reports a word right behind is or was and an article: what the sentence says of
// its subject, and what may be the subject as well. The largest was the mill.
func (pc *piece) predicate(j int) bool {
	for k := j - 1; k >= 0; k-- {
		switch t := &pc.tokens[k]; {
		case t.class&auxiliary != 0:
			return true
		case t.class&article == 0:
			return false
		}
	}
	return false
}

// repeated reports that a word stands between two tokens of the piece too.
func (c *comparison) repeated(i, before, after int) bool {
	for j := before + 1; j < after; j++ {
		if c.fits(&c.st[i], &c.pc.tokens[j]) {
			return true
		}
	}
	return false
}

// chunk is a name, a value or a word that both sides have.
type chunk struct {
	first, last int // tokens of the statement
	from, to    int // tokens of the piece
	name        bool
	value       *value
}

func sorted(cs []chunk) bool {
	return slices.IsSortedFunc(cs, func(a, b chunk) int { return a.from - b.from })
}

// changedPlaces reports that chunks a and b stand the other way round in the piece,
// and that this changes what is said.
func (c *comparison) changedPlaces(cs []chunk, a, b int) bool {
	x, y := cs[a], cs[b]
	if x.from < y.from || (x.value == nil) != (y.value == nil) || x.value != nil && !sameKind(x.value, y.value) {
		return false
	}
	voiced := c.keep(x.first, y.first, x.from, y.from)
	if voiced == exchanged && (c.st[x.first].role == anchor || c.st[y.first].role == anchor) {
		return true
	}
	if c.joined(c.st, x.last, y.first) || c.joined(c.pc.tokens, y.to, x.from) {
		return false
	}
	if b == a+1 && x.name && y.name && (c.pc.lang == nil || c.pc.lang.code != "deu") && c.close(y.to, x.from) {
		return voiced != kept // Heads of News, News of Heads
	}
	swapped := slices.Clone(cs)
	swapped[a], swapped[b] = swapped[b], swapped[a]
	alike := x.name == y.name || c.pc.lang == nil || c.pc.lang.code == "deu"
	restored := sorted(swapped) && alike && (b > a+1 || x.name || x.value != nil)
	around, wholly, pivots := false, false, 0 // both keep what stands between them: A pays B, B pays A
	for k := a + 1; k < b; k++ {
		if cs[k].from > y.from && cs[k].from < x.from {
			around = true
			if c.st[cs[k].first].stem == c.pc.tokens[cs[k].from].stem && c.oneVoice(cs[k].first, cs[k].from) {
				pivots++
				wholly = wholly || c.turned(cs, k)
			}
		}
	}
	told := voiced == exchanged || wholly || c.doersDiffer(x.first, y.first, x.from, y.from)
	names := x.name && y.name && (c.pc.lang == nil || c.pc.lang.code != "deu")
	nouns := pivots >= enoughPivots && !c.inverts() && !c.st[x.first].period() && !c.st[y.first].period()
	return voiced != kept && (restored || around && (told || names || nouns))
}

// enoughPivots is how many of the same words in the same order must stand between two nouns
// that have changed places: one may be a noun that both belong to.
const enoughPivots = 2

// turned reports that all that stands before chunk k in the statement stands behind it in
// the piece, and the other way round: the will of the people is the basis of the authority
// of the state. Both sides have is or are before the word, or several words around it; a
// German sentence may begin with its object.
func (c *comparison) turned(cs []chunk, k int) bool {
	if k == 0 || k == len(cs)-1 {
		return false
	}
	hi := -1
	for i := range cs {
		if i < k && cs[i].from < cs[k].from || i > k && cs[i].from > cs[k].from || cs[i].value != nil {
			return false
		}
		if i > k {
			hi = max(hi, cs[i].to)
		}
	}
	if is(c.st[cs[k-1].last:cs[k].first]) && is(c.pc.tokens[hi:cs[k].from]) {
		return true
	}
	return k >= 2 && len(cs)-k-1 >= 2 && (!c.inverts() || c.pc.lang != nil && c.pc.lang.code == "spa")
}

// is reports a form of to be.
func is(ts []token) bool { return classesOf(ts)&auxiliary != 0 }

// inverts reports a language that has its subject behind the verb at will.
func (c *comparison) inverts() bool {
	return c.pc.lang == nil || c.pc.lang.code == "deu" || c.pc.lang.code == "spa"
}

// doersDiffer reports that of two words the one acts in the statement and the other one in
// the piece, as far as a by says so.
func (c *comparison) doersDiffer(x, y, atX, atY int) bool {
	sx, sy, ex, ey := c.st[x].role.acts(), c.st[y].role.acts(), c.pc.tokens[atX].role.acts(), c.pc.tokens[atY].role.acts()
	return sx != sy && ex != ey && sx != ex
}

// oneVoice reports that both sides say in the same way, active or passive, who does what a
// word stands for: in its clause of the statement and in that of the piece.
func (c *comparison) oneVoice(i, j int) bool {
	ours, theirs := clauseAt(c.st, i), clauseAt(c.pc.tokens, j)
	return !hasRole(ours, agent) && !hasRole(theirs, agent) && (classesOf(ours)^classesOf(theirs))&auxiliary == 0
}

// clauseAt returns the tokens of the clause that token i stands in.
func clauseAt(ts []token, i int) []token {
	start := i
	for start > 0 && ts[start-1].clause == ts[i].clause {
		start--
	}
	return ts[start:clauseEnd(ts, i)]
}

// close reports that nothing that bears meaning stands between two tokens of the piece.
func (c *comparison) close(from, to int) bool {
	for k := from + 1; k < to; k++ {
		if c.pc.tokens[k].bears() {
			return false
		}
	}
	return true
}

// joined reports that nothing stands between two tokens but and, or and a comma.
func (c *comparison) joined(ts []token, from, to int) bool {
	for k := from + 1; k < to; k++ {
		if ts[k].class&clauseBreak == 0 && ts[k].fold != "or" && ts[k].fold != "oder" && ts[k].fold != "ou" && ts[k].fold != "sowie" {
			return false
		}
	}
	return to > from+1 || to == from+1 && ts[to].clause != ts[from].clause
}
