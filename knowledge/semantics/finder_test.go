package semantics

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestPhrasesAreFoundAsBySearchingForEach(t *testing.T) {
	all := []string{"llowed", "ermitted", "zulässig", "all rights reserved", "©20", "abc", "bca"}
	set := finderOf(strings.Join(all, "|"))()
	r := rand.New(rand.NewPCG(7, 1))
	hits := 0
	for range 20000 {
		var b strings.Builder
		for range r.IntN(12) {
			if p := all[r.IntN(len(all))]; r.IntN(9) == 0 {
				b.WriteString(p[:r.IntN(len(p)+1)])
			}
			b.WriteString([]string{"a", "b", "c", "ll", "er", " ", "ä", "©"}[r.IntN(8)])
		}
		s := b.String()
		want := slices.ContainsFunc(all, func(p string) bool { return strings.Contains(s, p) })
		if set.in(s) != want {
			t.Fatalf("%q: found %v", s, !want)
		}
		if want {
			hits++
		}
	}
	if hits < 1000 || hits > 19000 {
		t.Errorf("%d of 20000 texts hold a phrase", hits)
	}
}
