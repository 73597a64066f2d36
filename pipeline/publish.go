package pipeline

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/knowledge/semantics"
	"quire/publish"
	"quire/retrieval/index"
)

// ReaderGrace is how long a replaced snapshot may still have readers: many times
// the longest query.
const ReaderGrace = time.Minute

// publish writes the rest of the snapshot and swaps the pointer, if the snapshot
// differs from the current one.
func (r *run) publish(ctx context.Context) error {
	rep := r.report
	rep.Snapshot, rep.Previous = r.prev.pointer.Snapshot, r.prev.pointer.Snapshot
	if r.opts.DryRun {
		rep.WouldChange = !r.plan.equal
		return nil
	}
	if err := r.saveIdentity(); err != nil {
		return err
	}
	if r.plan.equal {
		return r.prune()
	}
	listing, err := r.plan.listing()
	if err != nil {
		return err
	}
	if err := r.plan.draft.Write(indexPageName, r.indexPage(listing)); err != nil {
		return err
	}
	if err := r.writePages(r.plan.draft, r.plan.pages); err != nil {
		return err
	}
	if _, err := r.plan.evidence(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err // the last moment to stop: from here on it is done or it never was
	}
	changes, err := json.Marshal(rep.Sources)
	if err != nil {
		return err
	}
	stamp := func() string { return r.opts.Now().UTC().Format(time.RFC3339) }
	ev := publish.Event{Stamp: stamp, Cause: "publish", Changes: changes}
	_, err = r.plan.draft.Commit(ev, r.reopen)
	var after *publish.AfterError
	if err != nil && !errors.As(err, &after) {
		return err
	}
	rep.Published, rep.Snapshot = true, r.plan.id
	if r.prev.damage != nil {
		rep.Healed = r.prev.damage.Error()
	}
	if err == nil {
		if err = errors.Join(r.prune(), r.dropEarlier(), r.dropLeaves()); err != nil {
			err = &publish.AfterError{Snapshot: r.plan.id, Err: err}
		}
	}
	return err
}

func (r *run) saveIdentity() error {
	b, err := r.opts.Identity.Encode()
	if err != nil || r.opts.SaveIdentity == nil {
		return err
	}
	return r.opts.SaveIdentity(b)
}

// reopen looks whether a reader could work with the new snapshot.
func (r *run) reopen(s *publish.Snapshot) error {
	return errors.Join(r.checkIndex(s), r.checkEvidence())
}

func (r *run) checkIndex(s *publish.Snapshot) error {
	rd, err := OpenIndex(s, index.Stats{Docs: r.plan.body.Passages, Terms: r.plan.body.Terms})
	if err != nil {
		return err
	}
	return rd.Close()
}

// OpenIndex opens the passage index of a snapshot.
func OpenIndex(s *publish.Snapshot, st index.Stats) (*index.Reader, error) {
	return openIndexIn(s, knowledge.IndexDir, st)
}

func openIndexIn(s *publish.Snapshot, dir string, st index.Stats) (*index.Reader, error) {
	var files []index.File
	for _, f := range s.FilesBelow(dir) {
		files = append(files, index.File{Name: f.Name, Size: f.Size})
	}
	return index.Open(s.Path(dir), files, st)
}

// evidenceThere looks whether there is evidence of every row, one folder after the other.
func (r *run) evidenceThere() error {
	folders := map[string][]string{}
	for _, items := range [][]*item{r.items, r.authors, r.memories} {
		for _, it := range items {
			if recipe := it.brief().recipe; len(recipe) > 0 {
				d := knowledge.Digest(recipe)
				folders[d.Short(2)] = append(folders[d.Short(2)], d.Hex())
			}
		}
	}
	for _, head := range slices.Sorted(maps.Keys(folders)) {
		there, err := r.opts.Store.Leaves(knowledge.EvidenceDir + "/" + head)
		if err != nil {
			return err
		}
		for _, hex := range folders[head] {
			if !(there[hex+knowledge.RecordSuffix] && there[hex+knowledge.TextSuffix]) && !there[hex] {
				return &publish.DamagedError{Name: knowledge.EvidenceDir + "/" + head + "/" + hex + knowledge.RecordSuffix, Detail: "or the text beside it is missing"}
			}
		}
	}
	return nil
}

// checkEvidence re-hashes the new evidence, on several processors. It is not done beside a
// join of all sources: what it reads is garbage at once, and that is when memory is short.
func (r *run) checkEvidence() error {
	var g errgroup.Group
	parts := max(r.opts.Jobs, 1)
	for part := range parts {
		g.Go(func() error {
			for _, items := range [][]*item{r.items, r.authors, r.memories} {
				for i := part; i < len(items); i += parts {
					if err := r.checkRecord(items[i]); err != nil {
						return err
					}
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// checkRecord re-hashes the record of an item that is new.
func (r *run) checkRecord(it *item) error {
	row := it.brief()
	if it.reused || len(row.recipe) == 0 {
		return nil
	}
	name := knowledge.RecordName(knowledge.Digest(row.recipe))
	b, _, err := knowledge.Find(r.opts.Store.ReadFile, name)
	if err != nil || string(knowledge.DigestOf(b)) != string(row.evidence) {
		return &publish.DamagedError{Name: name, Detail: "is not what was written"}
	}
	return nil
}

// prune removes old snapshots. The new one is published by then.
func (r *run) prune() error {
	_, err := r.opts.Store.Prune(publish.Retention{
		Keep: r.opts.Keep, Grace: cmp.Or(r.opts.Grace, ReaderGrace), Now: r.opts.Now(), Leaves: LeavesOf(semantics.Version),
		Table: knowledge.InteractionsTable, Forgotten: r.forgotten(), Unheld: r.unheld,
	})
	return err
}

// unheld returns the lines whose evidence no row of this run names.
func (r *run) unheld(lines [][]byte) [][]byte {
	recipes := make(map[string]bool, len(lines)) // that a row of this run does not name
	for _, line := range lines {
		recipes[jsonline.Field(line, "recipe")] = true
	}
	for _, items := range [][]*item{r.items, r.authors, r.memories} {
		for _, it := range items {
			if recipe := it.brief().recipe; recipes[string(recipe)] {
				recipes[string(recipe)] = false
			}
		}
	}
	return slices.DeleteFunc(lines, func(line []byte) bool { return !recipes[jsonline.Field(line, "recipe")] })
}

// LeavesOf returns a function for publish.Retention that names what a row of a table refers
// to: its evidence, and what was derived from it by each of these versions of the semantics.
func LeavesOf(versions ...int) func(table string, line []byte) []string {
	return func(_ string, line []byte) []string {
		recipe := knowledge.Digest(jsonline.Field(line, "recipe"))
		if recipe == "" {
			return nil
		}
		out := []string{knowledge.EvidenceName(recipe)}
		if jsonline.Field(line, "knowledge") == "" { // what was derived from it is a row
			return out
		}
		for _, v := range versions {
			out = append(out, knowledge.DerivedKey(recipe, v))
		}
		return out
	}
}
