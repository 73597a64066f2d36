package pipeline

import (
	"bytes"
	"iter"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/knowledge/pages"
	"quire/knowledge/semantics"
	"quire/publish"
)

// cardOf takes from the knowledge of a source what the pages say of it.
func cardOf(id string, k *semantics.Knowledge) *pages.Card {
	c := &pages.Card{ID: id}
	for _, t := range k.Topics(pages.MaxTopics) {
		c.Topics = append(c.Topics, pages.Topic{Text: knowledge.Line(t.Text, pages.MaxTextChars), Unit: t.Unit, Term: t.Term})
	}
	for _, d := range k.Dated(pages.MaxDated) {
		c.Dated = append(c.Dated, pages.Dated{Date: d.Date, Kind: d.Kind, Point: pointOf(d.Quote)})
	}
	for _, o := range k.Open[:min(len(k.Open), pages.MaxOpen)] {
		c.Open = append(c.Open, pointOf(o.Quote))
	}
	c.More = len(k.Open) - len(c.Open) + k.Omitted.Open
	for _, g := range k.Gaps {
		c.Gaps = append(c.Gaps, pages.Gap{Code: g.Code, Count: g.Count})
	}
	return c
}

func pointOf(q semantics.Quote) pages.Point {
	return pages.Point{Text: knowledge.Line(q.Text, pages.MaxTextChars), Place: q.Place()}
}

// cardLine returns a card as it is stored, empty where no page would read it.
func cardLine(c *pages.Card) ([]byte, error) {
	if c.Empty() {
		return []byte{}, nil
	}
	return knowledge.Marshal(c)
}

// sealCards writes the table of cards.
func (r *run) sealCards() (publish.TableInfo, error) {
	info, ok, err := r.amended(knowledge.CardsTable, len(r.items), func(it *item) ([]byte, bool, error) {
		switch before := r.prev.briefs[it.id]; {
		case len(it.card) > 0:
			return it.card, false, nil
		case !it.carded && before != nil && bytes.Equal(before.recipe, it.brief().recipe):
			return nil, true, nil
		}
		return nil, false, nil
	})
	if ok || err != nil {
		return info, err
	}
	return r.putRows(len(r.items), false, r.cards())
}

// oldCards returns the table of cards of the last snapshot, nil where it has none.
func (r *run) oldCards() *publish.Table {
	if r.prev.snapshot == nil {
		return nil
	}
	table, err := r.prev.snapshot.Table(knowledge.CardsTable)
	if err != nil {
		return nil
	}
	return table
}

// cards yields the cards of all items in order of id: those that were made in this run,
// and of what was not read again those of the last snapshot, which are never all in
// memory. From where that table is damaged or lacking they are made of the stored
// knowledge.
func (r *run) cards() iter.Seq2[publish.Row, error] {
	return func(yield func(publish.Row, error) bool) {
		table := r.oldCards()
		old := (&looked{table: table}).inOrder()
		defer old.close()
		for _, it := range r.items {
			var made []byte
			var err error
			switch before := r.prev.lines[it.id]; {
			case it.carded:
				made = it.card
			case before == nil || jsonline.Field(before, "recipe") != jsonline.Field(it.line, "recipe"):
			default:
				if made, err = old.row(it.id); err != nil || table == nil {
					made, err = r.cardOfStored(it)
				}
			}
			if len(made) == 0 && err == nil {
				continue
			}
			if !yield(publish.Row{Key: it.id, Line: made}, err) || err != nil {
				return
			}
		}
	}
}
