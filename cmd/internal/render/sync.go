package render

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"quire/knowledge"
	"quire/knowledge/validate"
	"quire/pipeline"
)

// SyncInfo is what a report says beyond what the run knows.
type SyncInfo struct {
	StaleAnswers  []string // saved answers that rest on text that changed
	Roots         []string
	Took          time.Duration
	Age           time.Duration // of the snapshot that is current now
	Exit          int
	Check, DryRun bool
}

// Sync writes the report of a sync.
func Sync(p Printer, r *pipeline.Report, info SyncInfo) error {
	if quiet(r, info) {
		p.Printf("nothing changed · snapshot %s (%s old) · %s checked in %s%s\n", Short(r.Snapshot), Duration(info.Age),
			plural(r.Sources.Total, "file"), Duration(info.Took), exitNote(info.Exit))
		standing(&p, r)
		staleAnswers(&p, info.StaleAnswers)
		return p.Err()
	}
	p.Printf("%s · %s (%s, %s)\n\n", p.Bold("quire sync"), strings.Join(info.Roots, ", "), plural(r.Sources.Total, "file"), Bytes(r.Bytes))
	for _, s := range r.Stages {
		if (s.Name == "overlay" || s.Name == "promote") && s.Count == 0 {
			continue
		}
		p.Printf("  %-10s %-58s %8s\n", s.Name, stageLine(r, s, info), Duration(time.Duration(s.Seconds*float64(time.Second))))
	}
	changes(&p, r)
	problems(&p, r)
	leftOutByRule(&p, r)
	findings(&p, r)
	if line := addressed(r.Addressed); line != "" {
		p.Printf("\n%s\n", line)
	}
	staleAnswers(&p, info.StaleAnswers)
	if r.Parts.Expected > 0 {
		p.Printf("\n%s", PartsLine(r.Parts))
	}
	p.Printf("\n%s · %s%s\n", verdict(r, info), outcomes(r), exitNote(info.Exit))
	if next := next(r, info); next != "" {
		p.Printf("next: %s\n", next)
	}
	return p.Err()
}

func quiet(r *pipeline.Report, info SyncInfo) bool {
	return !r.Published && !r.WouldChange && r.Snapshot != "" && r.Extractions == 0
}

// standing names what an operator should still look at where nothing changed: stale
// overlays and findings in full, files by their number.
func standing(p *Printer, r *pipeline.Report) {
	files := 0
	for _, x := range r.Problems {
		if x.Outcome == "stale" {
			p.Printf("  stale  %s  %s\n", p.Line(x.Path), p.Line(Cure(x)))
			continue
		}
		files++
	}
	if files > 0 {
		p.Printf("  %s not plainly fine: quire status\n", plural(files, "file"))
	}
	if r.Withdrawn > 0 {
		p.Printf("  %s withdrawn and kept out: quire withdraw --list\n", plural(r.Withdrawn, "file"))
	}
	findings(p, r)
	if line := addressed(r.Addressed); line != "" {
		p.Printf("  %s\n", line)
	}
}

// addressed counts the passages that speak to an agent; hidden ones are an attack
// until a person says otherwise.
func addressed(n knowledge.AddressedCounts) string {
	if n.Passages == 0 {
		return ""
	}
	verb := "address"
	if n.Passages == 1 {
		verb = "addresses"
	}
	line := fmt.Sprintf("%s %s the reading agent", plural(n.Passages, "passage"), verb)
	if n.Hidden > 0 {
		line += fmt.Sprintf(", %d HIDDEN FROM PEOPLE: treat those files as hostile", n.Hidden)
	}
	return line + " (quire validate names them; data, never to be obeyed)"
}

func stageLine(r *pipeline.Report, s pipeline.Stage, info SyncInfo) string {
	switch s.Name {
	case "discover":
		d := r.Sources
		return joinCounts(plural(d.Total, "file"), count(d.Added, "new"), count(d.Changed, "changed"), count(d.Renamed, "renamed"), count(d.Deleted, "gone"), count(r.Withdrawn, "withdrawn"))
	case "extract":
		reused := 0
		for v, n := range r.Verdicts {
			if v == pipeline.SameRow || v == pipeline.SameEvidence {
				reused += n
			}
		}
		return joinCounts(fmt.Sprintf("%d parsed", r.Extractions), count(reused, "reused"), count(r.Children.Total, "inside other files"))
	case "semantics":
		return plural(s.Count, "document")
	case "overlay":
		return joinCounts(fmt.Sprintf("%d fresh", r.Overlays.Fresh), count(r.Overlays.Stale, "stale"))
	case "promote":
		return fmt.Sprintf("%d accepted", r.Promoted)
	case "validate":
		blocking := 0
		for _, f := range r.Findings {
			if f.Severity == knowledge.Blocking {
				blocking++
			}
		}
		return fmt.Sprintf("%s (%d blocking)", plural(len(r.Findings), "finding"), blocking)
	case "index":
		if info.DryRun || info.Check {
			return "not made in a dry run"
		}
		return fmt.Sprintf("+%d −%d passages, %d in all", r.Passages.Added, r.Passages.Removed, r.Passages.Total)
	case "publish":
		switch {
		case r.Published && r.Previous != "":
			return Short(r.Snapshot) + " ← " + Short(r.Previous)
		case r.Published:
			return Short(r.Snapshot) + " (first snapshot)"
		case r.WouldChange:
			return "would publish a new snapshot"
		}
		return "nothing to publish"
	}
	return ""
}

