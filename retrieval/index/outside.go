package index

// Outside is a text that is not in the index and is scored as if it were.
type Outside struct {
	ID                   string
	Text, Heading, Title string
}

// ScoreOutside scores a text by the terms of a query, as Search returned them in
// Total, and the statistics of the index: what it would score as a passage there.
// ok is false where it holds none of them.
func ScoreOutside(terms []Term, st Stats, o Outside) (h Hit, ok bool) {
	scales := bm25f.scales(st)
	a := newAnalyzer()
	freqs := make([]float64, len(terms))
	at := make(map[string]int, len(terms))
	for i, t := range terms {
		at[t.Term] = i
	}
	h = Hit{ID: o.ID, Source: sourceOf(o.ID)}
	for f, text := range []string{o.Text, o.Heading, o.Title} {
		a.run(text)
		n := uint64(a.length())
		counts := map[int]uint64{}
		a.each(func(term []byte, _ kind) {
			if i, ok := at[string(term)]; ok {
				counts[i]++
			}
		})
		for i, tf := range counts {
			s := &scales[f]
			freqs[i] += s.frequency(tf, n)
		}
	}
	for i, x := range freqs {
		if x == 0 {
			continue
		}
		h.Terms = append(h.Terms, terms[i].Term)
		h.Score += float64(float64(terms[i].Weight*terms[i].IDF) * bm25f.saturate(x))
	}
	return h, len(h.Terms) > 0
}
