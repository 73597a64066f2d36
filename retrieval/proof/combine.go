package proof

// combined looks whether the clauses of a statement are carried by different
// pieces: two facts joined by and, or by a relative clause.
func (e *examination) combined(j *Judgement) bool {
	parts := e.split()
	if len(parts) < 2 {
		return false
	}
	var best []*comparison
	supported, contradicted := 0, 0
	for i, part := range parts {
		var carried []token
		if i > 0 {
			carried = inherited(parts[:i], part)
		}
		found := e.examine(part, carried)
		if len(found) == 0 {
			best = append(best, nil)
			continue
		}
		c := found[0]
		best = append(best, c)
		switch {
		case c.supports() && c.pc.passage.Outdated == "":
			supported++
		case c.contradicts() && c.pc.passage.Outdated == "":
			contradicted++
		}
	}
	switch {
	case supported == len(parts):
		j.Verdict = Supported
	case supported > 0 && contradicted > 0:
		j.Verdict = Contradicted
	case supported > 0:
		j.Verdict = Partial
	default:
		return false
	}
	cited := !e.statement.cites()
	for i, c := range best {
		if c == nil {
			text := e.statement.Text[parts[i][0].start:parts[i][len(parts[i])-1].end]
			j.Uncovered = append(j.Uncovered, text)
			j.Reasons = append(j.Reasons, "no passage says “"+text+"”")
			continue
		}
		stance := Mentions
		switch {
		case c.supports() && c.pc.passage.Outdated == "":
			stance = Supports
		case c.supports():
			stance = Outdated
			j.Reasons = append(j.Reasons, "a part is carried by evidence alone that no longer counts: "+c.pc.passage.Outdated)
		case c.contradicts():
			stance = Contradicts
		}
		cited = cited || c.pc.passage.Cited && stance == Supports
		j.add(c, stance)
		j.parts(c, e.statement.Text)
		j.Faults = append(j.Faults, c.faults...)
		for _, f := range c.faults {
			j.Reasons = append(j.Reasons, f.sentence())
		}
	}
	if j.Verdict == Supported && !cited {
		j.Verdict, j.Uncarried = Partial, true
		j.Reasons = append(j.Reasons, "the passage that it cites does not carry it; these do")
	}
	return true
}

// split divides a statement where it joins clauses. A part has two words or values
// at least that say something; smaller ones stay with the one before.
func (e *examination) split() [][]token {
	ts := e.st.tokens
	var out [][]token
	start := 0
	for i := 1; i < len(ts); i++ {
		if ts[i].clause == ts[i-1].clause {
			continue
		}
		joined := ts[i].class&join != 0
		for k := ts[i-1].end; k < ts[i].start; k++ {
			joined = joined || e.st.text[k] == ';' || e.st.text[k] == '(' || e.st.text[k] == ')' || e.st.text[k] == ','
		}
		if joined && bearing(ts[start:i]) >= 2 && bearing(ts[i:clauseEnd(ts, i)]) >= 2 {
			out = append(out, ts[start:i])
			start = i
		}
	}
	return append(out, ts[start:])
}

func clauseEnd(ts []token, i int) int {
	end := i
	for end < len(ts) && ts[end].clause == ts[i].clause {
		end++
	}
	return end
}

func bearing(ts []token) int {
	n := 0
	for i := range ts {
		if ts[i].bears() {
			n++
		}
	}
	return n
}

// inherited returns the words of earlier clauses that a later one is about: their
// names where it has none, their first word where they have none either, and all
// their words where it has hardly one.
func inherited(before [][]token, part []token) []token {
	names, words := 0, 0
	for i := range part {
		switch t := &part[i]; {
		case t.value != nil || !t.bears():
		case t.name:
			names++
			words++
		default:
			words++
		}
	}
	first := before[0]
	var out []token
	for i := range first {
		t := &first[i]
		if !t.bears() || t.value != nil {
			continue
		}
		if names == 0 && (t.name || t.first || len(out) == 0) || words < 2 && !t.capital {
			out = append(out, *t)
		}
	}
	return out
}
