package knowledge

import "slices"

// Coverage is the roll-up of one source in the ledger: the row of the coverage
// table. Every source has one, whatever became of it.
type Coverage struct {
	ID      string  `json:"id"`
	Path    string  `json:"path"`
	Parent  string  `json:"parent,omitempty"`
	Outcome Outcome `json:"outcome"`
	Reason  string  `json:"reason,omitempty"`
	PartTotals
	Counts Counts          `json:"counts"`
	Units  map[Outcome]int `json:"units,omitempty"` // units of the evidence by outcome
	Census string          `json:"census"`          // Counted, or why the parts were not counted
	Parts  []PartTally     `json:"parts,omitempty"` // by kind
}

// Counted is the Census of a source whose parts were counted.
const Counted = "counted"

// NotOpened is the Census of a source that no extractor was asked about.
const NotOpened = "not-opened"

// PartTally are the parts of one kind.
type PartTally struct {
	Kind      PartKind        `json:"kind"`
	Expected  int             `json:"expected"`
	Accounted int             `json:"accounted"`
	Outcomes  map[Outcome]int `json:"outcomes"` // of them; add up to Expected
}

// PartTotals are sums over parts: of one source, or of a whole corpus.
type PartTotals struct {
	Expected  int `json:"expected"`
	Accounted int `json:"accounted"`
	NoText    int `json:"no_text"`   // accounted for, and without text that is searched
	Uncounted int `json:"uncounted"` // sources that were opened and whose parts could not be counted
}

// Sub takes b away from t.
func (t *PartTotals) Sub(b PartTotals) {
	t.Add(PartTotals{-b.Expected, -b.Accounted, -b.NoText, -b.Uncounted})
}

// CoverageOf makes the roll-up of a source. d is its evidence, nil where it has none.
func CoverageOf(s *Source, d *Document) (c Coverage) {
	c = Coverage{ID: s.ID, Path: s.Path, Parent: s.Parent, Outcome: s.Outcome, Reason: s.Reason, Counts: s.Counts, Census: NotOpened}
	if d == nil {
		return c
	}
	defer func() { c.PartTotals = c.totals() }()
	for _, o := range d.UnitOutcomes() {
		if c.Units == nil {
			c.Units = map[Outcome]int{}
		}
		c.Units[o.Outcome]++
	}
	switch census := d.Evidence.Census; {
	case census == nil:
		c.Census = "not-taken"
	case census.Reason != "":
		c.Census = census.Reason
	default:
		c.Census = Counted
		c.Parts = Tally(d.Ledger())
	}
	return c
}

// Tally adds up the lines of a ledger by kind.
func Tally(lines []PartLine) []PartTally {
	var out []PartTally
	for _, l := range lines {
		i := slices.IndexFunc(out, func(t PartTally) bool { return t.Kind == l.Kind })
		if i < 0 {
			i = len(out)
			out = append(out, PartTally{Kind: l.Kind, Outcomes: map[Outcome]int{}})
		}
		t := &out[i]
		t.Expected += l.N
		t.Outcomes[l.Outcome] += l.N
		if l.Outcome != Unaccounted {
			t.Accounted += l.N
		}
	}
	return out
}

// Add adds b to t.
func (t *PartTotals) Add(b PartTotals) {
	t.Expected += b.Expected
	t.Accounted += b.Accounted
	t.NoText += b.NoText
	t.Uncounted += b.Uncounted
}

// totals adds up the tallies of c.
func (c *Coverage) totals() PartTotals {
	var t PartTotals
	if c.Census != Counted && c.Census != NotOpened {
		t.Uncounted = 1
	}
	for _, p := range c.Parts {
		t.Expected += p.Expected
		t.Accounted += p.Accounted
		t.NoText += p.Accounted - p.Outcomes[Extracted] - p.Outcomes[Partial]
	}
	return t
}

// AddTallies adds the tallies of b to those of a, in the order of PartKinds.
func AddTallies(a, b []PartTally) []PartTally {
	for _, t := range b {
		i := slices.IndexFunc(a, func(have PartTally) bool { return have.Kind == t.Kind })
		if i < 0 {
			i = len(a)
			a = append(a, PartTally{Kind: t.Kind, Outcomes: map[Outcome]int{}})
		}
		a[i].Expected += t.Expected
		a[i].Accounted += t.Accounted
		for o, n := range t.Outcomes {
			a[i].Outcomes[o] += n
		}
	}
	slices.SortStableFunc(a, func(x, y PartTally) int {
		return slices.Index(PartKinds, x.Kind) - slices.Index(PartKinds, y.Kind)
	})
	return a
}
