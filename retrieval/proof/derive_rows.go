package proof

import "strings"

// addRows adds up the rows of one table that the statement's words pick: all rows
// for Lyon.
func (e *examination) addRows(j *Judgement, target int) bool {
	ts := e.st.tokens
	want := ts[target].value
	if classesOf(ts)&sum == 0 {
		return false
	}
	groups := map[string][]*piece{}
	var order []string
	for _, p := range e.pieces {
		if p.table && p.passage.Outdated == "" {
			key := p.passage.Source + "#" + p.passage.Unit + p.headerKey()
			if groups[key] == nil {
				order = append(order, key)
			}
			groups[key] = append(groups[key], p)
		}
	}
	var words []token
	for i := range ts {
		if i != target && ts[i].bears() && ts[i].class&sum == 0 {
			words = append(words, ts[i])
		}
	}
	for _, key := range order {
		var picked []summand
		uncertain := false
		for _, p := range groups[key] {
			c := compare(e.statement.Text, words, nil, p)
			if !c.supports() || !c.inCell() {
				continue
			}
			v, ok := p.single(want, c)
			uncertain = uncertain || !ok
			picked = append(picked, summand{c, v})
		}
		if uncertain || len(picked) < 2 || len(words) == 0 {
			continue
		}
		if e.result(j, target, picked) {
			return true
		}
	}
	return false
}

// inCell reports that a word of the statement stands in a cell of the row itself.
func (c *comparison) inCell() bool {
	for i := range c.found {
		if c.found[i].where == inPiece {
			return true
		}
	}
	return false
}

func (p *piece) headerKey() string {
	var b strings.Builder
	for i := range len(p.header) {
		for _, t := range p.header[i] {
			b.WriteString(" " + t.fold)
		}
	}
	return b.String()
}
