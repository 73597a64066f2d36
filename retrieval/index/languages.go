package index

// languages returns the numbers of the stemLanguages in which the index has live
// passages, so that a query is not cut by the rules of a language that nobody wrote.
// Damage is left to the search.
func (s *searcher) languages() []int {
	var out []int
	for i := range stemLanguages {
		if n, err := s.holders(fieldLanguage, stemLanguages[i].code); err == nil && n > 0 {
			out = append(out, i)
		}
	}
	return out
}
