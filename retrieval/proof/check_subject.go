package proof

// checkSubject finds a statement that begins with what the piece has in a later clause, and
// goes on with what the piece says of something else: the mill is the oldest house and
// stands by the river, the river is the oldest house.
func (c *comparison) checkSubject() {
	at := c.standing()
	for n := 1; n < len(at); n++ {
		if c.st[at[n-1]].value != nil {
			return
		}
		first, last := c.extent(at[n:])
		subject, _ := c.extent(at[:n])
		if subject < last || c.pc.tokens[subject].clause == c.pc.tokens[last].clause {
			continue
		}
		if own := c.ownSubject(first); own >= 0 && c.oneVoice(at[n], first) && !c.repeated(at[0], -1, first) {
			c.ofAnother(at[0], own)
			return
		}
	}
}

// extent returns the first and the last token of the piece that tokens of the statement
// stand for.
func (c *comparison) extent(st []int) (first, last int) {
	first, last = len(c.pc.tokens), -1
	for _, i := range st {
		first, last = min(first, c.found[i].at), max(last, c.found[i].at)
	}
	return first, last
}

// ownSubject returns the word that a clause of the piece begins with before token j and
// that nothing of the statement stands for, -1 where there is none.
func (c *comparison) ownSubject(j int) int {
	out := -1
	for k := j - 1; k >= 0 && c.pc.tokens[k].clause == c.pc.tokens[j].clause; k-- {
		if t := &c.pc.tokens[k]; t.bears() && t.value == nil && !c.taken[k] {
			out = k
		}
	}
	return out
}

// ofAnother faults a statement about token i: the piece says it of its own token.
func (c *comparison) ofAnother(i, own int) {
	c.fault(&c.st[i], Fault{Check: "order", Passage: c.says(own), Detail: "the passage says this of something else"})
}

// checkOwner finds a statement that begins with what one clause of the piece is about and
// goes on with what a later clause says of something else: the mill is old, the barn is
// new, and the mill is new.
func (c *comparison) checkOwner() {
	if c.pc.table {
		return
	}
	at := c.standing()
	if len(at) < 2 {
		return
	}
	if own := c.nearerNamesake(at); own >= 0 {
		c.ofAnother(at[0], own)
		return
	}
	here, there := c.clauseOf(at[0]), c.clauseOf(at[len(at)-1])
	if here >= there {
		return
	}
	if own := c.otherVerb(at, there); own >= 0 {
		c.ofAnother(at[0], own)
		return
	}
	said := len(c.pc.tokens) // the first word of the later clause that the statement has
	for _, i := range at {
		if c.clauseOf(i) == there {
			said = min(said, c.found[i].at)
		}
	}
	for n, i := range at {
		if c.clauseOf(i) != here {
			return
		}
		if n == 0 && len(at) > 2 && c.clauseOf(at[1]) == there {
			continue // the subject is one word
		}
		for j := range said {
			if c.pc.tokens[j].clause != there || !c.fits(&c.st[i], &c.pc.tokens[j]) {
				continue
			}
			own := c.strangerBefore(j)
			if own < 0 || n == 0 && !c.partly(at, here, there) {
				continue
			}
			c.ofAnother(at[0], own)
			return
		}
	}
}

// otherVerb returns the subject of a later clause where the piece says the same verb of the
// statement's subject and of another one: grants pay for beds, loans pay for boats. It is
// -1 where the statement has more than the verb of the first clause.
func (c *comparison) otherVerb(at []int, there int) int {
	if len(at) < 3 || at[1] != at[0]+1 {
		return -1
	}
	for _, i := range at[2:] {
		if c.clauseOf(i) != there {
			return -1
		}
	}
	subject := c.found[at[0]].at
	own, other := false, -1
	for j := range c.pc.tokens {
		if !c.fits(&c.st[at[1]], &c.pc.tokens[j]) {
			continue
		}
		switch k := c.before(j); {
		case k == subject:
			own = true
		case k >= 0 && c.pc.tokens[j].clause == there && !c.taken[k] && c.pc.tokens[k].value == nil:
			other = k
		}
	}
	if !own {
		return -1
	}
	return other
}

// before returns the word before token j in its clause, -1 where there is none.
func (c *comparison) before(j int) int {
	for k := j - 1; k >= 0 && c.pc.tokens[k].clause == c.pc.tokens[j].clause; k-- {
		if c.pc.tokens[k].bears() {
			return k
		}
	}
	return -1
}

// nearerNamesake returns the word before another thing of the subject's kind that stands
// between the subject and what is said: a dry dock is not a wet dock, which is open.
func (c *comparison) nearerNamesake(at []int) int {
	n := 1
	for n < len(at) && at[n] == at[n-1]+1 && c.found[at[n]].at == c.found[at[n-1]].at+1 {
		n++
	}
	if n < 2 || n == len(at) {
		return -1
	}
	_, end := c.extent(at[:n])
	said, _ := c.extent(at[n:])
	if said <= end {
		return -1
	}
	held, own := 0, -1
	for _, i := range at[:n] {
		for j := end + 2; j < said; j++ {
			if !c.fits(&c.st[i], &c.pc.tokens[j]) {
				continue
			}
			held++
			if t := &c.pc.tokens[j-1]; t.bears() && t.value == nil && !c.taken[j-1] {
				own = j - 1
			}
			break
		}
	}
	if held == n {
		return -1
	}
	return own
}

func (c *comparison) clauseOf(i int) int { return c.pc.tokens[c.found[i].at].clause }

// strangerBefore returns the word right before token j in its clause, if nothing of the
// statement stands for it; -1 otherwise.
func (c *comparison) strangerBefore(j int) int {
	if k := c.before(j); k >= 0 && c.pc.tokens[k].value == nil && !c.taken[k] {
		return k
	}
	return -1
}

// partly reports that the later clause lacks one of the words that the statement has from
// the earlier one: it names another.
func (c *comparison) partly(at []int, here, there int) bool {
	for _, i := range at {
		if c.clauseOf(i) != here {
			continue
		}
		in := false
		for j := range c.pc.tokens {
			in = in || c.pc.tokens[j].clause == there && c.fits(&c.st[i], &c.pc.tokens[j])
		}
		if !in {
			return true
		}
	}
	return false
}
