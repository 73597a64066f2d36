package render

import "fmt"

// OverlayRow is one authored entry in a list.
type OverlayRow struct {
	ID     string `json:"id,omitempty"`
	State  string `json:"state"` // fresh, stale, orphan, invalid
	About  string `json:"about,omitempty"`
	Slot   string `json:"slot,omitempty"`
	Author string `json:"author,omitempty"`
	Moved  string `json:"moved,omitempty"` // the unit that holds the text now
	File   string `json:"file"`
	Line   int    `json:"line"`
	Text   string `json:"text"`
}

// Overlays writes a list of overlays.
func Overlays(p Printer, rows []OverlayRow) error {
	if len(rows) == 0 {
		p.Printf("no overlays\n")
	}
	for _, r := range rows {
		at := fmt.Sprintf("%s:%d", p.Line(r.File), r.Line)
		p.Printf("%-8s %s  %s\n", r.State, joinCounts(r.ID, r.Slot, r.About, p.Line(r.Author)), at)
		p.Fence(p.Line(r.Text))
	}
	return p.Err()
}
