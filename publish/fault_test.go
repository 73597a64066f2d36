package publish

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// faults are what a disk may answer instead of doing something.
var faults = []error{syscall.ENOSPC, syscall.EROFS, syscall.EACCES, syscall.EIO}

// failing makes the n-th step that is about to happen, from 1, fail with err, and all
// after it where lasting is set. It returns the name of the step that failed first.
func failing(s *Store, n int, err error, lasting bool) *string {
	var mu sync.Mutex
	failed := new(string)
	s.Fault = func(step string) error {
		mu.Lock()
		defer mu.Unlock()
		if !strings.HasPrefix(step, "before ") {
			return nil
		}
		n--
		if n > 0 || n < 0 && !lasting {
			return nil
		}
		if *failed == "" {
			*failed = step
		}
		return &fs.PathError{Op: "write", Path: "secret/absolute/path", Err: err}
	}
	return failed
}

// An error of the disk at any step of publish, rollback, pin, prune and collect
// leaves the old snapshot or the new one, whole; the error names a file and keeps its
// cause; the next run leaves no temporary file and ends where one without the error
// does.
func TestDiskErrorsAtEveryStep(t *testing.T) {
	for name, verb := range map[string]func(*Store) error{
		"publish": func(s *Store) error {
			info, err := s.PutTable(testRows(11))
			if err == nil {
				err = errors.Join(s.Put("knowledge/aa/leaf.json.gz", []byte("derived")), s.PutStream("evidence/aa/x.md", Bytes([]byte("x"))), s.PutStream("evidence/aa/x.jsonl.gz", Bytes([]byte("{}"))))
			}
			if err != nil {
				return err
			}
			d, err := s.NewDraft(map[string]TableInfo{"sources": info}, []byte(`{"n":1}`))
			if err == nil {
				err = d.Write("index/seg", []byte("segment"))
			}
			if err == nil {
				_, err = d.Commit(Event{At: at(9).Format(time.RFC3339), Cause: "publish"}, noCheck)
			}
			if err != nil {
				d.Discard()
			}
			return err
		},
		"rollback": func(s *Store) error {
			h, err := s.History()
			if err != nil {
				return err
			}
			_, err = s.Rollback(h[0].Snapshot, at(9).Format(time.RFC3339))
			return err
		},
		"pin": func(s *Store) error {
			p, err := s.Current()
			return errors.Join(err, s.SetPin(Pin{Snapshot: p.Snapshot, At: "2026-03-12T09:00:00Z"}))
		},
		"prune": func(s *Store) error {
			_, err := s.Prune(Retention{Keep: 1, Now: at(20), Leaves: noLeaves})
			return err
		},
		"collect": func(s *Store) error {
			_, err := s.Collect(Retention{Keep: 1, Now: time.Now().Add(time.Hour), Leaves: noLeaves}, false)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) { failEverywhere(t, verb) })
	}
}

func noLeaves(string, []byte) []string { return nil }

// readied is a store with three snapshots.
func readied(t *testing.T) *Store {
	s := newStore(t)
	for i := range 3 {
		commit(t, s, testRows(5+i), i+1)
	}
	return s
}

func failEverywhere(t *testing.T, verb func(*Store) error) {
	begin, model := readied(t), readied(t)
	old, err := model.Current()
	must(t, err)
	must(t, verb(model))
	want, err := model.Current()
	must(t, err)
	must(t, tidy(model))
	for n := 1; ; n++ {
		for i, lasting := range []bool{false, true} {
			dir := filepath.Join(t.TempDir(), "published")
			must(t, os.CopyFS(dir, os.DirFS(begin.Dir())))
			s, err := Create(dir)
			must(t, err)
			cause := faults[(2*n+i)%len(faults)]
			step := failing(s, n, cause, lasting)
			err = verb(s)
			if *step == "" {
				if n < 3 {
					t.Fatalf("only %d steps: the hook is not called", n-1)
				}
				return
			}
			where := *step + ": " + cause.Error()
			checkFailure(t, where, err, cause)
			must(t, s.Close())
			s, err = Create(dir)
			must(t, err)
			snap, p, err := s.Open()
			if err != nil || p.Snapshot != old.Snapshot && p.Snapshot != want.Snapshot {
				t.Fatalf("%s: the pointer is %+v, %v", where, p, err)
			}
			if err := errors.Join(snap.Check(), snap.VerifyFiles(), snap.VerifyTables()); err != nil {
				t.Errorf("%s: %v", where, err)
			}
			if err := errors.Join(verb(s), tidy(s)); err != nil {
				t.Errorf("%s: the next run: %v", where, err)
			}
			if p, err := s.Current(); err != nil || p.Snapshot != want.Snapshot {
				t.Errorf("%s: the next run ends at %.12s, not at %.12s: %v", where, p.Snapshot, want.Snapshot, err)
			}
			if left, right := leavesOn(t, s), leavesOn(t, model); !slices.Equal(left, right) {
				t.Errorf("%s: files\n%s\ninstead of\n%s", where, strings.Join(left, "\n"), strings.Join(right, "\n"))
			}
			must(t, s.Close())
		}
	}
}

// tidy removes the leaves that a broken-off prune left to the collector.
func tidy(s *Store) error {
	_, err := s.Collect(Retention{Keep: 9, Now: time.Now().Add(time.Hour), Leaves: noLeaves}, false)
	return err
}

// checkFailure looks whether an error tells the user what he needs: its cause and a
// file, but no path of this machine's. A step that only gives space back may fail
// without an error.
func checkFailure(t *testing.T, where string, err, cause error) {
	t.Helper()
	if err == nil {
		if !strings.HasPrefix(where, "before remove snapshots/.new-") {
			t.Errorf("%s: no error", where)
		}
		return
	}
	if !errors.Is(err, cause) || strings.Contains(err.Error(), "secret/") {
		t.Errorf("%s: got %q", where, err)
	}
	known := false
	for _, word := range []string{"snapshots/", "tables/", "evidence/", "knowledge/", "CURRENT", "history.jsonl", "pins.jsonl", "the new snapshot", "snapshot ", "sync folder ", "published tree"} {
		known = known || strings.Contains(err.Error(), word)
	}
	if !known {
		t.Errorf("%s: %q names no file", where, err)
	}
}

// leavesOn lists all files of a store.
func leavesOn(t *testing.T, s *Store) []string {
	t.Helper()
	var out []string
	must(t, filepath.WalkDir(s.Dir(), func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(s.Dir(), name)
			out = append(out, rel)
		}
		return err
	}))
	return out
}

func TestWhatFailsAfterThePointerMovedSaysThatItMoved(t *testing.T) {
	s := readied(t)
	kept, err := s.Kept()
	must(t, err)
	s.Fault = func(step string) error {
		if step == "before write history.jsonl" {
			return syscall.ENOSPC
		}
		return nil
	}
	_, err = s.Rollback(kept[1].ID, "2026-03-12T09:00:00Z")
	var after *AfterError
	if !errors.As(err, &after) || after.Snapshot != kept[1].ID || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "is published") {
		t.Errorf("got %v", err)
	}
	if p, err := s.Current(); err != nil || p.Snapshot != kept[1].ID {
		t.Errorf("current is %+v, %v", p, err)
	}
}
