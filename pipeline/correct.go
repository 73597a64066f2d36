package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"quire/knowledge"
	"quire/knowledge/overlay"
	"quire/knowledge/relations"
	"quire/publish"
)

// correct applies corrections.yaml to the rows: what a row said before is kept in it, so
// that a correction that goes leaves the row as it was. Each correction becomes a record
// of what came of it; one that does not apply is a finding too.
func (r *run) correct(said []overlay.Amendment) error {
	if len(said) == 0 && !r.prev.corrected() {
		return nil
	}
	before := map[*item][]byte{} // lines of reused rows that are looked at
	for _, it := range r.items {
		if err := r.uncorrect(it, before); err != nil {
			return err
		}
	}
	byPath := map[string]*item{}
	if len(said) > 0 {
		for _, it := range r.items {
			byPath[pathOf(it.line)] = it
		}
	}
	for _, a := range said {
		if slices.ContainsFunc(a.Named, func(s string) bool { return r.opts.Withdrawn.Source(s) || r.opts.Withdrawn.Path(s) }) {
			continue // not even its reason is published
		}
		c, err := r.amend(a, byPath, before)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(r.corrections, func(o knowledge.Correction) bool { return o.ID == c.ID }) {
			continue
		}
		r.corrections = append(r.corrections, c)
		if !c.Applied {
			r.report.Findings = append(r.report.Findings, Finding{
				Rule: "QV501", Severity: knowledge.Warning, Path: overlay.CorrectionsFile, Address: strings.Join(c.Sources, " "),
				Message: fmt.Sprintf("%s line %d: the correction of %s does not apply: %s", overlay.CorrectionsFile, a.Line, c.Kind, c.Why),
			})
		}
	}
	slices.SortFunc(r.corrections, func(a, b knowledge.Correction) int { return strings.Compare(a.ID, b.ID) })
	if err := closeAll(r.items); err != nil {
		return err
	}
	for it, line := range before { // what came out as before is reused as before
		it.reused = bytes.Equal(it.line, line)
	}
	return nil
}

// open makes the row of an item one that can be changed.
func (r *run) open(it *item, before map[*item][]byte) (row *knowledge.Source, err error) {
	if it.reused {
		line, _, err := r.factLine(it)
		if err != nil {
			return nil, err
		}
		if it.facts, err = r.shelves.facts.put(line); err != nil {
			return nil, err
		}
		before[it] = it.line
		it.reused = false
	}
	err = it.reopen()
	return it.row, err
}

// uncorrect gives a row back what it said before corrections.
func (r *run) uncorrect(it *item, before map[*item][]byte) error {
	if !it.brief().corrected {
		return nil
	}
	row, err := r.open(it, before)
	if err != nil {
		return err
	}
	if b := row.Before; b != nil {
		if row.DateBy == knowledge.CorrectedBy {
			row.Date, row.DateBy = b.Date, b.DateBy
		}
		if row.KindBy == knowledge.CorrectedBy {
			row.Kind, row.KindBy = b.Kind, b.KindBy
		}
		if b.Summary != "" {
			row.Summary = b.Summary
		}
		row.Before = nil
	}
	if row.LeftOut != nil {
		row.LeftOut, row.Withheld = nil, 0
		doc, err := r.document(it)
		if err != nil {
			return err
		}
		r.lengths(it, doc)
	}
	return nil
}

