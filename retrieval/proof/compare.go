package proof

import "slices"

// Fault is what a piece of evidence does not carry of a statement.
type Fault struct {
	Check      string `json:"check"` // word, name, number, date, time, negation, modality, quantifier, direction, pairing, order, quotation, attribution
	Contradict bool   `json:"contradicts"`
	Says       string `json:"statement"` // what the statement has
	Passage    string `json:"passage"`   // what the passage has, "" where it has nothing
	Detail     string `json:"detail"`

	span [2]int // of Says in the statement
}

// where a word of the statement was found.
type place int

const (
	nowhere place = iota
	inPiece
	inHeader // above the cells of a row
	inAround // in headings, the title, the sentence before
)

// match is how one token of the statement stands in a piece.
type match struct {
	where place
	at    int // token of the piece
	note  string
}

// comparison holds one clause of a statement against one piece.
type comparison struct {
	st      []token // the clause, in order
	carried []token // words of an earlier clause that this one is about
	text    string  // of the statement
	pc      *piece
	found   []match // by token of st
	taken   map[int]bool
	faults  []Fault
	altered bool // it is a copy of the piece's sentence with other words in places
	flipped int  // words whose opposite stands in the piece
	// turnedRound: a denied word of the one side is its opposite on the other.
	turnedRound bool
	reversed    bool // more on the one side is less on the other, and what is compared has changed places
	weight      float64
	held        float64
	apart       bool   // too little in common
	fit         []bool // by token of st and the first tokens of the piece: they fit, and the former bears meaning
}

// Weights of what a piece may hold of a statement: values and names tell passages
// apart better than words do.
const (
	wordWeight  = 1.0
	nameWeight  = 2.0
	valueWeight = 2.0
)

func weightOf(t *token) float64 {
	switch {
	case t.value != nil:
		return valueWeight
	case t.name:
		return nameWeight
	}
	return wordWeight
}

func compare(text string, st, carried []token, pc *piece) *comparison {
	c := &comparison{st: st, carried: carried, text: text, pc: pc, found: make([]match, len(st)), taken: map[int]bool{}}
	c.weigh()
	if c.apart = c.held*4 < c.weight; c.apart {
		return c // too little in common for anything to be said
	}
	c.narrow()
	c.align()
	c.checkWords()
	c.checkComparison()
	c.checkValues()
	c.checkPairing()
	c.checkShares()
	c.checkOrder()
	c.checkOwner()
	c.checkPolarity()
	c.checkModality()
	c.checkAims()
	c.checkQuantifiers()
	c.checkCopy()
	return c
}

// share is how much of the statement the piece holds.
func (c *comparison) share() float64 {
	if c.weight == 0 {
		return 0
	}
	return c.held / c.weight
}

func (c *comparison) supports() bool { return len(c.faults) == 0 && c.weight > 0 && !c.apart }

func (c *comparison) contradicts() bool {
	words, held := 0.0, 0.0
	for i := range c.st {
		if t := &c.st[i]; t.value == nil && t.bears() {
			words += weightOf(t)
			switch c.found[i].where {
			case inPiece, inHeader:
				held += weightOf(t)
			case inAround:
				held += weightOf(t) / 2
			}
		}
	}
	if c.share() < contradictionShare || held < words*contradictionWords || words < 3 && held < words {
		return false
	}
	contradicted, missing := false, false
	for i := range c.faults {
		f := &c.faults[i]
		missing = missing || f.Check == "word"
		if f.Check == "name" {
			return false
		}
	}
	for i := range c.faults {
		// Of a statement with a word that the piece has not, another value says something,
		// another order or another must does not: it may be about something else.
		contradicted = contradicted || c.faults[i].Contradict && !(missing && slices.Contains(delicate, c.faults[i].Check))
	}
	return contradicted
}

var delicate = []string{"order", "modality", "quantifier", "pairing", "negation"}

func (c *comparison) fault(t *token, f Fault) {
	if t != nil {
		f.Says, f.span = c.text[t.start:t.end], [2]int{t.start, t.end}
	}
	c.faults = append(c.faults, f)
}

// says is the text of a token of the piece.
func (c *comparison) says(i int) string {
	t := &c.pc.tokens[i]
	return c.pc.passage.Text[t.start:t.end]
}

