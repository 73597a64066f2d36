package cli

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/knowledge"
	"quire/retrieval"
)

func (a *app) coverageCommand() *cobra.Command {
	var f readFlags
	var outcome string
	cmd := &cobra.Command{
		Use: "coverage [PATH|ADDRESS]", Short: "say what became of every file and of every part of it",
		Long: `coverage prints the ledger: each file, what lies inside it, and how many of its pages,
slides, sheets, members and other parts were counted in the original and are accounted
for. A folder narrows it; of one file it lists every unit and part, too. With --outcome
it lists what has that outcome or reason: sources, and their parts one by one.`,
		Example: "  quire coverage\n  quire coverage plans/budget.xlsx\n  quire coverage --outcome needs-ocr",
		Args:    wants(0, 1, "at most one path or address"),
		RunE: func(_ *cobra.Command, args []string) error {
			v, _, err := a.open(f)
			if err != nil {
				return err
			}
			defer v.Close()
			l := ledgerList{view: v, outcome: outcome, info: &render.CoverageInfo{Items: []render.CoverageItem{}}}
			if err := l.list(append(args, "")[0]); err != nil {
				return err
			}
			if outcome != "" && len(l.info.Items) == 0 {
				a.code = exitNothing // or the word is not one that is used here
			}
			if a.json {
				return render.JSON(a.stdout, "coverage", v.Snapshot, true, l.info)
			}
			return render.Coverage(a.printer(), l.info)
		},
	}
	cmd.Flags().StringVar(&outcome, "outcome", "", "only what has this outcome or reason: partial, empty, needs-ocr, unaccounted …")
	a.addReadFlags(cmd, &f)
	return cmd
}

// ledgerList gathers what coverage prints.
type ledgerList struct {
	view    *retrieval.View
	outcome string
	info    *render.CoverageInfo
}

// list gathers the lines at a path or address; "" stands for all.
func (l *ledgerList) list(at string) error {
	within, one, unit, err := l.scope(at)
	if err != nil {
		return err
	}
	var rows []*knowledge.Coverage
	err = l.view.Coverage(func(c *knowledge.Coverage) bool {
		if within(c) {
			rows = append(rows, c)
		}
		return true
	})
	if err != nil {
		return err
	}
	slices.SortFunc(rows, func(a, b *knowledge.Coverage) int { return cmp.Compare(a.Path, b.Path) })
	t := &l.info.Totals
	t.Outcomes, t.Parts = map[knowledge.Outcome]int{}, []knowledge.PartTally{}
	for _, c := range rows {
		t.Sources++
		t.Outcomes[c.Outcome]++
		t.PartTotals.Add(c.PartTotals)
		t.Counts.Add(c.Counts)
		t.Parts = knowledge.AddTallies(t.Parts, c.Parts)
		if err := l.source(c, c.ID == one || l.outcome != "", unit); err != nil {
			return err
		}
	}
	return nil
}

// scope says which lines an argument means: one source with what lies inside it, or
// all below a folder.
func (l *ledgerList) scope(at string) (within func(*knowledge.Coverage) bool, id, unit string, err error) {
	if at == "" {
		return func(*knowledge.Coverage) bool { return true }, "", "", nil
	}
	addr, err := parseAddress(l.view, at)
	var missing *retrieval.NotFoundError
	var usage *usageError
	if errors.As(err, &missing) || errors.As(err, &usage) {
		folder := strings.Trim(at, "/") + "/"
		below := func(c *knowledge.Coverage) bool {
			_, inRoot, _ := strings.Cut(c.Path, "/")
			return strings.HasPrefix(c.Path, folder) || strings.HasPrefix(inRoot, folder)
		}
		found := false
		if e := l.view.Coverage(func(c *knowledge.Coverage) bool { found = below(c); return !found }); e != nil {
			return nil, "", "", e
		}
		if found {
			return below, "", "", nil
		}
	}
	if err != nil {
		return nil, "", "", err
	}
	s, err := l.view.Source(addr.Source)
	if err != nil {
		return nil, "", "", err
	}
	return func(c *knowledge.Coverage) bool {
		return c.ID == s.ID || strings.HasPrefix(c.Path, s.Path+"!/") && addr.Unit == ""
	}, s.ID, addr.Unit, nil
}

// source adds the line of a source, and those of its units and parts where they are
// asked for.
func (l *ledgerList) source(c *knowledge.Coverage, open bool, unit string) error {
	item := render.CoverageItem{
		Address: c.ID, Path: c.Path, Kind: "file", Outcome: c.Outcome, Reason: c.Reason, Counts: c.Counts, Census: c.Census, Parts: c.Parts,
	}
	if c.Parent != "" {
		item.Kind = "child"
	}
	if unit == "" && l.wanted(item) {
		l.info.Items = append(l.info.Items, item)
	}
	if !open || c.Census == knowledge.NotOpened {
		return nil
	}
	s, err := l.view.Source(c.ID)
	if err != nil {
		return err
	}
	doc, err := l.view.Document(s)
	if err != nil {
		return err
	}
	l.parts(s, doc, unit)
	return nil
}

// parts adds the lines of the units of a source, or of one of them, and of the parts
// that are no units.
func (l *ledgerList) parts(s *knowledge.Source, doc *knowledge.Document, unit string) {
	add := func(x render.CoverageItem) {
		if x.Path = s.Path; l.wanted(x) {
			l.info.Items = append(l.info.Items, x)
		}
	}
	for i, o := range doc.UnitOutcomes() {
		u := &doc.Units[i]
		if unit != "" && u.Name != unit {
			continue
		}
		add(render.CoverageItem{
			Address: knowledge.Address{Source: s.ID, Unit: u.Name, Check: u.Digest.Short(knowledge.CheckDigits)}.String(),
			Kind:    string(u.Kind), Locator: u.Locator.String(), Outcome: o.Outcome, Reason: o.Reason, Counts: u.Counts,
		})
	}
	for _, p := range doc.Ledger() {
		if p.Unit == "" && p.Kind != knowledge.WholePart && unit == "" && !(p.Kind == knowledge.LinePart && p.Outcome == knowledge.Extracted) {
			add(render.CoverageItem{Kind: string(p.Kind), Locator: p.At.String(), Outcome: p.Outcome, Reason: p.Reason})
		}
	}
}

// wanted reports whether an item passes the filter.
func (l *ledgerList) wanted(x render.CoverageItem) bool {
	return l.outcome == "" || string(x.Outcome) == l.outcome || x.Reason == l.outcome
}
