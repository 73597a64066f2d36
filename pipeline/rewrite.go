package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/publish"
	"quire/retrieval/index"
)

// Rewritten is a kept snapshot that was written anew without what was withdrawn.
type Rewritten struct {
	Old     string `json:"old"`
	New     string `json:"new"`     // the same where only its index still held something
	Sources int    `json:"sources"` // taken out, those inside others included
	Records int    `json:"records"` // overlays and interactions about them
	anew    bool   // its index was built from nothing, not grown from that of another one written anew
}

// basis is a snapshot that was written anew before: its index holds nothing withdrawn.
type basis struct {
	snapshot *publish.Snapshot
	lines    map[string][]byte // rows of what it indexes, by id
}

// openRewrite loads a kept snapshot for being written anew.
func openRewrite(o Options, id string) (*run, error) {
	snap, err := o.Store.Snapshot(id)
	if err != nil {
		return nil, err
	}
	r := &run{opts: o, started: o.Now(), report: newReport(), prev: newPrevious(), rewriting: true}
	r.prev.pointer.Snapshot = id
	if err := r.prev.load(snap); err != nil {
		return nil, err
	}
	r.ruleText = r.prev.body.Rules // which its rows were made by
	if r.prev.body.Analyzer != index.Version {
		return nil, &publish.DamagedError{Name: snap.Name("snapshot.json"), Detail: "was made by another version, which alone can index it"}
	}
	return r, nil
}

// partition makes the items of a snapshot without what was withdrawn, and returns the
// ids of the sources and records that go.
func (r *run) partition() (sources, records []string, err error) {
	gone := map[string]bool{}
	r.withdrawn = r.prev.body.Withdrawn
	for _, id := range r.prev.byPath {
		if r.opts.Withdrawn.Row(id, knowledge.Digest(r.prev.briefs[id].content)) {
			r.withdrawn++
			for _, it := range r.tree(id, nil) {
				gone[it.id] = true
			}
		}
	}
	if err := r.keepCorrections(gone); err != nil {
		return nil, nil, err
	}
	said, err := r.saidOfWithdrawn()
	if err != nil {
		return nil, nil, err
	}
	for id, line := range r.prev.lines {
		it := &item{id: id, line: line, said: r.prev.briefs[id], reused: true}
		switch about := jsonline.Field(line, "about"); {
		case gone[id]:
			sources = append(sources, id)
		case knowledge.TableOf(id) == knowledge.SourcesTable:
			r.items = append(r.items, it)
		case said[id], len(about) >= knowledge.IDLength && (gone[about[:knowledge.IDLength]] || r.opts.Withdrawn.Source(about[:knowledge.IDLength])), r.restsOnWithdrawn(it, gone):
			records = append(records, id)
		case knowledge.TableOf(id) == knowledge.OverlaysTable:
			r.authors = append(r.authors, it)
		default:
			r.memories = append(r.memories, it)
		}
	}
	for _, list := range [][]*item{r.items, r.authors, r.memories} {
		slices.SortFunc(list, func(a, b *item) int { return strings.Compare(a.id, b.id) })
	}
	slices.Sort(sources)
	slices.Sort(records)
	return sources, records, nil
}

// restsOnWithdrawn reports whether an authored record cites a withdrawn source.
func (r *run) restsOnWithdrawn(it *item, gone map[string]bool) bool {
	if knowledge.TableOf(it.id) != knowledge.OverlaysTable || !bytes.Contains(it.line, []byte(`"rests":[`)) {
		return false
	}
	var row knowledge.Source
	if json.Unmarshal(it.line, &row) != nil {
		return false
	}
	return slices.ContainsFunc(row.Rests, func(s string) bool {
		return len(s) >= knowledge.IDLength && (gone[s[:knowledge.IDLength]] || r.opts.Withdrawn.Source(s[:knowledge.IDLength]))
	})
}

// saidOfWithdrawn returns the accepted interactions that name a withdrawn source.
func (r *run) saidOfWithdrawn() (map[string]bool, error) {
	out := map[string]bool{}
	if r.opts.Inputs == nil {
		return out, nil
	}
	names, err := fs.Glob(r.opts.Inputs, acceptedDir+"/*.json")
	for _, name := range names {
		if e, err := r.accepted(name); err == nil && r.aboutWithdrawn(&e) {
			out[e.ID] = true
		}
	}
	return out, err
}

