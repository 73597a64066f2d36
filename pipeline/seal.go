package pipeline

import (
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
	for name, items := range map[string][]*item{
		knowledge.SourcesTable: r.items, knowledge.OverlaysTable: r.authors, knowledge.InteractionsTable: r.memories,
	} {
		info, err := r.sealTable(name, items)
		if err != nil {
			return err
		}
		for _, it := range items {
			count(&b, it.line)
		}
		r.plan.tables[name] = info
	}
	joined, err := r.relate()
	if err != nil {
		return err
	}
	maps.Copy(r.plan.tables, joined)
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

// sealTable fixes the rows of a table and writes it. Where every row is the line of
// the last snapshot, so is the table.
func (r *run) sealTable(name string, items []*item) (publish.TableInfo, error) {
	if info, ok := r.sameTable(name, items); ok {
		return info, nil
	}
	rows := make([]publish.Row, len(items))
	for i, it := range items {
		if err := it.close(); err != nil {
			return publish.TableInfo{}, err
		}
		rows[i] = publish.Row{Key: it.id, Line: it.line}
	}
	return r.putTable(rows)
}

// sameTable returns a table of the last snapshot whose rows are all reused and
// complete.
func (r *run) sameTable(name string, items []*item) (publish.TableInfo, bool) {
	if !r.prev.whole() || r.opts.Rehash {
		return publish.TableInfo{}, false
	}
	for _, it := range items {
		if !it.reused {
			return publish.TableInfo{}, false
		}
	}
	table, err := r.prev.snapshot.Table(name)
	if err != nil || table.Rows() != len(items) {
		return publish.TableInfo{}, false
	}
	info, err := table.Info()
	return info, err == nil
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

// putRows is putTable for about size rows that come one by one.
func (r *run) putRows(size int, rows iter.Seq2[publish.Row, error]) (publish.TableInfo, error) {
	if r.opts.DryRun {
		return publish.MeasureRows(size, rows)
	}
	return r.opts.Store.PutRows(size, rows)
}

// count adds one row to the totals.
func count(b *knowledge.Corpus, line []byte) {
	outcome := knowledge.Outcome(publish.Field(line, "outcome"))
	switch {
	case publish.Field(line, "tier") == string(knowledge.InteractionTier):
		b.Memory.Entries++
		b.Memory.Passages += publish.IntField(line, "passages")
		b.Memory.Terms.Add(termsOf(line))
		return
	case publish.Field(line, "tier") == string(knowledge.AuthoredTier) && searchable(line):
		b.Overlays.Fresh++
	case publish.Field(line, "tier") == string(knowledge.AuthoredTier):
		b.Overlays.Stale++
	case publish.Field(line, "parent") == "":
		b.Outcomes[outcome]++
		b.Sources++
	default:
		b.Outcomes[outcome]++
		b.Children++
	}
	if knowledge.Unsettled(publish.Field(line, "reason")) {
		b.Unsettled++
	}
	if searchable(line) {
		b.Passages += publish.IntField(line, "passages") - publish.IntField(line, "withheld")
		b.Addressed.Passages += int(publish.IntField(line, "instructions"))
		b.Addressed.Hidden += int(publish.IntField(line, "hidden_instructions"))
		b.Terms.Add(termsOf(line))
	}
}

func termsOf(line []byte) knowledge.Lengths {
	return knowledge.Lengths{Text: termField(line, "text"), Heading: termField(line, "heading"), Title: termField(line, "title")}
}
