package proof

import "strings"

// checkAims finds what the passage only says to be asked, decided, offered or aimed at,
// and the statement says to be done: the council decided to sell the mill, the council
// sold the mill.
func (c *comparison) checkAims() {
	if c.pc.table || c.pc.lang == nil {
		return
	}
	for i := range c.st {
		if c.found[i].where != inPiece || !c.done(i) {
			continue
		}
		j := c.found[i].at
		if !c.pc.aimed(j) || c.alsoDone(i) {
			continue
		}
		if g := c.governs(j); g >= 0 {
			c.fault(&c.st[i], Fault{Check: "modality", Passage: c.says(g), Detail: "the passage says it only of what is asked, decided or aimed at"})
			return
		}
	}
}

// done reports a word of the statement that may be a verb and says that something is so.
// An infinitive is none, nor is a verb behind may or will.
func (c *comparison) done(i int) bool {
	t := &c.st[i]
	if t.value != nil || !t.bears() || t.name || c.pc.infinitive(c.st, i) || i > 0 && c.st[i-1].class&modal != 0 {
		return false
	}
	if t.fold != c.pc.tokens[c.found[i].at].fold {
		return true
	}
	// The base form of English is that of the present, and of many a noun.
	return c.pc.lang.code == "eng" && i > 0 && i+1 < len(c.st) && c.st[i-1].bears() && c.st[i-1].value == nil &&
		(!c.st[i+1].bears() || c.st[i+1].value != nil || c.st[i+1].capital)
}

// aimed reports an infinitive of the piece that no must, may or plan stands before: these
// are held against the statement's own.
func (pc *piece) aimed(j int) bool {
	t := &pc.tokens[j]
	return t.value == nil && !t.capital && pc.infinitive(pc.tokens, j) && (j == 0 || pc.tokens[j-1].class&modal == 0) && (j < 2 || pc.tokens[j-2].class&modal == 0)
}

// infinitive reports a verb behind to or zu, or with the ending of one.
func (pc *piece) infinitive(ts []token, i int) bool {
	t := &ts[i]
	switch pc.lang.code {
	case "eng", "deu":
		return i > 0 && ts[i-1].class&infinitive != 0
	case "fra":
		return ending(t.fold, "er", "ir", "re")
	}
	return ending(t.fold, "ar", "er", "ir")
}

func ending(w string, endings ...string) bool {
	for _, e := range endings {
		if len(w) > len(e)+2 && strings.HasSuffix(w, e) {
			return true
		}
	}
	return false
}

// alsoDone reports that the piece says the word elsewhere too, and not as an infinitive.
func (c *comparison) alsoDone(i int) bool {
	for j := range c.pc.tokens {
		if c.fits(&c.st[i], &c.pc.tokens[j]) && !c.pc.infinitive(c.pc.tokens, j) {
			return true
		}
	}
	return false
}

// governs returns the word before an infinitive, in its part of the sentence, that says
// what becomes of it and that the statement leaves out; -1 where there is none. German has
// a comma between the two.
func (c *comparison) governs(j int) int {
	ts := c.pc.tokens
	first := ts[j].clause
	if c.pc.lang.code == "deu" {
		first--
	}
	out := -1
	for k := j - 1; k >= 0 && ts[k].clause >= first; k-- {
		t := &ts[k]
		if t.class&asserts != 0 {
			return -1
		}
		if t.bears() && t.value == nil && !t.capital && !c.taken[k] {
			out = k
		}
	}
	return out
}
