package proof

import (
	"slices"
	"strings"
)

// Judge holds a statement against passages.
func Judge(s *Statement, passages []*Passage) Judgement {
	st, code := s.read()
	j := Judgement{Language: code, Rules: st.lang != nil}
	if why := notCheckable(s, st); why != "" {
		j.Verdict, j.Reasons = NotCheckable, []string{why}
		return j
	}
	e := &examination{statement: s, st: st}
	var talk []*Passage
	for _, p := range passages {
		if p.Tier == Interaction {
			talk = append(talk, p)
			continue
		}
		for i := range p.prepare() {
			e.pieces = append(e.pieces, &p.pieces[i])
		}
	}
	whole := e.examine(st.tokens, nil)
	if quoted := e.quotations(); len(quoted) > 0 {
		for i := range whole {
			whole[i].faults = append(whole[i].faults, quoted...)
		}
	}
	e.decide(&j, whole)
	if len(talk) > 0 && j.Verdict != Supported {
		e.spoken(&j, talk)
	}
	j.disputed()
	return j
}

// notCheckable says why nothing can be held against a statement, "" where it can.
func notCheckable(s *Statement, st *line) string {
	if s.Skip != "" {
		return s.Skip
	}
	if strings.HasSuffix(strings.TrimRight(s.Text, " \"”»)"), "?") {
		return "a question"
	}
	if t := first(st.tokens, opinion); t != nil {
		return "an opinion or a guess: " + s.Text[t.start:min(t.end+12, len(s.Text))]
	}
	n := 0
	for i := range st.tokens {
		if st.tokens[i].bears() {
			n++
		}
	}
	if n < 2 {
		return "it says too little to be checked"
	}
	return ""
}

func (e *examination) decide(j *Judgement, whole []*comparison) {
	var best *comparison
	if len(whole) > 0 {
		best = whole[0]
	}
	if best != nil && best.supports() && best.pc.passage.Outdated == "" {
		e.supported(j, whole)
		return
	}
	if e.derived(j) {
		return
	}
	if len(e.statement.quotes) == 0 {
		if shuffled := e.shuffled(best, whole); len(shuffled) == 0 {
			if e.combined(j) {
				return
			}
		} else if e.apart(j, shuffled) {
			return
		}
		if n := slices.IndexFunc(whole, (*comparison).nearly); n > 0 && best.contradicts() {
			best = whole[n]
		}
	}
	switch {
	case best == nil:
		j.Verdict = Unsupported
		j.Reasons = append(j.Reasons, "no passage says anything like it")
		j.Uncovered = append(j.Uncovered, e.statement.Text)
		return
	case best.supports():
		j.Verdict = Unsupported
		j.Reasons = append(j.Reasons, "only evidence that no longer counts carries it: "+best.pc.passage.Outdated)
		j.add(best, Outdated)
		for _, c := range whole {
			if c.contradicts() && c.pc.passage.Outdated == "" {
				j.Verdict = Contradicted
				j.add(c, Contradicts)
				j.Faults = c.faults
				break
			}
		}
	case best.contradicts() && best.pc.passage.Outdated == "":
		j.Verdict, j.Faults = Contradicted, best.faults
		j.add(best, Contradicts)
	default:
		j.Verdict, j.Faults = Unsupported, best.faults
		if best.share() >= partialShare {
			j.Verdict = Partial
		}
		j.add(best, Mentions)
	}
	j.parts(best, e.statement.Text)
	for _, f := range j.Faults {
		j.Reasons = append(j.Reasons, f.sentence())
	}
}

// shuffled lists the pieces of which the statement is a copy with a word or two changed, or
// with its words in an order that says something else: taken apart, the clauses without
// the change would pass.
func (e *examination) shuffled(best *comparison, whole []*comparison) []*piece {
	var out []*piece
	for _, c := range whole {
		if c.altered || c == best && c.shuffled() {
			out = append(out, c.pc)
		}
	}
	return out
}

