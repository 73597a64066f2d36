package pipeline

import (
	"quire/knowledge"
	"quire/publish"
)

// sealUnread writes the table of what could not be searched.
func (r *run) sealUnread() (publish.TableInfo, error) {
	info, ok, err := r.amended(knowledge.UnreadTable, 0, func(it *item) ([]byte, bool, error) {
		line, err := unreadLine(it)
		return line, false, err
	})
	if ok || err != nil {
		return info, err
	}
	var rows []publish.Row
	for _, it := range r.items {
		line, err := unreadLine(it)
		if err != nil {
			return publish.TableInfo{}, err
		}
		if line != nil {
			rows = append(rows, publish.Row{Key: it.id, Line: line})
		}
	}
	return r.putTable(rows)
}

// unreadLine returns the row of an item that could not be searched, nil of any other.
func unreadLine(it *item) ([]byte, error) {
	b := it.brief()
	if !knowledge.MayHoldAnAnswer(b.outcome, b.reason) {
		return nil, nil
	}
	return knowledge.Marshal(knowledge.Unread{ID: it.id, Path: b.path, Type: b.kind, Outcome: b.outcome})
}
