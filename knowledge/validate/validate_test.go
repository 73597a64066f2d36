package validate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
)

// sample is a whole document of two units and its row.
func sample() (*knowledge.Source, *knowledge.Document) {
	d := &knowledge.Document{Text: "# Plan\n\nWe open in May.\n\n| City | Cost |\n| --- | --- |\n| Lyon | 7 |\n"}
	table := strings.Index(d.Text, "|")
	add := func(name string, n int, span knowledge.Span, blocks ...knowledge.Block) *knowledge.Unit {
		text := d.Text[span[0]:span[1]]
		u := knowledge.Unit{Name: name, Kind: knowledge.Section, Ordinal: n, Span: span, Digest: knowledge.DigestOf([]byte(text)), Blocks: blocks}
		u.Counts = knowledge.Counts{Chars: 10 * n, Words: n}
		d.Units = append(d.Units, u)
		return &d.Units[len(d.Units)-1]
	}
	heading := knowledge.Ref{Text: "Plan", Unit: "sec1", Span: knowledge.Span{0, 6}}
	u := add("sec1", 1, knowledge.Span{0, table - 2}, knowledge.Block{Kind: knowledge.Heading, Level: 1, Span: heading.Span, Lead: 2},
		knowledge.Block{Kind: knowledge.Paragraph, Span: knowledge.Span{8, 23}})
	u.Context = []knowledge.Ref{heading}
	u.Passages = knowledge.Cut(u, d.UnitText(u))
	rows := len(d.Text) - 1 - table
	u = add("sec2", 2, knowledge.Span{table, table + rows}, knowledge.Block{Kind: knowledge.Table, HeaderRows: 1, Span: knowledge.Span{0, rows}})
	u.Ordinal, u.Parent, u.Context = 1, "sec1", []knowledge.Ref{heading}
	u.Passages = knowledge.Cut(u, d.UnitText(u))
	u.Header = knowledge.HeaderRef("sec2", d.UnitText(u), knowledge.Span{0, 15})
	u.Passages[0].Header = u.Header
	e := &d.Evidence
	for i := range d.Units {
		u := &d.Units[i]
		for j := range u.Passages {
			u.Passages[j].Measure(d.UnitText(u), func(s string) int { return len(s) })
		}
		e.Counts.Add(u.Counts)
		e.Passages += len(u.Passages)
	}
	e.Outcome, e.Units, e.TextBytes, e.Text = knowledge.Extracted, len(d.Units), len(d.Text), knowledge.DigestOf([]byte(d.Text))
	s := &knowledge.Source{ID: knowledge.SourceID("c", "plan.md", 0), Path: "c/plan.md", Outcome: knowledge.Extracted, Recipe: e.Text,
		Counts: e.Counts, Units: e.Units, Passages: e.Passages}
	return s, d
}

