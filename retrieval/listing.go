package retrieval

import (
	"context"
	"strings"

	"quire/knowledge"
	"quire/retrieval/index"
)

// Listing says what a query and its filters find, counted, without a text.
type Listing struct {
	Query     string                   `json:"query"`
	Passages  int                      `json:"passages"`
	Documents int                      `json:"documents"`
	Withheld  int                      `json:"withheld"` // passages left out because they are hidden or page furniture
	Facets    map[string][]index.Facet `json:"facets,omitempty"`
	Items     []Listed                 `json:"items,omitempty"`
	Cursor    string                   `json:"cursor,omitempty"`
	Notes     []string                 `json:"notes"`
}

// Listed is one document of a listing.
type Listed struct {
	Address  string `json:"address"`
	Path     string `json:"path"`
	Title    string `json:"title"`
	Type     string `json:"type"`
	Date     string `json:"date,omitempty"`
	Language string `json:"language,omitempty"`
	Tier     string `json:"tier"`
	Passages int    `json:"passages"` // of it that are found
}

// ListingParts says what a Listing holds besides its counts.
type ListingParts struct{ Facets, Items bool }

// List counts what q finds. A query without a text finds everything that passes the
// filters. Phrases are counted by their words.
func (v *View) List(ctx context.Context, q Query, parts ListingParts) (*Listing, error) {
	var parsed parsed
	var err error
	if strings.TrimSpace(q.Text) != "" {
		if parsed, err = parseQuery(q.Text); err != nil {
			return nil, err
		}
	}
	from, err := v.readCursor(q)
	if err != nil {
		return nil, err
	}
	p, err := v.planOf(q, parsed)
	if err != nil {
		return nil, err
	}
	if len(p.parsed.phrases) > 0 {
		p.notes = append(p.notes, "phrases are counted by their words: retrieve looks for them in the text")
	}
	rd, err := v.index()
	if err != nil {
		return nil, err
	}
	found, err := rd.Count(ctx, p.query, parts.Facets)
	if err != nil {
		return nil, err
	}
	l := &Listing{Query: knowledge.Line(q.Text, maxEcho), Passages: found.Total.Matched, Documents: len(found.Paths), Withheld: found.Total.Withheld, Facets: found.Facets, Notes: []string{}}
	l.Notes = append(l.Notes, p.notes...)
	if !parts.Items {
		return l, nil
	}
	limit := q.Limit
	if limit <= 0 {
		limit = DefaultLimit
	}
	page := found.Paths[min(from, len(found.Paths)):]
	if len(page) > limit {
		page = page[:limit]
		if from+limit <= maxCursor {
			l.Cursor = v.cursor(q, from+limit)
		}
	}
	l.Items, err = v.listed(page)
	return l, err
}

// listed looks up the rows of paths in one pass over the tables: enumeration is the
// one question whose cost follows the corpus.
func (v *View) listed(page []index.Facet) ([]Listed, error) {
	out := make([]Listed, len(page))
	missing := map[string][]int{}
	for i, f := range page {
		out[i] = Listed{Path: f.Value, Passages: f.Count}
		missing[f.Value] = append(missing[f.Value], i)
	}
	if len(missing) == 0 {
		return out, nil
	}
	left := len(missing)
	err := v.Records(func(s *knowledge.Source) bool {
		for _, i := range missing[s.Path] {
			if out[i].Address == "" {
				out[i].Address, out[i].Title, out[i].Type, out[i].Date = s.ID, s.Title, s.Type, s.Date
				out[i].Language, out[i].Tier = s.Language, string(s.TrustTier())
				left--
			}
		}
		return left > 0
	})
	return out, err
}
