package retrieval

import (
	"strings"

	"quire/knowledge"
)

// Neighbour is a passage before or behind a result: in the same unit, or in the same
// table.
type Neighbour struct {
	Place   int    `json:"place"` // -1 stands directly before the result, 1 directly behind it
	Address string `json:"address"`
	Text    string `json:"text"`

	tokens, quoted int
	header         bool // it holds the header rows of the table
}

// Surroundings is what is shown around each result.
type Surroundings struct {
	Count   int  // passages before and behind it
	Section bool // those below its heading
	Table   bool // those of its table, in whatever units they stand; as Section where it stands in none
}

// maxAround bounds the passages before and behind a result in its unit.
const maxAround = 20

func (s Surroundings) reach() int {
	if s.Section || s.Table {
		return maxAround
	}
	return min(s.Count, maxAround)
}

// around adds the passages before and behind p that are asked for. Hidden ones come
// only where hidden text is asked for.
func (c *unitCache) around(p *Passage, q Query) error {
	reach := q.Around.reach()
	if reach == 0 {
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
	if at == len(cu.unit.Passages) {
		return nil
	}
	if q.Around.Table {
		if ok, err := c.table(p, cu, &cu.unit.Passages[at], q); ok || err != nil {
			return err
		}
	}
	belongs := cu.belongs(at, q.Around)
	for i := max(at-reach, 0); i <= at+reach && i < len(cu.unit.Passages); i++ {
		rec := &cu.unit.Passages[i]
		if i != at && belongs(rec) && !unwanted(cu.source, spot{cu.unit, rec}, q) {
			p.Around = append(p.Around, neighbour(cu.source, cu.unit, cu.text, rec, i-at))
		}
	}
	return nil
}

// belongs returns what tells the passages that are asked for around the one at a place.
func (cu *cachedUnit) belongs(at int, s Surroundings) func(*knowledge.Passage) bool {
	if !s.Section && !s.Table {
		return func(*knowledge.Passage) bool { return true }
	}
	path := sectionPath(cu.unit, &cu.unit.Passages[at])
	return func(p *knowledge.Passage) bool { return strings.HasPrefix(sectionPath(cu.unit, p), path) }
}

// sectionPath names the headings above a passage by their places.
func sectionPath(u *knowledge.Unit, p *knowledge.Passage) string {
	var b strings.Builder
	for _, ref := range u.HeadingPath(p) {
		b.WriteString(knowledge.Address{Source: "s", Unit: ref.Unit, Start: ref.Span[0], End: ref.Span[1], Spanned: true}.String() + "\n")
	}
	return b.String()
}
