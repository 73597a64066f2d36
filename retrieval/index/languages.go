package index

import bleve "github.com/blevesearch/bleve_index_api"

// languages returns the numbers of the stemLanguages in which the index has live
// passages, so that a query is not cut by the rules of a language that nobody wrote.
func (s *searcher) languages() []int {
	var out []int
	for i := range stemLanguages {
		if s.holds(fieldLanguage, stemLanguages[i].code) {
			out = append(out, i)
		}
	}
	return out
}

// holds reports whether a live passage has a keyword. Damage is left to the search.
func (s *searcher) holds(field, value string) bool {
	t, err := s.snap.TermFieldReader(s.ctx, []byte(value), field, false, false, false)
	if err != nil {
		return false
	}
	defer t.Close()
	var lent bleve.TermFieldDoc
	d, err := t.Next(&lent)
	return err == nil && d != nil
}
