package proof

import (
	"math/big"
	"slices"
	"strings"
)

// derived looks for a sum or difference: the statement says that it is one, and the
// values of the things that it names, each in a piece of its own, make it up.
func (e *examination) derived(j *Judgement) bool {
	if classesOf(e.st.tokens)&(sum|difference) == 0 {
		return false
	}
	target := -1
	for i := range e.st.tokens {
		if v := e.st.tokens[i].value; v != nil && v.kind != date && v.kind != clock && v.kind != ordinal && v.year == 0 {
			if target >= 0 {
				return false // which one is worked out is not clear
			}
			target = i
		}
	}
	if target < 0 || classesOf(e.st.tokens)&negation != 0 {
		return false
	}
	for _, things := range e.conjuncts() {
		if e.add(j, target, things) {
			return true
		}
	}
	return e.addRows(j, target)
}

// conjuncts returns the groups of things that the statement joins: Lyon and Graz,
// rent and deposit.
func (e *examination) conjuncts() [][]thing {
	ts := e.st.tokens
	var out [][]thing
	var open []thing
	last := thing{-1, -1}
	for i := 0; i < len(ts); i++ {
		if !ts[i].bears() || ts[i].value != nil || ts[i].class&(sum|difference) != 0 {
			continue
		}
		next := thing{i, i}
		for ts[i].capital && i+1 < len(ts) && ts[i+1].name && ts[i+1].clause == ts[i].clause {
			i++
			next.to = i
		}
		if last.from >= 0 && e.between(last.to, next.from) {
			if len(open) == 0 {
				open = []thing{last}
			}
			open = append(open, next)
		} else if len(open) > 0 {
			out = append(out, open)
			open = nil
		}
		last = next
	}
	if len(open) > 0 {
		out = append(out, open)
	}
	return out
}

// thing is a word or a name of several words, by its tokens.
type thing struct{ from, to int }

// between reports that two tokens are joined by and or a comma, with articles and
// prepositions at most.
func (e *examination) between(a, b int) bool {
	ts := e.st.tokens
	joined := strings.Contains(e.st.text[ts[a].end:ts[b].start], ",")
	for k := a + 1; k < b; k++ {
		joined = joined || ts[k].class&(join|clauseBreak) != 0
		if ts[k].class&(stop|join|clauseBreak|sum) == 0 {
			return false
		}
	}
	return joined
}

// add looks for one piece a thing that holds it, everything the statement says of
// all of them, and one value; and adds the values up.
func (e *examination) add(j *Judgement, target int, things []thing) bool {
	ts := e.st.tokens
	isThing := map[int]bool{}
	for _, t := range things {
		for i := t.from; i <= t.to; i++ {
			isThing[i] = true
		}
	}
	var shared []token
	for i := range ts {
		if i != target && !isThing[i] && ts[i].bears() && ts[i].class&(sum|difference) == 0 {
			shared = append(shared, ts[i])
		}
	}
	want := ts[target].value
	var per [][]summand
	for n, t := range things {
		var found []summand
		for _, p := range e.pieces {
			if p.passage.Outdated != "" {
				continue
			}
			words := append(slices.Clone(ts[t.from:t.to+1]), shared...)
			c := compare(e.statement.Text, words, nil, p)
			if !c.supports() || c.found[0].where != inPiece || c.hasOther(ts, things, n) {
				continue
			}
			if v, ok := p.single(want, c); ok {
				found = append(found, summand{c, v})
			}
		}
		if len(found) == 0 {
			return false
		}
		per = append(per, found[:min(len(found), 6)])
	}
	return e.search(j, target, per, nil)
}

type summand struct {
	c *comparison
	v *value
}

// hasOther reports that the piece is about another of the things too.
func (c *comparison) hasOther(ts []token, things []thing, self int) bool {
	for k, t := range things {
		if k == self {
			continue
		}
		for x := range c.pc.tokens {
			if same(&ts[t.from], &c.pc.tokens[x]) {
				return true
			}
		}
	}
	return false
}

// single returns the one value of a piece that measures what want does.
func (p *piece) single(want *value, c *comparison) (*value, bool) {
	var out *value
	named := map[int]bool{} // columns that the statement names
	for i := range c.st {
		if c.found[i].where != inHeader {
			continue
		}
		for col, h := range p.header {
			for k := range h {
				named[col] = named[col] || same(&c.st[i], &h[k])
			}
		}
	}
	several := 0
	for i := range p.tokens {
		if v := p.tokens[i].value; v != nil && named[p.tokens[i].cell] && (comparable(want, v) || comparable(v, want)) {
			several++
		}
	}
	for i := range p.tokens {
		v := p.tokens[i].value
		if p.table && several > 0 && !named[p.tokens[i].cell] {
			continue
		}
		if v == nil || c.taken[i] || v.year > 0 || v.bound != 0 || len(v.readings) != 1 || !(comparable(want, v) || comparable(v, want)) {
			continue
		}
		if out != nil {
			return nil, false
		}
		out = v
	}
	return out, out != nil
}

// search tries the combinations of one summand a thing.
func (e *examination) search(j *Judgement, target int, per [][]summand, chosen []summand) bool {
	if len(chosen) < len(per) {
		for _, s := range per[len(chosen)] {
			if e.search(j, target, per, append(chosen, s)) {
				return true
			}
		}
		return false
	}
	return e.result(j, target, chosen)
}

// result reports whether the chosen values make up the target, and records how.
func (e *examination) result(j *Judgement, target int, chosen []summand) bool {
	want := e.st.tokens[target].value
	classes := classesOf(e.st.tokens)
	total := new(big.Rat)
	for _, s := range chosen {
		total.Add(total, s.v.readings[0])
	}
	sign := " + "
	ok := classes&sum != 0 && equalsAny(want, total)
	if !ok && classes&difference != 0 && len(chosen) == 2 {
		sign = " - "
		d := new(big.Rat).Sub(chosen[0].v.readings[0], chosen[1].v.readings[0])
		// Without a word for more or less the sign is not said.
		if d.Sign() < 0 && first(e.st.tokens, over) == nil && first(e.st.tokens, under) == nil {
			d.Neg(d)
			chosen[0], chosen[1] = chosen[1], chosen[0]
		}
		ok = equalsAny(want, d) && !hasAxis(e.st.tokens)
	}
	if !ok {
		return false
	}
	var parts []string
	for _, s := range chosen {
		p := s.c.pc.passage
		parts = append(parts, strings.TrimSpace(p.Text[e0(s.c, s.v)[0]:e0(s.c, s.v)[1]]))
		j.add(s.c, Supports)
	}
	j.Verdict = Supported
	j.Derived = strings.Join(parts, sign) + " = " + e.statement.Text[e.st.tokens[target].start:e.st.tokens[target].end]
	j.Reasons = append(j.Reasons, "derived: "+j.Derived)
	j.Covered = append(j.Covered, e.statement.Text)
	return true
}

func equalsAny(want *value, x *big.Rat) bool {
	for _, r := range want.readings {
		if r.Cmp(x) == 0 && want.bound == 0 {
			return true
		}
	}
	return false
}

// hasAxis reports a comparison whose direction a difference alone does not prove.
func hasAxis(ts []token) bool {
	for i := range ts {
		if len(ts[i].axes) > 0 && ts[i].class&(over|under) == 0 {
			return true
		}
	}
	return false
}
