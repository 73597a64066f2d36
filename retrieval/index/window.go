package index

// windowDocs is how many passages are scored at a time: so many that their sums stay in
// the nearest cache, and no memory grows with the index.
const windowDocs = 2048

// window holds the sums of the passages from first on.
type window struct {
	first   uint32
	scores  [windowDocs]float64
	freqs   [windowDocs]float64 // of the current term, summed over fields
	touched []uint32            // where freqs is not 0
}

// rank calls use with every passage found of a segment and its score, in order of number.
// Contributions are added up term by term and field by field, whatever the window.
func (s *searcher) rank(segment int, use func(n uint32, score float64)) error {
	if s.flat {
		s.found[segment].Iterate(func(n uint32) bool {
			use(n, 1)
			return true
		})
		return nil
	}
	var cursors [][]*cursor // by term
	var weights []float64
	for _, t := range s.terms {
		var fields []*cursor
		for f, p := range t.postings[segment] {
			if p != nil {
				fields = append(fields, newCursor(p, s.scales[f]))
			}
		}
		if fields != nil {
			cursors, weights = append(cursors, fields), append(weights, t.weight)
		}
	}
	var w window
	numbers := s.found[segment].ManyIterator()
	buf := make([]uint32, 256)
	have := buf[:numbers.NextMany(buf)]
	for len(have) > 0 {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		w.first = have[0] / windowDocs * windowDocs
		clear(w.scores[:])
		for i, fields := range cursors {
			w.add(fields, weights[i], s.ranking)
		}
		for len(have) > 0 && have[0] < w.first+windowDocs {
			use(have[0], w.scores[have[0]-w.first])
			if have = have[1:]; len(have) == 0 {
				have = buf[:numbers.NextMany(buf)]
			}
		}
	}
	return nil
}

// add adds the contributions of one term.
func (w *window) add(fields []*cursor, weight float64, r *ranking) {
	end := w.first + windowDocs
	if len(fields) == 1 {
		c := fields[0]
		c.reach(w.first)
		for docs := c.below(end); len(docs) > 0; docs = c.below(end) {
			for _, n := range docs {
				w.scores[n-w.first] += float64(weight * r.saturate(c.next()))
			}
		}
		return
	}
	for _, c := range fields {
		c.reach(w.first)
		for docs := c.below(end); len(docs) > 0; docs = c.below(end) {
			for _, n := range docs {
				if n -= w.first; w.freqs[n] == 0 {
					w.touched = append(w.touched, n)
				}
				w.freqs[n] += c.next()
			}
		}
	}
	for _, n := range w.touched {
		w.scores[n] += float64(weight * r.saturate(w.freqs[n]))
		w.freqs[n] = 0
	}
	w.touched = w.touched[:0]
}
