package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"quire/knowledge"
	"quire/knowledge/validate"
)

// validate checks all rows against each other and gathers what the rules found in
// each new document. A blocking finding about a source quarantines it: its row and finding are published, its
// text is not searched.
func (r *run) validate(ctx context.Context) error {
	f := &validate.Findings{Settings: &r.opts.Rules}
	r.ownSeverities()
	table := validate.NewTable(f, len(r.items))
	for _, it := range r.items {
		if err := ctx.Err(); err != nil {
			return err
		}
		table.Row(it.checked())
		f.List = append(f.List, it.findings...)
		if err := r.again(f, it); err != nil {
			return err
		}
	}
	table.Finish()
	validate.Sort(f.List)
	if err := r.quarantine(f.List); err != nil {
		return err
	}
	for _, x := range f.List {
		r.report.Findings = append(r.report.Findings, Finding{Rule: x.Rule, Severity: x.Severity, Path: x.Path, Address: x.Address, Message: x.Message})
	}
	r.report.count("validate", len(r.report.Findings))
	return nil
}

// ownSeverities gives the findings that the stages before made the severities of
// quire.yaml.
func (r *run) ownSeverities() {
	r.report.Findings = slices.DeleteFunc(r.report.Findings, func(x Finding) bool {
		rule, ok := validate.RuleOf(x.Rule)
		return ok && r.opts.Rules.Of(rule, x.Path) == validate.Off
	})
	for i := range r.report.Findings {
		x := &r.report.Findings[i]
		if rule, ok := validate.RuleOf(x.Rule); ok {
			x.Severity = r.opts.Rules.Of(rule, x.Path)
		}
	}
}

// again reports what the last sync reported of a row that is reused: the issues that
// the row holds and the parts that are unaccounted for.
func (r *run) again(f *validate.Findings, it *item) error {
	if !it.reused {
		return nil
	}
	lost := 0
	if p := r.prev.body.Parts; p.Expected > p.Accounted {
		line, err := r.prev.ledger.row(it.id)
		if err != nil {
			return err
		}
		t := totalsOf(line)
		lost = t.Expected - t.Accounted
	}
	if lost == 0 && !it.brief().issues {
		return nil
	}
	var row knowledge.Source
	if err := json.Unmarshal(it.line, &row); err != nil {
		return fmt.Errorf("row %s: %w", it.id, err)
	}
	f.Issues(&row, row.Issues)
	if lost > 0 {
		f.Lost(&row, lost)
	}
	return nil
}

// checked returns what other rows depend on, without decoding the line.
func (it *item) checked() validate.Row {
	b := it.brief()
	return validate.Row{ID: it.id, Path: b.path, Parent: b.parent, Outcome: b.outcome, HasEvidence: len(b.recipe) > 0, Children: b.children}
}

func (r *run) quarantine(list []validate.Finding) error {
	blocked := map[string]validate.Finding{}
	for _, x := range list {
		if _, ok := blocked[x.Source]; !ok && x.Severity == knowledge.Blocking {
			blocked[x.Source] = x
		}
	}
	for _, it := range r.items {
		x, ok := blocked[it.id]
		if !ok || it.reused && it.brief().outcome == knowledge.Quarantined {
			continue // a row that is reused says already what it was blocked for
		}
		it.reused = false
		if err := it.reopen(); err != nil {
			return err
		}
		it.withhold()
		it.row.Outcome, it.row.Reason, it.row.Detail = knowledge.Quarantined, x.Rule, x.Message
	}
	return nil
}
