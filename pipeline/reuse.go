package pipeline

import (
	"strings"

	"quire/internal/jsonline"
	"quire/knowledge"
)

// Verdict says why an item was or was not made anew. The report counts them.
type Verdict string

// The verdicts, from cheapest to dearest.
const (
	SameRow      Verdict = "unchanged"       // same path, same bytes, same rules: the row as it stands
	SameEvidence Verdict = "evidence reused" // the bytes were read before under the same recipe
	NewBytes     Verdict = "new bytes"
	Retried      Verdict = "retried"
)

// reuse returns the rows of a file and of everything in it as they stand in the
// last snapshot, where nothing that decides them has changed.
func (r *run) reuse(f *file) ([]*item, bool) {
	row, ok := r.prev.briefs[f.id]
	if !ok || r.opts.Clean || r.prev.body.Rules != r.rules() || row.path != f.path ||
		string(row.content) != string(f.known.Digest) || f.outcome == knowledge.Deferred {
		return nil, false
	}
	if r.prev.body.Unsettled > 0 || r.opts.RetryFailed {
		if r.treeEndedBadly(f.id) {
			return nil, false
		}
	}
	if r.untried && r.anyLocked(f.id) || r.retries(f.path) {
		return nil, false
	}
	if f.outcome == knowledge.Excluded {
		if row, _ := r.prev.row(f.id); row.Reason != f.reason || row.Detail != f.detail { // the pattern that leaves it out
			return nil, false
		}
	}
	if f.outcome == "" && row.outcome == knowledge.Excluded {
		return nil, false
	}
	if !r.opts.Rehash && len(r.prev.children[f.id]) == 0 {
		return []*item{r.old(f.id)}, true
	}
	items := r.tree(f.id, nil)
	if r.opts.Rehash && !r.sound(items) {
		return nil, false
	}
	return items, true
}

// sound reports whether the stored evidence of reused rows is what the rows say.
func (r *run) sound(items []*item) bool {
	for _, it := range items {
		recipe := knowledge.Digest(jsonline.Field(it.line, "recipe"))
		if recipe == "" {
			continue
		}
		_, digest, ok := r.stored(recipe)
		if !ok || string(digest) != jsonline.Field(it.line, "evidence") {
			return false
		}
		if _, err := r.readDerived(it); err != nil {
			return false
		}
	}
	return true
}

// old returns the item of a row of the last snapshot.
func (r *run) old(id string) *item {
	if len(r.room) == 0 {
		r.room = make([]item, itemRoom)
	}
	it := &r.room[0]
	r.room = r.room[1:]
	*it = item{id: id, line: r.prev.lines[id], said: r.prev.briefs[id], reused: true}
	return it
}

// itemRoom is for how many reused items room is made at once.
const itemRoom = 256

// tree returns the items of an id and of everything below it.
func (r *run) tree(id string, out []*item) []*item {
	out = append(out, r.old(id))
	for _, child := range r.prev.children[id] {
		out = r.tree(child, out)
	}
	return out
}

// endedBadly reports whether the last run left this source unsettled, or failed
// in a run that retries failures.
func (r *run) endedBadly(id string) bool {
	row, ok := r.prev.briefs[id]
	if !ok {
		return false
	}
	if knowledge.Unsettled(row.reason) {
		return r.opts.RetryFailed || !dies(row.reason) || !r.givenUp(knowledge.Digest(row.content))
	}
	switch row.outcome {
	case knowledge.Failed, knowledge.Partial, knowledge.Deferred:
		return r.opts.RetryFailed
	}
	return false
}

func (r *run) treeEndedBadly(id string) bool {
	if r.endedBadly(id) {
		return true
	}
	for _, child := range r.prev.children[id] {
		if r.treeEndedBadly(child) {
			return true
		}
	}
	return false
}

// retries reports whether a file, or the file that a child lies in, was named to be
// extracted anew.
func (r *run) retries(path string) bool {
	file, _, _ := strings.Cut(path, "!/")
	return r.opts.Retry[file]
}
