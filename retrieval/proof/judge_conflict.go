package proof

import "slices"

// Dispute is a place in a passage whose value another document contradicts, as the
// relations of the snapshot have it.
type Dispute struct {
	Start, End int    // in the passage's text
	Here       string // the value there
	There      string // the value of the other document
	Path       string // of the other document
	Key        int    // the caller's
}

// disputed looks whether what decides for a statement stands in conflict: its value
// itself, or, where the conflict is about a yes and no, the sentence that it stands in.
func (j *Judgement) disputed() {
	for i := range j.Evidence {
		e := &j.Evidence[i]
		for _, d := range e.Passage.Disputes {
			if d.Start < e.Start || d.End > e.End || !decides(e, &d) {
				continue
			}
			j.Disputes = append(j.Disputes, d)
			if e.Stance != Supports || j.Verdict == Contradicted {
				continue
			}
			if j.Verdict == Supported {
				j.Verdict = Partial
			}
			if slices.ContainsFunc(j.Conflicts, func(e Evidence) bool { return e.Passage.Path == d.Path }) {
				continue // said already
			}
			j.Reasons = append(j.Reasons, "the documents disagree: "+e.Passage.Path+" has “"+d.Here+"”, "+d.Path+" has “"+d.There+"”")
		}
	}
}

// decides reports that the statement says what is disputed.
func decides(e *Evidence, d *Dispute) bool {
	if e.Stance == Contradicts || len(e.used) == 0 {
		return true
	}
	if len(values(e.Passage.Text[d.Start:d.End], e.Passage.Language)) == 0 {
		return true
	}
	for _, u := range e.used {
		if u[0] < d.End && d.Start < u[1] {
			return true
		}
	}
	return false
}

// used lists what of the piece the statement says.
func (c *comparison) used() [][2]int {
	var out [][2]int
	for i := range c.found {
		if c.found[i].where == inPiece {
			t := &c.pc.tokens[c.found[i].at]
			out = append(out, [2]int{t.start, t.end})
		}
	}
	return out
}

// conflicts reports that c, of another document, is about all that the statement is
// about and differs in a value, a negation or a direction alone.
func (e *examination) conflicts(c, best *comparison) bool {
	if c.pc.passage.Source == best.pc.passage.Source || c.pc.passage.Outdated != "" || !c.contradicts() || len(c.faults) != 1 {
		return false
	}
	for i := range c.st {
		if c.st[i].value == nil && c.st[i].bears() && c.found[i].where != inPiece && c.found[i].where != inHeader {
			return false
		}
	}
	for i := range c.pc.tokens {
		if t := &c.pc.tokens[i]; !c.taken[i] && t.value == nil && t.bears() && (t.capital || c.pc.table) {
			return false // it is about something that the statement does not name
		}
	}
	if !c.pc.table && c.besideRival() {
		return false
	}
	switch c.faults[0].Check {
	case "number", "date", "time", "negation", "direction":
		return true
	}
	return false
}

// besideRival reports that the piece says something beside the value in question that the
// statement does not: the last day of registration is no other training day.
func (c *comparison) besideRival() bool {
	for j := range c.pc.tokens {
		if v := &c.pc.tokens[j]; v.value == nil || c.says(j) != c.faults[0].Passage {
			continue
		}
		for k := max(0, j-besideWords); k < min(len(c.pc.tokens), j+besideWords+1); k++ {
			if t := &c.pc.tokens[k]; !c.taken[k] && t.value == nil && t.bears() {
				return true
			}
		}
	}
	return false
}

// besideWords is how far from a value the words stand that say what it is a value of.
const besideWords = 4
