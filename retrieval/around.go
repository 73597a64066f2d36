package retrieval

import (
	"strings"

	"quire/knowledge"
)

// Neighbour is a passage before or behind a result in the same unit.
type Neighbour struct {
	Place   int    `json:"place"` // -1 stands directly before the result, 1 directly behind it
	Address string `json:"address"`
	Text    string `json:"text"`

	tokens, quoted int
}

// Surroundings is what is shown around each result.
type Surroundings struct {
	Count   int  // passages before and behind it
	Section bool // those below its heading
	Table   bool // those of its table; as Section where it stands in none
}

// maxAround bounds the passages before and behind a result.
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
	belongs := cu.belongs(at, q.Around)
	for i := max(at-reach, 0); i <= at+reach && i < len(cu.unit.Passages); i++ {
		rec := &cu.unit.Passages[i]
		if i == at || !belongs(rec) || cu.source.LeavesOut(a.Unit, rec.Span) != nil || !q.Hidden && (knowledge.HasFlag(rec.Flags, knowledge.Hidden) || knowledge.HasFlag(rec.Flags, knowledge.Furniture)) {
			continue
		}
		b := knowledge.Address{Source: a.Source, Unit: a.Unit, Start: rec.Span[0], End: rec.Span[1], Spanned: true, Check: rec.Digest.Short(knowledge.CheckDigits)}
		p.Around = append(p.Around, Neighbour{i - at, b.String(), cu.text[rec.Span[0]:rec.Span[1]], rec.Tokens, rec.Quoted})
	}
	return nil
}

// belongs returns what tells the passages that are asked for around the one at a place.
func (cu *cachedUnit) belongs(at int, s Surroundings) func(*knowledge.Passage) bool {
	if !s.Section && !s.Table || at == len(cu.unit.Passages) {
		return func(*knowledge.Passage) bool { return true }
	}
	rec := &cu.unit.Passages[at]
	if s.Table {
		if header, ok := cu.header(rec); ok {
			return func(p *knowledge.Passage) bool {
				h, ok := cu.header(p)
				return ok && h == header
			}
		}
	}
	path := sectionPath(cu.unit, rec)
	return func(p *knowledge.Passage) bool { return strings.HasPrefix(sectionPath(cu.unit, p), path) }
}

// header returns where the header rows of the table of a passage stand: before it, or
// at its beginning, where the passages behind it say so.
func (cu *cachedUnit) header(p *knowledge.Passage) (knowledge.Span, bool) {
	if p.Header != nil {
		return p.Header.Span, p.Header.Unit == cu.unit.Name
	}
	for i := range cu.unit.Passages {
		if h := cu.unit.Passages[i].Header; h != nil && h.Unit == cu.unit.Name && p.Span[0] <= h.Span[0] && h.Span[1] <= p.Span[1] {
			return h.Span, true
		}
	}
	return knowledge.Span{}, false
}

// sectionPath names the headings above a passage by their places.
func sectionPath(u *knowledge.Unit, p *knowledge.Passage) string {
	var b strings.Builder
	for _, ref := range u.HeadingPath(p) {
		b.WriteString(knowledge.Address{Source: "s", Unit: ref.Unit, Start: ref.Span[0], End: ref.Span[1], Spanned: true}.String() + "\n")
	}
	return b.String()
}
