package index

import "slices"

// explain fills in which terms each hit holds and what they contribute. It reads the
// postings again, but only at the hits.
func (s *searcher) explain(hits []Hit, places []ranked, terms []Term) error {
	order := make([]int, len(places)) // by segment and number
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if d := places[a].segment - places[b].segment; d != 0 {
			return d
		}
		return int(places[a].number) - int(places[b].number)
	})
	numbers := make([][]uint32, len(s.segments))
	for _, i := range order {
		numbers[places[i].segment] = append(numbers[places[i].segment], places[i].number)
	}
	shares := make([][3]float64, len(hits)) // in that order
	held := s.terms
	for _, t := range terms {
		if t.Docs == 0 {
			continue
		}
		if err := s.ctx.Err(); err != nil {
			return err
		}
		clear(shares)
		before := 0
		for n, docs := range numbers {
			for f, p := range held[0].postings[n] {
				if p != nil {
					p.at(docs, s.scales[f], func(i int, frequency float64) { shares[before+i][f] = frequency })
				}
			}
			before += len(docs)
		}
		held = held[1:]
		for at, x := range shares {
			sum := x[0] + x[1] + x[2]
			if sum == 0 {
				continue
			}
			h := &hits[order[at]]
			h.Terms = append(h.Terms, t.Term)
			score := float64(t.Weight*t.IDF) * s.ranking.saturate(sum)
			for f, share := range x {
				if share != 0 {
					h.Parts = append(h.Parts, Part{t.Term, scoredFields[f], score * share / sum})
				}
			}
		}
	}
	return nil
}