// apart looks whether other documents than those of the shuffled pieces carry the clauses,
// all of them.
func (e *examination) apart(j *Judgement, shuffled []*piece) bool {
	others := &examination{statement: e.statement, st: e.st}
	for _, p := range e.pieces {
		if !slices.ContainsFunc(shuffled, func(s *piece) bool { return s.passage.Source == p.passage.Source }) {
			others.pieces = append(others.pieces, p)
		}
	}
	try := *j
	if !others.combined(&try) || try.Verdict != Supported {
		return false
	}
	*j = try
	return true
}

// nearlyShare is how much of a statement a piece holds that lacks a word of it.
const nearlyShare = 0.8

// nearly reports a piece that has every value and name of the statement and says nothing
// else in their place: another one that does is about something else.
func (c *comparison) nearly() bool {
	if c.pc.passage.Outdated != "" || c.share() < nearlyShare {
		return false
	}
	valued := false
	for i := range c.st {
		t := &c.st[i]
		if (t.value != nil || t.name) && c.found[i].where != inPiece && c.found[i].where != inHeader {
			return false
		}
		valued = valued || t.value != nil
	}
	return valued && !slices.ContainsFunc(c.faults, func(f Fault) bool { return f.Contradict })
}

// shuffled reports that a piece has all words of a statement, in an order that says
// something else: taken apart, the statement would pass.
func (c *comparison) shuffled() bool {
	return c.held == c.weight && slices.ContainsFunc(c.faults, func(f Fault) bool { return f.Check == "order" || f.Contradict })
}

// partialShare is how much of a statement evidence must hold to be called partial.
const partialShare = 0.6

// supported also looks for passages that say otherwise, and whether the statement's
// own citation carries it.
func (e *examination) supported(j *Judgement, whole []*comparison) {
	best := whole[0]
	j.Verdict = Supported
	j.add(best, Supports)
	j.parts(best, e.statement.Text)
	j.Reasons = append(j.Reasons, e.roundings(best)...)
	if e.statement.cites() && !best.pc.passage.Cited {
		j.Uncarried, j.Verdict = true, Partial
		j.Reasons = append(j.Reasons, "the passage that it cites does not carry it; this one does")
		for _, c := range whole {
			if c.pc.passage.Cited && c.contradicts() {
				j.Verdict, j.Faults = Contradicted, c.faults
				j.Evidence = nil
				j.add(c, Contradicts)
				j.add(best, Supports)
				j.Reasons = nil
				for _, f := range c.faults {
					j.Reasons = append(j.Reasons, f.sentence())
				}
				j.Reasons = append(j.Reasons, "another passage than the one it cites says so")
				return
			}
		}
	}
	for _, c := range whole[1:] {
		if len(j.Evidence) < 3 && c.supports() && c.pc.passage.Outdated == "" {
			j.add(c, Supports)
		}
	}
	if best.pc.passage.Cited {
		return
	}
	for _, c := range whole {
		if len(j.Conflicts) < 3 && e.conflicts(c, best) {
			j.Conflicts = append(j.Conflicts, Evidence{c.pc.passage, c.pc.start, c.pc.end, Contradicts, c.faults, nil})
		}
	}
	if len(j.Conflicts) > 0 {
		j.Verdict = Partial
		f := j.Conflicts[0].Faults[0]
		j.Reasons = append(j.Reasons, "the passages disagree: "+j.Conflicts[0].Passage.Path+" says "+orElse(f.Passage, "otherwise"))
	}
}

func (e *examination) roundings(c *comparison) []string {
	var out []string
	for i := range c.st {
		v := c.st[i].value
		if v == nil || c.found[i].where != inPiece || v.kind == date {
			continue
		}
		w := c.pc.tokens[c.found[i].at].value
		if len(v.readings) > 0 && len(w.readings) > 0 && v.readings[0].Cmp(w.readings[0]) != 0 && len(v.readings) == 1 && len(w.readings) == 1 {
			out = append(out, c.text[c.st[i].start:c.st[i].end]+" for "+c.says(c.found[i].at))
		}
	}
	return out
}
