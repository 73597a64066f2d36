package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"
	"time"
)

var noCheck = func(*Snapshot) error { return nil }

// commit publishes a snapshot of these rows, at an hour of one day.
func commit(t testing.TB, s *Store, rows []Row, hour int) Pointer {
	t.Helper()
	info, err := s.PutTable(rows)
	must(t, err)
	d, err := s.NewDraft(map[string]TableInfo{"sources": info}, []byte(`{"n":1}`))
	must(t, err)
	must(t, d.Write("INDEX.md", []byte("# index\n")))
	must(t, d.Write("index/seg", []byte("segment")))
	p, err := d.Commit(Event{At: at(hour).Format(time.RFC3339), Cause: "publish", Changes: json.RawMessage(`{"added":1}`)}, noCheck)
	must(t, err)
	return p
}

func at(hour int) time.Time { return time.Date(2026, 3, 12, hour, 0, 0, 0, time.UTC) }

func TestCommitPublishesACheckedSnapshot(t *testing.T) {
	s := newStore(t)
	if _, _, err := s.Open(); !errors.Is(err, ErrNothingPublished) {
		t.Errorf("empty store: %v", err)
	}
	rows := testRows(60)
	p := commit(t, s, rows, 1)
	snap, q, err := s.Open()
	must(t, err)
	if p != q || p.Sequence != 1 || p.Snapshot != snap.Manifest.ID || p.PublishedAt != "2026-03-12T01:00:00Z" {
		t.Errorf("pointer %+v, opened %+v", p, q)
	}
	must(t, errors.Join(snap.Check(), snap.VerifyTables()))
	tab, err := snap.Table("sources")
	must(t, err)
	if line, err := tab.Lookup(rows[3].Key); err != nil || string(line) != string(rows[3].Line) {
		t.Errorf("%s %v", line, err)
	}
	if got := snap.FilesBelow("index"); len(got) != 1 || got[0].Name != "seg" || got[0].Size != 7 || len(got[0].SHA256) != 64 {
		t.Errorf("files of the index: %v", got)
	}
	if _, err := snap.Table("none"); err == nil {
		t.Error("a table that is not listed opened")
	}
	if b, err := os.ReadFile(snap.Path("INDEX.md")); err != nil || string(b) != "# index\n" {
		t.Errorf("%s %v", b, err)
	}
}

func TestSnapshotIDFollowsTablesAndBodyOnly(t *testing.T) {
	info, err := MeasureTable(testRows(10))
	must(t, err)
	one := map[string]TableInfo{"a": info}
	id := SnapshotID(one, []byte(`{"n":1}`))
	if SnapshotID(one, []byte("{\n \"n\": 1\n}")) != id {
		t.Error("white space in the body changes the id")
	}
	if SnapshotID(one, []byte(`{"n":2}`)) == id || SnapshotID(map[string]TableInfo{"b": info}, []byte(`{"n":1}`)) == id {
		t.Error("another body or table has the same id")
	}
}

func TestAFailedCheckLeavesThePointer(t *testing.T) {
	s := newStore(t)
	before := commit(t, s, testRows(5), 1)
	info, err := s.PutTable(testRows(6))
	must(t, err)
	d, err := s.NewDraft(map[string]TableInfo{"sources": info}, nil)
	must(t, err)
	no := errors.New("no")
	if _, err := d.Commit(Event{}, func(*Snapshot) error { return no }); !errors.Is(err, no) {
		t.Errorf("got %v", err)
	}
	if p, err := s.Current(); err != nil || p != before {
		t.Errorf("the pointer moved to %+v %v", p, err)
	}
}

func TestPointNumbersEveryChangeOfThePointer(t *testing.T) {
	s := newStore(t)
	a, b := commit(t, s, testRows(5), 1), commit(t, s, testRows(6), 2)
	back, err := s.Point(a.Snapshot, Event{At: "2026-03-12T03:00:00Z", Cause: "rollback"})
	must(t, err)
	if back.Sequence != 3 || back.Snapshot != a.Snapshot {
		t.Errorf("rollback: %+v", back)
	}
	history, err := s.History()
	must(t, err)
	got := ""
	for _, h := range history {
		got += fmt.Sprintf("%d %s %t %t|", h.Sequence, h.Cause, h.Snapshot == a.Snapshot, h.Previous == b.Snapshot)
	}
	if want := "1 publish true false|2 publish false false|3 rollback true true|"; got != want {
		t.Errorf("history %s, want %s", got, want)
	}
}

