package validate

import (
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
)

// book is a document of n pages that were counted.
func book(n int) (*knowledge.Source, *knowledge.Document) {
	s := &knowledge.Source{ID: id("a"), Path: "c/a.pdf", Outcome: knowledge.Extracted, Recipe: "sha256:1"}
	d := &knowledge.Document{Text: strings.Repeat("x\n", n)}
	d.Evidence = knowledge.Evidence{
		Outcome: knowledge.Extracted, Units: n, Text: knowledge.DigestOf([]byte(d.Text)),
		Census: &knowledge.Census{Version: 1, Parts: []knowledge.Expected{{Kind: knowledge.PagePart, N: n}}},
	}
	for i := 1; i <= n; i++ {
		u := knowledge.Unit{Name: knowledge.UnitName(knowledge.Page, i), Kind: knowledge.Page, Ordinal: i, Locator: knowledge.Loc("page", string(rune('0'+i))),
			Span: knowledge.Span{2*i - 2, 2*i - 1}, Digest: knowledge.DigestOf([]byte("x")), Counts: knowledge.Counts{Chars: 1, Words: 1}}
		d.Units = append(d.Units, u)
		d.Evidence.Counts.Add(u.Counts)
	}
	s.Counts, s.Units = d.Evidence.Counts, n
	return s, d
}

// said prints the messages of a rule.
func said(f *Findings, r Rule) string {
	var out []string
	for _, x := range f.List {
		if x.Rule == r.ID {
			out = append(out, x.Address+": "+x.Message)
		}
	}
	return strings.Join(out, "\n")
}

func TestALostUnitIsNamed(t *testing.T) {
	s, d := book(4)
	var whole Findings
	if whole.Document(s, d); len(whole.List) > 0 {
		t.Fatalf("%+v", whole.List)
	}
	for _, lost := range []int{0, 1, 3} {
		s, d := book(4)
		name := d.Units[lost].Locator.String()
		d.Units = slices.Delete(d.Units, lost, lost+1)
		var f Findings
		f.Document(s, d)
		if got := said(&f, PartLost); !strings.Contains(got, "at "+name+" is in the original") || f.Unaccounted != 1 {
			t.Errorf("without unit %d: %q", lost+1, got)
		}
		if said(&f, UnitLost) == "" {
			t.Errorf("without unit %d: no gap was found", lost+1)
		}
	}
}

func TestAFewLostPartsCanBeAllowed(t *testing.T) {
	for max, want := range map[int]knowledge.Severity{0: knowledge.Error, 1: knowledge.Note} {
		s, d := book(3)
		d.Units = d.Units[:2]
		var f Findings
		f.Document(s, d)
		f.Allow(max)
		i := slices.IndexFunc(f.List, func(x Finding) bool { return x.Rule == PartLost.ID })
		if i < 0 || f.List[i].Severity != want {
			t.Errorf("with %d allowed: %+v", max, f.List)
		}
	}
}

func TestManyLostPartsAreNamedOnlyInPart(t *testing.T) {
	s, d := book(1)
	d.Evidence.Census.Parts[0].N = 500
	var f Findings
	f.Document(s, d)
	if n := strings.Count(said(&f, PartLost), "\n") + 1; n != maxPlaces+1 || f.Unaccounted != 499 {
		t.Errorf("%d lines for %d parts", n, f.Unaccounted)
	}
}

func TestTheLedgerIsCheckedAgainstTheEvidence(t *testing.T) {
	s, d := book(2)
	d.Evidence.Children = []knowledge.Child{{Member: knowledge.Loc("member", "note.txt"), Digest: "sha256:2"}}
	child := &knowledge.Source{ID: knowledge.ChildID(s.ID, knowledge.Loc("member", "note.txt")), Path: "c/a.pdf!/note.txt", Parent: s.ID, Outcome: knowledge.Unsupported}
	lines := func() []*knowledge.Coverage {
		a, b := knowledge.CoverageOf(s, d), knowledge.CoverageOf(child, nil)
		return []*knowledge.Coverage{&a, &b}
	}
	total := knowledge.PartTotals{Expected: 2, Accounted: 2}
	for name, c := range map[string]struct {
		lines   []*knowledge.Coverage
		sources []*knowledge.Source
		rule    Rule
		want    string
	}{
		"sound":                 {lines(), []*knowledge.Source{s, child}, Rule{}, ""},
		"a line is gone":        {lines()[:1], []*knowledge.Source{s, child}, LedgerLine, child.ID + ": the ledger has no line for it"},
		"a child's row is gone": {lines(), []*knowledge.Source{s}, ChildCount, s.ID + ": the document at member=note.txt, " + child.ID + ", is not in the table of sources"},
		"a row is gone":         {lines(), []*knowledge.Source{child}, LedgerLine, s.ID + ": the ledger has a line for it, and the table of sources has none"},
		"the sum is off":        {lines()[1:], []*knowledge.Source{child}, TableTotals, ": the lines of the ledger add up to 0 parts"},
		"a line was changed": {func() []*knowledge.Coverage { l := lines(); l[0].Accounted = 1; return l }(), []*knowledge.Source{s, child}, LedgerLine,
			s.ID + ": its line in the ledger has 2 parts, 1 accounted for"},
	} {
		var f Findings
		l := NewLedger(&f, c.lines)
		for _, x := range c.sources {
			if x == s {
				l.Source(x, d)
			} else {
				l.Source(x, nil)
			}
		}
		l.Finish(total)
		if c.want == "" {
			if len(f.List) > 0 {
				t.Errorf("%s: %+v", name, f.List)
			}
		} else if got := said(&f, c.rule); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q in %+v, want %q", name, got, f.List, c.want)
		}
	}
}
