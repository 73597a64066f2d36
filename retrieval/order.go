package retrieval

import (
	"iter"

	"quire/knowledge"
	"quire/retrieval/index"
)

// successorShare is the part of the score of a superseded passage that a passage of its
// successor must have to come before it. With less it answers something else, and would
// take the place of what does.
const successorShare = 0.5

// inOrder walks the hits as an answer gives them: best first, a passage of a document
// that counts no longer behind one of the document that counts instead, where that is
// among the next nearDepth hits.
func (f *found) inOrder() iter.Seq2[index.Hit, error] {
	return func(yield func(index.Hit, error) bool) {
		w := walk{found: f, given: map[string]bool{}, came: map[string]bool{}}
		for i := 0; i < len(f.hits); i++ {
			if err := f.settle(i + 1); err != nil {
				yield(index.Hit{}, err)
				return
			}
			h := f.hits[i]
			if w.given[h.ID] {
				continue
			}
			next, err := w.successors(h.Source, h.Score, i, map[string]bool{h.Source: true})
			if err != nil {
				yield(index.Hit{}, err)
				return
			}
			for _, h := range append(next, h) {
				w.given[h.ID], w.came[h.Source] = true, true
				if !yield(h, nil) {
					return
				}
			}
		}
	}
}

// walk is the state of inOrder.
type walk struct {
	*found
	given map[string]bool // hits that were yielded, by id
	came  map[string]bool // their documents
}

// successors returns the hits that come before one of a source at place i, the newest
// document first.
func (w *walk) successors(source string, score float64, i int, seen map[string]bool) ([]index.Hit, error) {
	row, err := w.cache.row(source)
	if err != nil {
		return nil, err
	}
	var out []index.Hit
	for _, ref := range row.refs() {
		if ref.Kind != "supersedes" || !ref.inverse || seen[ref.ID] || w.came[ref.ID] {
			continue
		}
		seen[ref.ID] = true
		before, err := w.successors(ref.ID, score, i, seen)
		if err != nil {
			return nil, err
		}
		out = append(out, before...)
		if err := w.settle(nearDepth); err != nil { // which passage it is must not depend on the limit
			return nil, err
		}
		for _, h := range w.hits[min(i+1, len(w.hits)):min(i+1+nearDepth, len(w.hits))] {
			if h.Source == ref.ID && !w.given[h.ID] && h.Score >= score*successorShare {
				out = append(out, h)
				break
			}
		}
	}
	return out, nil
}

// row returns the relations of a source; only documents have some.
func (c *unitCache) row(source string) (edgeRow, error) {
	if row, ok := c.edges[source]; ok || knowledge.TableOf(source) != knowledge.SourcesTable {
		return row, nil
	}
	row, err := c.view.edges(source)
	if err == nil {
		c.edges[source] = row
	}
	return row, err
}
