package publish

import (
	"fmt"
	"slices"
	"testing"
)

// without replaces a snapshot by one with other rows, as a withdrawal does.
func without(t *testing.T, s *Store, old, letters string, hour int) string {
	t.Helper()
	var rows []Row
	for _, c := range letters {
		rows = append(rows, Row{"q" + string(c), fmt.Appendf(nil, `{"id":"q%c","leaf":"leaves/%c"}`, c, c)})
	}
	info, err := s.PutTable(rows)
	must(t, err)
	d, err := s.NewDraft(map[string]TableInfo{"sources": info}, []byte(`{"n":1}`))
	must(t, err)
	must(t, d.Replace(old, Event{At: at(hour).Format("2006-01-02T15:04:05Z07:00")}, func(*Snapshot) error { return nil }))
	return d.ID()
}

func TestARewrittenSnapshotKeepsItsPlace(t *testing.T) {
	s := newStore(t)
	one := publishLetters(t, s, "ab", 1)
	two := publishLetters(t, s, "b", 2)
	three := publishLetters(t, s, "abc", 3)
	must(t, s.SetPin(Pin{Snapshot: one, At: "2026-01-01T00:00:00Z", Reason: "why"}))
	one2 := without(t, s, one, "a", 4)
	again := without(t, s, one, "a", 4) // as after a crash
	three2 := without(t, s, three, "ac", 5)
	if again != one2 || three2 == three {
		t.Fatal("the ids do not follow from the rows")
	}
	must(t, s.Remove(one, three))
	kept, err := s.Kept()
	must(t, err)
	var order []string
	for _, k := range kept {
		order = append(order, fmt.Sprint(k.ID[:4], k.Sequence, k.Current, k.Pin != nil))
	}
	want := []string{fmt.Sprint(three2[:4], 3, true, false), fmt.Sprint(two[:4], 2, false, false), fmt.Sprint(one2[:4], 1, false, true)}
	if !slices.Equal(order, want) {
		t.Errorf("kept %v, want %v", order, want)
	}
	for name, id := range map[string]string{"1": one2, "3": three2, "4": one2, "5": three2, "2": two} {
		if k, err := s.Find(name); err != nil || k.ID != id {
			t.Errorf("%s names %v (%v), want %s", name, k.ID, err, id)
		}
	}
	history, err := s.History()
	must(t, err)
	var causes []string
	for _, h := range history {
		causes = append(causes, fmt.Sprint(h.Sequence, " ", h.Cause))
	}
	if want := []string{"1 publish", "2 publish", "3 publish", "4 rewrite", "5 rewrite"}; !slices.Equal(causes, want) {
		t.Errorf("history %v, want %v", causes, want)
	}
	// The oldest goes first, whenever it was rewritten.
	_, err = s.Unpin(one2)
	must(t, err)
	prune(t, s, keep(2, 9, 0))
	if got := has(t, s, one2, two, three2); got != "011" {
		t.Errorf("pruned to %s", got)
	}
	// What is published again under its old id is itself.
	publishLetters(t, s, "abc", 10)
	if k, err := s.Find("6"); err != nil || k.ID != three || !k.Current {
		t.Errorf("6 names %+v (%v)", k, err)
	}
	if k, err := s.Find("3"); err != nil || k.ID != three2 {
		t.Errorf("3 names %+v (%v)", k, err)
	}
}

func TestASnapshotIsReplacedUnderItsOwnID(t *testing.T) {
	s := newStore(t)
	one := publishLetters(t, s, "ab", 1)
	if id := without(t, s, one, "ab", 2); id != one {
		t.Fatalf("it is called %s", id)
	}
	snap, err := s.Snapshot(one)
	must(t, err)
	if files := snap.FilesBelow("index"); len(files) > 0 {
		t.Errorf("it still has %v", files)
	}
	history, err := s.History()
	must(t, err)
	if len(history) != 1 {
		t.Errorf("history has %d lines", len(history))
	}
	if left, err := s.root.FS().Open(snapshotsDir + "/" + tempPrefix + "draft"); err == nil {
		left.Close()
		t.Error("the old folder is left")
	}
}

func TestTheCurrentSnapshotIsNotRemoved(t *testing.T) {
	s := newStore(t)
	one := publishLetters(t, s, "ab", 1)
	if s.Remove(one) == nil {
		t.Error("it is gone")
	}
}
