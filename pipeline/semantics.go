package pipeline

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"quire/knowledge"
	"quire/knowledge/semantics"
	"quire/retrieval/index"
)

// semantics derives what may be said from each new document alone, and finishes
// the rows with it.
func (r *run) semantics(ctx context.Context) error {
	var todo []*item
	for _, it := range r.items {
		if !it.reused && it.row.Recipe != "" && !it.row.Stale {
			todo = append(todo, it)
		}
	}
	r.report.count("semantics", len(todo))
	var done atomic.Int64
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(max(r.opts.Jobs, 1))
	for _, it := range todo {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := r.derive(it); err != nil {
				return err
			}
			r.progress(Progress{Stage: "semantics", Done: int(done.Add(1)), Total: len(todo), Path: it.row.Path})
			return nil
		})
	}
	return g.Wait()
}

func (r *run) derive(it *item) error {
	doc, err := r.document(it)
	if err != nil {
		return err
	}
	k := semantics.Derive(doc)
	it.derived = &k
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
	if k.Date != nil {
		row.Date, row.DateBy = k.Date.Value, k.Date.By
	}
	row.Summary = ""
	if len(k.Summary) > 0 {
		row.Summary = knowledge.Line(k.Summary[0].Text, 240)
	}
	it.untitled()
	row.Terms = knowledge.Lengths{}
	for d := range Passages(row, doc) {
		row.Terms.Add(index.CountTerms(d))
	}
	return nil
}
