package render

import (
	"fmt"
	"strings"

	"quire/retrieval"
)

// CorpusStats is what stats prints.
type CorpusStats struct {
	*retrieval.Stats
	Pages string `json:"pages,omitempty"` // folder of the pages of the corpus
}

// maxStats bounds the counts of one line.
const maxStats = 14

// Stats writes the totals of a corpus.
func Stats(p Printer, snapshot string, s *CorpusStats) error {
	inside := ""
	if s.Inside > 0 {
		inside = fmt.Sprintf("%d inside others", s.Inside)
	}
	p.Printf("%s\n\n", joinCounts(p.Bold("corpus "+Short(snapshot)), plural(s.Files, "file"), inside, Bytes(s.Bytes)))
	row := func(name, value string) {
		if value != "" {
			p.Printf("  %-10s %s\n", name, value)
		}
	}
	row("text", fmt.Sprintf("%d words · %d tokens · %d passages", s.Words, s.Tokens, s.Passages))
	row("outcomes", counted(&p, s.Outcomes, ""))
	if s.Excluded > 0 {
		row("", fmt.Sprintf("%d excluded: quire status says why", s.Excluded))
	}
	row("types", sized(&p, s.Types, "not recognised"))
	row("languages", sized(&p, s.Languages, "none"))
	row("kinds", sized(&p, s.Kinds, "not known"))
	if s.First != "" {
		row("dates", joinCounts(s.First+" to "+s.Last, counted(&p, s.Years, "")))
	}
	if s.Undated > 0 {
		row("", fmt.Sprintf("%d undated", s.Undated))
	}
	edges := counted(&p, s.Edges, "")
	if edges == "" {
		edges = "none"
	}
	row("relations", edges)
	if s.Overlays+s.Memory > 0 {
		row("authored", joinCounts(plural(s.Overlays, "overlay"), plural(s.Memory, "interaction")))
	}
	row("pages", p.Line(s.Pages))
	return p.Err()
}

func counted(p *Printer, list []retrieval.Count, none string) string {
	var out []string
	for i, c := range list {
		if i == maxStats {
			out = append(out, fmt.Sprintf("%d more", len(list)-i))
			break
		}
		name := c.Name
		if name == "" {
			name = none
		}
		out = append(out, fmt.Sprintf("%s %d", p.Line(name), c.Count))
	}
	return strings.Join(out, " · ")
}

func sized(p *Printer, list []retrieval.Size, none string) string {
	counts := make([]retrieval.Count, len(list))
	for i, s := range list {
		counts[i] = retrieval.Count{Name: s.Name, Count: s.Count}
	}
	return counted(p, counts, none)
}
