package render

import (
	"fmt"
	"strings"

	"quire/knowledge"
)

// CoverageItem is one line of the ledger: a source, a unit of one, or a part that is
// no unit.
type CoverageItem struct {
	Address string                `json:"address,omitempty"`
	Path    string                `json:"path"`
	Kind    string                `json:"kind"`              // file, child, or what the unit or part is
	Locator string                `json:"locator,omitempty"` // of a unit or part, in the original
	Outcome knowledge.Outcome     `json:"outcome"`
	Reason  string                `json:"reason,omitempty"`
	Counts  knowledge.Counts      `json:"counts"`
	Census  string                `json:"census,omitempty"` // of a source: "counted", or why its parts were not
	Parts   []knowledge.PartTally `json:"parts,omitempty"`  // of a source, by kind
}

// CoverageInfo is what coverage says.
type CoverageInfo struct {
	Items  []CoverageItem `json:"items"`
	Totals CoverageTotals `json:"totals"`
}

// CoverageTotals add up the sources that were looked at, whatever a filter shows.
type CoverageTotals struct {
	knowledge.PartTotals
	Sources  int                       `json:"sources"`
	Outcomes map[knowledge.Outcome]int `json:"outcomes"` // of the sources
	Parts    []knowledge.PartTally     `json:"parts"`    // by kind
	Counts   knowledge.Counts          `json:"counts"`
}

// Coverage writes the ledger: a line a source, with its units below where they were
// asked for.
func Coverage(p Printer, c *CoverageInfo) error {
	width := 0
	for _, x := range c.Items {
		width = min(max(width, len([]rune(p.Line(itemName(x))))), 60)
	}
	under := ""
	for _, x := range c.Items {
		if x.Path != under && x.Kind != "file" && x.Kind != "child" {
			p.Printf("%-12s %s\n", "", p.Line(x.Path)) // its own line was not asked for
		}
		under = x.Path
		p.Printf("%s\n", strings.TrimRight(fmt.Sprintf("%-12s %s  %s", x.Outcome, pad(p.Line(itemName(x)), width), p.Line(itemNote(x))), " "))
	}
	t := &c.Totals
	p.Printf("%s · %s words, %s characters, %s\n", plural(t.Sources, "source"), thousands(t.Counts.Words), thousands(t.Counts.Chars), plural(t.Counts.Images, "image"))
	for _, k := range t.Parts {
		p.Printf("  %-13s %d of %d accounted for: %s\n", k.Kind, k.Accounted, k.Expected, outcomeList(k.Outcomes))
	}
	p.Printf("%s\n", PartsLine(t.PartTotals))
	return p.Err()
}

func itemName(x CoverageItem) string {
	if x.Kind == "file" || x.Kind == "child" {
		return x.Path
	}
	if x.Address != "" {
		return "  " + x.Address
	}
	return "  " + x.Kind + " " + x.Locator
}

func itemNote(x CoverageItem) string {
	var notes []string
	if x.Reason != "" {
		notes = append(notes, x.Reason)
	}
	for _, t := range x.Parts {
		if t.Kind != knowledge.WholePart {
			notes = append(notes, fmt.Sprintf("%s: %s", plural(t.Expected, string(t.Kind)), outcomeList(t.Outcomes)))
		}
	}
	if x.Census != "" && x.Census != knowledge.Counted && x.Census != knowledge.NotOpened {
		notes = append(notes, "parts not counted: "+x.Census)
	}
	if x.Counts.Words > 0 {
		notes = append(notes, thousands(x.Counts.Words)+" words")
	}
	if x.Counts.Images > 0 {
		notes = append(notes, plural(x.Counts.Images, "image"))
	}
	if x.Address != "" && x.Locator != "" {
		notes = append(notes, x.Locator)
	}
	return strings.Join(notes, " · ")
}

func outcomeList(counts map[knowledge.Outcome]int) string {
	var parts []string
	for _, o := range append(knowledge.Outcomes[:len(knowledge.Outcomes):len(knowledge.Outcomes)], knowledge.Unaccounted) {
		if n := counts[o]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, o))
		}
	}
	return strings.Join(parts, ", ")
}

// PartsLine says in one line how many parts of the originals are accounted for.
func PartsLine(t knowledge.PartTotals) string {
	s := fmt.Sprintf("parts: %d of %d accounted for", t.Accounted, t.Expected)
	if t.NoText > 0 {
		s += fmt.Sprintf(", %d without text", t.NoText)
	}
	if t.Uncounted > 0 {
		s += fmt.Sprintf(" · the parts of %s could not be counted", plural(t.Uncounted, "source"))
	}
	return s
}

func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
