package render

import (
	"encoding/json"
	"time"

	"quire/publish"
	"quire/retrieval"
)

// HistoryInfo is what was published, the newest first.
type HistoryInfo struct {
	Events []HistoryEvent `json:"events"`
	More   int            `json:"more,omitempty"` // older events beyond those listed
}

// HistoryEvent is one change of what readers see.
type HistoryEvent struct {
	Sequence int             `json:"sequence"`
	At       string          `json:"at"`
	Cause    string          `json:"cause"` // publish, rollback, rewrite
	Snapshot string          `json:"snapshot"`
	Previous string          `json:"previous,omitempty"`
	Changes  json.RawMessage `json:"changes,omitempty"` // counts of sources
	Kept     bool            `json:"kept"`              // its snapshot is on disk
	Current  bool            `json:"current,omitempty"`
	Pinned   bool            `json:"pinned,omitempty"`
	Reason   string          `json:"reason,omitempty"` // of the pin
}

// HistoryOf joins events with the snapshots that are kept.
func HistoryOf(events []publish.HistoryLine, kept []publish.Kept, limit int) *HistoryInfo {
	on := map[string]publish.Kept{}
	for _, k := range kept {
		on[k.ID] = k
	}
	info := &HistoryInfo{Events: []HistoryEvent{}}
	current := false // the newest event that names the current snapshot made it so
	for i := len(events) - 1; i >= 0; i-- {
		if limit > 0 && len(info.Events) == limit {
			info.More = i + 1
			break
		}
		h := events[i]
		k, ok := on[h.Snapshot]
		e := HistoryEvent{Sequence: h.Sequence, At: h.At, Cause: h.Cause, Snapshot: h.Snapshot, Previous: h.Previous, Changes: h.Changes, Kept: ok}
		e.Current = ok && k.Current && !current
		current = current || e.Current
		if ok && k.Pin != nil {
			e.Pinned, e.Reason = true, k.Pin.Reason
		}
		info.Events = append(info.Events, e)
	}
	return info
}

// History writes a line an event.
func History(p Printer, info *HistoryInfo) error {
	for _, e := range info.Events {
		var c struct {
			Added, Changed, Renamed, Deleted, Withdrawn int
			Reason                                      string
		}
		if e.Changes != nil && json.Unmarshal(e.Changes, &c) != nil {
			c.Added = 0
		}
		state := ""
		switch {
		case e.Current:
			state = "current"
		case !e.Kept:
			state = "gone"
		}
		was := ""
		if e.Cause == "rewrite" {
			was = "was " + Short(e.Previous)
		}
		pin := ""
		if e.Pinned {
			pin = "pinned"
			if e.Reason != "" {
				pin += ": " + p.Line(e.Reason)
			}
		}
		at := e.At
		if t, err := time.Parse(time.RFC3339, e.At); err == nil {
			at = t.UTC().Format("2006-01-02 15:04:05")
		}
		p.Printf("%4d  %s  %-8s  %s  %s\n", e.Sequence, at, p.Line(e.Cause), Short(e.Snapshot), joinCounts(
			count(c.Added, "added"), count(c.Changed, "changed"), count(c.Renamed, "renamed"), count(c.Deleted, "deleted"),
			count(c.Withdrawn, "withdrawn"), was, state, pin, p.Line(c.Reason)))
	}
	if info.More > 0 {
		p.Printf("      … and %d older: --limit 0\n", info.More)
	}
	return p.Err()
}

// RolledBack is what a rollback did.
type RolledBack struct {
	From     string `json:"from"`
	To       string `json:"to"`
	Sequence int    `json:"sequence"`
}

// Rollback writes it.
func Rollback(p Printer, r RolledBack) error {
	p.Printf("rolled back · snapshot %s ← %s\n", Short(r.To), Short(r.From))
	p.Printf("the next quire sync goes forward again · back: quire rollback %s\n", Short(r.From))
	return p.Err()
}

// shownDiffLines is how many lines of one source a diff prints; JSON has more.
const shownDiffLines = 12

