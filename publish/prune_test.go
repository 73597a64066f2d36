package publish

import (
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"quire/internal/jsonline"
)

// publishLetters publishes a snapshot with a row and a leaf for each letter.
func publishLetters(t *testing.T, s *Store, letters string, hour int) string {
	t.Helper()
	var rows []Row
	for _, c := range letters {
		leaf := fmt.Sprintf("leaves/%c", c)
		must(t, s.Put(leaf+".text", []byte{byte(c)}))
		must(t, s.Put(leaf+".more.gz", []byte{byte(c)}))
		rows = append(rows, Row{"q" + string(c), fmt.Appendf(nil, `{"id":"q%c","leaf":"%s"}`, c, leaf)})
	}
	return commit(t, s, rows, hour).Snapshot
}

func keep(n, hour int, grace time.Duration) Retention {
	return Retention{Keep: n, Now: at(hour), Grace: grace, Leaves: func(_ string, line []byte) []string {
		return []string{jsonline.Field(line, "leaf")}
	}}
}

func prune(t *testing.T, s *Store, r Retention) Pruned {
	t.Helper()
	p, err := s.Prune(r)
	must(t, err)
	snap, _, err := s.Open()
	must(t, err)
	must(t, snap.Check())
	must(t, snap.VerifyTables())
	return p
}

func has(t *testing.T, s *Store, ids ...string) string {
	t.Helper()
	have, err := s.List(snapshotsDir)
	must(t, err)
	out := ""
	for _, id := range ids {
		if slices.Contains(have, id) {
			out += "1"
		} else {
			out += "0"
		}
	}
	return out
}

func leafNames(t *testing.T, s *Store) string {
	t.Helper()
	names, err := s.List("leaves")
	must(t, err)
	out := ""
	for _, name := range names {
		letter, isText := strings.CutSuffix(name, ".text")
		if isText {
			out += letter
		}
		if s.Size("leaves/"+Stem(name)+".more.gz") < 0 || s.Size("leaves/"+Stem(name)+".text") < 0 {
			t.Errorf("of %s one leaf went and one stays", Stem(name))
		}
	}
	return out
}

func TestPruneKeepsTheLastAndWhatTheyShare(t *testing.T) {
	s := newStore(t)
	a := publishLetters(t, s, "abc", 1)
	b := publishLetters(t, s, "bcd", 2)
	c := publishLetters(t, s, "ce", 3)
	if got := prune(t, s, keep(3, 23, 0)); got != (Pruned{}) {
		t.Errorf("three of three kept: %+v", got)
	}
	got := prune(t, s, keep(2, 23, 0))
	if has(t, s, a, b, c) != "011" || leafNames(t, s) != "bcde" || got.Snapshots != 1 {
		t.Errorf("keep 2: %s, leaves %s, %+v", has(t, s, a, b, c), leafNames(t, s), got)
	}
	prune(t, s, keep(1, 23, 0))
	if has(t, s, a, b, c) != "001" || leafNames(t, s) != "ce" {
		t.Errorf("keep 1: %s, leaves %s", has(t, s, a, b, c), leafNames(t, s))
	}
	chunks := 0
	for _, dir := range must1(s.List(tablesDir)) {
		chunks += len(must1(s.List(path.Join(tablesDir, dir))))
	}
	if chunks != 1 {
		t.Errorf("%d chunks stay, want that of the last snapshot", chunks)
	}
}

