package validate

import (
	"bytes"

	"quire/knowledge"
)

// maxPlaces is how many unaccounted parts of one document are named; the rest is a
// number.
const maxPlaces = 20

// parts checks that every part which the census counted is accounted for.
func (f *Findings) parts(s *knowledge.Source, d *knowledge.Document) {
	named, more := 0, 0
	for _, l := range d.Ledger() {
		if l.Outcome != knowledge.Unaccounted {
			continue
		}
		f.Unaccounted += l.N
		if named++; named > maxPlaces {
			more += l.N
			continue
		}
		at := ""
		if !l.At.IsZero() {
			at = " at " + l.At.String()
		}
		f.add(PartLost, s, spot{locator: l.At, key: string(l.Kind)}, "one %s%s is in the original, and no unit, child or issue accounts for it", l.Kind, at)
	}
	if more > 0 {
		f.Add(PartLost, s, "", "and %d more", more)
	}
}

// Lost repeats that n parts of a source are unaccounted for.
func (f *Findings) Lost(s *knowledge.Source, n int) {
	f.Unaccounted += n
	f.Add(PartLost, s, "", "%d of its parts are in the original, and no unit, child or issue accounts for them: quire coverage %s", n, s.ID)
}

// order checks that units of a kind are numbered without a gap, so that one that was
// taken out is missed by its name.
func (f *Findings) order(s *knowledge.Source, d *knowledge.Document) {
	type family struct {
		kind   knowledge.UnitKind
		parent string
	}
	last := map[family]int{}
	gaps := 0
	for i := range d.Units {
		u := &d.Units[i]
		k := family{u.Kind, u.Parent}
		if u.Ordinal != last[k]+1 {
			gaps++
			f.Add(UnitLost, s, "#"+u.Name, "number %d of its kind follows number %d", u.Ordinal, last[k])
		}
		last[k] = u.Ordinal
	}
	if missing := d.Evidence.Units - len(d.Units); missing > 0 && gaps == 0 {
		after := ""
		if n := len(d.Units); n > 0 {
			after = "#" + d.Units[n-1].Name
		}
		f.Add(UnitLost, s, after, "%d of %d units are missing behind the last", missing, d.Evidence.Units)
	}
}

// Ledger checks the rows of the coverage table against sources and evidence.
type Ledger struct {
	findings *Findings
	rows     map[string]*knowledge.Coverage
	total    knowledge.PartTotals
	children map[string]child
	ids      map[string]bool
}

// child is a document that the evidence of a source lists.
type child struct {
	parent *knowledge.Source
	member string
}

// NewLedger begins the check with all rows of the ledger.
func NewLedger(f *Findings, rows []*knowledge.Coverage) *Ledger {
	l := &Ledger{findings: f, rows: map[string]*knowledge.Coverage{}, children: map[string]child{}, ids: map[string]bool{}}
	for _, c := range rows {
		l.rows[c.ID] = c
		l.total.Add(c.PartTotals)
	}
	return l
}

// Source checks the line of one source. d is its evidence, nil where it has none or
// where it is lost.
func (l *Ledger) Source(s *knowledge.Source, d *knowledge.Document) {
	l.ids[s.ID] = true
	if d != nil && s.Outcome != knowledge.Deferred {
		for _, c := range d.Evidence.Children {
			l.children[knowledge.ChildID(s.ID, c.Member)] = child{s, c.Member.String()}
		}
	}
	have := l.rows[s.ID]
	if have == nil {
		l.findings.Add(LedgerLine, s, "", "the ledger has no line for it")
		return
	}
	if d == nil && s.Recipe != "" {
		return // reported as lost
	}
	want := knowledge.CoverageOf(s, d)
	a, _ := knowledge.Marshal(have) // numbers and strings only
	b, _ := knowledge.Marshal(want)
	if !bytes.Equal(a, b) {
		l.findings.Add(LedgerLine, s, "", "its line in the ledger has %d parts, %d accounted for, and the outcome %s; the evidence gives %d, %d and %s",
			have.Expected, have.Accounted, have.Outcome, want.Expected, want.Accounted, want.Outcome)
	}
}

// Finish checks what needs all sources. total is what the snapshot says.
func (l *Ledger) Finish(total knowledge.PartTotals) {
	for id, c := range l.rows {
		if !l.ids[id] {
			l.findings.Add(LedgerLine, &knowledge.Source{ID: id, Path: c.Path}, "", "the ledger has a line for it, and the table of sources has none")
		}
	}
	for id, c := range l.children {
		if !l.ids[id] {
			l.findings.Add(ChildCount, c.parent, "", "the document at %s, %s, is not in the table of sources", c.member, id)
		}
	}
	if l.total != total {
		l.findings.Add(TableTotals, nil, "", "the lines of the ledger add up to %d parts, %d accounted for, %d without text; the snapshot says %d, %d and %d",
			l.total.Expected, l.total.Accounted, l.total.NoText, total.Expected, total.Accounted, total.NoText)
	}
}

// Allow turns findings about lost parts into notes where there are no more than max.
func (f *Findings) Allow(max int) {
	if f.Unaccounted > max {
		return
	}
	for i := range f.List {
		if f.List[i].Rule == PartLost.ID {
			f.List[i].Severity = knowledge.Note
		}
	}
}
