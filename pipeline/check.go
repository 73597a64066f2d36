package pipeline

import (
	"context"

	"quire/knowledge"
	"quire/knowledge/validate"
)

// Tree is a published tree that can be checked: retrieval.View is one.
type Tree interface {
	Verify(damaged func(name, detail string)) // every file against its record
	Records(func(*knowledge.Source) bool) error
	Document(*knowledge.Source) (*knowledge.Document, error)
	Derived(*knowledge.Source) ([]byte, error)
	Totals() knowledge.Corpus
	Coverage(func(*knowledge.Coverage) bool) error // the ledger, by id
	EdgeRows(func(line []byte) bool) error         // the table of relations, in its order
}

// Check runs every rule over a published tree. It is what validate prints, and
// the oracle of the tests of sync.
func Check(ctx context.Context, t Tree, f *validate.Findings) error {
	t.Verify(func(name, detail string) { f.Add(validate.TreeDamaged, nil, "", "%s %s", name, detail) })
	table := validate.NewTable(f, 0)
	total := knowledge.Corpus{Outcomes: map[knowledge.Outcome]int{}}
	ledger, err := openLedger(t, f)
	if err != nil {
		f.Add(validate.LedgerLine, nil, "", "%v", err)
	}
	edges, err := openEdges(t, f)
	if err != nil {
		f.Add(validate.EdgeTable, nil, "", "%v", err)
	}
	var authored []*knowledge.Source
	err = t.Records(func(s *knowledge.Source) bool {
		if s.TrustTier() == knowledge.SourceTier {
			table.Row(validate.RowOf(s))
			f.Row(s)
		}
		if line, err := knowledge.Marshal(s); err == nil {
			row := briefOf(line)
			count(&total, &row)
		}
		var doc *knowledge.Document
		if s.Recipe != "" {
			doc = checkSource(t, s, f)
		}
		switch s.TrustTier() {
		case knowledge.SourceTier:
			edges.Source(s, doc)
			if ledger != nil {
				ledger.Source(s, doc)
			}
		case knowledge.AuthoredTier:
			authored = append(authored, s)
		}
		return ctx.Err() == nil
	})
	if err != nil {
		f.Add(validate.TreeDamaged, nil, "", "%v", err)
		return ctx.Err()
	}
	table.Finish()
	edges.Finish()
	if err := checkAuthored(t, f, authored); err != nil {
		f.Add(validate.TreeDamaged, nil, "", "%v", err)
	}
	have := t.Totals()
	if ledger != nil {
		ledger.Finish(have.Parts)
	}
	if total.Sources != have.Sources || total.Children != have.Children || total.Passages != have.Passages || total.Terms != have.Terms || total.Unsettled != have.Unsettled || total.Overlays != have.Overlays || total.Addressed != have.Addressed || total.Memory != have.Memory {
		f.Add(validate.TableTotals, nil, "", "rows add up to %d files, %d children, %d passages, %d of them addressing the agent; the snapshot says %d, %d, %d, %d",
			total.Sources, total.Children, total.Passages, total.Addressed.Passages, have.Sources, have.Children, have.Passages, have.Addressed.Passages)
	}
	return ctx.Err()
}

// openEdges reads the table of relations. What could be read of it is returned with the
// error.
func openEdges(t Tree, f *validate.Findings) (*validate.Edges, error) {
	edges, last := validate.NewEdges(f), ""
	err := t.EdgeRows(func(line []byte) bool {
		last = edges.Row(line, last)
		return true
	})
	return edges, err
}

// checkAuthored checks authored entries against the documents that they are about.
func checkAuthored(t Tree, f *validate.Findings, list []*knowledge.Source) error {
	about := map[string][]func(*knowledge.Document){} // by id of the document
	for _, s := range list {
		if at, ok := f.Authored(s); ok {
			about[at.Source] = append(about[at.Source], func(d *knowledge.Document) { f.About(s, at, d) })
		}
	}
	if len(about) == 0 {
		return nil
	}
	err := t.Records(func(s *knowledge.Source) bool {
		if waiting := about[s.ID]; waiting != nil {
			var doc *knowledge.Document
			if s.Recipe != "" {
				doc, _ = t.Document(s) // reported with the document
			}
			for _, check := range waiting {
				check(doc)
			}
			delete(about, s.ID)
		}
		return len(about) > 0
	})
	for _, waiting := range about {
		for _, check := range waiting {
			check(nil)
		}
	}
	return err
}

func openLedger(t Tree, f *validate.Findings) (*validate.Ledger, error) {
	var rows []*knowledge.Coverage
	err := t.Coverage(func(c *knowledge.Coverage) bool {
		rows = append(rows, c)
		return true
	})
	if err != nil {
		return nil, err
	}
	return validate.NewLedger(f, rows), nil
}

// checkSource checks the evidence of a source and what was derived from it. It
// returns the evidence, nil where that is lost.
func checkSource(t Tree, s *knowledge.Source, f *validate.Findings) *knowledge.Document {
	doc, err := t.Document(s)
	if err != nil {
		f.Add(validate.EvidenceLost, s, "", "%v", err)
		return nil
	}
	if jsonl, err := knowledge.EncodeEvidence(doc); err != nil || knowledge.DigestOf(jsonl) != s.Evidence {
		f.Add(validate.EvidenceLost, s, "", "its record has other bytes than the row says")
	}
	f.Document(s, doc)
	f.Made(s, doc)
	f.Judge(s, doc)
	b, err := t.Derived(s)
	if err != nil {
		f.Add(validate.KnowledgeLost, s, "", "%v", err)
		return doc
	}
	if b == nil {
		return doc
	}
	f.Statements(s, doc, b)
	return doc
}
