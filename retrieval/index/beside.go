package index

import "github.com/RoaringBitmap/roaring/v2"

// beside are passages that count as found because they were named, whether or not they
// hold a term.
type beside struct {
	named  []ranked          // in the order in which they were named
	all    []*roaring.Bitmap // their numbers, by segment
	lone   []*roaring.Bitmap // of those without a term
	scores map[place]float64 // of the others, once they were ranked
}

type place struct {
	segment int
	number  uint32
}

// addBeside adds named passages to those found. A name that no passage has is passed
// over.
func (s *searcher) addBeside(ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	b := &beside{scores: map[place]float64{}}
	for range s.segments {
		b.all, b.lone = append(b.all, roaring.New()), append(b.lone, roaring.New())
	}
	for _, id := range ids {
		for i, seg := range s.segments {
			p, ok, err := seg.lookup(fieldID, id)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			live := seg.alive(p.docs.Clone())
			if live.IsEmpty() {
				continue
			}
			n := live.Minimum()
			b.named = append(b.named, ranked{Hit{ID: id, Source: sourceOf(id)}, i, n})
			b.all[i].Add(n)
			if s.found[i].CheckedAdd(n) {
				b.lone[i].Add(n)
			}
			break
		}
	}
	s.beside = b
	return nil
}

// meet takes the score of a passage that was ranked, and reports whether it was found by
// its name alone.
func (b *beside) meet(segment int, n uint32, score float64) (lone bool) {
	switch {
	case b == nil || !b.all[segment].Contains(n):
		return false
	case b.lone[segment].Contains(n):
		return true
	}
	b.scores[place{segment, n}] = score
	return false
}

// withheld counts those of found that have a term and are among docs.
func (b *beside) withheld(segment int, found, docs *roaring.Bitmap) int {
	n := int(found.AndCardinality(docs))
	if b != nil {
		n -= int(roaring.And(found, b.lone[segment]).AndCardinality(docs))
	}
	return n
}

// passing returns those of the named passages that pass the filters.
func (s *searcher) passing() (hits []Hit, places []ranked) {
	if s.beside == nil {
		return nil, nil
	}
	for _, r := range s.beside.named {
		if s.found[r.segment].Contains(r.number) {
			r.Score = s.beside.scores[place{r.segment, r.number}]
			hits, places = append(hits, r.Hit), append(places, r)
		}
	}
	return hits, places
}
