package proof

import (
	"slices"
	"strings"
)

// role is what a mark before a word says of its part in what is said, wherever it
// stands in the sentence.
type role uint8

const (
	unmarked role = iota
	agent         // who did it: behind the by of a passive
	perhaps       // behind such a by without the auxiliary of a passive: approved by the board
	standard      // what something is compared with: behind than
	partner       // with whom it is done, so that both do it: met with the board
	anchor        // what something comes after or before
)

// maxPhrase bounds the words that a mark governs: "by the library in the old town of
// Birkenau" has eight.
const maxPhrase = 9

// roles gives the words behind by and than their roles.
func (l *line) roles() {
	part := 0 // begins behind the last comma
	for i := range l.tokens {
		if i > 0 && l.parted(i) {
			part = i
		}
		switch t := &l.tokens[i]; {
		case t.class&than != 0 && l.compares(i):
			l.govern(i, standard)
		case t.class&passive != 0 && l.auxiliary(part):
			l.govern(i, agent)
		case t.class&passive != 0:
			l.govern(i, perhaps)
		case slices.ContainsFunc(t.axes, func(p pole) bool { return p.axis == "time" }) && i+1 < len(l.tokens) && !l.parted(i+1):
			l.govern(i, anchor)
		case t.class&partnerMark != 0 && l.together(part, i):
			l.govern(i, partner)
		}
	}
}

// together reports a verb of what two do with each other right before a word such as with:
// what stands in between is a small word, or says how.
func (l *line) together(from, mark int) bool {
	for k := mark - 1; k >= from && k >= mark-3; k-- {
		if l.tokens[k].class&mutual != 0 {
			return true
		}
		if l.tokens[k].capital {
			break
		}
	}
	return false
}

// parted reports a comma or the like before a token.
func (l *line) parted(i int) bool {
	return strings.ContainsAny(l.text[l.tokens[i-1].end:l.tokens[i].start], ",;:()–—|")
}

// auxiliary reports the auxiliary of a passive in the part of a sentence that begins at
// a token.
func (l *line) auxiliary(from int) bool {
	for k := from; k < len(l.tokens) && (k == from || !l.parted(k)); k++ {
		if l.tokens[k].class&auxiliary != 0 {
			return true
		}
	}
	return false
}

// compares reports that a word such as than compares: some say other things too and do
// so only where the sentence has a word of more or less before them.
func (l *line) compares(i int) bool {
	if l.tokens[i].class&stop == 0 || l.lang.code == "eng" {
		return true // compared with
	}
	for k := range l.tokens[:i+1] {
		if comparative(&l.tokens[k]) {
			return true
		}
	}
	return false
}

// comparative reports a word that says which of two is more.
func comparative(t *token) bool {
	for _, x := range t.axes {
		switch x.axis {
		case "quantity", "time", "length", "quality", "cost", "speed", "age", "strong", "hot":
			return true
		}
	}
	return false
}

// govern gives a role to the words that a mark stands before: a name or a noun with its
// small words, and where it is.
func (l *line) govern(mark int, r role) {
	const ended = auxiliary | modal | negation | passive | than | ends
	noun, second := false, 0
	for k := mark + 1; k < len(l.tokens) && k <= mark+maxPhrase; k++ {
		t := &l.tokens[k]
		if t.class&join != 0 && t.class&stop != 0 && second == 0 && l.another(k) && !l.parted(k) {
			noun, second = false, k
			continue
		}
		if t.value != nil || t.class&ended != 0 || l.parted(k) || t.class&join != 0 || len(t.axes) > 0 {
			if second > 0 && t.class&(auxiliary|modal) != 0 {
				for i := second; i < k; i++ {
					l.tokens[i].role = unmarked // it is who does what follows
				}
			}
			return
		}
		if !t.bears() {
			continue
		}
		if noun && !t.capital {
			return // a verb, or what follows
		}
		t.role = r
		noun = noun || t.capital
	}
}

// another reports that a word such as and joins a second one to those who do it: an
// article or a capital follows.
func (l *line) another(and int) bool {
	if and+1 >= len(l.tokens) || l.parted(and+1) {
		return false
	}
	next := &l.tokens[and+1]
	return next.capital && next.bears() || next.class&stop != 0 && next.class&(auxiliary|join|clauseBreak|passive|ends) == 0 && and+2 < len(l.tokens) && l.tokens[and+2].bears() && l.tokens[and+2].value == nil
}

// keeping says whether two words have the same roles on both sides.
type keeping int

const (
	unsaid keeping = iota // no mark says so: their order does
	kept
	exchanged
)

// keep looks at two words of the statement, in its order, and where each of them stands
// in the piece.
func (c *comparison) keep(x, z, atX, atZ int) keeping {
	sx, sz, ex, ez := c.st[x].role, c.st[z].role, c.pc.tokens[atX].role, c.pc.tokens[atZ].role
	compared := sx == standard || sz == standard || ex == standard || ez == standard
	if c.reversed && compared {
		return kept // checkComparison looked at them
	}
	if (sx == partner || sz == partner) && (ex == partner || ez == partner) {
		return kept // each does it with the other
	}
	if (sx == anchor) != (sz == anchor) && (ex == anchor) != (ez == anchor) && c.flipped == 0 {
		switch {
		case sx == ex:
			return kept
		case onePhrase(c.st, x, z) || onePhrase(c.pc.tokens, atX, atZ):
			return unsaid
		}
		return exchanged
	}
	same := false
	ours, theirs := sx.acts() != sz.acts(), ex.acts() != ez.acts()
	switch {
	case (sx == standard) != (sz == standard) && (ex == standard) != (ez == standard):
		same = (sx == standard) == (ex == standard)
	case ours && theirs:
		same = sx.acts() == ex.acts()
	case ours && !hasRole(c.pc.tokens, agent) && c.active(c.st, c.pc.tokens, atX, atZ):
		same = sx.acts() == (atX < atZ) // who does it stands first in the active voice
	case theirs && !hasRole(c.st, agent) && c.active(c.pc.tokens, c.st, x, z):
		same = ex.acts() == (x < z)
	default:
		return unsaid
	}
	switch {
	case same:
		return kept
	case sx == perhaps || sz == perhaps || ex == perhaps || ez == perhaps:
		return unsaid
	}
	return exchanged
}

// onePhrase reports two words that stand so near in a clause that what comes before one of
// them may come before both: before the handover of the keys.
func onePhrase(ts []token, a, b int) bool {
	return ts[a].clause == ts[b].clause && max(a-b, b-a) <= 4
}

// active reports that the verb of a passive sentence stands in the other one, as a verb
// between who does it and to whom, and not as a noun: has the support of.
func (c *comparison) active(passive, other []token, a, b int) bool {
	verb := -1
	for k := range passive {
		if passive[k].role.acts() {
			break
		}
		if passive[k].bears() && passive[k].value == nil {
			verb = k
		}
	}
	if verb < 0 {
		return false
	}
	for k := min(a, b) + 1; k < len(other) && (k < max(a, b) || c.pc.lang != nil && c.pc.lang.code == "deu"); k++ {
		if same(&passive[verb], &other[k]) && other[k-1].class&(article|of) == 0 {
			return true
		}
	}
	return false
}

// acts reports the one who does it.
func (r role) acts() bool { return r == agent || r == perhaps }

func hasRole(ts []token, r role) bool {
	for i := range ts {
		if ts[i].role == r {
			return true
		}
	}
	return false
}
