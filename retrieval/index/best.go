package index

import (
	"cmp"
	"slices"
	"strings"
)

// ranked is a passage found, with its place.
type ranked struct {
	Hit
	segment int
	number  uint32
}

// candidate is a passage that may be among the best.
type candidate struct {
	score   float64
	segment int
	number  uint32
}

// spareCandidates is how many candidates more than asked for are kept before those that
// can not win are thrown away.
const spareCandidates = 1000

// best returns the limit best passages by score and id.
func (s *searcher) best(limit int) ([]ranked, error) {
	c := contest{limit: limit, room: limit + spareCandidates}
	for i := range s.segments {
		err := s.rank(i, func(n uint32, score float64) {
			if !s.beside.meet(i, n, score) {
				c.enter(candidate{score, i, n})
			}
		})
		if err != nil {
			return nil, err
		}
	}
	c.prune()
	var hits, ties []ranked
	for _, e := range c.left {
		id, err := s.segments[e.segment].id(e.number)
		if err != nil {
			return nil, err
		}
		h := ranked{Hit{ID: id, Source: sourceOf(id), Score: e.score}, e.segment, e.number}
		if e.score == c.least {
			ties = append(ties, h)
		} else {
			hits = append(hits, h)
		}
	}
	slices.SortFunc(ties, func(a, b ranked) int { return strings.Compare(a.ID, b.ID) })
	hits = append(hits, ties[:min(len(ties), limit-len(hits))]...)
	slices.SortFunc(hits, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.ID, b.ID))
	})
	return hits, nil
}

// sourceOf returns the source that a passage id begins with.
func sourceOf(id string) string {
	source, _, _ := strings.Cut(id, "#")
	return source
}

// contest keeps the limit best candidates, and all that tie with the last of them.
type contest struct {
	limit, room int
	least       float64 // what a candidate must score; 0 while there are fewer than limit
	left        []candidate
}

func (c *contest) enter(e candidate) {
	if e.score < c.least {
		return
	}
	if c.left = append(c.left, e); len(c.left) >= c.room {
		c.prune()
		c.room = 2*len(c.left) + spareCandidates // ties are all kept
	}
}

// prune throws away what can not win.
func (c *contest) prune() {
	if len(c.left) < c.limit {
		return
	}
	slices.SortFunc(c.left, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	c.least = c.left[c.limit-1].score
	c.left = slices.DeleteFunc(c.left, func(e candidate) bool { return e.score < c.least })
}
