package pipeline

import (
	"context"
	"fmt"
	"iter"
	"path"
	"slices"
	"sort"
	"strings"

	"quire/knowledge"
	"quire/publish"
	"quire/retrieval/index"
)

// plan is what the stages after validate have in common: the sealed rows, the
// table made of them, and the body that with it decides the snapshot's id.
type plan struct {
	body   knowledge.Corpus
	bytes  []byte // body as stored
	tables map[string]publish.TableInfo
	id     string
	equal  bool // to the current snapshot
	draft  *publish.Draft
}

// index seals the rows, decides whether there is anything to publish, and if so
// makes the index of the new snapshot from that of the old one.
func (r *run) index(ctx context.Context) error {
	if err := r.seal(); err != nil {
		return err
	}
	if r.plan.equal || r.opts.DryRun {
		return nil
	}
	draft, err := r.opts.Store.NewDraft(r.plan.tables, r.plan.bytes)
	if err != nil {
		return err
	}
	r.plan.draft = draft
	if r.prev.snapshot != nil {
		draft.Shares(r.prev.snapshot)
	}
	removed, added, err := r.passageDelta()
	if err != nil {
		return err
	}
	var failure error
	docs := r.docs(ctx, added, &failure)
	dir := draft.Path(knowledge.IndexDir)
	if old := r.indexToUpdate(); old != "" {
		err = index.Update(ctx, old, dir, removed, docs)
	} else {
		docs = r.docs(ctx, r.indexed(), &failure)
		err = index.Build(ctx, dir, docs)
	}
	if err == nil {
		err = failure
	}
	if err != nil {
		return fmt.Errorf("index passages: %w", err)
	}
	if err := r.indexMemory(ctx, draft); err != nil {
		return err
	}
	r.report.count("index", r.report.Passages.Added)
	return nil
}

// indexToUpdate returns the folder of the index that the new one may grow from,
// "" where it must be built from nothing.
func (r *run) indexToUpdate() string {
	p := r.prev
	if p.snapshot == nil || r.opts.Clean || p.body.Analyzer != index.Version {
		return ""
	}
	if len(p.snapshot.FilesBelow(knowledge.IndexDir)) == 0 || !p.whole() || r.opts.Rehash && p.snapshot.VerifyFiles() != nil {
		return ""
	}
	return p.snapshot.Path(knowledge.IndexDir)
}

// passageDelta returns the ids of passages that go, and the items whose passages
// come: a source that differs in anything an index entry holds does both.
func (r *run) passageDelta() (removed []string, added []*item, err error) {
	all := r.indexed()
	now := make(map[string]*item, len(all))
	for _, it := range all {
		now[it.id] = it
		if !r.prev.same(it.id, it.line) && searchable(it.line) {
			added = append(added, it)
			r.report.Passages.Added += int(publish.IntField(it.line, "passages"))
		}
	}
	ids := make([]string, 0, len(r.prev.lines))
	for id := range r.prev.lines {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	for _, id := range ids {
		line := r.prev.lines[id]
		if knowledge.TableOf(id) == knowledge.InteractionsTable {
			continue
		}
		if it, ok := now[id]; ok && r.prev.same(id, it.line) || !searchable(line) {
			continue
		}
		gone, err := r.passageIDs(id)
		if err != nil {
			return nil, nil, err
		}
		removed = append(removed, gone...)
		r.report.Passages.Removed += len(gone)
	}
	return removed, added, nil
}

// indexed returns the items whose passages share the main index.
func (r *run) indexed() []*item { return append(slices.Clone(r.items), r.authors...) }

func (r *run) passageIDs(id string) ([]string, error) {
	row, _ := r.prev.row(id)
	b, err := r.opts.Store.ReadFile(path.Join(knowledge.EvidenceDir(row.Recipe), knowledge.EvidenceFile))
	if err != nil {
		return nil, &publish.DamagedError{Name: knowledge.EvidenceDir(row.Recipe), Detail: "is missing"}
	}
	doc, err := knowledge.DecodeEvidence(b, "")
	if err != nil {
		return nil, err
	}
	var out []string
	for i := range doc.Units {
		for _, p := range doc.Units[i].Passages {
			out = append(out, PassageID(id, doc.Units[i].Name, p.Span))
		}
	}
	return out, nil
}

func searchable(line []byte) bool {
	return knowledge.Outcome(publish.Field(line, "outcome")).Searchable() && !strings.Contains(string(line), `"stale":true`)
}

// docs yields the passages of searchable items, one document in memory at a time.
func (r *run) docs(ctx context.Context, items []*item, failure *error) iter.Seq[index.Doc] {
	return func(yield func(index.Doc) bool) {
		for n, it := range items {
			if !searchable(it.line) {
				continue
			}
			row, err := it.full()
			var doc *knowledge.Document
			if err == nil {
				doc, err = r.document(it)
			}
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				*failure = err
				return
			}
			for d := range Passages(row, doc) {
				if !yield(d) {
					return
				}
			}
			it.doc = nil
			r.progress(Progress{Stage: "index", Done: n + 1, Total: len(items), Path: row.Path})
		}
	}
}
