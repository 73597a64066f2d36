package pipeline

import (
	"strings"

	"quire/knowledge"
	"quire/knowledge/semantics"
	"quire/publish"
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
	line, ok := r.prev.lines[f.id]
	if !ok || r.opts.Clean || r.prev.body.Rules != r.rules() || pathOf(line) != f.path ||
		knowledge.Digest(contentOf(line)) != f.known.Digest || f.outcome == knowledge.Deferred {
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
	if f.outcome == "" && publish.Field(line, "outcome") == string(knowledge.Excluded) {
		return nil, false
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
		recipe := knowledge.Digest(publish.Field(it.line, "recipe"))
		if recipe == "" {
			continue
		}
		_, digest, ok := r.stored(recipe)
		if !ok || string(digest) != publish.Field(it.line, "evidence") {
			return false
		}
		derived := publish.Field(it.line, "knowledge")
		b, _, err := r.readDerived(recipe, semantics.Version)
		if derived != "" && (err != nil || string(knowledge.DigestOf(b)) != derived) {
			return false
		}
	}
	return true
}

// tree returns the items of an id and of everything below it.
func (r *run) tree(id string, out []*item) []*item {
	out = append(out, &item{id: id, line: r.prev.lines[id], reused: true})
	for _, child := range r.prev.children[id] {
		out = r.tree(child, out)
	}
	return out
}

// endedBadly reports whether the last run left this source unsettled, or failed
// in a run that retries failures.
func (r *run) endedBadly(id string) bool {
	line, ok := r.prev.lines[id]
	if !ok {
		return false
	}
	if reason := publish.Field(line, "reason"); knowledge.Unsettled(reason) {
		return r.opts.RetryFailed || !dies(reason) || !r.givenUp(knowledge.Digest(contentOf(line)))
	}
	switch knowledge.Outcome(publish.Field(line, "outcome")) {
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