// Diff writes what changed between two snapshots.
func Diff(p Printer, d *retrieval.Diff, churn []Churn) error {
	p.Printf("%s → %s · %s\n", Short(d.From), Short(d.To), orNothing(joinCounts(count(d.Counts.Added, "added"), count(d.Counts.Changed, "changed"),
		count(d.Counts.Renamed, "renamed"), count(d.Counts.Deleted, "deleted"), count(d.Counts.Outcome, "read otherwise"))))
	for i := range d.Sources {
		sourceDiff(&p, &d.Sources[i])
	}
	for i, c := range churn {
		if i == 0 {
			p.Printf("\nRanking:\n")
		}
		p.Printf("  %d of %d results are the same, %s · %s\n", c.Same, c.Of, map[bool]string{true: "in the same order", false: "in another order"}[c.Order], p.Line(c.Query))
	}
	return p.Err()
}

func orNothing(s string) string {
	if s == "" {
		return "no difference"
	}
	return s
}

func sourceDiff(p *Printer, s *retrieval.SourceDiff) {
	about := ""
	if s.From != "" {
		about = "  (was " + p.Line(s.From) + ")"
	}
	if s.Before != "" {
		about += "  " + string(s.Before) + " → " + string(s.Outcome)
	}
	p.Printf("\n%-8s %s  %s%s\n", s.Kind, s.ID, p.Line(s.Path), about)
	for i, l := range s.Lines {
		if i == shownDiffLines {
			p.Printf("   … %d more lines: --json\n", len(s.Lines)-i+s.More)
			break
		}
		p.Printf("│ %s %s\n", l.Op, p.Line(l.Text))
	}
	for _, st := range s.Statements {
		p.Printf("   %s %s: %s\n", st.Op, st.Kind, p.Line(st.Text))
	}
}

// Churn is how the results of a query differ between two snapshots.
type Churn struct {
	Query string `json:"query"`
	Of    int    `json:"of"`         // results compared
	Same  int    `json:"same"`       // passages of the same text in both
	Order bool   `json:"same_order"` // and those in the same order
}

// Collected is what gc removed, or would remove.
type Collected struct {
	DryRun    bool     `json:"dry_run"`
	Snapshots []string `json:"snapshots"`
	Leaves    int      `json:"leaves"`
	Bytes     int64    `json:"bytes"`
}

// GC writes it.
func GC(p Printer, c Collected) error {
	word := "removed"
	if c.DryRun {
		word = "would remove"
	}
	if len(c.Snapshots) == 0 && c.Leaves == 0 {
		p.Printf("nothing to remove\n")
		return p.Err()
	}
	p.Printf("%s %s and %s of evidence, knowledge and tables · %s\n", word, plural(len(c.Snapshots), "snapshot"), plural(c.Leaves, "piece"), Bytes(c.Bytes))
	return p.Err()
}

// Verification is what verify found.
type Verification struct {
	Snapshots int      `json:"snapshots"`
	Leaves    int      `json:"leaves"` // pieces of evidence and knowledge that were hashed
	Damage    []Damage `json:"damage"`
}

// Damage is a published file that is missing or not what its record says.
type Damage struct {
	Name   string `json:"name"` // below the published folder
	Detail string `json:"detail"`
}

// Verified writes it.
func Verified(p Printer, v *Verification) error {
	for i, d := range v.Damage {
		if i == shownLines {
			p.Printf("… and %d more: --json\n", len(v.Damage)-i)
			break
		}
		p.Printf("damaged  %s  %s\n", p.Line(d.Name), p.Line(d.Detail))
	}
	p.Printf("%s, %s · ", plural(v.Snapshots, "snapshot"), plural(v.Leaves, "piece"))
	if len(v.Damage) == 0 {
		p.Printf("all as recorded\n")
		return p.Err()
	}
	p.Printf("%d damaged\nquire sync --rehash rebuilds what the current snapshot needs; older snapshots that are damaged: quire gc --keep 1\n", len(v.Damage))
	return p.Err()
}
