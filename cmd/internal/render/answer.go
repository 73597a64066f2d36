package render

import (
	"fmt"
	"strings"

	"quire/knowledge"
	"quire/retrieval"
)

// Retrieve writes the answer to a query: every line earns its tokens. What it
// prints around the passages is bounded in retrieval's budget.
func Retrieve(p Printer, snapshot string, r *retrieval.Result) error {
	budget := ""
	if r.Budget.Limit > 0 {
		budget = fmt.Sprintf(" · %d/%d tokens", r.Budget.Used, r.Budget.Limit)
	}
	p.Printf("query: %s · snapshot %s · grade %s · %d of %d shown%s\n", p.Line(r.Query), Short(snapshot), r.Grade, len(r.Results), r.Matched, budget)
	for _, c := range r.Corrected {
		p.Printf("nothing holds %s: searched for %s\n", p.Line(c.From), p.Line(c.To))
	}
	if u := r.Vectors; u != nil {
		p.Printf("vectors: model %s · %s\n", u.Model.Short(12), plural(u.Alone, "passage")+" found by them alone")
	}
	for _, n := range r.Notes {
		p.Printf("note: %s\n", p.Line(n))
	}
	for i := range r.Results {
		result(&p, &r.Results[i])
	}
	for i, x := range r.Related {
		if i == 0 {
			p.Printf("\n")
		}
		p.Printf("related: %s  %s · %s %s\n", x.Address, p.Line(x.Path), relationWord(x.Kind, x.Inverse, x.Both), rankOfSource(r, x.From))
	}
	line := leftOut(&p, r)
	if r.Cursor != "" {
		line += " · go on: --cursor " + r.Cursor
	}
	if line != "" {
		p.Printf("\n%s\n", line)
	}
	return p.Err()
}

func result(p *Printer, x *retrieval.Passage) {
	status := x.Status
	if x.Newer != "" {
		status = joinCounts(status, "by "+x.Newer)
	}
	parts := []string{p.Line(x.Source.Path), x.Locator, x.Tier, status}
	for _, f := range x.Flags {
		parts = append(parts, string(f))
	}
	p.Printf("\n%d  %s  %s\n", x.Rank, p.Bold(x.Address), joinCounts(parts...))
	if x.Heading != "" { // behind a name: it is the document's, and may read like a line of ours
		p.Printf("   under: %s\n", p.Line(x.Heading))
	}
	if x.About != "" {
		p.Printf("   about %s\n", x.About)
	}
	rowsAbove(p, x.Context)
	for _, n := range x.Around {
		if n.Place < 0 {
			p.Printf("   before: %s\n%s", n.Address, knowledge.FencedTight(n.Text))
		}
	}
	if len(x.Around) > 0 {
		p.Printf("   found:\n")
	}
	p.Printf("%s", knowledge.FencedTight(x.Text))
	if x.Cut {
		p.Printf("   (cut to the budget)\n")
	}
	for _, c := range x.Conflicts {
		p.Printf("   conflict: %s here, %s in %s  %s\n", p.Line(c.Here), p.Line(c.There), c.Address, p.Line(c.Path))
	}
	for _, t := range x.Twins {
		word := "also in"
		if t.Nearly {
			word = "nearly the same in"
		}
		p.Printf("   %s: %s  %s\n", word, t.Address, p.Line(t.Path))
	}
	if x.Look != nil {
		p.Printf("   look: %s\n", lookLine(p, x.Look))
	}
	for _, n := range x.Around {
		if n.Place > 0 {
			p.Printf("   behind: %s\n%s", n.Address, knowledge.FencedTight(n.Text))
		}
	}
	for _, part := range x.Parts {
		p.Printf("   %.3f %s in %s\n", part.Score, p.Line(part.Term), part.Field)
	}
}

// lookLine says what the text may not carry and what to look at.
func lookLine(p *Printer, l *retrieval.Look) string {
	parts := []string{strings.Join(l.For, ", ")}
	if l.Render != "" {
		parts = append(parts, "quire render "+l.Render)
	} else if l.Open != "" {
		parts = append(parts, "open the original at "+p.Line(l.Open))
	}
	switch n := len(l.Overlays); {
	case l.Missing:
		parts = append(parts, "no overlay says what it shows")
	case n > 0:
		parts = append(parts, "overlay "+strings.Join(l.Overlays[:min(n, retrieval.ShownOverlays)], ", "))
	}
	return strings.Join(parts, " · ")
}

// rowsAbove writes the rows that tell what the first row of a text is about.
func rowsAbove(p *Printer, above []retrieval.Context) {
	for _, c := range above {
		switch c.Kind {
		case "header-row":
			p.Printf("   header: %s\n", p.Line(c.Text))
		case "record-row":
			p.Printf("   record: %s\n", p.Line(c.Text))
		}
	}
}

func leftOut(p *Printer, r *retrieval.Result) string {
	var parts []string
	for _, o := range r.Omitted {
		switch o.Reason {
		case "duplicate":
			parts = append(parts, fmt.Sprintf("%s of %s", plural(o.Count, "duplicate"), rankOf(r, o.Address)))
		case "limit":
			parts = append(parts, fmt.Sprintf("%d beyond the limit", o.Count))
		case "budget":
			parts = append(parts, fmt.Sprintf("%d beyond the budget", o.Count))
		case "neighbours":
			parts = append(parts, fmt.Sprintf("%s around results", plural(o.Count, "passage")))
		case "unsearched":
			parts = append(parts, fmt.Sprintf("%s that could not be searched", plural(o.Count, "file")))
		case "hidden":
			parts = append(parts, fmt.Sprintf("%d hidden or page furniture (--hidden)", o.Count))
		}
	}
	for i, u := range r.Unsearched {
		if i == 0 {
			parts = append(parts, "could not be searched:")
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", p.Line(u.Path), u.Outcome))
	}
	if len(parts) == 0 {
		return ""
	}
	return "left out: " + strings.ReplaceAll(strings.Join(parts, " · "), "searched: · ", "searched: ")
}

func rankOf(r *retrieval.Result, address string) string {
	for _, x := range r.Results {
		if x.Address == address {
			return fmt.Sprint(x.Rank)
		}
	}
	return "a result"
}

// Show writes the text that an address names.
func Show(p Printer, s *retrieval.Shown) error {
	p.Printf("%s  %s\n", p.Bold(s.Address), joinCounts(p.Line(s.Source.Path), s.Locator, s.Status, flagWords(s.Flags)))
	if s.Unit == "" && (len(s.Units) > 1 || s.Text == "") {
		for _, u := range s.Units {
			title := u.Title
			if strings.HasSuffix(u.Locator, "="+title) {
				title = ""
			}
			p.Printf("   %s  %s\n", u.Address, joinCounts(u.Locator, p.Line(title), plural(u.Words, "word"), flagWords(u.Flags)))
		}
	}
	if s.Text != "" {
		rowsAbove(&p, s.Context)
		p.Fence(strings.TrimRight(s.Text, "\n"))
	}
	for i := range s.Authored {
		x := &s.Authored[i]
		if x.Status != "fresh" {
			p.Printf("   authored  %s\n", p.Line(authoredLine(x)))
			continue
		}
		p.Printf("   authored  %s\n", p.Line(joinCounts(x.Address+"  "+x.Kind+" by "+x.Author, x.Date)))
		p.Printf("%s", knowledge.FencedTight(x.Text))
	}
	return p.Err()
}

func flagWords(flags []knowledge.Flag) string {
	var out []string
	for _, f := range flags {
		out = append(out, string(f))
	}
	return strings.Join(out, " · ")
}
