package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
)

// causeRewrite is the cause of a history line that says: what was the snapshot
// Previous is now the snapshot Snapshot.
const causeRewrite = "rewrite"

// resolved returns the lines with the ids that their snapshots have now: a rewrite
// renames what the lines before it name, not what is published after it.
func resolved(history []HistoryLine) []HistoryLine {
	out := slices.Clone(history)
	now := map[string]string{} // by the rewrites after the line at hand
	find := func(id string) string {
		if next, ok := now[id]; ok {
			return next
		}
		return id
	}
	for i := len(out) - 1; i >= 0; i-- {
		h := &out[i]
		old := h.Previous
		h.Snapshot, h.Previous = find(h.Snapshot), find(h.Previous)
		if h.Cause == causeRewrite && old != "" {
			now[old] = h.Snapshot
		}
	}
	return out
}

// Events returns the publishes and rollbacks of the history, oldest first, as if
// every snapshot had always had the id it has now: a rewrite changes what a snapshot
// holds and what it is called, not when it was current.
func (s *Store) Events() ([]HistoryLine, error) {
	all, err := s.History()
	if err != nil {
		return nil, err
	}
	var out []HistoryLine
	named := map[string]bool{}
	for _, h := range resolved(all) {
		// A rewrite of what no line names stands for the publish whose line a crash took.
		if h.Cause != causeRewrite || !named[h.Snapshot] {
			named[h.Snapshot] = true
			out = append(out, h)
		}
	}
	return out, nil
}

// Replace finishes the draft and puts it in the place of an older snapshot: in the
// pointer where that was current, in the history, and in the pins. The older one stays on
// disk for Remove. A draft that has the older one's id, because only files outside of
// the digest differ, takes its folder. Doing it again after a crash is safe.
func (d *Draft) Replace(old string, ev Event, check func(*Snapshot) error) error {
	s := d.store
	ev.Cause = causeRewrite
	if err := d.place(check); err != nil {
		return err
	}
	id := d.manifest.ID
	if id == old {
		return nil
	}
	current, err := s.Current()
	if err != nil {
		return err
	}
	if current.Snapshot == old {
		if _, err := s.Point(id, ev); err != nil {
			return err
		}
	} else if err := s.noteRewrite(old, id, ev); err != nil {
		return err
	}
	return s.repin(old, id)
}

// noteRewrite adds the history line of a rewrite, unless it is there.
func (s *Store) noteRewrite(old, id string, ev Event) error {
	past, err := s.History()
	if err != nil || noted(past, old, id) {
		return err
	}
	current, err := s.Current()
	if err != nil {
		return err
	}
	h := HistoryLine{Sequence: current.Sequence + 1, At: ev.At, Cause: causeRewrite, Snapshot: id, Previous: old, Changes: ev.Changes}
	if len(past) > 0 {
		h.Sequence = max(h.Sequence, past[len(past)-1].Sequence+1)
	}
	return s.appendHistory(h)
}

// noted reports whether the last that history says of old is that it became id.
func noted(past []HistoryLine, old, id string) bool {
	for _, h := range slices.Backward(past) {
		switch {
		case h.Cause == causeRewrite && h.Previous == old:
			return h.Snapshot == id
		case h.Snapshot == old:
			return false
		}
	}
	return false
}

// repin gives a snapshot the pin of another.
func (s *Store) repin(old, id string) error {
	pins, err := s.Pins()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(pins, func(p Pin) bool { return p.Snapshot == old })
	if i < 0 {
		return nil
	}
	if slices.ContainsFunc(pins, func(p Pin) bool { return p.Snapshot == id }) {
		return s.changePins(old, nil)
	}
	pins[i].Snapshot = id
	return s.writePins(pins)
}

func (s *Store) writePins(pins []Pin) error {
	var out []byte
	for _, p := range pins {
		b, err := json.Marshal(p)
		if err != nil {
			return err
		}
		out = append(append(out, b...), '\n')
	}
	return s.replace(pinsName, Bytes(out), true)
}

// Remove deletes snapshots, whoever may still read them, and their pins. The current
// one is refused.
func (s *Store) Remove(ids ...string) error {
	current, err := s.Current()
	if err != nil {
		return err
	}
	for _, id := range ids {
		if id == current.Snapshot || !validID(id) {
			return fmt.Errorf("remove snapshot %s: it is current or none", id)
		}
		if err := s.remove(path.Join(snapshotsDir, id)); err != nil {
			return err
		}
		if _, err := s.Unpin(id); err != nil {
			return err
		}
	}
	return nil
}

// EachFile calls f with the name of every regular file of the store, in order of name,
// its bytes as they are stored and, of a deflated leaf, its plain ones; nil of any other. Where
// one cannot be inflated, damage says why.
func (s *Store) EachFile(f func(name string, stored, plain []byte, damage error) error) error {
	return fs.WalkDir(s.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || err == nil && !e.Type().IsRegular() {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the published tree: %w", err)
		}
		stored, err := s.readInto(nil, name)
		if err != nil {
			return fmt.Errorf("read the published tree: %w", err)
		}
		var plain []byte
		var damage error
		if isDeflated(name) {
			plain, damage = s.inflate(nil, name, stored)
		}
		return f(name, stored, plain, damage)
	})
}
