package semantics

import (
	"strings"

	"quire/knowledge"
)

// Gap is something that the knowledge of a document lacks because its evidence
// does.
type Gap struct {
	Code  string   `json:"code"`            // needs-ocr, low-text, garbled, empty-section, no-text, child-unread, or an issue code
	Count int      `json:"count"`           // of units, sections, children or issues
	Units []string `json:"units,omitempty"` // names of the first of them
}

// Gap codes that are not those of flags and issues.
const (
	GapNoText          = "no-text"
	GapEmptySection    = "empty-section"
	GapChildUnread     = "child-unread"
	GapAmbiguousDate   = "ambiguous-date"   // the day and the month may be the other way round
	GapAmbiguousAmount = "ambiguous-amount" // a sign may group digits or part decimals
	GapTotalDiffers    = "total-differs"    // a total is not the sum of what stands above it
)

// maxGapUnits is how many units a gap names.
const maxGapUnits = 40

// gapsOf lists gaps: of units in the order of flags, then of sections, children
// and issues, then what is ambiguous or does not add up.
func gapsOf(v *view, k *Knowledge) []Gap {
	g := gapList{at: map[string]int{}}
	for _, f := range []knowledge.Flag{knowledge.NeedsOCR, knowledge.LowText, knowledge.Garbled} {
		for i := range v.doc.Units {
			if u := &v.doc.Units[i]; knowledge.HasFlag(u.Flags, f) {
				g.add(string(f), u.Name)
			}
		}
	}
	v.emptySections(&g)
	e := &v.doc.Evidence
	if e.Counts.Chars == 0 {
		g.add(GapNoText, "")
	}
	for _, c := range e.Children {
		if c.Reason != "" {
			g.add(GapChildUnread, "")
		}
	}
	for _, i := range e.Issues {
		if i.Severity != knowledge.Note && !g.hasUnits(i.Code) {
			g.add(i.Code, "")
		}
	}
	g.doubts(k)
	return g.gaps
}

// doubts adds what can be read in two ways, and totals that do not add up.
func (g *gapList) doubts(k *Knowledge) {
	for _, d := range k.Dates {
		if d.Ambiguous {
			g.add(GapAmbiguousDate, d.Unit)
		}
	}
	for _, a := range k.Amounts {
		if a.Ambiguous {
			g.add(GapAmbiguousAmount, a.Unit)
		}
	}
	for _, t := range k.Tables {
		for _, c := range t.Columns {
			if c.Total != nil && !c.Total.Adds && !c.Total.near {
				g.add(GapTotalDiffers, c.Total.Unit)
			}
		}
	}
}

// emptySections adds headings with nothing under them: the next block is a
// heading of the same or a higher level, or there is none.
func (v *view) emptySections(g *gapList) {
	for i := range v.blocks {
		b := &v.blocks[i]
		if b.Kind != knowledge.Heading || b.unit.Kind == knowledge.Slide || b.unit.Kind == knowledge.Sheet {
			continue
		}
		if i == 0 && strings.Count(v.doc.Text, "\n") < 2 {
			continue // a document that is one line
		}
		if i+1 == len(v.blocks) || v.blocks[i+1].Kind == knowledge.Heading && v.blocks[i+1].Level <= b.Level {
			g.add(GapEmptySection, b.unit.Name)
		}
	}
}

type gapList struct {
	gaps []Gap
	at   map[string]int
}

func (g *gapList) add(code, unit string) {
	i, ok := g.at[code]
	if !ok {
		i = len(g.gaps)
		g.at[code] = i
		g.gaps = append(g.gaps, Gap{Code: code})
	}
	gap := &g.gaps[i]
	gap.Count++
	if n := len(gap.Units); unit != "" && n < maxGapUnits && (n == 0 || gap.Units[n-1] != unit) {
		gap.Units = append(gap.Units, unit)
	}
}

// hasUnits reports a gap that flags already told, unit by unit.
func (g *gapList) hasUnits(code string) bool {
	i, ok := g.at[code]
	return ok && len(g.gaps[i].Units) > 0
}
