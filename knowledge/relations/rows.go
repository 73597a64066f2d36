package relations

import (
	"cmp"
	"slices"
)

// Row holds the edges of one source in both directions, for a table keyed by id.
type Row struct {
	ID  string `json:"id"`
	Out []Ref  `json:"out,omitempty"` // by kind, then id
	In  []Ref  `json:"in,omitempty"`  // likewise
}

// Ref is an edge as seen from one of its ends.
type Ref struct {
	Kind     string     `json:"kind"`
	ID       string     `json:"id"`             // of the other end
	Both     bool       `json:"both,omitempty"` // no direction, or none that is known
	Strength int        `json:"strength"`
	Evidence []Evidence `json:"evidence,omitempty"`
	Reasons  []string   `json:"reasons,omitempty"`
}

// ByNode returns the rows of all sources that have an edge, sorted by id.
func ByNode(edges []Edge) []Row {
	type end struct {
		id  string
		in  bool
		ref Ref
	}
	ends := make([]end, 0, 2*len(edges))
	for _, e := range edges {
		ends = append(ends,
			end{e.From, false, Ref{e.Kind, e.To, e.Both, e.Strength, e.Evidence, e.Reasons}},
			end{e.To, true, Ref{e.Kind, e.From, e.Both, e.Strength, e.Evidence, e.Reasons}})
	}
	slices.SortStableFunc(ends, func(a, b end) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.ref.Kind, b.ref.Kind), cmp.Compare(a.ref.ID, b.ref.ID))
	})
	var rows []Row
	for _, e := range ends {
		if n := len(rows); n == 0 || rows[n-1].ID != e.id {
			rows = append(rows, Row{ID: e.id})
		}
		r := &rows[len(rows)-1]
		if e.in {
			r.In = append(r.In, e.ref)
		} else {
			r.Out = append(r.Out, e.ref)
		}
	}
	return rows
}

// Edges returns the edges of a row.
func (r *Row) Edges() []Edge {
	var out []Edge
	for _, f := range r.Out {
		out = append(out, Edge{f.Kind, r.ID, f.ID, f.Both, f.Strength, f.Evidence, f.Reasons})
	}
	for _, f := range r.In {
		out = append(out, Edge{f.Kind, f.ID, r.ID, f.Both, f.Strength, f.Evidence, f.Reasons})
	}
	return out
}
