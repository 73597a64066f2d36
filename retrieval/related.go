package retrieval

import (
	"encoding/json"

	"quire/knowledge"
	"quire/publish"
)

// Related is a document that a relation leads to.
type Related struct {
	Address  string         `json:"address"`
	Path     string         `json:"path"`
	Title    string         `json:"title"`
	Tier     knowledge.Tier `json:"tier"`
	Kind     string         `json:"kind"`    // contains, attached-to, replies-to, links-to
	Inverse  bool           `json:"inverse"` // the relation points from this document to the other
	From     string         `json:"from"`    // id of the document that it was reached from
	FromPath string         `json:"from_path"`
	Hops     int            `json:"hops"`
	Strength int            `json:"strength"` // thousandths; along several hops their product
	Why      string         `json:"why"`      // what the evidence says: a link as written, a message id, a place in a container
}

// edgeRow is a row of the edges table.
type edgeRow struct {
	ID  string    `json:"id"`
	Out []edgeRef `json:"out"`
	In  []edgeRef `json:"in"`
}

type edgeRef struct {
	Kind     string `json:"kind"`
	ID       string `json:"id"`
	Strength int    `json:"strength"`
	Evidence []struct {
		Text string `json:"text"`
	} `json:"evidence"`
}

// because says that a document counts instead of the one whose edge this is, and who
// says so.
func (e *edgeRef) because(newer *knowledge.Source) string {
	if len(e.Evidence) == 0 {
		return newer.Path + " counts instead"
	}
	return newer.Path + " counts instead: " + knowledge.Line(e.Evidence[0].Text, 200)
}

// edges returns the relations of a source in both directions.
func (v *View) edges(id string) (edgeRow, error) {
	var row edgeRow
	table := v.tables[knowledge.EdgesTable]
	if table == nil {
		return row, nil
	}
	line, err := table.Lookup(id)
	if err != nil || line == nil {
		return row, err
	}
	if err := json.Unmarshal(line, &row); err != nil {
		return row, &publish.DamagedError{Name: "tables", Detail: "hold a row of edges that is not JSON: " + err.Error()}
	}
	return row, nil
}

// Edges calls f with every row of relations, by source.
func (v *View) Edges(f func(line []byte) error) error {
	table := v.tables[knowledge.EdgesTable]
	if table == nil {
		return nil
	}
	for line, err := range table.All() {
		if err == nil {
			err = f(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Related returns the documents within some hops of the given ones, nearest and
// strongest first, each once, at most limit of them. A relation never lifts a
// document's tier.
func (v *View) Related(ids []string, hops, limit int) ([]Related, error) {
	out := []Related{}
	seen := map[string]bool{}
	strength := map[string]int{}
	for _, id := range ids {
		seen[id], strength[id] = true, 1000
	}
	frontier := ids
	for hop := 1; hop <= hops && len(frontier) > 0 && len(out) < limit; hop++ {
		var next []string
		for _, id := range frontier {
			found, err := v.neighbours(id, hop, seen, strength)
			if err != nil {
				return nil, err
			}
			for _, r := range found {
				if len(out) < limit {
					out = append(out, r)
				}
				next = append(next, r.Address)
			}
		}
		frontier = next
	}
	return out, nil
}

func (v *View) neighbours(id string, hop int, seen map[string]bool, strength map[string]int) ([]Related, error) {
	row, err := v.edges(id)
	if err != nil {
		return nil, err
	}
	var from *knowledge.Source
	var out []Related
	for i, ref := range append(row.Out, row.In...) {
		if seen[ref.ID] {
			continue
		}
		if from == nil {
			if from, err = v.Source(id); err != nil {
				return nil, err
			}
		}
		to, err := v.Source(ref.ID)
		if err != nil {
			return nil, err
		}
		seen[ref.ID], strength[ref.ID] = true, strength[id]*ref.Strength/1000
		r := Related{
			Address: ref.ID, Path: to.Path, Title: to.Title, Tier: to.TrustTier(), Kind: ref.Kind, Inverse: i >= len(row.Out),
			From: id, FromPath: from.Path, Hops: hop, Strength: strength[ref.ID],
		}
		if len(ref.Evidence) > 0 {
			r.Why = knowledge.Line(ref.Evidence[0].Text, 120)
		}
		out = append(out, r)
	}
	return out, nil
}

// relatedLimit is how many related documents an answer names at most.
const relatedLimit = 5

// relate adds documents that belong to the results by structure, while the budget
// allows.
func (v *View) relate(res *Result, q Query) error {
	if q.Hops == 0 || len(res.Results) == 0 {
		return nil
	}
	var ids []string
	seen := map[string]bool{}
	for _, p := range res.Results {
		if !seen[p.Source.ID] {
			seen[p.Source.ID] = true
			ids = append(ids, p.Source.ID)
		}
	}
	found, err := v.Related(ids, q.Hops, relatedLimit)
	if err != nil {
		return err
	}
	for _, r := range found {
		cost := r.cost(q.Form)
		if q.Budget > 0 && res.Budget.Used+cost > q.Budget {
			continue
		}
		res.Budget.Used += cost
		res.Related = append(res.Related, r)
	}
	return nil
}

// cost bounds the tokens of one printed line.
func (r *Related) cost(f Form) int {
	n := knowledge.TokenBound(r.Address) + knowledge.TokenBound(r.Kind) + 24
	if f == TextForm {
		return n + knowledge.TokenBound(r.Path)
	}
	for _, s := range []string{r.Path, r.Title, r.FromPath, r.Why} {
		n += quotedBound(s)
	}
	return n + knowledge.TokenBound(r.From) + 90
}
