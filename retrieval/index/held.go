package index

import "github.com/RoaringBitmap/roaring/v2"

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
		for i, seg := range s.segments {
			with, err := seg.with(term, scoredFields[:])
			if err != nil {
				return err
			}
			s.found[i].AndNot(with)
		}
	}
	return s.ctx.Err()
}

func (s *searcher) keepWith(term string, fields []string) error {
	for i, seg := range s.segments {
		with, err := seg.with(term, fields)
		if err != nil {
			return err
		}
		s.found[i].And(with)
	}
	return nil
}

// with returns the passages that hold a term in one of the fields, deleted ones too.
func (s *segment) with(term string, fields []string) (*roaring.Bitmap, error) {
	out := roaring.New()
	for _, f := range fields {
		p, ok, err := s.lookup(f, term)
		if err != nil {
			return nil, err
		}
		if ok {
			out.Or(p.docs)
		}
	}
	return out, nil
}
