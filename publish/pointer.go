package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrNothingPublished says that there is no pointer yet.
var ErrNothingPublished = errors.New("nothing is published here yet")

// Current reads the pointer.
func (s *Store) Current() (Pointer, error) {
	var p Pointer
	b, err := s.ReadFile(pointerName)
	if errors.Is(err, fs.ErrNotExist) {
		return p, ErrNothingPublished
	}
	if err != nil {
		return p, fmt.Errorf("read the pointer: %w", err)
	}
	if err := json.Unmarshal(b, &p); err != nil || p.Schema != pointerSchema {
		return p, &DamagedError{Name: pointerName, Detail: "is not a pointer"}
	}
	if p.Format < MinRead || p.Format > Version {
		return p, &FormatError{What: "the published tree", Format: p.Format}
	}
	if !validID(p.Snapshot) {
		return p, &DamagedError{Name: pointerName, Detail: "names no snapshot"}
	}
	return p, nil
}

// AfterError says that a snapshot became the current one, and that what is to be done
// after that was not.
type AfterError struct {
	Snapshot string // the current one
	Err      error
}

func (e *AfterError) Error() string {
	return fmt.Sprintf("snapshot %s is published, but what follows failed: %v", e.Snapshot[:12], e.Err)
}
func (e *AfterError) Unwrap() error { return e.Err }

// swap replaces the pointer and appends the history line. Once the rename has
// happened readers see the new snapshot, whatever comes after: an AfterError.
func (s *Store) swap(h HistoryLine) error {
	p := Pointer{Schema: pointerSchema, Format: Version, Snapshot: h.Snapshot, Sequence: h.Sequence, PublishedAt: h.At}
	b, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if err := s.replace(pointerName, Bytes(append(b, '\n')), true); err != nil {
		return err
	}
	if err := errors.Join(s.syncDir("."), s.appendHistory(h)); err != nil {
		return &AfterError{h.Snapshot, err}
	}
	return nil
}

func (s *Store) syncDir(name string) error {
	f, err := os.Open(filepath.Join(s.dir, name))
	if err == nil {
		err = errors.Join(s.fsync(f, name), f.Close())
	}
	if err != nil {
		return fmt.Errorf("sync folder %s: %w", name, bare(err))
	}
	return nil
}

func (s *Store) appendHistory(h HistoryLine) error {
	b, err := json.Marshal(h)
	if err != nil {
		return err
	}
	f, err := s.root.OpenFile(historyName, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("write %s: %w", historyName, bare(err))
	}
	if torn(f) {
		b = append([]byte("\n"), b...)
	}
	if err = s.before("write", historyName); err == nil {
		_, err = f.Write(append(b, '\n'))
	}
	if err == nil {
		err = s.fsync(f, historyName)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", historyName, bare(err))
	}
	return nil
}

// torn reports whether a crash left the file without its last line end: what is
// appended then begins a line of its own.
func torn(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	last := make([]byte, 1)
	n, _ := f.ReadAt(last, info.Size()-1)
	return n == 1 && last[0] != '\n'
}

// History returns the events of the store, oldest first. A torn line, left by a
// crash, is left out.
func (s *Store) History() ([]HistoryLine, error) {
	b, err := s.ReadFile(historyName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read history: %w", err)
	}
	var out []HistoryLine
	for line := range lines(b) {
		var h HistoryLine
		if json.Unmarshal(line, &h) == nil {
			out = append(out, h)
		}
	}
	return out, nil
}
