package pipeline

import (
	"quire/knowledge"
	"quire/knowledge/semantics"
	"quire/knowledge/validate"
	"quire/retrieval/index"
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
	it.facts = factsOf(it.id, doc, &k)
	it.card = cardOf(it.id, &k)
	b, err := knowledge.Marshal(k)
	if err != nil {
		return err
	}
	b = append(b, '\n')
	it.row.Knowledge = knowledge.DigestOf(b)
	if !r.opts.DryRun {
		name := knowledge.DerivedName(it.row.Recipe, semantics.Version)
		if err := r.opts.Store.Put(name, b); err != nil {
			return err
		}
	}
	row := &it.row
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
	f := validate.Findings{Severity: r.opts.Severity}
	f.Document(row, doc)
	for _, fault := range k.Verify(doc) {
		f.Add(validate.Statement, row, "", "%s", fault)
	}
	it.findings = f.List
	return nil
}

// lengths counts the index terms of all passages of a row.
func (r *run) lengths(it *item, doc *knowledge.Document) {
	it.row.Terms = knowledge.Lengths{}
	for d := range Passages(&it.row, doc) {
		it.row.Terms.Add(index.CountTerms(d))
	}
}
