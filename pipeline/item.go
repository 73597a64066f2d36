package pipeline

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"quire/extract"
	"quire/extract/census"
	"quire/knowledge"
	"quire/knowledge/validate"
)

// item is one source of the new snapshot. While it is made, its row is open; a closed
// item holds what is written of it, which is a third of that: a hundred thousand of them
// are in memory at once.
type item struct {
	id       string
	line     []byte            // the row as stored, perhaps on the shelf as what follows; of an open item as it stood when it was closed last
	row      *knowledge.Source // nil where the item is closed
	reused   bool              // the line is one of the last snapshot
	said     *brief            // of a line of the last snapshot; see brief
	recipe   *knowledge.Recipe // of an open item that was read
	findings []validate.Finding
	facts    []byte              // row of the facts table, empty where there is none; of a reused item see factLine
	card     []byte              // row of the table of cards, empty where no page would read it
	carded   bool                // the card was made in this sync; else that of the last snapshot holds
	doc      *knowledge.Document // kept from extract to index while there is room
	derived  []byte              // row of the table of knowledge; empty where that of the last snapshot holds
	covers   []byte              // line of the ledger; empty where it is reused or not made yet
	parsed   bool                // an extractor ran in this sync
}

// close fixes the row. Equal rows are equal lines, so a row that came out as before is
// not a change.
func (it *item) close() error {
	if it.row == nil {
		return nil
	}
	line, err := knowledge.Marshal(it.row)
	if err != nil {
		return fmt.Errorf("row %s: %w", it.id, err)
	}
	it.line, it.row, it.recipe = line, nil, nil
	return nil
}

// closeAll closes items.
func closeAll(items []*item) error {
	for _, it := range items {
		if err := it.close(); err != nil {
			return err
		}
	}
	return nil
}

// shelve closes items and puts their lines on the shelf.
func (r *run) shelve(items []*item) (err error) {
	for _, it := range items {
		if err = it.close(); err != nil {
			break
		}
		if it.line, err = r.shelves.rows.put(it.line); err != nil {
			break
		}
	}
	return err
}

// brief returns what the stages ask of every row: of an open item as it stood when it was
// closed last.
func (it *item) brief() *brief {
	if it.reused && it.said != nil {
		return it.said
	}
	b := briefOf(it.line)
	return &b
}

// full returns the row: the open one, or a copy of what was closed.
func (it *item) full() (*knowledge.Source, error) {
	if it.row != nil {
		return it.row, nil
	}
	row := new(knowledge.Source)
	if err := json.Unmarshal(it.line, row); err != nil {
		return nil, fmt.Errorf("row %s: %w", it.id, err)
	}
	return row, nil
}

// reopen makes a closed item open again.
func (it *item) reopen() (err error) {
	it.row, err = it.full()
	return err
}

// document returns the evidence of an item, from memory or from the store.
func (r *run) document(it *item) (*knowledge.Document, error) {
	if it.doc != nil {
		return it.doc, nil
	}
	row, err := it.full()
	if err != nil {
		return nil, err
	}
	return knowledge.LoadDocument(r.opts.Store.ReadFile, row.Recipe)
}

// keep holds on to a fresh document for the stages that follow, as long as all of
// them together stay small.
func (r *run) keep(it *item, doc *knowledge.Document) {
	weight := int64(doc.Weight())
	if r.held.Add(weight) <= heldBytes {
		it.doc = doc
	} else {
		r.held.Add(-weight)
	}
}

// heldBytes bounds the memory of the documents that are kept between stages.
const heldBytes = 8 << 20

// recipeOf returns what decides the evidence of these bytes.
func (r *run) recipeOf(content knowledge.Digest, format string, x extract.Extractor) knowledge.Recipe {
	return knowledge.Recipe{
		Content: content, Format: format, Extractor: extract.Label(x), Layout: knowledge.EvidenceVersion, Census: census.Version,
		Options: joinOptions(r.opts.Extract.Recipe(format), r.opts.Limits.Recipe()),
	}
}

// joinOptions prints the options of a recipe that are not the default.
func joinOptions(options ...string) string {
	return strings.Join(slices.DeleteFunc(options, func(s string) bool { return s == "" }), "/")
}
