package index

import (
	"slices"
	"strings"

	bleve "github.com/blevesearch/bleve_index_api"
)

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
