package index

import (
	bleve "github.com/blevesearch/bleve_index_api"
)

// all gives every live passage a score. Each has a tier.
func (s *searcher) all() error {
	tiers, err := s.matching(fieldTier, func(string) bool { return true })
	if err != nil {
		return err
	}
	for _, tier := range tiers {
		if err := s.postings(fieldTier, tier, false, func(n uint64, _ *bleve.TermFieldDoc) { s.scores[n] = 1 }); err != nil {
			return err
		}
	}
	return nil
}

// keepHeld drops the passages that lack a term the query insists on, or hold one
// that it refuses.
func (s *searcher) keepHeld(q *Query) error {
	for _, term := range q.Held {
		if err := s.keepWith(term, scoredFields[:]); err != nil {
			return err
		}
	}
	for _, term := range q.Titled {
		if err := s.keepWith(term, []string{fieldHeading, fieldTitle}); err != nil {
			return err
		}
	}
	for _, term := range q.Without {
		for _, f := range scoredFields {
			if err := s.postings(f, term, false, func(n uint64, _ *bleve.TermFieldDoc) { s.scores[n] = 0 }); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *searcher) keepWith(term string, fields []string) error {
	keep := newSet(s.docs)
	for _, f := range fields {
		if err := s.postings(f, term, false, func(n uint64, _ *bleve.TermFieldDoc) { keep.add(n) }); err != nil {
			return err
		}
	}
	for n := range s.scores {
		if !keep.has(uint64(n)) {
			s.scores[n] = 0
		}
	}
	return nil
}
