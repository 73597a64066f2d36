package publish

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// A table amended again and again is the table that is written of all rows at once,
// whether its chunks grow, shrink, come and go, or have to be cut otherwise.
func TestAmendedTableIsTheTableOfAllRows(t *testing.T) {
	s, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	rng := rand.New(rand.NewPCG(3, 9))
	const letters = "abcdefghijklmnopqrstuvwxyz234567"
	all := map[string][]byte{}
	line := func(key string) []byte { return fmt.Appendf(nil, `{"id":"%s","n":%d}`, key, rng.IntN(1000)) }
	sorted := func() []Row {
		var rows []Row
		for _, key := range slices.Sorted(maps.Keys(all)) {
			rows = append(rows, Row{key, all[key]})
		}
		return rows
	}
	info, err := s.PutTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	layouts := map[int]bool{}
	for round := range 60 {
		var rows []Row
		for range 1 + rng.IntN(40)*(1+round%3*5) {
			key := fmt.Sprintf("q%c%c%d", letters[rng.IntN(32)], letters[rng.IntN(32)], rng.IntN(4))
			if slices.ContainsFunc(rows, func(r Row) bool { return r.Key == key }) {
				continue
			}
			if rng.IntN(3) == 0 || round > 45 {
				delete(all, key)
				rows = append(rows, Row{Key: key})
				continue
			}
			all[key] = line(key)
			rows = append(rows, Row{key, all[key]})
		}
		want, err := MeasureTable(sorted())
		if err != nil {
			t.Fatal(err)
		}
		measured, err := MeasureAmended(s.Table(info), 0, rows)
		if err != nil || !reflect.DeepEqual(measured, want) {
			t.Fatalf("round %d: measured %+v, %v; of all rows %+v", round, measured, err, want)
		}
		if info, err = s.AmendTable(s.Table(info), 0, rows); err != nil || !reflect.DeepEqual(info, want) {
			t.Fatalf("round %d: %+v, %v; of all rows %+v", round, info, err, want)
		}
		if err := s.Table(info).verify(); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		layouts[info.Prefix] = true
	}
	if len(layouts) < 2 {
		t.Errorf("the layout never changed: %v", layouts)
	}
}

// A table that was cut otherwise, by an older quire, is cut as it would be now when it is taken
// over, even where no row changes.
func TestTableCutOtherwiseIsCutAnew(t *testing.T) {
	s, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	rows := testRows(100)
	old, err := chunk(1<<20, false, listed(rows), s.Put) // as of a million rows
	if err != nil {
		t.Fatal(err)
	}
	want, err := MeasureTable(rows)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.AmendTable(s.Table(old), 0, nil); err != nil || len(old.Chunks) == len(want.Chunks) || !reflect.DeepEqual(got, want) {
		t.Errorf("%d chunks, %v; cut anew it has %d", len(got.Chunks), err, len(want.Chunks))
	}
}
