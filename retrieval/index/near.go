package index

import (
	"context"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/index/scorch"
	bleve "github.com/blevesearch/bleve_index_api"
)

// Words of fewer characters than the first have no near words; from the second on
// two differences are allowed instead of one.
const (
	nearLength    = 4
	farNearLength = 8
)

// Near returns the word in live passages that differs least from a word that no
// passage holds: by one letter added, left out, changed or swapped, in long words by
// two; of several the most frequent, then the first in order. "" where there is none.
func (r *Reader) Near(ctx context.Context, word string) (near string, err error) {
	strict := Strict(word)
	if len(strict) != 1 || utf8.RuneCountInString(strict[0]) < nearLength {
		return "", nil
	}
	snap, ok := r.snap.(*scorch.IndexSnapshot)
	if !ok {
		return "", nil
	}
	err = guarded(func() error {
		s := searcher{Reader: r, ctx: ctx, scores: make([]float64, r.docs)}
		distances := 1
		if utf8.RuneCountInString(strict[0]) >= farNearLength {
			distances = 2
		}
		for d := 1; d <= distances && near == ""; d++ {
			dict, err := snap.FieldDictFuzzy(fieldText, strict[0], d, "")
			if err != nil {
				return err
			}
			best := 0
			for {
				e, err := dict.Next()
				if err != nil {
					dict.Close()
					return err
				}
				if e == nil {
					break
				}
				live := 0 // the dictionary remembers words of passages that are gone
				if err := s.postings(fieldText, e.Term, false, func(uint64, *bleve.TermFieldDoc) { live++ }); err != nil {
					dict.Close()
					return err
				}
				if live > best {
					best, near = live, e.Term
				}
			}
			dict.Close()
		}
		return nil
	})
	if err != nil {
		return "", searchError(err)
	}
	return near, nil
}
