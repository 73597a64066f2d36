package retrieval

import "quire/knowledge"

// Neighbour is a passage before or behind a result in the same unit.
type Neighbour struct {
	Place   int    `json:"place"` // -1 stands directly before the result, 1 directly behind it
	Address string `json:"address"`
	Text    string `json:"text"`

	tokens, quoted int
}

// around adds the passages before and behind p that are asked for. Hidden ones come
// only where hidden text is asked for.
func (c *unitCache) around(p *Passage, q Query) error {
	if q.Around == 0 {
		return nil
	}
	a, err := knowledge.ParseAddress(p.Address)
	if err != nil {
		return err
	}
	cu, err := c.get(a.Source, a.Unit)
	if err != nil {
		return err
	}
	at := 0
	for at < len(cu.unit.Passages) && cu.unit.Passages[at].Span != p.Span {
		at++
	}
	for i := max(at-q.Around, 0); i <= at+q.Around && i < len(cu.unit.Passages); i++ {
		rec := &cu.unit.Passages[i]
		if i == at || cu.source.LeavesOut(a.Unit, rec.Span) != nil || !q.Hidden && (knowledge.HasFlag(rec.Flags, knowledge.Hidden) || knowledge.HasFlag(rec.Flags, knowledge.Furniture)) {
			continue
		}
		b := knowledge.Address{Source: a.Source, Unit: a.Unit, Start: rec.Span[0], End: rec.Span[1], Spanned: true, Check: rec.Digest.Short(knowledge.CheckDigits)}
		p.Around = append(p.Around, Neighbour{i - at, b.String(), cu.text[rec.Span[0]:rec.Span[1]], rec.Tokens, rec.Quoted})
	}
	return nil
}