// weigh looks which tokens fit which, and how much of the statement the piece holds: what
// it lacks itself may stand around it.
func (c *comparison) weigh() {
	m := min(len(c.pc.tokens), maxTokens)
	c.fit = make([]bool, len(c.st)*m)
	for i := range c.st {
		t := &c.st[i]
		if !t.bears() {
			continue
		}
		for j := range m {
			if c.fits(t, &c.pc.tokens[j]) {
				c.fit[i*m+j] = true
				c.found[i].where = inPiece // align says at which token
			}
		}
		if c.found[i].where == nowhere {
			c.found[i].where = c.beside(t, i > 0 && c.begun(i))
		}
		w := weightOf(t)
		c.weight += w
		switch c.found[i].where {
		case inPiece, inHeader:
			c.held += w
		case inAround:
			c.held += w / 2
		}
	}
}

// begun reports that the piece has a word of the statement before token i: what it is about
// has been said, and what is said of it follows.
func (c *comparison) begun(i int) bool {
	return slices.ContainsFunc(c.found[:i], func(m match) bool { return m.where == inPiece })
}

// standing lists the tokens of the statement that bear meaning and stand in the piece.
func (c *comparison) standing() (at []int) {
	for i := range c.st {
		if c.st[i].bears() && c.found[i].where == inPiece {
			at = append(at, i)
		}
	}
	return at
}

// region is the clauses of the piece that hold what the statement says, all of them
// in a table.
func (c *comparison) region() []token {
	if c.pc.table || c.verbatim() {
		return c.pc.tokens
	}
	in := map[int]bool{}
	for i := range c.found {
		if c.found[i].where == inPiece {
			in[c.pc.tokens[c.found[i].at].clause] = true
		}
	}
	for i := range c.pc.tokens {
		if c.pc.tokens[i].start < c.pc.lead[1] {
			in[c.pc.tokens[i].clause] = true // what leads a list in goes with each of its items
		}
	}
	c.pc.widen(in)
	var out []token
	for _, t := range c.pc.tokens {
		if in[t.clause] {
			out = append(out, t)
		}
	}
	return out
}

// widen adds clauses that go with chosen ones: what nor goes on with, and in front of a
// clause what says nothing without it, as in everyone who works.
func (pc *piece) widen(in map[int]bool) {
	ts := pc.tokens
	for end := len(ts); end > 0; {
		start := end - 1
		for start > 0 && ts[start-1].clause == ts[start].clause {
			start--
		}
		if end < len(ts) && in[ts[end].clause] && (ts[end].class&further != 0 || bearing(ts[start:end]) == 0) {
			in[ts[start].clause] = true
		}
		end = start
	}
}

// verbatim reports that the statement has nearly all of the piece's words: then each
// of its small words counts too.
func (c *comparison) verbatim() bool {
	all, free := 0, 0
	for j := range c.pc.tokens {
		if c.pc.tokens[j].bears() {
			all++
			if !c.taken[j] {
				free++
			}
		}
	}
	return free*10 <= all
}

// unmatched reports the tokens of the piece between two of its tokens that bear
// meaning and that nothing of the statement stands for.
func (c *comparison) unmatched(from, to int) []int {
	var out []int
	for j := from + 1; j < to && j < len(c.pc.tokens); j++ {
		if t := &c.pc.tokens[j]; t.bears() && !c.taken[j] {
			out = append(out, j)
		}
	}
	return out
}

// covered and uncovered return the parts of the statement that the piece holds and
// that it does not, as spans.
func (c *comparison) parts() (covered, uncovered [][2]int) {
	for i := range c.st {
		t := &c.st[i]
		if !t.bears() {
			continue
		}
		span := [2]int{t.start, t.end}
		bad := slices.ContainsFunc(c.faults, func(f Fault) bool { return f.span == span })
		if c.found[i].where == nowhere || bad {
			uncovered = append(uncovered, span)
		} else {
			covered = append(covered, span)
		}
	}
	return covered, uncovered
}

// contradictionShare is how much of a statement a piece must hold before a
// difference counts as a contradiction and not as another subject.
const (
	contradictionShare = 0.3
	contradictionWords = 0.7
)
