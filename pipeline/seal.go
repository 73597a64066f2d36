package pipeline

import (
	"errors"
	"iter"
	"maps"

	"quire/knowledge"
	"quire/knowledge/pages"
	"quire/knowledge/semantics"
	"quire/publish"
	"quire/retrieval/index"
)

// seal fixes all rows and with them the id of the snapshot.
func (r *run) seal() error {
	b := knowledge.Corpus{
		Rules: r.rules(), Outcomes: map[knowledge.Outcome]int{}, Semantics: semantics.Version, Analyzer: index.Version,
		Pages: pages.Version, Withdrawn: r.withdrawn, Aliases: r.aliases, Vectors: r.vectorsInfo(),
	}
	if r.rewriting { // its rows were made by other rules, perhaps
		b.Semantics, b.Aliases = r.prev.body.Semantics, r.ownAliases(r.prev.body.Aliases)
	}
	r.plan.tables = map[string]publish.TableInfo{}
	for _, t := range []struct {
		name  string
		items []*item
		seal  func() (publish.TableInfo, error)
	}{
		{knowledge.SourcesTable, r.items, r.sealSources},
		{knowledge.OverlaysTable, r.authors, func() (publish.TableInfo, error) { return r.sealTable(r.authors) }},
		{knowledge.InteractionsTable, r.memories, func() (publish.TableInfo, error) { return r.sealTable(r.memories) }},
	} {
		info, err := t.seal()
		if err != nil {
			return err
		}
		for _, it := range t.items {
			count(&b, it.brief())
		}
		r.plan.tables[t.name] = info
	}
	if !r.rewriting && !r.opts.DryRun {
		r.plan.evidence = aside(r, func() (struct{}, error) { return struct{}{}, r.evidenceThere() })
	}
	derived := aside(r, r.sealDerived)
	joined, err := r.relate()
	table, failed := derived()
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	maps.Copy(r.plan.tables, joined)
	if !r.rewriting || hasDerived(r.prev.snapshot) { // else its rows name leaves
		r.plan.tables[knowledge.KnowledgeTable] = table
	}
	if err := r.sealCorrections(r.plan.tables); err != nil {
		return err
	}
	if r.plan.tables[knowledge.UnreadTable], err = r.sealUnread(); err != nil {
		return err
	}
	if r.plan.tables[knowledge.CardsTable], err = r.sealCards(); err != nil {
		return err
	}
	if r.plan.tables[knowledge.CoverageTable], b.Parts, err = r.sealCoverage(); err != nil {
		return err
	}
	if !r.rewriting {
		r.summarise(&b)
	}
	if r.plan.bytes, err = knowledge.Marshal(b); err != nil {
		return err
	}
	r.plan.body = b
	r.plan.id = publish.SnapshotID(r.plan.tables, r.plan.bytes)
	r.plan.equal = r.prev.snapshot != nil && r.plan.id == r.prev.pointer.Snapshot && r.usable(r.prev.snapshot)
	return nil
}

// sealTable fixes the rows of a table and writes it.
func (r *run) sealTable(items []*item) (publish.TableInfo, error) {
	rows := make([]publish.Row, len(items))
	for i, it := range items {
		if err := it.close(); err != nil {
			return publish.TableInfo{}, err
		}
		rows[i] = publish.Row{Key: it.id, Line: it.line}
	}
	return r.putTable(rows)
}

// usable reports whether readers can work with a snapshot: its files are there and
// its index opens; in a run that re-reads everything, all of them have their bytes.
func (r *run) usable(s *publish.Snapshot) bool {
	if s.Check() != nil || r.checkIndex(s) != nil { // anew: a chunk may have been healed by now
		return false
	}
	return !r.opts.Rehash && !r.opts.Clean || s.VerifyFiles() == nil
}

func (r *run) putTable(rows []publish.Row) (publish.TableInfo, error) {
	if r.opts.DryRun {
		return publish.MeasureTable(rows)
	}
	return r.opts.Store.PutTable(rows)
}

// putRows is putTable for about size rows that come one by one. Tables that not every sync
// reads whole lie deflated.
func (r *run) putRows(size int, deflated bool, rows iter.Seq2[publish.Row, error]) (publish.TableInfo, error) {
	if r.opts.DryRun {
		return publish.MeasureRows(size, deflated, rows)
	}
	return r.opts.Store.PutRows(size, deflated, rows)
}

// count adds one row to the totals.
func count(b *knowledge.Corpus, row *brief) {
	switch {
	case row.tier == knowledge.InteractionTier:
		b.Memory.Entries++
		b.Memory.Passages += row.passages
		b.Memory.Terms.Add(row.terms)
		return
	case row.tier == knowledge.AuthoredTier && row.searchable():
		b.Overlays.Fresh++
	case row.tier == knowledge.AuthoredTier:
		b.Overlays.Stale++
	case row.parent == "":
		b.Outcomes[row.outcome]++
		b.Sources++
	default:
		b.Outcomes[row.outcome]++
		b.Children++
	}
	if knowledge.Unsettled(row.reason) {
		b.Unsettled++
	}
	if row.searchable() {
		b.Passages += row.passages - row.withheld
		b.Addressed.Passages += int(row.instructions)
		b.Addressed.Hidden += int(row.hidden)
		b.Terms.Add(row.terms)
	}
}
