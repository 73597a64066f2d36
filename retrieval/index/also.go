package index

import "slices"

// Alternative is another name for words of a query.
type Alternative struct {
	For  string // the words of the query
	Text string // what is searched besides
}

// alsoWeight is what all words of another name count for together, as a share of what
// the words typed count for by their rarity: a passage that holds the typed form as often
// comes first.
const alsoWeight = 0.5

// also adds the terms of other names behind the typed ones and looks them up.
func (s *searcher) also(typed []Term, alternatives []Alternative, langs []int) ([]Term, error) {
	terms := slices.Clip(typed)
	at := func(term string) int { return slices.IndexFunc(terms, func(t Term) bool { return t.Term == term }) }
	for _, a := range alternatives {
		asked := 0.0
		words, _ := queryTerms(a.For, langs)
		for _, t := range words {
			if i := at(t.Term); i >= 0 && !terms[i].Also {
				asked += float64(terms[i].Weight * terms[i].IDF)
			}
		}
		more, _ := queryTerms(a.Text, langs)
		more = slices.DeleteFunc(more, func(t Term) bool { return at(t.Term) >= 0 })
		sum := 0.0
		for _, t := range more {
			sum += t.Weight
		}
		for _, t := range more[:min(len(more), max(MaxQueryTerms-len(terms), 0))] {
			t.Also, t.share = true, alsoWeight*asked*t.Weight/sum
			t.Weight *= alsoWeight
			terms = append(terms, t)
		}
	}
	return terms, s.hold(terms[len(typed):])
}
