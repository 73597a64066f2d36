package index

import "math"

// unscored is the score of a passage that is found without a term of the query: less
// than any that holds one.
const unscored = math.SmallestNonzeroFloat64

// beside lets passages count as found that were named, whether or not they hold a term.
// A name that no passage has is passed over.
func (s *searcher) beside(ids []string) error {
	s.besides = make([]uint64, 0, len(ids))
	for _, id := range ids {
		n, err := s.snap.InternalID(id)
		if err != nil {
			return err
		}
		if n == nil || n.Value() >= uint64(len(s.scores)) {
			s.besides = append(s.besides, math.MaxUint64)
			continue
		}
		s.besides = append(s.besides, n.Value())
		if s.scores[n.Value()] == 0 {
			s.scores[n.Value()] = unscored
		}
	}
	return nil
}

// passing returns those of the named passages that pass the filters, in the order in
// which they were named.
func (s *searcher) passing(ids []string) []Hit {
	var out []Hit
	for i, n := range s.besides {
		if n == math.MaxUint64 || s.scores[n] == 0 {
			continue
		}
		h := Hit{ID: ids[i], Source: sourceOf(ids[i])}
		if s.scores[n] != unscored {
			h.Score = s.scores[n]
		}
		s.numbers[h.ID] = uint32(n)
		out = append(out, h)
	}
	return out
}

// scored drops the hits without a term, which are the last.
func scored(hits []Hit) []Hit {
	for len(hits) > 0 && hits[len(hits)-1].Score == unscored {
		hits = hits[:len(hits)-1]
	}
	return hits
}