// amend applies one correction and says what came of it.
func (r *run) amend(a overlay.Amendment, byPath map[string]*item, before map[*item][]byte) (knowledge.Correction, error) {
	c := knowledge.Correction{Kind: a.Kind, Named: a.Named, Value: a.Value, Sources: []string{}, Author: a.Author, Reason: a.Reason}
	c.ID = knowledge.CorrectionID(&c)
	var items []*item
	for _, name := range a.Named {
		it := r.find(name)
		if it == nil {
			it = byPath[name]
		}
		if it == nil {
			c.Why = fmt.Sprintf("there is no document %s", knowledge.Line(name, 100))
			return c, nil
		}
		items = append(items, it)
		c.Sources = append(c.Sources, it.id)
	}
	if len(items) == 2 && items[0] == items[1] {
		c.Why = "it names one document twice"
		return c, nil
	}
	if a.Kind == knowledge.CorrectSupersedes || a.Kind == knowledge.CorrectNotDuplicate {
		if c.Applied = a.Kind == knowledge.CorrectNotDuplicate || !closesCircle(r.corrections, c.Sources[0], c.Sources[1]); !c.Applied {
			c.Why = "by corrections before it " + knowledge.Line(a.Named[1], 100) + " counts instead of " + knowledge.Line(a.Named[0], 100)
		}
		return c, nil
	}
	row, err := r.open(items[0], before)
	if err != nil {
		return c, err
	}
	old := row.Before
	if old == nil {
		old = &knowledge.Uncorrected{}
	}
	switch {
	case a.Kind == knowledge.CorrectRange:
		err = r.keepOut(items[0], a, &c)
	case a.Kind == knowledge.CorrectDate && row.DateBy == knowledge.CorrectedBy, a.Kind == knowledge.CorrectKind && row.KindBy == knowledge.CorrectedBy:
		c.Why = "another correction before it says " + map[bool]string{true: row.Date, false: row.Kind}[a.Kind == knowledge.CorrectDate]
	case a.Kind == knowledge.CorrectDate:
		old.Date, old.DateBy, c.Was = row.Date, row.DateBy, row.Date
		row.Date, row.DateBy, row.Before, c.Applied = a.Value, knowledge.CorrectedBy, old, true
	case a.Kind == knowledge.CorrectKind:
		old.Kind, old.KindBy, c.Was = row.Kind, row.KindBy, row.Kind
		row.Kind, row.KindBy, row.Before, c.Applied = a.Value, knowledge.CorrectedBy, old, true
	}
	return c, err
}

// closesCircle reports that by corrections that apply the older document supersedes the
// newer one already, through others perhaps: of a circle none would count.
func closesCircle(said []knowledge.Correction, newer, older string) bool {
	reached := []string{older}
	for i := 0; i < len(reached); i++ {
		for _, c := range said {
			if c.Applied && c.Kind == knowledge.CorrectSupersedes && c.Sources[0] == reached[i] && !slices.Contains(reached, c.Sources[1]) {
				reached = append(reached, c.Sources[1])
			}
		}
	}
	return slices.Contains(reached, newer)
}

// keepOut keeps a range of a document out of search and proof.
func (r *run) keepOut(it *item, a overlay.Amendment, c *knowledge.Correction) error {
	row := it.row
	if row.Recipe == "" {
		c.Why = "the document has no text (" + string(row.Outcome) + ")"
		return nil
	}
	doc, err := r.document(it)
	if err != nil {
		return err
	}
	at, err := knowledge.ParseAddress(a.Value)
	if err != nil {
		return err
	}
	h := overlay.Holding{}
	h.Add(doc)
	found, ok := h.Find(at)
	if !ok {
		c.Why = "the text of " + at.String() + " has changed or is gone"
		return nil
	}
	u := doc.Unit(found.Unit)
	text := doc.UnitText(u)
	span := knowledge.Span{0, len(text)}
	if found.Spanned {
		span = knowledge.Span{found.Start, found.End}
	}
	before := row.Withheld
	row.LeftOut = append(row.LeftOut, knowledge.LeftOut{Unit: u.Name, Span: span, Author: a.Author, Reason: a.Reason})
	row.Withheld = withheld(row, doc)
	c.Value, c.Passages, c.Applied = found.String(), row.Withheld-before, true
	if quoted := strings.TrimSuffix(row.Summary, "…"); quoted != "" && strings.Contains(squeezed(u.PlainText(text, span)), squeezed(quoted)) {
		if row.Before == nil {
			row.Before = &knowledge.Uncorrected{}
		}
		row.Before.Summary, row.Summary = row.Summary, ""
	}
	r.lengths(it, doc)
	return nil
}

