package retrieval

import (
	"context"
	"fmt"
	"math"

	"quire/knowledge"
	"quire/retrieval/index"
)

// Standing says where a passage stands in the answer to a query, or why it is not in
// it.
type Standing struct {
	Query   string       `json:"query"`
	Address string       `json:"address"` // as asked
	Path    string       `json:"path"`
	Rank    int          `json:"rank,omitempty"`    // among all that is found, from 1
	Of      int          `json:"of,omitempty"`      // passages found
	Passage string       `json:"passage,omitempty"` // address of the best passage there
	Score   float64      `json:"score,omitempty"`
	Parts   []index.Part `json:"parts"`
	Reason  string       `json:"reason,omitempty"` // shown, limit, hidden, filtered, operator, no-term, stale, or the outcome of its file
	Detail  string       `json:"detail"`
}

// Explain says where the passages at an address stand in the answer to q.
func (v *View) Explain(ctx context.Context, q Query, a knowledge.Address) (*Standing, error) {
	s, err := v.Source(a.Source)
	if err != nil {
		return nil, err
	}
	if q.Limit <= 0 {
		q.Limit = DefaultLimit
	}
	out := &Standing{Query: knowledge.Line(q.Text, maxEcho), Address: a.String(), Path: s.Path, Parts: []index.Part{}}
	switch {
	case s.Stale:
		out.Reason, out.Detail = "stale", "the file could not be read by the last sync, so its old text is not searched"
		return out, nil
	case !s.Outcome.Searchable():
		out.Reason, out.Detail = string(s.Outcome), "no text of this file is searched: quire status says what to do about it"
		return out, nil
	}
	if a.Unit != "" {
		if _, _, err := v.Unit(s, a.Unit); err != nil {
			return nil, err
		}
	}
	all := int(max(v.Corpus.Passages, 1))
	f, err := v.find(ctx, q, all)
	if err != nil {
		return nil, err
	}
	out.Of = f.total.Matched
	rank := 0
	for h, err := range f.inOrder() {
		if err != nil {
			return nil, err
		}
		if rank++; !covers(a, h.ID) {
			continue
		}
		p, err := f.cache.passage(h)
		if err != nil {
			return nil, err
		}
		out.Rank, out.Passage, out.Reason = rank, p.Address, "shown"
		out.Score, out.Parts = f.shown(&h)
		out.Score = round(out.Score)
		out.Detail = "it is among the results, unless the budget or a passage of the same text leaves it out"
		if out.Rank > q.Limit {
			out.Reason, out.Detail = "limit", fmt.Sprintf("%d passages stand before it: ask for more with --limit, or go on with --cursor", out.Rank-1)
		}
		return out, nil
	}
	return out, v.whyAbsent(ctx, q, a, out)
}

// covers reports whether the passage of an id lies at an address.
func covers(a knowledge.Address, id string) bool {
	source, unit, span, ok := splitID(id)
	return ok && source == a.Source && (a.Unit == "" || a.Unit == unit) && (!a.Spanned || span[0] < a.End && a.Start < span[1])
}

// whyAbsent asks again with less and less in the way.
func (v *View) whyAbsent(ctx context.Context, q Query, a knowledge.Address, out *Standing) error {
	hidden := q
	hidden.Hidden = true
	open := Query{Text: q.Text, Hidden: true, Literal: q.Literal}
	loose := open
	loose.Literal = true
	for _, try := range []struct {
		q              Query
		reason, detail string
	}{
		{hidden, "hidden", "its text is hidden in the original or page furniture: --hidden searches it"},
		{open, "filtered", "a filter of this query leaves it out"},
		{loose, "operator", "a phrase, an exclusion or a field of this query leaves it out"},
	} {
		try.q.Limit, try.q.ids = math.MaxInt32, true
		f, err := v.find(ctx, try.q, int(max(v.Corpus.Passages, 1)))
		if err != nil {
			return err
		}
		for _, h := range f.hits {
			if covers(a, h.ID) && len(f.corrected) == 0 {
				out.Reason, out.Detail = try.reason, try.detail
				return nil
			}
		}
	}
	out.Reason, out.Detail = "no-term", "it holds no word of this query"
	if v.Corpus.Vectors != nil && !q.NoVectors {
		out.Detail += fmt.Sprintf(", and %d passages are nearer to it in meaning", fuseDepth)
	}
	return nil
}