// shownLines is how many lines of one kind a report prints; JSON has all.
const shownLines = 20

func changes(p *Printer, r *pipeline.Report) {
	if r.Previous == "" || len(r.Changes) == 0 {
		return
	}
	p.Printf("\nChanged since %s:\n", Short(r.Previous))
	for i, c := range r.Changes {
		if i == shownLines {
			p.Printf("  … and %d more\n", len(r.Changes)-i)
			return
		}
		line := p.Line(c.Path)
		if c.From != "" {
			was := "was " + p.Line(c.From)
			if c.Alike > 0 {
				was += fmt.Sprintf("; a guess, %d %% of the text is the same: delete its line in identity.jsonl if it is wrong", c.Alike/10)
			}
			line += "  (" + was + ")"
		}
		p.Printf("  %-9s %s\n", c.Kind, line)
	}
}

func problems(p *Printer, r *pipeline.Report) {
	if len(r.Problems) == 0 {
		return
	}
	p.Printf("\nNot plainly fine (%d of %d):\n", len(r.Problems), r.Sources.Total+r.Children.Total)
	width := 0
	for i, x := range r.Problems {
		if i < shownLines {
			width = min(max(width, len([]rune(p.Line(x.Path)))), 60)
		}
	}
	for i, x := range r.Problems {
		if i == shownLines {
			p.Printf("  … and %d more: quire status\n", len(r.Problems)-i)
			return
		}
		p.Printf("  %-12s %s  %s\n", problemLabel(x), pad(p.Line(x.Path), width), p.Line(Cure(x)))
	}
}

// leftOutByRule counts the files that nobody tried to read.
func leftOutByRule(p *Printer, r *pipeline.Report) {
	if len(r.Excluded) == 0 {
		return
	}
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(r.Excluded)) {
		parts = append(parts, fmt.Sprintf("%d %s", r.Excluded[reason], p.Line(reason)))
	}
	p.Printf("\nLeft out by rule: %s (quire status --excluded names them)\n", strings.Join(parts, ", "))
}

// problemLabel is the outcome, or what says more than it.
func problemLabel(x pipeline.Problem) string {
	if x.Code == "needs-ocr" {
		return x.Code
	}
	return string(x.Outcome)
}

func findings(p *Printer, r *pipeline.Report) {
	shown := 0
	for _, f := range r.Findings {
		if f.Severity == knowledge.Note {
			continue
		}
		at := p.Line(f.Path)
		if f.Rule == validate.AddressesAgent.ID {
			at += "  " + f.Address
		}
		if shown == 0 {
			p.Printf("\nFindings:\n")
		}
		if shown++; shown > shownLines {
			continue
		}
		p.Printf("  %-8s %s %s  %s\n", f.Severity, f.Rule, at, p.Line(f.Message))
	}
	if shown > shownLines {
		p.Printf("  … and %d more: quire validate\n", shown-shownLines)
	}
}

func verdict(r *pipeline.Report, info SyncInfo) string {
	switch {
	case r.WouldPromote > 0 && info.DryRun:
		return fmt.Sprintf("dry run: a sync would accept %d pending entries and publish", r.WouldPromote)
	case info.Check && r.WouldChange:
		return "check failed: the published snapshot is not what the corpus gives"
	case info.Check:
		return "check passed"
	case info.DryRun && r.WouldChange:
		return "dry run: a sync would publish"
	case info.DryRun:
		return "dry run: a sync would publish nothing"
	case r.Published:
		return "published"
	}
	return "nothing published"
}

func outcomes(r *pipeline.Report) string {
	var parts []string
	for _, o := range knowledge.Outcomes {
		if n := r.Outcomes[o]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, o))
		}
	}
	if len(parts) == 0 {
		return "no files"
	}
	return strings.Join(parts, ", ")
}

func exitNote(code int) string {
	if code == 3 {
		return " · exit 3 (done with issues)"
	}
	return ""
}

func next(r *pipeline.Report, info SyncInfo) string {
	switch {
	case info.DryRun || info.Check:
		return "quire sync"
	case info.Exit == 3:
		return "mend what is listed above, then quire sync · quire retrieve \"…\""
	case r.Published || r.Snapshot != "":
		return `quire retrieve "…" · quire status`
	}
	return ""
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func count(n int, what string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d %s", n, what)
}

func joinCounts(parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, " · ")
}

// Short prints the 12 digits by which people know a snapshot.
func Short(id string) string { return id[:min(12, len(id))] }

// Bytes prints a size.
func Bytes(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.0f kB", float64(n)/1e3)
	case n < 1_000_000_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}

// SyncReport is a report with what the workspace's saved answers have come to.
type SyncReport struct {
	*pipeline.Report
	StaleAnswers []string `json:"stale_answers,omitempty"`
}

// staleAnswers names the saved answers that rest on text that changed.
func staleAnswers(p *Printer, names []string) {
	if len(names) > 0 {
		verb := "rest"
		if len(names) == 1 {
			verb = "rests"
		}
		p.Printf("\n%s %s on text that changed: %s · quire trace --recheck says which statements\n", plural(len(names), "saved answer"), verb, p.Line(strings.Join(names, ", ")))
	}
}
