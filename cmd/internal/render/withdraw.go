package render

import (
	"fmt"

	"quire/pipeline"
)

// WithdrawPlan is what a withdrawal would take out.
type WithdrawPlan struct {
	Sources   []pipeline.WithdrawnSource
	Snapshots []string
	HeldBy    []pipeline.Holder // live files of equal bytes
}

// JSON returns the fields of a dry run, which are a part of those of a receipt.
func (w *WithdrawPlan) JSON() any {
	held := w.HeldBy
	if held == nil {
		held = []pipeline.Holder{}
	}
	return map[string]any{"dry_run": true, "sources": w.Sources, "would_rewrite": w.Snapshots, "held_by": held}
}

// WouldWithdraw writes a plan.
func WouldWithdraw(p Printer, w *WithdrawPlan) error {
	p.Printf("would withdraw\n")
	withdrawnSources(&p, w.Sources)
	p.Printf("  from %s:", plural(len(w.Snapshots), "kept snapshot"))
	for _, id := range w.Snapshots {
		p.Printf(" %s", Short(id))
	}
	p.Printf("\n")
	holders(&p, w.HeldBy)
	return p.Err()
}

// Withdrawn writes a receipt.
func Withdrawn(p Printer, w *pipeline.Withdrawal) error {
	if len(w.Sources) == 0 {
		p.Printf("nothing to withdraw\n")
		return p.Err()
	}
	p.Printf("%s\n", p.Bold("withdrawn"))
	withdrawnSources(&p, w.Sources)
	for _, s := range w.Snapshots {
		if s.New == s.Old {
			p.Printf("  snapshot %s: its index built anew\n", Short(s.Old))
			continue
		}
		p.Printf("  snapshot %s → %s  −%s%s\n", Short(s.Old), Short(s.New), plural(s.Sources, "source"), records(s.Records))
	}
	for _, id := range w.Dropped {
		p.Printf("  snapshot %s removed: it could not be read, so not be written anew\n", Short(id))
	}
	for _, name := range w.Unreadable {
		p.Printf("  %s removed: it could not be read, and older snapshots alone named it\n", name)
	}
	p.Printf("  removed  %s of evidence, knowledge and tables (%s) · %s · %s\n", plural(w.Leaves, "piece"), Bytes(w.Bytes),
		plural(w.Cached, "cached file"), plural(w.Identity, "identity line"))
	withdrawalProof(&p, &w.Proof)
	holders(&p, w.HeldBy)
	if len(w.Proof.Failures) == 0 {
		p.Printf("kept out until: quire withdraw --restore PATH\n")
	}
	return p.Err()
}

func records(n int) string {
	if n == 0 {
		return ""
	}
	return ", " + plural(n, "record") + " about them"
}

func withdrawnSources(p *Printer, list []pipeline.WithdrawnSource) {
	for _, s := range list {
		inside := ""
		if s.Children > 0 {
			inside = fmt.Sprintf(", %d documents inside", s.Children)
		}
		p.Printf("  %s  %s  (%s%s)\n", s.ID, p.Line(s.Path), plural(s.Passages, "passage"), inside)
	}
}

func withdrawalProof(p *Printer, f *pipeline.Proof) {
	word := "proof  "
	if len(f.Failures) > 0 {
		word = "NOT PROVEN"
	}
	p.Printf("  %s  %s, %s searched for %s of text, ids, paths and digests (%d also in documents that stay)\n", word,
		plural(f.Files, "file"), Bytes(f.Bytes), plural(f.Needles, "piece"), f.Shared)
	p.Printf("           %s enumerated: %d terms, %d ids · %s only it had: none listed\n", plural(f.Segments, "index segment"), f.Terms, f.IDs, plural(f.OwnTerms, "term"))
	for _, x := range f.Failures {
		p.Printf("  found    %s  %s\n", p.Line(x.Where), p.Line(x.What))
	}
}

// holderWords says why something is named.
var holderWords = map[string]string{"equal-bytes": "the same bytes", "same-passages": "the same text", "mentions": "names it"}

func holders(p *Printer, list []pipeline.Holder) {
	if len(list) == 0 {
		return
	}
	p.Printf("\nLeft alone, for you to judge (%d):\n", len(list))
	for i, h := range list {
		if i == shownLines {
			p.Printf("  … and %d more: --json\n", len(list)-i)
			break
		}
		why := holderWords[h.Why]
		if h.Passages > 0 {
			why = fmt.Sprintf("%s: %s", why, plural(h.Passages, "passage"))
		}
		p.Printf("  %-11s %s  %s  %s\n", h.Kind, pad(h.Address, 13), p.Line(h.Path), why)
	}
}

// WithdrawnFile is a file on disk that is kept out.
type WithdrawnFile struct {
	Path   string `json:"path"`
	By     string `json:"by"` // path or bytes: what it was known by
	At     string `json:"at"`
	Reason string `json:"reason,omitempty"`
	Done   bool   `json:"done"` // false: a withdrawal was cut short, and the next sync finishes it
}

// WithdrawnFiles lists them.
func WithdrawnFiles(p Printer, files []WithdrawnFile, marks int) error {
	for _, f := range files {
		note := ""
		if f.By == "bytes" {
			note = "  (another name for the same bytes)"
		}
		if !f.Done {
			note += "  (not finished: quire sync)"
		}
		p.Printf("%s  %s%s  %s\n", f.At, p.Line(f.Path), note, p.Line(f.Reason))
	}
	p.Printf("%s on disk kept out · %s\n", plural(len(files), "file"), plural(marks, "mark"))
	return p.Err()
}
