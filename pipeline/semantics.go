package pipeline

import (
	"quire/knowledge"
	"quire/knowledge/semantics"
	"quire/knowledge/validate"
	"quire/retrieval/index"
	"slices"
)

// derive says what may be said from one new document alone, finishes its row with
// it, and checks both. It runs while the document is in memory, so that no later
// stage has to read it again.
func (r *run) derive(it *item, doc *knowledge.Document) error {
	began := r.opts.Now()
	defer func() {
		r.deriving.Add(int64(r.opts.Now().Sub(began)))
		r.derived.Add(1)
	}()
	k := semantics.Derive(doc)
	if f := factsOf(it.id, doc, &k); !f.empty() {
		line, err := knowledge.Marshal(f)
		if err != nil {
			return err
		}
		if it.facts, err = r.shelves.facts.put(line); err != nil {
			return err
		}
	}
	card, err := cardLine(cardOf(it.id, &k))
	if err != nil {
		return err
	}
	if it.card, err = r.shelves.cards.put(card); err != nil {
		return err
	}
	it.carded = true
	b, err := knowledge.Marshal(k)
	if err != nil {
		return err
	}
	if b, it.row.Knowledge, err = knowledge.DerivedLine(it.id, b); err != nil {
		return err
	}
	if it.derived, err = r.shelves.derived.put(b); err != nil {
		return err
	}
	row := it.row
	row.Title, row.TitleBy = knowledge.Line(k.Title.Text, knowledge.MaxTitle), k.Title.By
	row.Language = k.Language.Code
	row.Kind = ""
	if k.Kind != nil {
		row.Kind = k.Kind.Code
	}
	if k.Date != nil {
		row.Date, row.DateBy = k.Date.Value, k.Date.By
	}
	row.Summary = ""
	if len(k.Summary) > 0 {
		row.Summary = knowledge.Line(k.Summary[0].Text, 240)
	}
	it.untitled()
	r.lengths(it, doc)
	f := validate.Findings{Settings: &r.opts.Rules}
	f.Document(row, doc)
	r.judge(&f, row, doc)
	for _, fault := range k.Verify(doc) {
		f.Add(validate.Statement, row, "", "%s", fault)
	}
	it.findings = f.List
	if slices.ContainsFunc(f.List, func(x validate.Finding) bool { return x.Severity == knowledge.Blocking }) {
		it.withhold()
	}
	return nil
}

// withhold takes out of a row what stands in the text of its document, and what would
// bring it into pages and relations: the document is about to be quarantined.
func (it *item) withhold() {
	it.row.Title, it.row.TitleBy, it.row.Summary = "", "", ""
	it.untitled()
	if it.row.Before != nil {
		it.row.Before.Summary = ""
	}
	it.facts, it.card, it.carded = nil, nil, true
}

// judge asks the rules about secrets, quality and policy where one of them keeps
// documents out. Otherwise they are asked by validate alone: what they find changes
// nothing that is published.
func (r *run) judge(f *validate.Findings, row *knowledge.Source, doc *knowledge.Document) {
	if !r.judges() {
		return
	}
	g := validate.Findings{Settings: f.Settings}
	g.Judge(row, doc)
	g.Row(row)
	for _, x := range g.List {
		if x.Severity == knowledge.Blocking {
			f.List = append(f.List, x)
		}
	}
}

// judges reports whether one of those rules keeps documents out.
func (r *run) judges() bool {
	return slices.ContainsFunc(validate.Rules, func(x validate.Rule) bool {
		return (x.Family == validate.Secrets || x.Family == validate.Quality || x.Family == validate.PolicyOf) && r.opts.Rules.Blocks(x)
	})
}

// lengths counts the index terms of all passages of a row.
func (r *run) lengths(it *item, doc *knowledge.Document) {
	it.row.Terms = knowledge.Lengths{}
	for d := range Passages(it.row, doc) {
		it.row.Terms.Add(index.CountTerms(d))
	}
}
