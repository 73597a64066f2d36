package pipeline

import (
	"slices"
	"strings"

	"quire/knowledge/relations"
)

// maxCompared is how many words a document may have whose text is compared with that of a
// near duplicate, about those of a book of a thousand pages: of longer ones, which would
// be in memory whole, the estimate has to do.
const maxCompared = 400_000

// text returns the text of a source for the comparison of near duplicates, unit by unit.
// It is not there where the evidence is not, or is damaged: what is estimated has to do,
// and a sync that looks at all evidence mends both.
func (r *run) text(id string) (relations.Text, bool) {
	at, ok := slices.BinarySearchFunc(r.items, id, func(it *item, id string) int { return strings.Compare(it.id, id) })
	if !ok {
		return nil, false
	}
	row, err := r.items[at].full()
	if err != nil || row.Recipe == "" || row.Counts.Words > maxCompared {
		return nil, false
	}
	doc, err := r.document(r.items[at])
	if err != nil {
		return nil, false
	}
	out := make(relations.Text, len(doc.Units))
	for i := range doc.Units {
		u := &doc.Units[i]
		out[i] = relations.Part{Unit: u.Name, Text: doc.UnitText(u)}
	}
	return out, true
}
