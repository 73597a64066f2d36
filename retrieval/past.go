package retrieval

import (
	"quire/knowledge"
	"quire/publish"
)

// Past is a state that a source was in, as history and kept snapshots prove it. The
// snapshots between two kept ones may have held other states that nobody can know.
type Past struct {
	Change   string           `json:"change"` // added, bytes, moved, read-otherwise, removed
	Sequence int              `json:"sequence"`
	At       string           `json:"at"`
	Snapshot string           `json:"snapshot"`
	Path     string           `json:"path,omitempty"`
	Content  knowledge.Digest `json:"content,omitempty"`
	After    int              `json:"after,omitempty"` // the last publish known to have been otherwise, 0: none is known
	Exact    bool             `json:"exact"`           // the change came with this publish, and not with one before that is no longer kept
}

// past returns the states of a source, oldest first, from the snapshots that are kept. A
// snapshot that cannot be read counts as one that is not kept.
func (v *View) past(id string) ([]Past, error) {
	out := []Past{}
	events, err := v.store.Events()
	if err != nil {
		return nil, err
	}
	kept, err := v.store.Kept()
	if err != nil {
		return nil, err
	}
	rows := map[string]*knowledge.Source{} // by snapshot; nil: it is not there
	for _, k := range kept {
		if row, err := v.rowAt(k, id); err == nil {
			rows[k.ID] = row
		}
	}
	var last *knowledge.Source
	seen := -1 // place of the last event whose snapshot is kept
	for i, e := range events {
		row, isKept := rows[e.Snapshot]
		if !isKept {
			continue
		}
		if change := changeOf(last, row); change != "" {
			p := Past{Change: change, Sequence: e.Sequence, At: e.At, Snapshot: e.Snapshot, Exact: i == seen+1}
			if seen < 0 {
				p.Exact = e.Sequence == 1
			} else {
				p.After = events[seen].Sequence
			}
			if row != nil {
				p.Path, p.Content = row.Path, row.Content
			}
			out = append(out, p)
		}
		last, seen = row, i
	}
	return out, nil
}

// rowAt returns the row of a source in a kept snapshot, nil where it has none.
func (v *View) rowAt(k publish.Kept, id string) (*knowledge.Source, error) {
	snap, err := v.store.Snapshot(k.ID)
	if err != nil {
		return nil, err
	}
	name := knowledge.TableOf(id)
	if _, ok := snap.Manifest.Tables[name]; !ok {
		return nil, nil
	}
	table, err := snap.Table(name)
	if err != nil {
		return nil, err
	}
	line, err := table.Lookup(id)
	if err != nil || line == nil {
		return nil, err
	}
	return decodeSource(line)
}

// changeOf names what differs between two states of a source that a reader would see,
// "" where nothing does.
func changeOf(before, after *knowledge.Source) string {
	switch {
	case before == nil && after == nil:
		return ""
	case before == nil:
		return "added"
	case after == nil:
		return "removed"
	case before.Content != after.Content:
		return "bytes"
	case before.Path != after.Path:
		return "moved"
	case before.Evidence != after.Evidence:
		return "read-otherwise"
	}
	return ""
}
