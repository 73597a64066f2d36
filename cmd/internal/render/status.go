package render

import (
	"fmt"
	"strings"
	"time"

	"quire/knowledge"
	"quire/pipeline"
)

// StatusInfo is what status says.
type StatusInfo struct {
	Unfinished  bool                      `json:"withdrawal_unfinished,omitempty"` // documents were marked as withdrawn and are not yet out of everything
	Unknown     bool                      `json:"withdrawn_unknown,omitempty"`     // which files are kept out cannot be told, so neither which are new
	Snapshot    string                    `json:"-"`
	Sequence    int                       `json:"sequence"`
	PublishedAt string                    `json:"published_at"`
	AgeSeconds  int64                     `json:"age_seconds"`
	Fresh       bool                      `json:"fresh"`   // nothing in the corpus looks changed since
	Changed     []string                  `json:"changed"` // what looks changed: "added PATH", "changed PATH", "gone PATH"
	Syncing     bool                      `json:"syncing"` // a sync runs now
	Watched     bool                      `json:"watched"` // a sync --watch runs
	Sources     int                       `json:"sources"`
	Children    int                       `json:"children"`
	Withdrawn   int                       `json:"withdrawn,omitempty"` // files on disk that are kept out
	Passages    int64                     `json:"passages"`
	Parts       knowledge.PartTotals      `json:"parts"` // of all sources, as their originals were counted
	Overlays    knowledge.OverlayCounts   `json:"overlays"`
	Addressed   knowledge.AddressedCounts `json:"addressed"` // passages that address the reading agent
	Outcomes    map[knowledge.Outcome]int `json:"outcomes"`
	Unsettled   int                       `json:"unsettled"`
	Problems    []pipeline.Problem        `json:"problems"`
	Excluded    []pipeline.Problem        `json:"excluded,omitempty"` // asked for: files left out by rule
	Roots       []RootInfo                `json:"roots"`
	Judge       string                    `json:"judge,omitempty"` // of quire.yaml: confirmed, not-confirmed; "" where it names none
	WithIssues  bool                      `json:"with_issues"`
}

// RootInfo is one corpus root.
type RootInfo struct {
	Name      string `json:"name"`
	Path      string `json:"path"`
	Outside   bool   `json:"outside"`   // of the workspace
	Confirmed bool   `json:"confirmed"` // by the user, where it is outside
}

// Status writes what is published and whether it is current.
func Status(p Printer, s *StatusInfo) error {
	p.Printf("snapshot %s · publish %d · %s old\n", p.Bold(Short(s.Snapshot)), s.Sequence, Duration(time.Duration(s.AgeSeconds)*time.Second))
	p.Printf("  %s", plural(s.Sources, "file"))
	if s.Children > 0 {
		p.Printf(" · %d inside other files", s.Children)
	}
	if s.Withdrawn > 0 {
		p.Printf(" · %d withdrawn", s.Withdrawn)
	}
	p.Printf(" · %d passages\n  %s\n", s.Passages, outcomes(&pipeline.Report{Outcomes: s.Outcomes}))
	if s.Parts.Expected > 0 {
		p.Printf("  %s\n", PartsLine(s.Parts))
	}
	if s.Overlays.Fresh+s.Overlays.Stale > 0 {
		p.Printf("  overlays: %d fresh, %d stale (quire overlay list)\n", s.Overlays.Fresh, s.Overlays.Stale)
	}
	if line := addressed(s.Addressed); line != "" {
		p.Printf("  %s\n", line)
	}
	if s.Judge != "" {
		p.Printf("  judge of quire.yaml: %s\n", strings.ReplaceAll(s.Judge, "-", " "))
	}
	for _, r := range s.Roots {
		note := ""
		switch {
		case !r.Confirmed:
			note = "  (outside the workspace, not confirmed: not read)"
		case r.Outside:
			note = "  (outside the workspace, confirmed)"
		}
		p.Printf("  root %-10s %s%s\n", r.Name, p.Line(r.Path), note)
	}
	if s.Watched {
		p.Printf("watched: changes are compiled as they come\n")
	}
	switch {
	case s.Syncing:
		p.Printf("a sync is running\n")
	case s.Unknown:
		p.Printf("which files changed is not looked at: the marks of withdrawn documents cannot be read\n")
	case s.Unfinished:
		p.Printf("a withdrawal is not finished: its documents may still be found; quire sync\n")
	case s.Fresh:
		p.Printf("up to date: no file looks changed since\n")
	default:
		p.Printf("stale: %s since; quire sync\n", changedWord(len(s.Changed)))
		for i, c := range s.Changed {
			if i == shownLines {
				p.Printf("  … and %d more\n", len(s.Changed)-i)
				break
			}
			p.Printf("  %s\n", p.Line(c))
		}
	}
	if len(s.Problems) > 0 {
		p.Printf("\nNot plainly fine (%d):\n", len(s.Problems))
	}
	for _, x := range s.Problems {
		p.Printf("  %-12s %s  %s\n", problemLabel(x), pad(p.Line(x.Path), 40), p.Line(Cure(x)))
	}
	if len(s.Excluded) > 0 {
		p.Printf("\nLeft out by rule (%d):\n", len(s.Excluded))
	}
	for _, x := range s.Excluded {
		p.Printf("  %-12s %s  %s\n", p.Line(x.Code), pad(p.Line(x.Path), 40), p.Line(x.Message))
	}
	return p.Err()
}

func changedWord(n int) string {
	if n == 1 {
		return "1 file looks changed"
	}
	return fmt.Sprintf("%d files look changed", n)
}
