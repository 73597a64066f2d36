package render

import (
	"fmt"
	"strings"

	"quire/knowledge"
	"quire/retrieval"
)

// OverlayRow is one authored entry in a list.
type OverlayRow struct {
	ID         string   `json:"id,omitempty"`
	State      string   `json:"state"` // fresh, stale, orphan, invalid
	About      string   `json:"about,omitempty"`
	Slot       string   `json:"slot,omitempty"` // of an overlay; of a statement its kind
	Author     string   `json:"author,omitempty"`
	Date       string   `json:"date,omitempty"`
	StaleAfter string   `json:"stale_after,omitempty"` // when its author wants it looked at again
	Moved      string   `json:"moved,omitempty"`       // the unit that holds the text now
	Rests      []string `json:"rests,omitempty"`       // further places that it rests on
	Lost       []string `json:"lost,omitempty"`        // what it rested on and is no longer there
	Unsure     string   `json:"unsure,omitempty"`      // of a fresh one: what nobody can tell
	File       string   `json:"file"`
	Line       int      `json:"line"`
	Text       string   `json:"text"`
}

// Overlays writes a list of overlays; stale says that only those were asked for.
func Overlays(p Printer, rows []OverlayRow, stale bool) error {
	switch {
	case len(rows) == 0 && stale:
		p.Printf("no stale overlays\n")
	case len(rows) == 0:
		p.Printf("no overlays\n")
	}
	for _, r := range rows {
		p.overlayRow(&r)
	}
	return p.Err()
}

func (p *Printer) overlayRow(r *OverlayRow) {
	p.Printf("%-8s %s  %s:%d\n", r.State, joinCounts(r.ID, r.Slot, r.About, p.Line(r.Author)), p.Line(r.File), r.Line)
	for _, why := range r.Lost {
		p.Printf("   %s\n", p.Line(why))
	}
	if r.Unsure != "" {
		p.Printf("   look again: %s\n   still true: quire overlay refresh --accept %s\n", p.Line(r.Unsure), r.ID)
	}
	p.Fence(p.Line(r.Text))
}

// OverlayShown is one authored entry with all that belongs to it.
type OverlayShown struct {
	OverlayRow
	Unit   string       `json:"unit,omitempty"` // address of the unit that it is about now
	Others []OverlayRow `json:"others"`         // other entries about the same unit
}

// OverlayShow writes one authored entry.
func OverlayShow(p Printer, x *OverlayShown) error {
	p.Printf("%s\n\n", p.Bold(x.ID))
	row := func(name, value string) {
		if value != "" {
			p.Printf("  %-11s %s\n", name, p.Line(value))
		}
	}
	row("state", x.State)
	for _, why := range x.Lost {
		row("", why)
	}
	row("look again", x.Unsure)
	row("is", x.Slot)
	row("by", joinCounts(x.Author, x.Date))
	row("stale after", x.StaleAfter)
	row("file", fmt.Sprintf("%s:%d", x.File, x.Line))
	row("about", x.About)
	if x.Unit != x.About {
		row("now at", x.Unit)
	}
	for _, at := range x.Rests {
		row("rests on", at)
	}
	p.Printf("\n")
	p.Fence(strings.TrimRight(x.Text, "\n"))
	for i := range x.Others {
		if i == 0 {
			p.Printf("\nabout the same unit:\n")
		}
		p.overlayRow(&x.Others[i])
	}
	if len(x.Lost) > 0 {
		p.Printf("\nnext: quire overlay refresh %s\n", x.ID)
	}
	return p.Err()
}

// Refresh is what stale entries rest on now, and which were bound anew.
type Refresh struct {
	Stale    []StaleEntry `json:"stale"`
	Accepted []Rebound    `json:"accepted"`
}

// StaleEntry is a stale entry with how its evidence changed.
type StaleEntry struct {
	OverlayRow
	Evidence []EvidenceDiff `json:"evidence"`
}

// EvidenceDiff is how one place that an entry rested on changed.
type EvidenceDiff struct {
	Place string               `json:"place"`
	Then  string               `json:"then,omitempty"` // where the text it was written about is known from
	Now   string               `json:"now,omitempty"`  // address of what stands there now
	Lines []retrieval.LineDiff `json:"lines"`
}

// Rebound is an entry that was bound to the text as it is now.
type Rebound struct {
	ID   string `json:"id"`
	New  string `json:"new"`
	File string `json:"file"`
}

// maxShownLines bounds the lines of a difference in text; --json has all.
const maxShownLines = 40

// Refreshed writes stale entries with the differences of their evidence.
func Refreshed(p Printer, r *Refresh) error {
	for _, x := range r.Accepted {
		p.Printf("bound anew %s, now %s  %s\n", x.ID, x.New, p.Line(x.File))
	}
	if len(r.Accepted) > 0 {
		p.Printf("next: quire sync\n")
	} else if len(r.Stale) == 0 {
		p.Printf("nothing is stale\n")
	}
	for i := range r.Stale {
		x := &r.Stale[i]
		p.overlayRow(&x.OverlayRow)
		for _, e := range x.Evidence {
			p.evidence(&e)
		}
		p.Printf("   still true: quire overlay refresh --accept %s · not: quire overlay drop --reason \"…\" %s\n\n", x.ID, x.ID)
	}
	return p.Err()
}

func (p *Printer) evidence(e *EvidenceDiff) {
	then, now := "then: in no kept snapshot", "now: nothing stands there"
	if e.Then != "" {
		then = "then: " + e.Then
	}
	if e.Now != "" {
		now = "now: " + e.Now
	}
	p.Printf("   %s\n", joinCounts(p.Line(e.Place), then, now))
	for i, l := range e.Lines {
		if i == maxShownLines {
			p.Printf("   … %d more lines: --json\n", len(e.Lines)-i)
			break
		}
		p.Printf("%s", knowledge.Fenced(l.Op+" "+p.Line(l.Text)))
	}
}
