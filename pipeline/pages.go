package pipeline

import (
	"iter"
	"slices"

	"quire/knowledge"
	"quire/knowledge/pages"
	"quire/publish"
)

// buildPages returns the pages of the corpus; none where nothing that they read changed. All
// tables must be sealed.
func (r *run) buildPages() ([]pages.File, error) {
	if r.samePages() {
		return nil, nil
	}
	corpus, err := r.pageCorpus()
	if err != nil {
		return nil, err
	}
	return pages.Build(corpus)
}

// writePages writes into a draft what buildPages returns, or takes the pages of the last
// snapshot.
func (r *run) writePages(draft *publish.Draft, built func() ([]pages.File, error)) error {
	files, err := built()
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := draft.Write(f.Name, f.Data); err != nil {
			return err
		}
	}
	if files != nil {
		return nil
	}
	for _, name := range pageFiles() {
		if err := draft.Adopt(name); err != nil {
			return err
		}
	}
	return nil
}

func pageFiles() []string {
	var out []string
	for _, name := range pages.Names {
		out = append(out, pages.Dir+"/"+name+".json", pages.Dir+"/"+name+".md")
	}
	return out
}

// pageCorpus is what the pages are made of: the sealed rows and tables.
func (r *run) pageCorpus() (pages.Corpus, error) {
	c := pages.Corpus{Cards: r.tableLines(knowledge.CardsTable), Edges: r.tableLines(knowledge.EdgesTable)}
	c.Sources = make([]pages.Source, 0, len(r.items))
	for _, it := range r.items {
		row, err := it.listed()
		if err != nil {
			return c, err
		}
		if row.Outcome == knowledge.Excluded {
			continue
		}
		c.Sources = append(c.Sources, pageSource(it.id, row))
	}
	return c, nil
}

func pageSource(id string, row *knowledge.Source) pages.Source {
	return pages.Source{
		ID: id, Path: row.Path, Title: row.Title, Date: row.Date, Outcome: string(row.Outcome), Reason: row.Reason,
		Searchable: row.Outcome.Searchable() && !row.Stale,
	}
}

func (r *run) tableLines(name string) func() iter.Seq2[[]byte, error] {
	return func() iter.Seq2[[]byte, error] { return r.opts.Store.Table(r.plan.tables[name]).All() }
}

// samePages reports that the pages of the last snapshot hold: the cards and the edges
// are the same, and what is printed of the rows is.
func (r *run) samePages() bool {
	if r.rewriting || r.opts.Rehash || r.opts.Clean || !r.prev.whole() || r.prev.body.Pages != pages.Version || r.prev.sources != len(r.items) {
		return false
	}
	m := r.prev.snapshot.Manifest
	for _, name := range []string{knowledge.CardsTable, knowledge.EdgesTable} {
		if m.Tables[name].Digest != r.plan.tables[name].Digest {
			return false
		}
	}
	for _, name := range pageFiles() {
		if !slices.ContainsFunc(m.Files, func(f publish.FileInfo) bool { return f.Name == name }) {
			return false
		}
	}
	for _, it := range r.items {
		if it.reused {
			continue
		}
		before, ok := r.prev.row(it.id)
		if !ok {
			return false
		}
		now, err := it.listed()
		if err != nil || pageSource(it.id, &before) != pageSource(it.id, now) {
			return false
		}
	}
	return true
}
