package index

import (
	"slices"

	bleve "github.com/blevesearch/bleve_index_api"
)

// explain fills in which terms each hit holds and what they contribute. It reads
// the postings again, but only at the hits, in the order of their numbers.
func (s *searcher) explain(hits []Hit, terms []Term) error {
	order := make([]int, len(hits))
	for i := range hits {
		order[i] = i
	}
	number := func(i int) uint32 { return s.numbers[hits[i].ID] }
	slices.SortFunc(order, func(a, b int) int { return int(number(a)) - int(number(b)) })
	shares := make([][3]float64, len(hits))
	for _, t := range terms {
		if t.Docs == 0 {
			continue
		}
		clear(shares)
		for f := range scoredFields {
			if err := s.shares(t.Term, f, order, number, shares); err != nil {
				return err
			}
		}
		for i, x := range shares {
			sum := x[0] + x[1] + x[2]
			if sum == 0 {
				continue
			}
			hits[i].Terms = append(hits[i].Terms, t.Term)
			score := float64(t.Weight*t.IDF) * s.ranking.saturate(sum)
			for f, share := range x {
				if share != 0 {
					hits[i].Parts = append(hits[i].Parts, Part{t.Term, scoredFields[f], score * share / sum})
				}
			}
		}
	}
	return nil
}

// shares sets the weighted frequency of term in field f for every hit, which are
// visited in the given order.
func (s *searcher) shares(term string, f int, order []int, number func(int) uint32, shares [][3]float64) error {
	t, err := s.snap.TermFieldReader(s.ctx, []byte(term), scoredFields[f], true, true, false)
	if err != nil {
		return err
	}
	defer t.Close()
	if t.Count() == 0 {
		return nil
	}
	var lent bleve.TermFieldDoc
	var d *bleve.TermFieldDoc
	for _, i := range order {
		n := uint64(number(i))
		if d == nil || d.ID.Value() < n {
			if d, err = t.Advance(bleve.NewIndexInternalID(nil, n), &lent); err != nil || d == nil {
				return err
			}
		}
		if d.ID.Value() == n {
			shares[i][f] = s.scales[f].frequency(d.Freq, d.Norm)
		}
	}
	return nil
}
