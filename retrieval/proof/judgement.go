package proof

import (
	"slices"
	"strings"
)

// Verdict says how far the passages carry a statement.
type Verdict string

// The verdicts.
const (
	Supported    Verdict = "supported"
	Partial      Verdict = "partial"
	Contradicted Verdict = "contradicted"
	Unsupported  Verdict = "unsupported"
	NotCheckable Verdict = "not-checkable"
)

// Stance is what a piece of evidence is to a statement.
type Stance string

// The stances. Outdated evidence would support, and is superseded or stale.
const (
	Supports    Stance = "supports"
	Contradicts Stance = "contradicts"
	Mentions    Stance = "mentions"
	Outdated    Stance = "outdated"
)

// Evidence is a piece of a passage that decides.
type Evidence struct {
	Passage    *Passage
	Start, End int // in the passage's text
	Stance     Stance
	Faults     []Fault

	used [][2]int // what of it the statement says, in the passage's text
}

// Judgement is the result of holding one statement against passages.
type Judgement struct {
	Verdict   Verdict
	Derived   string // the sum or difference that was worked out, "" where none was
	Reasons   []string
	Faults    []Fault
	Evidence  []Evidence // what decides first
	Conflicts []Evidence // passages that say otherwise although another supports
	Disputes  []Dispute  // of what decides, with other documents
	Covered   []string   // parts of the statement that the evidence holds
	Uncovered []string
	Language  string // ISO 639-3
	Rules     bool   // whether there are rule tables for the language
	Uncarried bool   // the statement's own citation does not carry it
}

func (j *Judgement) add(c *comparison, s Stance) {
	for _, e := range j.Evidence {
		if e.Passage == c.pc.passage && e.Start == c.pc.start && e.End == c.pc.end {
			return
		}
	}
	if lead := c.pc.lead; lead[1] > 0 {
		j.Evidence = append(j.Evidence, Evidence{c.pc.passage, lead[0], lead[1], s, nil, within(c.used(), lead[0], lead[1])})
	}
	j.Evidence = append(j.Evidence, Evidence{c.pc.passage, c.pc.start, c.pc.end, s, c.faults, within(c.used(), c.pc.start, c.pc.end)})
}

// within returns the spans that lie between two places.
func within(spans [][2]int, start, end int) (out [][2]int) {
	for _, s := range spans {
		if s[0] >= start && s[1] <= end {
			out = append(out, s)
		}
	}
	return out
}

// parts fills in which runs of words the evidence holds and which it does not.
func (j *Judgement) parts(c *comparison, text string) {
	covered, uncovered := c.parts()
	j.Covered = append(j.Covered, runs(text, covered, uncovered)...)
	j.Uncovered = append(j.Uncovered, runs(text, uncovered, covered)...)
}

// runs joins neighbouring spans between which none of the others stands.
func runs(text string, spans, others [][2]int) []string {
	var out []string
	for i := 0; i < len(spans); {
		k := i
		for k+1 < len(spans) && !slices.ContainsFunc(others, func(o [2]int) bool { return o[0] >= spans[k][1] && o[1] <= spans[k+1][0] }) {
			k++
		}
		out = append(out, text[spans[i][0]:spans[k][1]])
		i = k + 1
	}
	return out
}

func (f Fault) sentence() string {
	switch {
	case f.Says != "" && f.Passage != "":
		return f.Check + ": “" + f.Says + "”, the passage has “" + strings.TrimSpace(f.Passage) + "” (" + f.Detail + ")"
	case f.Says != "":
		return f.Check + ": “" + f.Says + "”, " + f.Detail
	case f.Passage != "":
		return f.Check + ": " + f.Detail + " (“" + strings.TrimSpace(f.Passage) + "”)"
	}
	return f.Check + ": " + f.Detail
}