// ids lists the rules of findings, each once.
func ids(f *Findings) string {
	var out []string
	for _, x := range f.List {
		out = append(out, x.Rule)
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}

func TestASoundDocumentHasNoFinding(t *testing.T) {
	s, d := sample()
	var f Findings
	if f.Document(s, d); len(f.List) != 0 {
		t.Errorf("%+v", f.List)
	}
}

func TestEachRuleFindsItsBreach(t *testing.T) {
	for name, c := range map[string]struct {
		spoil   func(*knowledge.Source, *knowledge.Document)
		want    Rule
		beside  string // rules that follow from the same breach
		address string // what follows the source id
	}{
		"text changed": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Text += "x" }, want: EvidenceLost},
		"unit without a name": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[1].Name = "" },
			want: UnitForm, beside: "QV204 QV301"},
		"unit named twice": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[1].Name = "sec1" },
			want: UnitForm, beside: "QV204 QV301"},
		"unit of no kind": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[1].Kind = "chapter" },
			want: UnitForm, beside: "QV301"},
		"unit before its parent": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[0].Parent = "sec2" },
			want: UnitForm, beside: "QV301"},
		"unit outside the text": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[1].Span[1] = 4000 },
			want: UnitSpan, beside: "QV301", address: "#sec2"},
		"units overlap": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[1].Span[0] = 3 },
			want: UnitSpan, beside: "QV301", address: "#sec2"},
		"block outside the unit": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[0].Blocks[1].Span[1] = 99 },
			want: UnitSpan, address: "#sec1"},
		"blocks overlap": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[0].Blocks[1].Span[0] = 2 },
			want: UnitSpan, address: "#sec1"},
		"marker longer than its block": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[0].Blocks[0].Lead = 7 },
			want: UnitSpan, address: "#sec1"},
		"passage outside the unit": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[0].Passages[0].Span[1] = 99 },
			want: UnitSpan, address: "#sec1"},
		"empty passage": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[0].Passages[0].Span = knowledge.Span{3, 3} },
			want: UnitSpan, address: "#sec1"},
		"other unit digest": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[0].Digest = d.Evidence.Text },
			want: UnitDigest, address: "#sec1"},
		"other passage digest": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[0].Passages[0].Digest = d.Evidence.Text },
			want: PassageDigest, address: "#sec1@8-23"},
		"heading of a unit that is not there": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[1].Context[0].Unit = "sec9" },
			want: ContextCitation, address: "#sec2"},
		"header rows past the unit": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[1].Header.Span[1] = 99 },
			want: ContextCitation, address: "#sec2"},
		"passage heading past the unit": {spoil: func(_ *knowledge.Source, d *knowledge.Document) {
			d.Units[0].Passages[0].Context = []knowledge.Ref{{Unit: "sec1", Span: knowledge.Span{20, 99}}}
		}, want: ContextCitation, address: "#sec1"},
		"unit counts": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[0].Counts.Words++ }, want: CountsAdd},
		"passages missing": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units[0].Passages = nil },
			want: CountsAdd},
		"unit missing": {spoil: func(_ *knowledge.Source, d *knowledge.Document) { d.Units = d.Units[:1] },
			want: CountsAdd, beside: "QV312"},
		"row counts":  {spoil: func(s *knowledge.Source, _ *knowledge.Document) { s.Counts.Chars++ }, want: RowAgrees},
		"row outcome": {spoil: func(s *knowledge.Source, _ *knowledge.Document) { s.Outcome = knowledge.Partial }, want: RowAgrees},
		"trouble of the extractor": {spoil: func(_ *knowledge.Source, d *knowledge.Document) {
			d.Evidence.Issues = []knowledge.Issue{{Code: "low-text", Locator: knowledge.Loc("page", "3"), Detail: "a scan"}}
		}, want: IssueReported},
		"order to the agent": {spoil: func(_ *knowledge.Source, d *knowledge.Document) {
			d.Units[0].Passages[0].Flags = []knowledge.Flag{knowledge.Instruction}
		}, want: AddressesAgent, address: "#sec1@8-23"},
	} {
		t.Run(name, func(t *testing.T) {
			s, d := sample()
			c.spoil(s, d)
			var f Findings
			f.Document(s, d)
			want := strings.Fields(c.want.ID + " " + c.beside)
			slices.Sort(want)
			if got := ids(&f); got != strings.Join(want, " ") {
				t.Fatalf("rules %s, want %s: %+v", got, want, f.List)
			}
			for _, x := range f.List {
				if x.Rule == c.want.ID && (x.Address != s.ID+c.address || x.Path != s.Path || x.Severity != c.want.Severity || x.Message == "") {
					t.Errorf("%+v, want it at %q", x, c.address)
				}
			}
		})
	}
}

// A quarantined or stale row keeps the evidence it had and says another outcome.
func TestOnlySearchableRowsMustAgreeOnTheOutcome(t *testing.T) {
	s, d := sample()
	s.Outcome = knowledge.Quarantined
	var f Findings
	if f.Document(s, d); len(f.List) != 0 {
		t.Errorf("%+v", f.List)
	}
}

func TestUsersChooseSeverities(t *testing.T) {
	s, _ := sample()
	f := Findings{Settings: &Settings{Severity: map[string]knowledge.Severity{RowForm.ID: Off, UnitForm.ID: knowledge.Note}}}
	f.Add(RowForm, s, "", "gone")
	f.Add(UnitForm, s, "#p1", "line\nbreak %s", strings.Repeat("x", 1000))
	f.Add(TreeDamaged, nil, "", "whole")
	if len(f.List) != 2 || f.List[0].Severity != knowledge.Note || f.List[1].Severity != knowledge.Blocking || f.List[1].Source != "" {
		t.Errorf("%+v", f.List)
	}
	if m := f.List[0].Message; strings.Contains(m, "\n") || len([]rune(m)) > 400 {
		t.Errorf("message of %d characters: %q", len(m), m)
	}
}

func TestFindingsSortByPathAddressRuleAndMessage(t *testing.T) {
	var list []Finding
	for _, s := range []string{"b 1 A x", "a 2 A x", "a 1 B x", "a 1 A y", "a 1 A x"} {
		f := strings.Fields(s)
		list = append(list, Finding{Path: f[0], Address: f[1], Rule: f[2], Message: f[3]})
	}
	Sort(list)
	got := ""
	for _, x := range list {
		got += fmt.Sprint(x.Path, x.Address, x.Rule, x.Message, " ")
	}
	if want := "a1Ax a1Ay a1Bx a2Ax b1Ax "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestRulesHaveStableIDs(t *testing.T) {
	seen := map[string]bool{}
	for i, r := range Rules {
		if seen[r.ID] || !Known(r.ID) || r.About == "" || i > 0 && Rules[i-1].ID >= r.ID {
			t.Errorf("rule %+v", r)
		}
		seen[r.ID] = true
	}
	if Known("QV000") {
		t.Error("an unknown rule is known")
	}
}