func must1[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestPruneWaitsForReaders(t *testing.T) {
	s := newStore(t)
	a := publishLetters(t, s, "a", 1)
	b := publishLetters(t, s, "b", 5) // a was current until now
	for _, c := range []struct {
		hour int
		want string
	}{{6, "11"}, {7, "01"}} {
		prune(t, s, keep(1, c.hour, 90*time.Minute))
		if got := has(t, s, a, b); got != c.want {
			t.Errorf("at %d: %s, want %s", c.hour, got, c.want)
		}
	}
}

func TestPruneNeverTakesTheCurrentSnapshot(t *testing.T) {
	s := newStore(t)
	a, b, c := publishLetters(t, s, "a", 1), publishLetters(t, s, "b", 2), publishLetters(t, s, "c", 3)
	_, err := s.Point(a, Event{At: at(4).Format(time.RFC3339), Cause: "rollback"})
	must(t, err)
	prune(t, s, keep(2, 23, 0))
	if got := has(t, s, a, b, c); got != "101" {
		t.Errorf("after a rollback to the oldest: %s, want it and the one before it", got)
	}
	prune(t, s, keep(0, 23, 0))
	if got := has(t, s, a, b, c); got != "100" || leafNames(t, s) != "a" {
		t.Errorf("keep none: %s, leaves %s", got, leafNames(t, s))
	}
}

// A crash between the pointer and its history line leaves a snapshot that was
// current and has no line of its own.
func TestPruneCountsASnapshotWhoseHistoryLineWasLost(t *testing.T) {
	s := newStore(t)
	a, b := publishLetters(t, s, "a", 1), publishLetters(t, s, "b", 2)
	lines := strings.SplitAfter(read(t, s, historyName), "\n")
	must(t, os.WriteFile(s.Path(historyName), []byte(lines[0]), 0o644))
	c := publishLetters(t, s, "c", 3)
	prune(t, s, keep(1, 4, 90*time.Minute))
	if got := has(t, s, a, b, c); got != "111" {
		t.Errorf("within the grace: %s", got)
	}
	prune(t, s, keep(2, 23, 0))
	if got := has(t, s, a, b, c); got != "011" {
		t.Errorf("later: %s, want the last two", got)
	}
}

func TestPruneDropsWhatACrashNeverPublishedFirst(t *testing.T) {
	s := newStore(t)
	a := publishLetters(t, s, "a", 1)
	never := publishLetters(t, s, "x", 2)
	lines := strings.SplitAfter(read(t, s, historyName), "\n")
	must(t, os.WriteFile(s.Path(historyName), []byte(lines[0]), 0o644))
	must(t, s.swapPointer(a))
	b := publishLetters(t, s, "b", 3)
	prune(t, s, keep(2, 4, time.Hour*24))
	if got := has(t, s, a, never, b); got != "101" || leafNames(t, s) != "ab" {
		t.Errorf("%s, leaves %s", got, leafNames(t, s))
	}
}

// swapPointer writes CURRENT as it was before a publish that crashed.
func (s *Store) swapPointer(id string) error {
	return s.replace(pointerName, Bytes(fmt.Appendf(nil, `{"schema":"quire.pointer/1","format":1,"snapshot":"%s","sequence":1}`, id)), false)
}

func TestPruneGoesOnOverADamagedOldSnapshot(t *testing.T) {
	for name, damage := range map[string]func(dir string) error{
		"no record":   func(dir string) error { return os.Remove(dir + "/snapshot.json") },
		"no list":     func(dir string) error { return os.Remove(dir + "/sources.idx") },
		"broken list": func(dir string) error { return os.WriteFile(dir+"/sources.idx", make([]byte, idxWidth), 0o644) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			a, b := publishLetters(t, s, "ab", 1), publishLetters(t, s, "b", 2)
			must(t, damage(s.Path(path.Join(snapshotsDir, a))))
			prune(t, s, keep(1, 23, 0))
			if got := has(t, s, a, b); got != "01" {
				t.Errorf("%s, want the damaged one gone", got)
			}
			if s.Size("leaves/b.text") != 1 {
				t.Error("a leaf that is still cited went")
			}
		})
	}
}

func TestASnapshotWhoseReplacementHasNoHistoryLineIsPruned(t *testing.T) {
	s := newStore(t)
	old := commit(t, s, testRows(5), 1)
	s.Fault = func(step string) error {
		if step == "before write history.jsonl" {
			return errors.New("the process is gone")
		}
		return nil
	}
	info, err := s.PutTable(testRows(6))
	must(t, err)
	d, err := s.NewDraft(map[string]TableInfo{"sources": info}, nil)
	must(t, err)
	_, err = d.Commit(Event{At: at(2).Format(time.RFC3339), Cause: "publish"}, noCheck)
	var after *AfterError
	if !errors.As(err, &after) {
		t.Fatal(err)
	}
	s.Fault = nil
	done, err := s.Prune(Retention{Keep: 1, Grace: time.Minute, Now: at(3), Leaves: noLeaves})
	if err != nil || done.Snapshots != 1 {
		t.Errorf("%+v, %v: the replaced snapshot %.12s stays", done, err, old.Snapshot)
	}
	if _, p, err := s.Open(); err != nil || p.Snapshot != after.Snapshot {
		t.Errorf("current is %+v, %v", p, err)
	}
}