// stale reports whether a segment of the snapshot's index still holds the id of a
// withdrawn passage, deleted long ago perhaps, and so the terms of it.
func (r *run) stale() (bool, error) {
	rd, err := OpenIndex(r.prev.snapshot, index.Stats{Docs: r.prev.body.Passages, Terms: r.prev.body.Terms})
	if err != nil {
		return false, err
	}
	known, found := map[string]bool{}, false
	_, err = rd.Enumerate(index.Listing{ID: func(id string, deleted bool) {
		source, _, _ := strings.Cut(id, "#")
		if deleted && !known[source] {
			known[source] = true
			found = found || r.opts.Withdrawn.Source(source)
		}
	}})
	return found, errors.Join(err, rd.Close())
}

// rewrite writes the snapshot anew if it holds something withdrawn, and puts what it
// wrote in its place. Tables are joined again from the rows that stay. The index never
// grows from the old one, which would keep its terms: it is built from nothing, or grows
// from that of the basis, where there is one. ok is false where there was nothing to do.
func (r *run) rewrite(ctx context.Context, reason string, from *basis) (done Rewritten, ok bool, err error) {
	done.Old = r.prev.pointer.Snapshot
	sources, records, err := r.partition()
	if err != nil {
		return done, false, err
	}
	done.Sources, done.Records = len(sources), len(records)
	if len(sources)+len(records) == 0 && len(r.ownAliases(r.prev.body.Aliases)) == len(r.prev.body.Aliases) {
		if ok, err := r.stale(); err != nil || !ok {
			return done, false, err
		}
	}
	if err := r.seal(); err != nil {
		return done, false, err
	}
	done.New = r.plan.id
	draft, err := r.opts.Store.NewDraft(r.plan.tables, r.plan.bytes)
	if err != nil {
		return done, false, err
	}
	r.plan.draft = draft
	done.anew = from == nil
	if err := r.indexRewritten(ctx, draft, from); err != nil {
		return done, false, fmt.Errorf("index passages: %w", err)
	}
	if err := r.indexMemory(ctx, draft); err != nil {
		return done, false, err
	}
	if err := r.indexVectors(ctx, draft); err != nil {
		return done, false, err
	}
	listing, err := r.writeListing(r.plan.draft)
	err = errors.Join(err, r.evidenceThere())
	if err != nil {
		return done, false, err
	}
	if err := draft.Write(indexPageName, r.indexPage(listing)); err != nil {
		return done, false, err
	}
	if err := r.writePages(draft, r.buildPages); err != nil {
		return done, false, err
	}
	changes, err := json.Marshal(struct {
		Withdrawn int    `json:"withdrawn"`
		Records   int    `json:"records,omitempty"`
		Reason    string `json:"reason,omitempty"`
	}{done.Sources, done.Records, reason})
	if err != nil {
		return done, false, err
	}
	ev := publish.Event{At: r.opts.Now().UTC().Format(time.RFC3339), Changes: changes}
	return done, true, draft.Replace(done.Old, ev, r.reopen)
}

func (r *run) indexRewritten(ctx context.Context, draft *publish.Draft, from *basis) error {
	var failure error
	dir, err := draft.Path(knowledge.IndexDir), error(nil)
	if from == nil {
		err = index.Build(ctx, dir, r.docs(ctx, r.indexed(), &failure))
	} else {
		draft.Shares(from.snapshot)
		removed, added, missing := r.passageDelta(from.lines)
		if missing != nil {
			return missing
		}
		err = index.Update(ctx, from.snapshot.Path(knowledge.IndexDir), dir, removed, r.docs(ctx, added, &failure))
	}
	if failure != nil {
		return failure
	}
	return err
}

// basis returns what was written as the basis of the next.
func (r *run) basis() (*basis, error) {
	snap, err := r.opts.Store.Snapshot(r.plan.id)
	if err != nil {
		return nil, err
	}
	b := &basis{snapshot: snap, lines: map[string][]byte{}}
	for _, it := range r.indexed() {
		b.lines[it.id] = it.line
	}
	return b, nil
}
