package retrieval

import (
	"quire/knowledge"
)

// maxTable bounds the passages of a table that come with a result: at 400 tokens each,
// more than most readers have room for. What is left out is counted.
const maxTable = 200

// tableRef names a table by where its header rows stand.
type tableRef struct {
	unit string
	span knowledge.Span
}

// spot is one passage of a table.
type spot struct {
	unit *knowledge.Unit
	rec  *knowledge.Passage
}

// table adds to p the other passages of the table that rec is part of, in order, also
// those in other units: a worksheet is cut into units of some rows each. A table comes
// once an answer: a result that stands around an earlier one brings nothing. ok is false
// where rec is part of no table that goes on.
func (c *unitCache) table(p *Passage, cu *cachedUnit, rec *knowledge.Passage, q Query) (ok bool, err error) {
	if c.tabled[p.Address] {
		return true, nil
	}
	doc, err := c.document(cu.source)
	if err != nil {
		return false, err
	}
	ref, ok := tableAt(doc, cu.unit.Name, rec)
	if !ok {
		return false, nil
	}
	spots, at := ref.spots(doc, cu.unit.Name, rec.Span)
	for i, s := range spots {
		switch {
		case i == at || unwanted(cu.source, s, q):
			continue
		case i < at-maxTable/2 || i > at+maxTable/2:
			p.beyond++
			continue
		}
		p.Around = append(p.Around, neighbour(cu.source, s.unit, doc.UnitText(s.unit), s.rec, i-at))
		n := &p.Around[len(p.Around)-1]
		n.header = ref.in(s.unit.Name, s.rec)
		c.tabled[n.Address] = true
	}
	return true, nil
}

// document loads the whole evidence of a source once an answer.
func (c *unitCache) document(s *knowledge.Source) (*knowledge.Document, error) {
	if d := c.whole[s.ID]; d != nil {
		return d, nil
	}
	d, err := c.view.Document(s)
	if err == nil {
		c.whole[s.ID] = d
	}
	return d, err
}

// tableAt returns the table of a passage: the one whose header rows it names, or those
// that it holds and another passage names.
func tableAt(doc *knowledge.Document, unit string, rec *knowledge.Passage) (tableRef, bool) {
	if rec.Header != nil {
		return tableRef{rec.Header.Unit, rec.Header.Span}, true
	}
	for i := range doc.Units {
		for j := range doc.Units[i].Passages {
			if h := doc.Units[i].Passages[j].Header; h != nil {
				if ref := (tableRef{h.Unit, h.Span}); ref.in(unit, rec) {
					return ref, true
				}
			}
		}
	}
	return tableRef{}, false
}

// in reports whether the header rows stand in a passage.
func (r tableRef) in(unit string, rec *knowledge.Passage) bool {
	return unit == r.unit && rec.Span[0] <= r.span[0] && r.span[1] <= rec.Span[1]
}

// spots returns the passages of a table in the order of the document, and which of them
// is the one at a place.
func (r tableRef) spots(doc *knowledge.Document, unit string, span knowledge.Span) (spots []spot, at int) {
	for i := range doc.Units {
		u := &doc.Units[i]
		for j := range u.Passages {
			rec := &u.Passages[j]
			if h := rec.Header; h != nil && h.Unit == r.unit && h.Span == r.span || r.in(u.Name, rec) {
				if u.Name == unit && rec.Span == span {
					at = len(spots)
				}
				spots = append(spots, spot{u, rec})
			}
		}
	}
	return spots, at
}

// unwanted reports whether a passage is left out of what stands around a result: by a
// person, or because it is hidden and that was not asked for.
func unwanted(s *knowledge.Source, at spot, q Query) bool {
	return s.LeavesOut(at.unit.Name, at.rec.Span) != nil || !q.Hidden && (knowledge.HasFlag(at.rec.Flags, knowledge.Hidden) || knowledge.HasFlag(at.rec.Flags, knowledge.Furniture))
}

// neighbour quotes a passage around a result.
func neighbour(s *knowledge.Source, u *knowledge.Unit, text string, rec *knowledge.Passage, place int) Neighbour {
	a := knowledge.Address{Source: s.ID, Unit: u.Name, Start: rec.Span[0], End: rec.Span[1], Spanned: true, Check: rec.Digest.Short(knowledge.CheckDigits)}
	return Neighbour{Place: place, Address: a.String(), Text: text[rec.Span[0]:rec.Span[1]], tokens: rec.Tokens, quoted: rec.Quoted}
}

// headerOnce drops the header rows above a result where they stand in what is shown
// around it.
func (p *Passage) headerOnce() {
	shown := false
	for _, n := range p.Around {
		shown = shown || n.header
	}
	if !shown {
		return
	}
	kept := []Context{}
	for _, c := range p.Context {
		if c.Kind != "header-row" {
			kept = append(kept, c)
		}
	}
	p.Context = kept
}
