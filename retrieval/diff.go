package retrieval

import (
	"cmp"
	"encoding/json"
	"iter"
	"slices"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/publish"
)

// Diff is what one snapshot has and another has not.
type Diff struct {
	From    string       `json:"from"` // snapshot ids
	To      string       `json:"to"`
	Sources []SourceDiff `json:"sources"` // by path
	Counts  DiffCounts   `json:"counts"`
}

// DiffCounts are numbers of sources by kind of change.
type DiffCounts struct {
	Added   int `json:"added"`
	Changed int `json:"changed"`
	Renamed int `json:"renamed"`
	Deleted int `json:"deleted"`
	Outcome int `json:"outcome"` // read otherwise than before, the bytes being the same
}

// SourceDiff is one source that differs.
type SourceDiff struct {
	Kind       string            `json:"kind"` // added, changed, renamed, deleted, outcome
	ID         string            `json:"id"`
	Path       string            `json:"path"`
	From       string            `json:"from,omitempty"` // the path before
	Tier       knowledge.Tier    `json:"tier"`
	Outcome    knowledge.Outcome `json:"outcome,omitempty"`
	Before     knowledge.Outcome `json:"outcome_before,omitempty"` // where it differs
	Lines      []LineDiff        `json:"lines,omitempty"`
	More       int               `json:"more_lines,omitempty"` // changed lines beyond those listed
	Statements []StatementDiff   `json:"statements,omitempty"`
}

// LineDiff is one line of text that went or came.
type LineDiff struct {
	Op      string `json:"op"` // + or -
	Unit    string `json:"unit"`
	Address string `json:"address"` // of the unit, in the snapshot that has the line
	Text    string `json:"text"`
}

// StatementDiff is a summary sentence or key point that came or was withdrawn.
type StatementDiff struct {
	Op   string `json:"op"`
	Kind string `json:"kind"` // title, summary, key-point
	Text string `json:"text"`
}

// maxDiffLines bounds the lines of one source that a diff lists.
const maxDiffLines = 200

// DiffOf compares two snapshots of one published tree, a the older one. Only rows
// that differ are read beyond their line.
func DiffOf(a, b *View) (*Diff, error) {
	d := &Diff{From: a.Snapshot, To: b.Snapshot, Sources: []SourceDiff{}}
	for _, name := range []string{knowledge.SourcesTable, knowledge.OverlaysTable, knowledge.InteractionsTable} {
		if err := d.table(a, b, name); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(d.Sources, func(x, y SourceDiff) int { return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.ID, y.ID)) })
	for _, s := range d.Sources {
		switch s.Kind {
		case "added":
			d.Counts.Added++
		case "changed":
			d.Counts.Changed++
		case "renamed":
			d.Counts.Renamed++
		case "deleted":
			d.Counts.Deleted++
		case "outcome":
			d.Counts.Outcome++
		}
	}
	return d, nil
}

// table merges the rows of both tables, which are in order of id.
func (d *Diff) table(a, b *View, name string) error {
	next, stop := iter.Pull2(a.lines(name))
	defer stop()
	old, err, more := next()
	for line, errB := range b.lines(name) {
		if errB != nil {
			return errB
		}
		id := jsonline.Field(line, "id")
		for more && err == nil && jsonline.Field(old, "id") < id {
			if e := d.one(a, b, old, nil); e != nil {
				return e
			}
			old, err, more = next()
		}
		if err != nil {
			return err
		}
		if !more || jsonline.Field(old, "id") != id {
			if e := d.one(a, b, nil, line); e != nil {
				return e
			}
			continue
		}
		if string(old) != string(line) {
			if e := d.one(a, b, old, line); e != nil {
				return e
			}
		}
		old, err, more = next()
	}
	for ; more && err == nil; old, err, more = next() {
		if e := d.one(a, b, old, nil); e != nil {
			return e
		}
	}
	return err
}

// lines yields the rows of a table as stored, none where the snapshot has no such table.
func (v *View) lines(name string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		t, err := v.table(name)
		if err != nil {
			yield(nil, err)
		} else if t != nil {
			t.All()(yield)
		}
	}
}

// one compares two rows of one source; nil stands for a row that is not there.
func (d *Diff) one(a, b *View, before, after []byte) error {
	var old, now knowledge.Source
	for _, x := range []struct {
		line []byte
		into *knowledge.Source
	}{{before, &old}, {after, &now}} {
		if x.line == nil {
			continue
		}
		if err := json.Unmarshal(x.line, x.into); err != nil {
			return &publish.DamagedError{Name: "tables", Detail: "hold a row that is not JSON: " + err.Error()}
		}
	}
	s := SourceDiff{ID: now.ID, Path: now.Path, Tier: now.TrustTier(), Outcome: now.Outcome}
	switch {
	case before == nil:
		s.Kind = "added"
		d.Sources = append(d.Sources, s)
		return nil
	case after == nil:
		d.Sources = append(d.Sources, SourceDiff{Kind: "deleted", ID: old.ID, Path: old.Path, Tier: old.TrustTier(), Outcome: old.Outcome})
		return nil
	}
	if old.Path != now.Path {
		s.From = old.Path
	}
	if old.Outcome != now.Outcome {
		s.Before = old.Outcome
	}
	textual := old.Evidence != now.Evidence
	if textual {
		if err := s.compare(a, b, &old, &now); err != nil {
			return err
		}
	}
	switch {
	case old.Content != now.Content || len(s.Lines) > 0 || len(s.Statements) > 0:
		s.Kind = "changed"
	case s.From != "":
		s.Kind = "renamed"
	case s.Before != "":
		s.Kind = "outcome"
	default:
		return nil // bookkeeping: nothing that a reader would see
	}
	d.Sources = append(d.Sources, s)
	return nil
}
