package validate

import (
	"maps"
	"slices"
	"strings"

	"quire/knowledge"
)

// circles finds documents that count instead of each other in a circle: a finding for the
// shortest circle through the one of the lowest id, and so on for those not named yet.
func (e *Edges) circles() {
	seen := map[string]bool{}
	for _, id := range slices.Sorted(maps.Keys(e.rows)) {
		if seen[id] {
			continue
		}
		circle := e.circle(id)
		if circle == nil {
			continue
		}
		names := make([]string, len(circle))
		for i, member := range circle {
			seen[member] = true
			if names[i] = e.ids[member]; names[i] == "" {
				names[i] = member
			}
		}
		e.findings.Add(Circle, &knowledge.Source{ID: id, Path: e.ids[id]}, "", "%s, which counts instead of %s", strings.Join(names, " counts instead of "), names[0])
	}
}

// circle returns the shortest circle of documents that count instead of the next, the
// given one first; nil where it is in none.
func (e *Edges) circle(id string) []string {
	from := map[string]string{id: ""} // how each was reached
	for queue := []string{id}; len(queue) > 0; queue = queue[1:] {
		for _, ref := range e.rows[queue[0]].Out {
			if ref.Kind != "supersedes" {
				continue
			}
			if ref.ID == id {
				var out []string
				for at := queue[0]; at != ""; at = from[at] {
					out = append(out, at)
				}
				slices.Reverse(out)
				return out
			}
			if _, ok := from[ref.ID]; !ok {
				from[ref.ID] = queue[0]
				queue = append(queue, ref.ID)
			}
		}
	}
	return nil
}
