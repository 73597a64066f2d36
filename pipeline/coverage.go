package pipeline

import (
	"quire/knowledge"
	"quire/publish"
)

// account makes the line of an item in the ledger while its evidence is in memory.
// Items without evidence get theirs in coverageLine.
func (it *item) account(doc *knowledge.Document) {
	c := knowledge.CoverageOf(&it.row, doc)
	it.covers = &c
}

// sealCoverage writes the ledger, a row for every source, and adds it up. Where no
// source changed, it is that of the last snapshot.
func (r *run) sealCoverage() (publish.TableInfo, knowledge.PartTotals, error) {
	if _, ok := r.sameTable(knowledge.SourcesTable, r.items); ok && r.usable(r.prev.snapshot) {
		if table, err := r.prev.snapshot.Table(knowledge.CoverageTable); err == nil {
			info, err := table.Info()
			return info, r.prev.body.Parts, err
		}
	}
	var total knowledge.PartTotals
	rows := make([]publish.Row, len(r.items))
	for i, it := range r.items {
		line, err := r.coverageLine(it)
		if err != nil {
			return publish.TableInfo{}, total, err
		}
		rows[i] = publish.Row{Key: it.id, Line: line}
		total.Add(totalsOf(line))
	}
	info, err := r.putTable(rows)
	return info, total, err
}

// totalsOf reads the sums out of a line without decoding it.
func totalsOf(line []byte) knowledge.PartTotals {
	return knowledge.PartTotals{
		Expected: int(publish.IntField(line, "expected")), Accounted: int(publish.IntField(line, "accounted")),
		NoText: int(publish.IntField(line, "no_text")), Uncounted: int(publish.IntField(line, "uncounted")),
	}
}

// coverageLine returns the row of an item: as the last snapshot has it, or made when
// it was read.
func (r *run) coverageLine(it *item) ([]byte, error) {
	if it.reused {
		if line := r.prev.covered(it.id); line != nil {
			return line, nil
		}
	}
	row, err := it.full()
	if err != nil {
		return nil, err
	}
	if it.covers == nil {
		var doc *knowledge.Document
		if row.Recipe != "" {
			if doc, err = r.document(it); err != nil {
				return nil, err
			}
		}
		it.account(doc)
	}
	// What was decided after reading: a quarantine, for one.
	it.covers.Outcome, it.covers.Reason = row.Outcome, row.Reason
	return knowledge.Marshal(it.covers)
}
