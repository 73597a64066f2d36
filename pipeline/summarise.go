package pipeline

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"quire/extract"
	"quire/internal/jsonline"
	"quire/knowledge"
)

// summarise fills the report from the sealed rows.
func (r *run) summarise(b *knowledge.Corpus) {
	rep := r.report
	rep.Outcomes, rep.Children.Total, rep.Unsettled = b.Outcomes, b.Children, b.Unsettled
	rep.Withdrawn = b.Withdrawn
	rep.Parts = b.Parts
	rep.Passages.Total, rep.Overlays, rep.Promoted, rep.Addressed = b.Passages, b.Overlays, b.Memory.Entries, b.Addressed
	for _, it := range r.authors {
		if row, err := it.full(); err == nil && row.Stale {
			rep.Problems = append(rep.Problems, Problem{Path: row.Path, Address: row.ID, Outcome: "stale", Code: row.Reason, Message: row.Detail + " (" + row.About + ")"})
		}
	}
	rep.count("overlay", len(r.authors))
	rep.Extractions = int(r.extractions.Load())
	for _, it := range r.items {
		rep.Verdicts[r.verdict(it)]++
		r.problem(it)
		if it.brief().parent == "" {
			r.change(it)
		}
	}
	SortProblems(rep.Problems)
	rep.firstChanges()
	rep.count("discover", rep.Sources.Total)
	rep.count("extract", rep.Extractions)
	rep.count("semantics", int(r.derived.Load()))
}

// tally takes from the files what the report says of them, and lets them go: no later stage
// asks for them.
func (r *run) tally() {
	rep := r.report
	here := make(map[string]bool, len(r.files))
	for i := range r.files {
		f := &r.files[i]
		here[f.id] = true
		if f.outcome == knowledge.Excluded {
			rep.Excluded[f.reason]++
		}
		rep.Bytes += f.known.Stat.Size
		if f.from != "" {
			r.note(Change{Kind: "renamed", Path: f.path, From: f.from, Alike: f.alike})
		}
	}
	for p, id := range r.prev.byPath {
		if !here[id] && !r.opts.Withdrawn.Row(id, knowledge.Digest(r.prev.briefs[id].content)) {
			r.note(Change{Kind: "deleted", Path: p})
		}
	}
	r.files = nil
}

func (r *run) verdict(it *item) Verdict {
	_, before := r.prev.lines[it.id]
	switch {
	case it.reused:
		return SameRow
	case it.parsed && before && contentOf(r.prev.lines[it.id]) == contentOf(it.line):
		return Retried
	case it.parsed:
		return NewBytes
	case jsonline.Field(it.line, "recipe") != "":
		return SameEvidence
	case before && r.prev.same(it.id, it.line):
		return SameRow
	}
	return NewBytes
}

// change counts a file against the last snapshot.
func (r *run) change(it *item) {
	rep := r.report
	if it.reused {
		rep.Sources.Unchanged++
		return
	}
	old, before := r.prev.lines[it.id]
	path := pathOf(it.line)
	switch {
	case !before:
		rep.Sources.Added++
		r.note(Change{Kind: "added", Path: path})
	case contentOf(old) != contentOf(it.line) || jsonline.Field(old, "outcome") != jsonline.Field(it.line, "outcome"):
		rep.Sources.Changed++
		r.note(Change{Kind: "changed", Path: path})
	case pathOf(old) != path:
		// counted as renamed when it was given its id
	default:
		rep.Sources.Unchanged++
	}
}

// note lists a change. Of very many only those are kept that will be shown.
func (r *run) note(c Change) {
	rep := r.report
	if rep.Changes = append(rep.Changes, c); len(rep.Changes) > 16*maxChanges {
		rep.firstChanges()
	}
}

// firstChanges sorts the changes and keeps those that are shown.
func (rep *Report) firstChanges() {
	sort.Slice(rep.Changes, func(i, j int) bool { return rep.Changes[i].Path < rep.Changes[j].Path })
	rep.Changes = rep.Changes[:min(len(rep.Changes), maxChanges)]
}

// problem lists a source that is not plainly fine. Files left out by a rule are
// only counted.
func (r *run) problem(it *item) {
	b := it.brief()
	row := knowledge.Source{ID: it.id, Path: b.path, Type: b.kind, Outcome: b.outcome}
	if row.Outcome != knowledge.Extracted && row.Outcome != knowledge.Excluded {
		full, err := it.full()
		if err != nil {
			return
		}
		row = *full
	}
	if p, ok := ProblemOf(&row); ok {
		r.report.Problems = append(r.report.Problems, p)
	}
}

// Misnamed is the outcome in a Problem of a file that was read as something else
// than its name promises.
const Misnamed knowledge.Outcome = "misnamed"

// ProblemOf returns what an operator should know of a source; false where it is
// plainly fine or was left out by a rule.
func ProblemOf(s *knowledge.Source) (Problem, bool) {
	p := Problem{Path: s.Path, Address: s.ID, Outcome: s.Outcome, Code: s.Reason, Message: s.Detail}
	switch s.Outcome {
	case knowledge.Excluded:
		return p, false
	case knowledge.Extracted:
		promised := extract.Promised(s.Path, s.Type)
		p.Outcome, p.Code, p.Message = Misnamed, promised, s.Type
		return p, promised != ""
	}
	return p, true
}

// SortProblems orders problems by how much they ask for a person, then by path:
// files that could not be read before those that no reader is for.
func SortProblems(list []Problem) {
	rank := func(o knowledge.Outcome) int {
		return slices.Index([]knowledge.Outcome{
			knowledge.Quarantined, knowledge.Failed, knowledge.Partial, knowledge.Deferred, "stale", knowledge.Encrypted, knowledge.Empty, knowledge.Unsupported, Misnamed,
		}, o)
	}
	slices.SortStableFunc(list, func(a, b Problem) int {
		return cmp.Or(rank(a.Outcome)-rank(b.Outcome), strings.Compare(a.Path, b.Path))
	})
}
