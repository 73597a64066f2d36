package index

import (
	"cmp"
	"context"
	"slices"
)

// Facet is how many of the passages found have a value of a field.
type Facet struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}

// Found is everything that a query finds, counted.
type Found struct {
	Total  Total
	Paths  []Facet            // passages by path, in order of path
	Facets map[string][]Facet // passages by the values of each field, the most frequent first
}

// facetFields are the fields that are counted, by the names they have for users.
var facetFields = []struct{ name, field string }{
	{"type", fieldType}, {"language", fieldLanguage}, {"kind", fieldKind}, {"tier", fieldTier}, {"channel", fieldChannel}, {"year", fieldDate}, {"flag", fieldFlag},
}

// Count finds what Search would without a limit and counts it: by path and, where
// facets is set, by the values of the other fields.
func (r *Reader) Count(ctx context.Context, q Query, facets bool) (found Found, err error) {
	err = guarded(func() error {
		s := newSearcher(ctx, r, &bm25f)
		if err := s.run(&q, &found.Total); err != nil {
			return err
		}
		if found.Paths, err = s.values(fieldPath, func(v string) string { return v }); err != nil || !facets {
			return err
		}
		found.Facets = map[string][]Facet{}
		for _, f := range facetFields {
			label := func(v string) string { return v }
			if f.field == fieldDate {
				label = func(v string) string { return v[:min(4, len(v))] }
			}
			counted, err := s.values(f.field, label)
			if err != nil {
				return err
			}
			slices.SortStableFunc(counted, func(a, b Facet) int { return cmp.Compare(b.Count, a.Count) })
			found.Facets[f.name] = counted
		}
		return nil
	})
	if err != nil {
		return Found{}, searchError(err)
	}
	return found, nil
}

// values counts the passages found by the labels of a field's values, in order of
// label, those without any left out.
func (s *searcher) values(field string, label func(string) string) ([]Facet, error) {
	values, err := s.matching(field, func(string) bool { return true })
	if err != nil {
		return nil, err
	}
	out := []Facet{}
	for _, v := range values { // in order, so that equal labels are neighbours
		n := 0
		for i, seg := range s.segments {
			p, ok, err := seg.lookup(field, v)
			if err != nil {
				return nil, err
			}
			if ok {
				n += int(s.found[i].AndCardinality(p.docs))
			}
		}
		switch l := label(v); {
		case n == 0:
		case len(out) > 0 && out[len(out)-1].Value == l:
			out[len(out)-1].Count += n
		default:
			out = append(out, Facet{l, n})
		}
	}
	return out, nil
}
