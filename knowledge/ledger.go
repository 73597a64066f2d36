package knowledge

import (
	"fmt"
	"strconv"
	"strings"
)

// Unaccounted is the outcome of a part that was counted in the original and that no
// unit, child, note or issue of the evidence answers for.
const Unaccounted Outcome = "unaccounted"

// PartLine is the ledger's line of one part of a document.
type PartLine struct {
	Kind    PartKind
	At      Locator // in the original; zero where the part has no place
	Outcome Outcome
	Reason  string
	Unit    string // the unit that answers for it, "" where something else does
	N       int    // parts that the line stands for: 1, or a number of lines
}

// Ledger accounts for every part that the census of d expects, in its order.
func (d *Document) Ledger() []PartLine {
	c := d.Evidence.Census
	if c == nil || c.Reason != "" {
		return nil
	}
	l := newLedger(d)
	for _, e := range c.Parts {
		switch e.Kind {
		case WholePart:
			l.out = append(l.out, PartLine{Kind: e.Kind, Outcome: d.Evidence.Outcome, Reason: d.Evidence.Reason, N: 1})
		case LinePart:
			l.lines(e)
		default:
			l.placed(e)
		}
	}
	return l.out
}

// answer is what answers for one part.
type answer struct {
	outcome Outcome
	reason  string
	unit    string
}

type ledger struct {
	d     *Document
	whole answer // for parts without an answer, where the whole document met an error
	out   []PartLine
}

func newLedger(d *Document) *ledger {
	l := &ledger{d: d}
	for _, i := range d.Evidence.Issues {
		if i.Severity == Error && i.Locator.IsZero() {
			l.whole = answer{outcome: Failed, reason: i.Code}
			if i.Code == "encrypted" {
				l.whole.outcome = Encrypted
			}
		}
	}
	return l
}

// placed accounts for parts that are found by their locators. Parts that have no
// name, or are spelled otherwise in the evidence, are matched by their number.
func (l *ledger) placed(e Expected) {
	answers, order := l.answers(e.Kind)
	numbered := e.At == nil && e.Kind != AttachedPart
	lines := make([]PartLine, e.N)
	var open []int
	for i := range e.N {
		at := ""
		switch {
		case numbered:
			at = strconv.Itoa(i + 1)
		case i < len(e.At):
			at = e.At[i]
		}
		lines[i] = PartLine{Kind: e.Kind, At: e.Kind.locate(at), N: 1}
		if list := answers[at]; at != "" && len(list) > 0 {
			l.settle(&lines[i], list[0])
			answers[at] = list[1:]
			continue
		}
		open = append(open, i)
	}
	for _, at := range order {
		for !numbered && len(answers[at]) > 0 && len(open) > 0 {
			i := open[0]
			l.settle(&lines[i], answers[at][0])
			lines[i].At = e.Kind.locate(at)
			open, answers[at] = open[1:], answers[at][1:]
		}
	}
	for _, i := range open {
		l.settle(&lines[i], l.whole)
	}
	l.out = append(l.out, lines...)
}

func (k PartKind) locate(at string) Locator {
	if at == "" {
		return Locator{}
	}
	return Loc(k.locatorKey(), at)
}

func (l *ledger) settle(line *PartLine, a answer) {
	line.Outcome, line.Reason, line.Unit = a.outcome, a.reason, a.unit
	if a.outcome == "" {
		line.Outcome = Unaccounted
	}
}

// answers gathers what the evidence says of parts of a kind, by the value of its
// locator key, and the values in their order. Children and sheets of one name count
// each; of all else one answer stands for a part.
func (l *ledger) answers(k PartKind) (map[string][]answer, []string) {
	key, e := k.locatorKey(), &l.d.Evidence
	out := map[string][]answer{}
	var order []string
	add := func(loc Locator, a answer, each bool) {
		v := loc.Get(key)
		if v == "" || len(out[v]) > 0 && !each {
			return
		}
		if len(out[v]) == 0 {
			order = append(order, v)
		}
		out[v] = append(out[v], a)
	}
	outcomes := l.d.UnitOutcomes()
	for i := range l.d.Units {
		u := &l.d.Units[i]
		add(u.Locator, answer{outcomes[i].Outcome, outcomes[i].Reason, u.Name}, k == SheetPart && u.Kind == Sheet)
	}
	for _, c := range e.Children {
		add(c.Member, answer{outcome: c.Outcome(), reason: c.Reason}, true)
	}
	for _, n := range e.Parts {
		add(n.At, answer{outcome: n.Outcome, reason: n.Reason}, eachNote(k))
	}
	for _, i := range e.Issues {
		outcome := Partial
		switch {
		case i.Severity == Error:
			outcome = Failed
		case k == MemberPart:
			outcome = Excluded
		}
		add(i.Locator, answer{outcome: outcome, reason: i.Code}, false)
	}
	for i := range l.d.Units {
		u := &l.d.Units[i]
		for j := range u.Blocks {
			add(u.Blocks[j].Locator, answer{outcomes[i].Outcome, outcomes[i].Reason, u.Name}, false)
		}
	}
	return out, order
}

// eachNote reports whether notes of a kind stand for a part each: entries of an archive
// may have one name twice.
func eachNote(k PartKind) bool { return k == MemberPart }

// lines accounts for the lines that hold something: each lies in a range of rows.
func (l *ledger) lines(e Expected) {
	var have [][2]int
	add := func(loc Locator) {
		if first, last, ok := numbers(loc.Get("lines")); ok {
			have = append(have, [2]int{first, last})
		}
	}
	for i := range l.d.Units {
		if u := &l.d.Units[i]; u.Kind != Sheet { // a sheet spans all lines, its ranges hold them
			add(u.Locator)
			for j := range u.Blocks {
				add(u.Blocks[j].Locator)
			}
		}
	}
	for _, n := range l.d.Evidence.Parts {
		add(n.At)
	}
	for _, i := range l.d.Evidence.Issues {
		add(i.Locator)
	}
	have = union(have)
	rest := e.N
	for _, run := range e.Lines {
		for _, gap := range outside(run, have) {
			line := PartLine{Kind: LinePart, At: Loc("lines", fmt.Sprintf("%d-%d", gap[0], gap[1])), N: gap[1] - gap[0] + 1}
			l.settle(&line, l.whole)
			l.out = append(l.out, line)
			rest -= line.N
		}
	}
	if rest > 0 {
		l.out = append(l.out, PartLine{Kind: LinePart, Outcome: Extracted, N: rest})
	}
}

// numbers reads "10-20" or "10".
func numbers(s string) (first, last int, ok bool) {
	a, b, two := strings.Cut(s, "-")
	first, err := strconv.Atoi(a)
	if err != nil || !two {
		return first, first, err == nil
	}
	last, err = strconv.Atoi(b)
	return first, last, err == nil && first <= last
}