func TestATornHistoryLineCostsOnlyItself(t *testing.T) {
	s := newStore(t)
	commit(t, s, testRows(5), 1)
	must(t, appendTo(s.Path(historyName), `{"sequence":2,"at":"2026-`))
	if h, err := s.History(); err != nil || len(h) != 1 {
		t.Errorf("%v %v, want the whole line alone", h, err)
	}
	p := commit(t, s, testRows(6), 2)
	commit(t, s, testRows(7), 3)
	h, err := s.History()
	must(t, err)
	if len(h) != 3 || h[1].Snapshot != p.Snapshot || h[2].Sequence != 3 {
		t.Errorf("history after a torn line: %+v", h)
	}
}

func TestADamagedPointerIsSaidAndReplaced(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "not JSON": "x", "other file": `{"schema":"x"}`, "bad id": `{"schema":"quire.pointer/1","format":1,"snapshot":"../x"}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			commit(t, s, testRows(5), 1)
			must(t, os.WriteFile(s.Path(pointerName), []byte(text), 0o644))
			_, _, err := s.Open()
			wantDamage(t, err, pointerName)
			if p := commit(t, s, testRows(6), 2); p.Sequence != 2 {
				t.Errorf("sequence %d after the loss of the pointer, want 2", p.Sequence)
			}
		})
	}
}

func TestANewerFormatIsRefusedAndKept(t *testing.T) {
	s := newStore(t)
	p := commit(t, s, testRows(5), 1)
	newer := strings.Replace(read(t, s, pointerName), fmt.Sprintf(`"format":%d`, Version), `"format":99`, 1)
	must(t, os.WriteFile(s.Path(pointerName), []byte(newer), 0o644))
	var f *FormatError
	if _, _, err := s.Open(); !errors.As(err, &f) || f.Format != 99 || !strings.Contains(err.Error(), fmt.Sprintf("reads 1 to %d", Version)) {
		t.Errorf("newer pointer: %v", err)
	}
	if _, err := s.Point(p.Snapshot, Event{}); !errors.As(err, &f) {
		t.Errorf("a newer pointer was replaced: %v", err)
	}
	if read(t, s, pointerName) != newer {
		t.Error("a newer pointer was rewritten")
	}
}

func read(t *testing.T, s *Store, name string) string {
	t.Helper()
	b, err := s.ReadFile(name)
	must(t, err)
	return string(b)
}

func TestDamagedSnapshotsAreNoticed(t *testing.T) {
	s := newStore(t)
	p := commit(t, s, testRows(5), 1)
	name := path.Join(snapshotsDir, p.Snapshot, manifestName)
	whole := read(t, s, name)
	for what, text := range map[string]string{
		"not JSON": "x", "other schema": `{}`, "another snapshot": strings.Replace(whole, p.Snapshot, strings.Repeat("0", 64), 1),
	} {
		t.Run(what, func(t *testing.T) {
			must(t, os.WriteFile(s.Path(name), []byte(text), 0o644))
			_, _, err := s.Open()
			wantDamage(t, err, name)
		})
	}
	must(t, os.WriteFile(s.Path(name), []byte(strings.Replace(whole, fmt.Sprintf(`"format": %d`, Version), `"format": 7`, 1)), 0o644))
	var f *FormatError
	if _, _, err := s.Open(); !errors.As(err, &f) || f.Format != 7 {
		t.Errorf("newer snapshot: %v", err)
	}
	must(t, os.WriteFile(s.Path(name), []byte(strings.Replace(whole, `"n": 1`, `"n": 2`, 1)), 0o644))
	snap, _, err := s.Open()
	must(t, err)
	wantDamage(t, snap.VerifyTables(), name)
	must(t, os.WriteFile(s.Path(name), []byte(whole), 0o644))
	must(t, os.WriteFile(snap.Path("INDEX.md"), []byte("longer than it was"), 0o644))
	wantDamage(t, snap.Check(), snap.Name("INDEX.md"))
	must(t, os.Remove(s.Path(name)))
	_, _, err = s.Open()
	wantDamage(t, err, name)
	if _, err := s.Snapshot("nothing"); err == nil {
		t.Error("a name that is no id opened")
	}
}

func TestADamagedSnapshotFolderIsReplacedByItsDraft(t *testing.T) {
	s := newStore(t)
	p := commit(t, s, testRows(5), 1)
	must(t, os.Remove(s.Path(path.Join(snapshotsDir, p.Snapshot, "INDEX.md"))))
	if again := commit(t, s, testRows(5), 2); again.Snapshot != p.Snapshot || again.Sequence != 2 {
		t.Errorf("again: %+v", again)
	}
	snap, _, err := s.Open()
	must(t, err)
	must(t, snap.Check())
}
