package publish

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quire/internal/jsonline"
)

// Collect removes what no kept snapshot refers to, once it is old enough, and
// nothing else; it removes nothing while a kept snapshot cannot be read.
func TestCollectRemovesOnlyWhatNothingRefersTo(t *testing.T) {
	s, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	leavesOf := func(_ string, line []byte) []string { return []string{jsonline.Field(line, "leaf")} }
	var ids []string
	for i, text := range []string{"one", "two", "three"} {
		leaf := "evidence/aa/" + text
		if err := errors.Join(s.Put(leaf+"/text.md", []byte(text)), s.Put(leaf+".md", []byte(text)), s.Put(leaf+".jsonl.gz", []byte(text))); err != nil {
			t.Fatal(err)
		}
		info, err := s.PutTable([]Row{{Key: text, Line: []byte(`{"id":"` + text + `","leaf":"` + leaf + `"}`)}})
		if err != nil {
			t.Fatal(err)
		}
		d, err := s.NewDraft(map[string]TableInfo{"sources": info}, []byte(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 3, 1+i, 0, 0, 0, 0, time.UTC).Format(time.RFC3339)
		p, err := d.Commit(Event{At: at, Cause: "publish"}, func(*Snapshot) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, p.Snapshot)
	}
	if err := s.Put("knowledge/bb/orphan.json", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if err := s.SetPin(Pin{Snapshot: ids[0], At: "2026-03-04T00:00:00Z"}); err != nil {
		t.Fatal(err)
	}
	there := func(name string) bool {
		_, err := os.Stat(filepath.Join(s.Dir(), name))
		return err == nil
	}
	r := Retention{Keep: 1, Grace: time.Hour, Now: time.Now(), Leaves: leavesOf}
	got, err := s.Collect(r, true)
	if err != nil || len(got.Snapshots) != 1 || got.Snapshots[0] != ids[1] || got.Leaves != 0 {
		t.Fatalf("a dry run within the grace time: %+v %v", got, err)
	}
	r.Now = time.Now().Add(2 * time.Hour)
	if got, err = s.Collect(r, true); err != nil || got.Leaves != 5 || got.Bytes == 0 || !there("evidence/aa/two") || !there("knowledge/bb/orphan.json") {
		t.Fatalf("a dry run after it: %+v %v", got, err)
	}
	manifest := filepath.Join(s.Dir(), "snapshots", ids[0], "sources.idx")
	whole, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(manifest, whole[:1], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Collect(r, false); err == nil || !strings.Contains(err.Error(), ids[0][:12]) || !there("evidence/aa/two") {
		t.Errorf("with a damaged pinned snapshot: %v", err)
	}
	if err := os.WriteFile(manifest, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Collect(r, false); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"evidence/aa/one": true, "evidence/aa/two": false, "evidence/aa/three": true, "knowledge/bb/orphan.json": false,
		"evidence/aa/one.md": true, "evidence/aa/two.md": false, "evidence/aa/three.jsonl.gz": true, "evidence/aa/two.jsonl.gz": false,
		"snapshots/" + ids[0]: true, "snapshots/" + ids[1]: false, "snapshots/" + ids[2]: true,
	} {
		if there(name) != want {
			t.Errorf("%s is there: %v, want %v", name, !want, want)
		}
	}
	for _, id := range []string{ids[0], ids[2]} {
		snap, err := s.Snapshot(id)
		if err != nil || snap.Check() != nil {
			t.Errorf("a kept snapshot is damaged: %v", err)
		}
	}
}

func TestFindASnapshotByItsNames(t *testing.T) {
	s, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	info, err := s.PutTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.NewDraft(map[string]TableInfo{"sources": info}, []byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.Commit(Event{At: "2026-03-01T00:00:00Z", Cause: "publish"}, func(*Snapshot) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{p.Snapshot, p.Snapshot[:4], strings.ToUpper(p.Snapshot[:12]), "1"} {
		if k, err := s.Find(name); err != nil || k.ID != p.Snapshot || !k.Current {
			t.Errorf("%s: %+v %v", name, k, err)
		}
	}
	for _, name := range []string{"", p.Snapshot[:3], "2", "zzzz"} {
		if _, err := s.Find(name); err == nil {
			t.Errorf("%q was found", name)
		}
	}
}
