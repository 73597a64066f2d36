package pipeline

import (
	"encoding/json"
	"errors"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/publish"
)

// account makes the line of an item in the ledger while its evidence is in memory.
// Items without evidence get theirs in coverageLine.
func (r *run) account(it *item, row *knowledge.Source, doc *knowledge.Document) error {
	c := knowledge.CoverageOf(row, doc)
	line, err := knowledge.Marshal(&c)
	if err != nil {
		return err
	}
	it.covers, err = r.shelves.ledger.put(line)
	return err
}

// sealCoverage writes the ledger, a row for every source, and adds it up.
func (r *run) sealCoverage() (publish.TableInfo, knowledge.PartTotals, error) {
	if info, total, ok, err := r.amendCoverage(); ok || err != nil {
		return info, total, err
	}
	_ = r.prev.ledger.load() // a row that cannot be read is made of the evidence
	var total knowledge.PartTotals
	rows := func(yield func(publish.Row, error) bool) {
		for _, it := range r.items {
			line, err := r.coverageLine(it)
			if err == nil {
				total.Add(totalsOf(line))
			}
			if !yield(publish.Row{Key: it.id, Line: line}, err) || err != nil {
				return
			}
		}
	}
	info, err := r.putRows(len(r.items), true, rows)
	return info, total, err
}

// amendCoverage makes the ledger and its sum from those of the last snapshot.
func (r *run) amendCoverage() (info publish.TableInfo, total knowledge.PartTotals, ok bool, err error) {
	total = r.prev.body.Parts
	less := func(id string) error {
		line, err := r.prev.ledger.row(id)
		total.Sub(totalsOf(line))
		return err
	}
	info, ok, err = r.amended(knowledge.CoverageTable, len(r.items), func(it *item) ([]byte, bool, error) {
		line, err := r.coverageLine(it)
		total.Add(totalsOf(line))
		return line, false, errors.Join(err, less(it.id))
	})
	for _, id := range r.delta.gone {
		err = errors.Join(err, less(id))
	}
	return info, total, ok, err
}

// totalsOf reads the sums out of a line without decoding it.
func totalsOf(line []byte) knowledge.PartTotals {
	return knowledge.PartTotals{
		Expected: int(jsonline.IntField(line, "expected")), Accounted: int(jsonline.IntField(line, "accounted")),
		NoText: int(jsonline.IntField(line, "no_text")), Uncounted: int(jsonline.IntField(line, "uncounted")),
	}
}

// coverageLine returns the row of an item: as the last snapshot has it, or made when
// it was read.
func (r *run) coverageLine(it *item) ([]byte, error) {
	if it.reused {
		if line, err := r.prev.ledger.row(it.id); err == nil && line != nil {
			return line, nil
		} // else it is made of the evidence
	}
	if len(it.covers) == 0 {
		row, err := it.full()
		if err != nil {
			return nil, err
		}
		var doc *knowledge.Document
		if row.Recipe != "" {
			if doc, err = r.document(it); err != nil {
				return nil, err
			}
		}
		c := knowledge.CoverageOf(row, doc)
		return knowledge.Marshal(&c)
	}
	line := it.covers
	// What was decided after reading: a quarantine, for one.
	outcome, reason := jsonline.Field(it.line, "outcome"), jsonline.Field(it.line, "reason")
	if jsonline.Field(line, "outcome") == outcome && jsonline.Field(line, "reason") == reason {
		return line, nil
	}
	var c knowledge.Coverage
	if err := json.Unmarshal(line, &c); err != nil {
		return nil, err
	}
	c.Outcome, c.Reason = knowledge.Outcome(outcome), reason
	return knowledge.Marshal(&c)
}
