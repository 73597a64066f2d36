package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/knowledge/pages"
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
	// listing returns what INDEX.md lists, pages the pages, none where those of the last
	// snapshot hold, and evidence fails where some is missing: they go on beside the index
	listing  func() (*listing, error)
	pages    func() ([]pages.File, error)
	evidence func() (struct{}, error)
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
	var last map[string][]byte // the rows whose passages the index may have
	if r.prev.snapshot != nil {
		draft.Shares(r.prev.snapshot)
		last = r.prev.lines
	}
	r.plan.listing = aside(r, func() (*listing, error) { return r.writeListing(draft) })
	r.plan.pages = aside(r, r.buildPages)
	removed, added, err := r.passageDelta(last)
	if err != nil {
		return err
	}
	r.report.Passages.Removed = len(removed)
	for _, it := range added {
		r.report.Passages.Added += int(jsonline.IntField(it.line, "passages") - jsonline.IntField(it.line, "withheld"))
	}
	var failure error
	docs := r.docs(ctx, added, &failure)
	dir := draft.Path(knowledge.IndexDir)
	if old := r.indexToUpdate(); old != "" && int64(len(removed))*2 <= r.prev.body.Passages {
		err = index.Update(ctx, old, dir, removed, docs)
	} else { // taking most of it out and putting it in again costs more than building it
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
	if err := r.indexVectors(ctx, draft); err != nil {
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

// passageDelta returns the ids of passages that go against the rows of another snapshot,
// and the items whose passages come: a source that differs in anything an index entry
// holds does both.
func (r *run) passageDelta(old map[string][]byte) (removed []string, added []*item, err error) {
	var gone []string
	all, here := r.indexed(), 0
	for _, it := range all {
		line, ok := old[it.id]
		if ok {
			here++
		}
		if bytes.Equal(line, it.line) {
			continue
		}
		if it.brief().searchable() {
			added = append(added, it)
		}
		if ok && searchable(line) {
			gone = append(gone, it.id)
		}
	}
	if here < len(old) {
		now := make(map[string]bool, len(all))
		for _, it := range all {
			now[it.id] = true
		}
		for id, line := range old {
			if !now[id] && knowledge.TableOf(id) != knowledge.InteractionsTable && searchable(line) {
				gone = append(gone, id)
			}
		}
	}
	slices.Sort(gone)
	for _, id := range gone {
		ids, err := r.passageIDs(id, old[id])
		if err != nil {
			return nil, nil, err
		}
		removed = append(removed, ids...)
	}
	return removed, added, nil
}

// indexed returns the items whose passages share the main index.
func (r *run) indexed() []*item { return append(slices.Clone(r.items), r.authors...) }

// passageIDs returns the ids of the passages of a row.
func (r *run) passageIDs(id string, line []byte) ([]string, error) {
	b, name, err := knowledge.Find(r.opts.Store.ReadFile, knowledge.RecordName(knowledge.Digest(jsonline.Field(line, "recipe"))))
	if err != nil {
		return nil, damagedLeaf(name, err)
	}
	doc, err := knowledge.DecodeEvidence(b, "")
	if err != nil {
		return nil, err
	}
	var row knowledge.Source // its ranges that are left out
	if bytes.Contains(line, []byte(`"left_out":[`)) {
		if err := json.Unmarshal(line, &row); err != nil {
			return nil, fmt.Errorf("row %s: %w", id, err)
		}
	}
	var out []string
	for i := range doc.Units {
		for _, p := range doc.Units[i].Passages {
			if row.LeavesOut(doc.Units[i].Name, p.Span) != nil {
				continue
			}
			out = append(out, PassageID(id, doc.Units[i].Name, p.Span))
		}
	}
	return out, nil
}

func searchable(line []byte) bool {
	b := briefOf(line)
	return b.searchable()
}

// docs yields the passages of searchable items. A document that is not in memory is
// read one unit at a time.
func (r *run) docs(ctx context.Context, items []*item, failure *error) iter.Seq[index.Doc] {
	return func(yield func(index.Doc) bool) {
		for n, it := range items {
			if !it.brief().searchable() {
				continue
			}
			row, err := it.full()
			if err == nil {
				err = ctx.Err()
			}
			more := true
			switch {
			case err != nil:
			case it.doc == nil:
				more, err = r.streamed(row, yield)
			default:
				for d := range Passages(row, it.doc) {
					if !yield(d) {
						return
					}
				}
			}
			if err != nil {
				*failure = err
			}
			if err != nil || !more {
				return
			}
			it.doc = nil
			r.progress(Progress{Stage: "index", Done: n + 1, Total: len(items), Path: row.Path})
		}
	}
}

// streamed yields the passages of a stored document; more is false where no more are
// wanted.
func (r *run) streamed(row *knowledge.Source, yield func(index.Doc) bool) (more bool, err error) {
	tree := knowledge.Tree{
		OpenLeaf: r.opts.Store.OpenLeaf,
		OpenFile: func(name string) (knowledge.Leaf, error) { return r.opts.Store.OpenFile(name) },
	}
	s, err := knowledge.OpenStream(tree, row.Recipe)
	if err != nil {
		return false, err
	}
	defer s.Close()
	for u, err := range s.Units() {
		if err != nil {
			return false, err
		}
		for d := range passagesOf(row, &s.Evidence.Meta, u.Unit, u.Text) {
			if !yield(d) {
				return false, nil
			}
		}
	}
	return true, nil
}
