package pipeline

import (
	"time"

	"quire/knowledge"
)

// Report is what a sync did, for the operator and for CI. The field names are a
// contract.
type Report struct {
	Snapshot     string                    `json:"snapshot"` // that readers see now
	Previous     string                    `json:"previous,omitempty"`
	Published    bool                      `json:"published"`
	WouldChange  bool                      `json:"would_change,omitempty"` // of a dry run: a sync would publish
	Sources      SourceCounts              `json:"sources"`
	Children     ChildCounts               `json:"children"`
	Withdrawn    int                       `json:"withdrawn,omitempty"` // files on disk that are kept out
	Overlays     knowledge.OverlayCounts   `json:"overlays"`
	WouldPromote int                       `json:"would_promote,omitempty"` // of a dry run: pending entries that a sync would accept first
	Promoted     int                       `json:"promoted"`                // interactions in the snapshot
	Outcomes     map[knowledge.Outcome]int `json:"outcomes"`
	Excluded     map[string]int            `json:"excluded"`    // files left out by rule, by reason
	Extractions  int                       `json:"extractions"` // files and children really parsed in this run
	Verdicts     map[Verdict]int           `json:"reuse"`
	Parts        knowledge.PartTotals      `json:"parts"` // of all sources, as their originals were counted
	Passages     PassageCounts             `json:"passages"`
	Addressed    knowledge.AddressedCounts `json:"addressed"` // passages that address the reading agent
	Stages       []Stage                   `json:"stages"`
	Problems     []Problem                 `json:"problems"`
	Findings     []Finding                 `json:"findings"`
	Changes      []Change                  `json:"changes"` // at most maxChanges
	Unsettled    int                       `json:"unsettled"`
	Healed       string                    `json:"healed,omitempty"` // damage of the published tree that this run repaired
	Bytes        int64                     `json:"bytes"`

	counts map[string]int
}

// SourceCounts are files on disk, against the last snapshot.
type SourceCounts struct {
	Total     int `json:"total"`
	Added     int `json:"added"`
	Changed   int `json:"changed"`
	Renamed   int `json:"renamed"`
	Deleted   int `json:"deleted"`
	Unchanged int `json:"unchanged"`
}

// ChildCounts are documents inside files.
type ChildCounts struct {
	Total int `json:"total"`
}

// PassageCounts are passages in the index.
type PassageCounts struct {
	Total   int64 `json:"total"`
	Added   int   `json:"added"`
	Removed int   `json:"removed"`
}

// Stage is one stage of the run.
type Stage struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
	Count   int     `json:"count"` // of what the stage is about: files, documents, findings, passages
}

// Problem is a source that is not plainly fine.
type Problem struct {
	Path    string            `json:"path"`
	Address string            `json:"address"`
	Outcome knowledge.Outcome `json:"outcome"`
	Code    string            `json:"code"`
	Message string            `json:"message"`
}

// Change is one source that differs from the last snapshot.
type Change struct {
	Kind string `json:"kind"` // added, changed, renamed, deleted
	Path string `json:"path"`
	From string `json:"from,omitempty"`
	// Alike is how much of its text is that of the source it is taken for, in
	// thousandths, where that is a guess.
	Alike int `json:"alike,omitempty"`
}

// Finding is a validation finding of this run.
type Finding struct {
	Rule     string             `json:"rule"`
	Severity knowledge.Severity `json:"severity"`
	Path     string             `json:"path"`
	Address  string             `json:"address"`
	Message  string             `json:"message"`
}

const maxChanges = 200

func newReport() *Report {
	return &Report{
		Outcomes: map[knowledge.Outcome]int{}, Verdicts: map[Verdict]int{}, Excluded: map[string]int{}, Stages: []Stage{}, Problems: []Problem{},
		Findings: []Finding{}, Changes: []Change{}, counts: map[string]int{},
	}
}

func (r *Report) count(stage string, n int) { r.counts[stage] = n }

func (r *Report) stage(name string, d time.Duration) {
	r.Stages = append(r.Stages, Stage{Name: name, Seconds: d.Seconds()})
}

// finish gives the stages their counts, which later stages may have found out.
func (r *Report) finish() {
	for i := range r.Stages {
		r.Stages[i].Count = r.counts[r.Stages[i].Name]
	}
}

// WithIssues reports whether the published state has something that an operator
// should look at: failed, partial or deferred files, quarantine, unsettled
// outcomes. Unsupported, excluded, empty and encrypted files are facts, not
// trouble.
func (r *Report) WithIssues() bool {
	return r.Unsettled > 0 || r.Outcomes[knowledge.Failed]+r.Outcomes[knowledge.Partial]+
		r.Outcomes[knowledge.Deferred]+r.Outcomes[knowledge.Quarantined]+r.Overlays.Stale > 0
}
