package index

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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
		total.Terms, total.Cut = queryTerms(q.Text)
		if err := s.score(total.Terms); err != nil {
			return err
		}
		if err := s.filter(&q, &total); err != nil {
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
		return s.explain(hits, total.Terms)
	})
	if err != nil {
		return nil, Total{}, searchError(err)
	}
	return hits, total, nil
}

func searchError(err error) error {
	var damaged *DamagedError
	if errors.As(err, &damaged) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("search index: %w", err)
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
}

// score adds up the contributions of all terms, term by term, and fills in what
// each is worth.
func (s *searcher) score(terms []Term) error {
	s.scores = make([]float64, s.docs)
	s.freqs = make([]float64, s.docs)
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
	scale := &s.scales[f]
	if scale.weight == 0 {
		return nil
	}
	return s.postings(scoredFields[f], term, true, func(n uint32, d *bleve.TermFieldDoc) {
		if s.freqs[n] == 0 {
			s.touched = append(s.touched, n)
		}
		s.freqs[n] += scale.frequency(d.Freq, d.Norm)
	})
}

// postings calls f for every live passage that holds term in field.
func (s *searcher) postings(field, term string, freqs bool, f func(n uint32, d *bleve.TermFieldDoc)) error {
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
		if err != nil {
			return err
		}
		if d == nil {
			return nil
		}
		n := d.ID.Value()
		if n >= uint64(s.docs) {
			return &DamagedError{Want: fmt.Sprint("passages below ", s.docs), Got: fmt.Sprint(n)}
		}
		f(uint32(n), d)
	}
}

// best returns the limit best passages by score and id.
func (s *searcher) best(limit int) ([]Hit, error) {
	least := s.threshold(limit)
	var hits, ties []Hit
	s.numbers = make(map[string]uint32)
	for n, score := range s.scores {
		if score == 0 || score < least {
			continue
		}
		id, err := s.snap.ExternalID(bleve.NewIndexInternalID(nil, uint64(n)))
		if err != nil {
			return nil, err
		}
		h := Hit{ID: id, Source: sourceOf(id), Score: score}
		if score == least {
			ties = append(ties, h)
		} else {
			hits = append(hits, h)
		}
		s.numbers[id] = uint32(n)
	}
	slices.SortFunc(ties, func(a, b Hit) int { return strings.Compare(a.ID, b.ID) })
	hits = append(hits, ties[:min(len(ties), limit-len(hits))]...)
	slices.SortFunc(hits, func(a, b Hit) int {
		if a.Score != b.Score {
			if a.Score > b.Score {
				return -1
			}
			return 1
		}
		return strings.Compare(a.ID, b.ID)
	})
	return hits, nil
}

// sourceOf returns the source that a passage id begins with.
func sourceOf(id string) string {
	source, _, _ := strings.Cut(id, "#")
	return source
}

// threshold returns the score of the limit-th best passage, 0 where there are
// fewer. It keeps the best scores in a heap with the least on top.
func (s *searcher) threshold(limit int) float64 {
	heap := make([]float64, 0, min(limit, len(s.scores)))
	for _, score := range s.scores {
		switch {
		case score == 0:
		case len(heap) < limit:
			heap = append(heap, score)
			if len(heap) == limit {
				slices.Sort(heap)
			}
		case score > heap[0]:
			heap[0] = score
			siftDown(heap)
		}
	}
	if len(heap) < limit {
		return 0
	}
	return heap[0]
}

// siftDown restores the order of a heap whose top was replaced.
func siftDown(heap []float64) {
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(heap) {
			return
		}
		if child+1 < len(heap) && heap[child+1] < heap[child] {
			child++
		}
		if heap[i] <= heap[child] {
			return
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}
