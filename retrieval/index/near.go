package index

import (
	"context"
	"unicode/utf8"

	"github.com/blevesearch/vellum/levenshtein"
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
	err = guarded(func() error {
		distances := 1
		if utf8.RuneCountInString(strict[0]) >= farNearLength {
			distances = 2
		}
		for d := 1; d <= distances && near == ""; d++ {
			live, err := r.within(ctx, strict[0], uint8(d))
			if err != nil {
				return err
			}
			best := 0
			for term, n := range live {
				if n > best || n == best && n > 0 && term < near {
					best, near = n, term
				}
			}
		}
		return nil
	})
	if err != nil {
		return "", searchError(err)
	}
	return near, nil
}

// within counts the live passages that hold the words in a distance from another in
// their text. Dictionaries remember words of passages that are gone.
func (r *Reader) within(ctx context.Context, word string, distance uint8) (live map[string]int, err error) {
	b, err := levenshtein.NewLevenshteinAutomatonBuilder(distance, true)
	if err != nil {
		return nil, err
	}
	accept, err := b.BuildDfa(word, distance)
	if err != nil {
		return nil, err
	}
	live = map[string]int{}
	for _, seg := range r.segments {
		err := seg.each(fieldText, accept, func(term []byte, at uint64) error {
			p, err := seg.postings(at)
			if err != nil {
				return err
			}
			live[string(term)] += seg.count(p.docs)
			return ctx.Err()
		})
		if err != nil {
			return nil, err
		}
	}
	return live, nil
}
