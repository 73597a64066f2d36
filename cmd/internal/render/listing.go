package render

import (
	"fmt"
	"strings"

	"quire/retrieval"
	"quire/retrieval/index"
)

// facetOrder is the order in which facets are printed.
var facetOrder = []string{"type", "language", "year", "kind", "channel", "tier", "flag"}

// maxFacetValues is how many values of a facet are printed; JSON has all.
const maxFacetValues = 12

// Listing writes counts, facets and documents.
func Listing(p Printer, snapshot string, l *retrieval.Listing) error {
	p.Printf("query: %s · snapshot %s · %s in %s", p.Line(l.Query), Short(snapshot), plural(l.Passages, "passage"), plural(l.Documents, "document"))
	if l.Withheld > 0 {
		p.Printf(" · %d hidden or page furniture (--hidden)", l.Withheld)
	}
	p.Printf("\n")
	for _, n := range l.Notes {
		p.Printf("note: %s\n", p.Line(n))
	}
	for _, name := range facetOrder {
		if values := l.Facets[name]; len(values) > 0 {
			p.Printf("  %-9s %s\n", name, facetLine(&p, values))
		}
	}
	for _, x := range l.Items {
		p.Printf("%s  %s\n", p.Bold(x.Address), joinCounts(p.Line(x.Path), p.Line(x.Title), x.Date, plural(x.Passages, "passage")))
	}
	if l.Cursor != "" {
		p.Printf("\ngo on: --cursor %s\n", l.Cursor)
	}
	return p.Err()
}

func facetLine(p *Printer, values []index.Facet) string {
	var parts []string
	for i, v := range values {
		if i == maxFacetValues {
			parts = append(parts, fmt.Sprintf("%d more", len(values)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%s %d", p.Line(v.Value), v.Count))
	}
	return strings.Join(parts, " · ")
}

// Standing writes where a passage stands in an answer.
func Standing(p Printer, snapshot string, s *retrieval.Standing) error {
	p.Printf("query: %s · snapshot %s\n", p.Line(s.Query), Short(snapshot))
	if s.Rank > 0 {
		p.Printf("%s  %s · rank %d of %d · score %.3f\n", p.Bold(s.Passage), p.Line(s.Path), s.Rank, s.Of, s.Score)
	} else {
		p.Printf("%s  %s · not found\n", p.Bold(s.Address), p.Line(s.Path))
	}
	p.Printf("   %s: %s\n", s.Reason, s.Detail)
	for _, part := range s.Parts {
		p.Printf("   %.3f %s in %s\n", part.Score, p.Line(part.Term), part.Field)
	}
	return p.Err()
}