func squeezed(s string) string { return strings.Join(strings.Fields(s), " ") }

// withheld counts the passages that meet a range that is left out.
func withheld(row *knowledge.Source, doc *knowledge.Document) int {
	n := 0
	for i := range doc.Units {
		for j := range doc.Units[i].Passages {
			if row.LeavesOut(doc.Units[i].Name, doc.Units[i].Passages[j].Span) != nil {
				n++
			}
		}
	}
	return n
}

// sealCorrections writes the table of corrections; a snapshot without any has none.
func (r *run) sealCorrections(tables map[string]publish.TableInfo) error {
	rows := make([]publish.Row, len(r.corrections))
	for i := range r.corrections {
		line, err := knowledge.Marshal(&r.corrections[i])
		if err != nil {
			return err
		}
		rows[i] = publish.Row{Key: r.corrections[i].ID, Line: line}
	}
	if len(rows) == 0 {
		return nil
	}
	info, err := r.putTable(rows)
	tables[knowledge.CorrectionsTable] = info
	return err
}

// correctionsOf returns the corrections that a snapshot accounts for.
func correctionsOf(s *publish.Snapshot) ([]knowledge.Correction, error) {
	if s == nil {
		return nil, nil
	}
	if _, ok := s.Manifest.Tables[knowledge.CorrectionsTable]; !ok {
		return nil, nil
	}
	table, err := s.Table(knowledge.CorrectionsTable)
	if err != nil {
		return nil, err
	}
	var out []knowledge.Correction
	for line, err := range table.All() {
		var c knowledge.Correction
		if err == nil {
			err = json.Unmarshal(line, &c)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// corrected reports whether a snapshot has corrections: where it has none, no row of it
// is corrected.
func (p *previous) corrected() bool {
	if p.snapshot == nil {
		return false
	}
	_, ok := p.snapshot.Manifest.Tables[knowledge.CorrectionsTable]
	return ok
}

// ofRelations returns the corrections of how documents stand to one another.
func ofRelations(all []knowledge.Correction) []knowledge.Correction {
	return slices.DeleteFunc(slices.Clone(all), func(c knowledge.Correction) bool {
		return !c.Applied || c.Kind != knowledge.CorrectSupersedes && c.Kind != knowledge.CorrectNotDuplicate
	})
}

// sameCorrections reports whether the last snapshot was made with the same corrections
// of relations.
func (r *run) sameCorrections() bool {
	last, err := correctionsOf(r.prev.snapshot)
	if err != nil {
		return false
	}
	return slices.EqualFunc(ofRelations(last), ofRelations(r.corrections), func(a, b knowledge.Correction) bool {
		return a.ID == b.ID && slices.Equal(a.Sources, b.Sources)
	})
}

// correctedRelations returns what people say of relations as a join takes it.
func correctedRelations(all []knowledge.Correction) (out relations.Corrections) {
	for _, c := range ofRelations(all) {
		one := relations.Correction{From: c.Sources[0], To: c.Sources[1], Author: c.Author, Reason: c.Reason}
		if c.Kind == knowledge.CorrectSupersedes {
			out.Supersedes = append(out.Supersedes, one)
		} else {
			out.NotDuplicates = append(out.NotDuplicates, one)
		}
	}
	return out
}

// keepCorrections takes the corrections of a snapshot that is written anew, but for those
// that name what was withdrawn.
func (r *run) keepCorrections(gone map[string]bool) error {
	all, err := correctionsOf(r.prev.snapshot)
	r.corrections = slices.DeleteFunc(all, func(c knowledge.Correction) bool {
		return slices.ContainsFunc(slices.Concat(c.Sources, c.Named), func(s string) bool {
			return gone[s] || r.opts.Withdrawn.Source(s) || r.opts.Withdrawn.Path(s)
		})
	})
	return err
}
