package pipeline

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"quire/extract"
	"quire/extract/census"
	"quire/knowledge"
	"quire/knowledge/pages"
	"quire/knowledge/validate"
)

// item is one source of the new snapshot.
type item struct {
	id       string
	line     []byte           // the row as stored; set at once where it is reused, else by seal
	row      knowledge.Source // decoded where the item is not reused
	reused   bool
	recipe   knowledge.Recipe
	findings []validate.Finding
	facts    facts
	card     *pages.Card         // made when it was read; nil where that of the last snapshot holds
	doc      *knowledge.Document // kept from extract to index while there is room
	covers   *knowledge.Coverage // line of the ledger; nil where it is reused
	parsed   bool                // an extractor ran in this sync
}

// seal fixes the row. Equal rows are equal lines, so a row that came out as
// before is not a change.
func (it *item) seal() error {
	if it.reused {
		return nil
	}
	line, err := knowledge.Marshal(&it.row)
	it.line = line
	return err
}

// full decodes the row of a reused item.
func (it *item) full() (*knowledge.Source, error) {
	if !it.reused || it.row.ID != "" {
		return &it.row, nil
	}
	if err := json.Unmarshal(it.line, &it.row); err != nil {
		return nil, fmt.Errorf("row %s: %w", it.id, err)
	}
	return &it.row, nil
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
	if r.held.Add(int64(doc.Weight())) <= heldBytes {
		it.doc = doc
	}
}

// heldBytes bounds the memory of the documents that are kept between stages.
const heldBytes = 64 << 20

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
