package index

import (
	"context"
	"errors"
	"fmt"

	bleve "github.com/blevesearch/bleve_index_api"
)

// Search returns the best passages for q, best first, ties by id. A query without
// terms, or with terms that no passage holds, finds nothing and is no error.
func (r *Reader) Search(ctx context.Context, q Query) ([]Hit, Total, error) {
	return r.search(ctx, q, &bm25f)
}

func (r *Reader) search(ctx context.Context, q Query, p *ranking) (hits []Hit, total Total, err error) {
	err = guarded(func() error {
		s := searcher{Reader: r, ctx: ctx, ranking: p, scales: p.scales(r.stats)}
		if err := s.run(&q, &total); err != nil {
			return err
		}
		limit := q.Limit
		if limit <= 0 {
			limit = DefaultLimit
		}
		hits, err = s.best(limit)
		if err != nil {
			return err
		}
		hits, total.Beside = scored(hits), s.passing(q.Beside)
		if q.Bare {
			return nil
		}
		if err := s.explain(hits, total.Terms); err != nil || len(total.Beside) == 0 {
			return err
		}
		return s.explain(total.Beside, total.Terms)
	})
	if err != nil {
		return nil, Total{}, searchError(err)
	}
	return hits, total, nil
}

// run scores what the query finds, fills in total, and leaves in scores what passes
// the filters.
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
	s.scores = make([]float64, s.docs)
	s.freqs = make([]float64, s.docs)
	if err := s.score(total.Terms); err != nil {
		return err
	}
	if len(q.Also) > 0 {
		var err error
		if total.Terms, err = s.also(total.Terms, q.Also, langs); err != nil {
			return err
		}
	}
	if q.All {
		if err := s.all(); err != nil {
			return err
		}
	}
	if err := s.beside(q.Beside); err != nil {
		return err
	}
	return s.filter(q, total)
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

	scores  []float64 // by internal number; 0 where no term is held
	freqs   []float64 // the same, of the current term, summed over fields
	touched []uint32  // where freqs is not 0
	numbers map[string]uint32
	besides []uint64 // of Query.Beside
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
		r, err := s.snap.TermFieldReader(s.ctx, []byte(t.Term), fieldText, false, false, false)
		if err != nil {
			return nil, err
		}
		n := r.Count()
		if err := r.Close(); err != nil {
			return nil, err
		}
		if int64(n)*2 <= s.stats.Docs {
			out = append(out, t)
			held += min(int(n), 1)
		}
	}
	if held < tellingLeast {
		return terms, nil
	}
	return out, nil
}

// score adds up the contributions of all terms, term by term, and fills in what
// each is worth.
func (s *searcher) score(terms []Term) error {
	for i := range terms {
		t := &terms[i]
		s.touched = s.touched[:0]
		for f := range scoredFields {
			if err := s.gather(t.Term, f); err != nil {
				return err
			}
		}
		t.Docs = len(s.touched)
		t.IDF = idf(s.stats.Docs, t.Docs)
		if t.Also && t.IDF > 0 {
			t.Weight = min(t.Weight, t.share/t.IDF)
		}
		w := float64(t.Weight * t.IDF)
		for _, n := range s.touched {
			s.scores[n] += float64(w * s.ranking.saturate(s.freqs[n]))
			s.freqs[n] = 0
		}
	}
	return nil
}

// gather adds the weighted frequencies of term in one field to freqs.
func (s *searcher) gather(term string, f int) error {
	scale := s.scales[f]
	return s.postings(scoredFields[f], term, true, func(n uint64, d *bleve.TermFieldDoc) {
		if s.freqs[n] == 0 {
			s.touched = append(s.touched, uint32(n))
		}
		s.freqs[n] += scale.frequency(d.Freq, d.Norm)
	})
}

// postings calls f for every live passage that holds term in field.
func (s *searcher) postings(field, term string, freqs bool, f func(n uint64, d *bleve.TermFieldDoc)) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	t, err := s.snap.TermFieldReader(s.ctx, []byte(term), field, freqs, freqs, false)
	if err != nil {
		return err
	}
	defer t.Close()
	var lent bleve.TermFieldDoc
	for {
		d, err := t.Next(&lent)
		if err != nil || d == nil {
			return err
		}
		n := d.ID.Value()
		if n >= uint64(len(s.scores)) {
			return &DamagedError{Want: fmt.Sprint("passages below ", s.docs), Got: fmt.Sprint(n)}
		}
		f(n, d)
	}
}
