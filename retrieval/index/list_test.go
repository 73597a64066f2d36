package index

import (
	"encoding/binary"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"go.etcd.io/bbolt"
)

// withOldList puts a list of the old kind in the place of the list in dir, behind that of
// a state before it.
func withOldList(t *testing.T, dir string) {
	t.Helper()
	l, err := readList(dir)
	if err != nil {
		t.Fatal(err)
	}
	db, err := bbolt.Open(filepath.Join(dir, oldList), 0o644, nil)
	if err != nil {
		t.Fatal(err)
	}
	must := func(b *bbolt.Bucket, err error) *bbolt.Bucket {
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		states := must(tx.CreateBucket([]byte("s")))
		must(states.CreateBucket([]byte{0, 1}))
		state := must(states.CreateBucket([]byte{0, 2}))
		must(state.CreateBucket([]byte("m")))
		if err := must(state.CreateBucket([]byte("i"))).Put([]byte("quire"), []byte("2")); err != nil {
			return err
		}
		for i, s := range l.Segments {
			b := must(state.CreateBucket(binary.BigEndian.AppendUint16([]byte{0x89}, uint16(i))))
			if err := b.Put([]byte("p"), []byte(s.Name)); err != nil {
				return err
			}
			if len(s.Deleted) > 0 {
				if err := b.Put([]byte("d"), s.Deleted); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, listFile)); err != nil {
		t.Fatal(err)
	}
}

func TestAnOldListIsReadAndReplaced(t *testing.T) {
	docs := made(300, 20)
	dir := filepath.Join(t.TempDir(), "updated")
	if err := Update(t.Context(), build(t, docs[:200]), dir, []string{docs[3].ID}, slices.Values(docs[200:])); err != nil {
		t.Fatal(err)
	}
	left := slices.Concat(docs[:3], docs[4:])
	st := sizesOf(left)
	want := answers(t, dir, st)
	withOldList(t, dir)
	before := readAll(t, dir)
	if got := answers(t, dir, st); !reflect.DeepEqual(got, want) {
		t.Errorf("an old list answers\n%+v\nthe new one\n%+v", got, want)
	}
	next := filepath.Join(t.TempDir(), "next")
	if err := Update(t.Context(), dir, next, []string{docs[4].ID}, slices.Values(docs[3:4])); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(before, readAll(t, dir)) {
		t.Error("the old folder changed")
	}
	left = slices.Concat(docs[:4], docs[5:])
	st = sizesOf(left)
	if got, want := answers(t, next, st), answers(t, build(t, left), st); !reflect.DeepEqual(got, want) {
		t.Errorf("updated from an old list: got %v, want %v", got, want)
	}
	if _, err := os.Stat(filepath.Join(next, oldList)); err == nil {
		t.Error("the list of the old kind was handed on")
	}
}

// Passages are scored in windows and by segments; each must score what it would alone.
func TestScoresAreThoseOfEachPassageAlone(t *testing.T) {
	docs := made(2*windowDocs+500, 20)
	dir := filepath.Join(t.TempDir(), "updated")
	if err := Update(t.Context(), build(t, docs[:2*windowDocs]), dir, nil, slices.Values(docs[2*windowDocs:])); err != nil {
		t.Fatal(err)
	}
	by := map[string]Doc{}
	for _, d := range docs {
		by[d.ID] = d
	}
	st := sizesOf(docs)
	r := open(t, dir, st)
	for _, q := range probes() {
		q.Limit, q.IncludeHidden, q.IncludeFurniture = len(docs), true, true
		hits, total := search(t, r, q)
		for _, h := range hits {
			d := by[h.ID]
			alone, ok := ScoreOutside(total.Terms, st, Outside{ID: d.ID, Text: d.Text, Heading: d.Heading, Title: d.Title})
			if !ok || alone.Score != h.Score || !slices.Equal(alone.Terms, h.Terms) {
				t.Fatalf("%q: %s scores %v for %v, alone %v for %v", q.Text, h.ID, h.Score, h.Terms, alone.Score, alone.Terms)
			}
		}
	}
}
