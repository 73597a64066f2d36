package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// Kept is a snapshot that is on disk.
type Kept struct {
	ID       string
	Sequence int    // of the last event that made it current; 0: none is known
	At       string // of that event
	Current  bool
	Pin      *Pin // nil where it is not pinned
}

// Kept lists the snapshots on disk, the one that was current last first.
func (s *Store) Kept() ([]Kept, error) {
	current, err := s.Current()
	if err != nil {
		return nil, err
	}
	history, err := s.Events()
	if err != nil {
		return nil, err
	}
	pins, err := s.Pins()
	if err != nil {
		return nil, err
	}
	last := map[string]HistoryLine{}
	for _, h := range history {
		last[h.Snapshot] = h
	}
	ids, err := s.snapshotIDs()
	if err != nil {
		return nil, err
	}
	var out []Kept
	for _, id := range ids {
		k := Kept{ID: id, Sequence: last[id].Sequence, At: last[id].At, Current: id == current.Snapshot}
		if i := slices.IndexFunc(pins, func(p Pin) bool { return p.Snapshot == id }); i >= 0 {
			k.Pin = &pins[i]
		}
		out = append(out, k)
	}
	slices.SortFunc(out, func(a, b Kept) int {
		if a.Current != b.Current {
			if a.Current {
				return -1
			}
			return 1
		}
		return b.Sequence - a.Sequence
	})
	return out, nil
}

func (s *Store) snapshotIDs() ([]string, error) {
	entries, err := fs.ReadDir(s.root.FS(), snapshotsDir)
	if err != nil {
		return nil, fmt.Errorf("list snapshots: %w", err)
	}
	var ids []string
	for _, e := range entries {
		if validID(e.Name()) {
			ids = append(ids, e.Name())
		}
	}
	return ids, nil
}

// NoSnapshotError says that a name fits no kept snapshot, or several.
type NoSnapshotError struct {
	Name string
	Fits []string // ids; none where no snapshot fits
}

func (e *NoSnapshotError) Error() string {
	if len(e.Fits) == 0 {
		return fmt.Sprintf("no kept snapshot is called %s", e.Name)
	}
	short := make([]string, len(e.Fits))
	for i, id := range e.Fits {
		short[i] = id[:12]
	}
	return fmt.Sprintf("%s may be %s", e.Name, strings.Join(short, " or "))
}

// Find returns the kept snapshot that a name means: the beginning of its id, of at
// least four digits, or the number of the publish that made it current.
func (s *Store) Find(name string) (Kept, error) {
	all, err := s.Kept()
	if err != nil {
		return Kept{}, err
	}
	history, err := s.History()
	if err != nil {
		return Kept{}, err
	}
	named := map[string]bool{} // by the number of an event
	if n, err := strconv.Atoi(name); err == nil {
		for _, h := range resolved(history) {
			if h.Sequence == n {
				named[h.Snapshot] = true
			}
		}
	}
	var fits []Kept
	for _, k := range all {
		if len(name) >= 4 && strings.HasPrefix(k.ID, strings.ToLower(name)) || named[k.ID] {
			fits = append(fits, k)
		}
	}
	if len(fits) == 1 {
		return fits[0], nil
	}
	e := &NoSnapshotError{Name: name}
	for _, k := range fits {
		e.Fits = append(e.Fits, k.ID)
	}
	return Kept{}, e
}

// Rollback makes an older snapshot the current one. Nothing but the pointer and the
// history changes. A snapshot of which something is missing is refused.
func (s *Store) Rollback(id, at string) (Pointer, error) {
	snap, err := s.Snapshot(id)
	if err != nil {
		return Pointer{}, err
	}
	if err := snap.Check(); err != nil {
		return Pointer{}, err
	}
	return s.Point(id, Event{At: at, Cause: "rollback"})
}

// Pin keeps a snapshot from being pruned.
type Pin struct {
	Snapshot string `json:"snapshot"`
	At       string `json:"at"` // RFC 3339 UTC
	Reason   string `json:"reason,omitempty"`
}

// Pins returns the pins, oldest first.
func (s *Store) Pins() ([]Pin, error) {
	b, err := s.ReadFile(pinsName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read pins: %w", err)
	}
	var out []Pin
	for line := range lines(b) {
		var p Pin
		if err := json.Unmarshal(line, &p); err != nil || !validID(p.Snapshot) {
			return nil, &DamagedError{Name: pinsName, Detail: "has a line that is no pin"}
		}
		out = append(out, p)
	}
	return out, nil
}

// SetPin pins a snapshot, or changes the reason.
func (s *Store) SetPin(p Pin) error {
	return s.changePins(p.Snapshot, &p)
}

// Unpin takes a pin away; false where there was none.
func (s *Store) Unpin(id string) (bool, error) {
	pins, err := s.Pins()
	if err != nil || !slices.ContainsFunc(pins, func(p Pin) bool { return p.Snapshot == id }) {
		return false, err
	}
	return true, s.changePins(id, nil)
}

func (s *Store) changePins(id string, with *Pin) error {
	pins, err := s.Pins()
	if err != nil {
		return err
	}
	pins = slices.DeleteFunc(pins, func(p Pin) bool { return p.Snapshot == id })
	if with != nil {
		pins = append(pins, *with)
	}
	return s.writePins(pins)
}
