package index

import (
	"context"
	"errors"

	"github.com/RoaringBitmap/roaring/v2"
)

// Search returns the best passages for q, best first, ties by id. A query without
// terms, or with terms that no passage holds, finds nothing and is no error.
func (r *Reader) Search(ctx context.Context, q Query) ([]Hit, Total, error) {
	return r.search(ctx, q, &bm25f)
}

func (r *Reader) search(ctx context.Context, q Query, p *ranking) (hits []Hit, total Total, err error) {
	err = guarded(func() error {
		s := newSearcher(ctx, r, p)
		if err := s.run(&q, &total); err != nil {
			return err
		}
		limit := q.Limit
		if limit <= 0 {
			limit = DefaultLimit
		}
		best, err := s.best(limit)
		if err != nil {
			return err
		}
		hits = make([]Hit, len(best))
		for i := range best {
			hits[i] = best[i].Hit
		}
		var places []ranked
		total.Beside, places = s.passing()
		if q.Bare {
			return nil
		}
		if err := s.explain(hits, best, total.Terms); err != nil || len(places) == 0 {
			return err
		}
		return s.explain(total.Beside, places, total.Terms)
	})
	if err != nil {
		return nil, Total{}, searchError(err)
	}
	return hits, total, nil
}

// searchError says of an error that did not come from the caller that the segments
// are not what was written.
func searchError(err error) error {
	var damaged *DamagedError
	if errors.As(err, &damaged) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &DamagedError{Want: "segments that can be read", Got: err.Error()}
}

// searcher is the state of one query.
type searcher struct {
	*Reader
	ctx     context.Context
	ranking *ranking
	scales  [3]fieldScale

	terms  []heldTerm        // those that a passage holds, in the order of the query
	found  []*roaring.Bitmap // the passages found, by segment
	flat   bool              // all of them score 1
	beside *beside           // those that were named; nil where none were
}

// heldTerm is where the index holds a term of the query.
type heldTerm struct {
	weight   float64        // times its rarity
	postings [][3]*postings // by segment and scored field; nil where there are none
}

func newSearcher(ctx context.Context, r *Reader, p *ranking) *searcher {
	return &searcher{Reader: r, ctx: ctx, ranking: p, scales: p.scales(r.stats)}
}

// run finds the passages of the query, takes out those that its filters refuse, and
// fills in total.
func (s *searcher) run(q *Query, total *Total) error {
	langs := s.languages()
	weights := Chosen
	if q.Weights != nil {
		weights = *q.Weights
	}
	total.Terms, total.Cut = weights.terms(q.Text, langs)
	if q.Telling {
		var err error
		if total.Terms, err = s.telling(total.Terms); err != nil {
			return err
		}
	}
	s.found = make([]*roaring.Bitmap, len(s.segments))
	for i := range s.found {
		s.found[i] = roaring.New()
	}
	if err := s.hold(total.Terms); err != nil {
		return err
	}
	if len(q.Also) > 0 {
		var err error
		if total.Terms, err = s.also(total.Terms, q.Also, langs); err != nil {
			return err
		}
	}
	if q.All {
		s.flat = true
		for i, seg := range s.segments {
			s.found[i] = seg.all()
		}
	}
	if err := s.addBeside(q.Beside); err != nil {
		return err
	}
	return s.filter(q, total)
}

// Telling leaves so many terms that any passage holds, however many hold them; and all
// where there are few passages, which cost nothing.
const (
	tellingLeast  = 3
	tellingCorpus = 2000
)

// telling leaves out the terms that stand in the text of more than half of the passages.
func (s *searcher) telling(terms []Term) ([]Term, error) {
	if s.stats.Docs < tellingCorpus {
		return terms, nil
	}
	var out []Term
	held := 0
	for _, t := range terms {
		n, err := s.holders(fieldText, t.Term)
		if err != nil {
			return nil, err
		}
		if int64(n)*2 <= s.stats.Docs {
			out = append(out, t)
			held += min(n, 1)
		}
	}
	if held < tellingLeast {
		return terms, nil
	}
	return out, nil
}

// holders counts the live passages that hold a term in a field.
func (s *searcher) holders(field, term string) (n int, err error) {
	for _, seg := range s.segments {
		p, ok, err := seg.lookup(field, term)
		if err != nil {
			return 0, err
		}
		if ok {
			n += seg.count(p.docs)
		}
	}
	return n, nil
}

// hold looks terms up, fills in what each is worth, and adds their passages to those
// found.
func (s *searcher) hold(terms []Term) error {
	for i := range terms {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		t := &terms[i]
		h := heldTerm{postings: make([][3]*postings, len(s.segments))}
		for n, seg := range s.segments {
			docs, err := seg.holders(t.Term, &h.postings[n])
			if err != nil {
				return err
			}
			if docs != nil {
				t.Docs += seg.count(docs)
				s.found[n].Or(docs)
			}
		}
		t.IDF = idf(s.stats.Docs, t.Docs)
		if t.Also && t.IDF > 0 {
			t.Weight = min(t.Weight, t.share/t.IDF)
		}
		h.weight = float64(t.Weight * t.IDF)
		if t.Docs > 0 {
			s.terms = append(s.terms, h)
		}
	}
	return nil
}

// holders fills in the postings of a term in the scored fields, and returns the passages
// of all, deleted ones too; nil where there are none.
func (s *segment) holders(term string, by *[3]*postings) (docs *roaring.Bitmap, err error) {
	for f, field := range scoredFields {
		p, ok, err := s.lookup(field, term)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		by[f] = &p
		if docs == nil {
			docs = p.docs
		} else {
			docs = roaring.Or(docs, p.docs)
		}
	}
	return docs, nil
}
