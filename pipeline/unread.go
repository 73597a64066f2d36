package pipeline

import (
	"quire/knowledge"
	"quire/publish"
)

// sealUnread writes the table of what could not be searched.
func (r *run) sealUnread() (publish.TableInfo, error) {
	var rows []publish.Row
	for _, it := range r.items {
		o := knowledge.Outcome(publish.Field(it.line, "outcome"))
		if !knowledge.MayHoldAnAnswer(o, publish.Field(it.line, "reason")) {
			continue
		}
		line, err := knowledge.Marshal(knowledge.Unread{ID: it.id, Path: pathOf(it.line), Type: publish.Field(it.line, "type"), Outcome: o})
		if err != nil {
			return publish.TableInfo{}, err
		}
		rows = append(rows, publish.Row{Key: it.id, Line: line})
	}
	return r.putTable(rows)
}
