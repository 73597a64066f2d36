package pipeline

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestEntriesOfAJoinAreSortedInRunsAndInMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 1000, sortRoom, sortRoom + 1, 3*sortRoom + 5} {
		s := &joinSorter{dir: t.TempDir()}
		var want, got []joinEntry
		for range n {
			e := joinEntry{rng.Uint64N(uint64(n)), rng.Uint64N(8)} // many are equal
			want = append(want, e)
			if err := s.add(e); err != nil {
				t.Fatal(err)
			}
		}
		slices.SortFunc(want, compareEntries)
		for e, err := range s.sorted() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, e)
		}
		if !slices.Equal(got, want) {
			t.Errorf("of %d entries %d come back, or in another order", n, len(got))
		}
		s.close()
	}
}
