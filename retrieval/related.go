package retrieval

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"quire/knowledge"
	"quire/publish"
)

// Related is a document that a relation leads to.
type Related struct {
	Address  string         `json:"address"`
	Path     string         `json:"path"`
	Title    string         `json:"title"`
	Tier     knowledge.Tier `json:"tier"`
	Kind     string         `json:"kind"`           // contains, attached-to, links-to, supersedes …: docs/relations.md
	Inverse  bool           `json:"inverse"`        // the relation points from this document to the other
	Both     bool           `json:"both,omitempty"` // the relation has no direction, or none that is known
	From     string         `json:"from"`           // id of the document that it was reached from
	FromPath string         `json:"from_path"`
	Hops     int            `json:"hops"`
	Strength int            `json:"strength"` // thousandths; along several hops their product
	Why      string         `json:"why"`      // what the evidence says: a link as written, a message id, the two values of a conflict
	Reasons  []string       `json:"reasons,omitempty"`
	Evidence []Witness      `json:"evidence,omitempty"` // of both sides; in a trace only
}

// Witness is what one side of a relation says or is.
type Witness struct {
	Source  string `json:"source"`
	Address string `json:"address,omitempty"` // where it says so, if it does in its text
	Text    string `json:"text"`
}

// edgeRow is a row of the edges table.
type edgeRow struct {
	ID  string    `json:"id"`
	Out []edgeRef `json:"out"`
	In  []edgeRef `json:"in"`
}

type edgeRef struct {
	Kind     string         `json:"kind"`
	ID       string         `json:"id"`
	Both     bool           `json:"both"`
	Strength int            `json:"strength"`
	Evidence []edgeEvidence `json:"evidence"`
	Reasons  []string       `json:"reasons"`
	inverse  bool
}

type edgeEvidence struct {
	Source string         `json:"source"`
	Unit   string         `json:"unit"`
	Span   knowledge.Span `json:"span"`
	Text   string         `json:"text"`
}

// rank is the order in which kinds of relation are named: what tells whether a
// document counts, what belongs to it, what speaks of it, what repeats it.
var rank = map[string]int{
	"supersedes": 1, "version-of": 2, "conflicts-with": 3, "replies-to": 4, "attached-to": 5, "contains": 6, "links-to": 7, "translation-of": 8, "mentions": 9,
	"part-of-series": 10, "near-duplicate-of": 11, "same-as": 12,
}

// refs returns both directions of a row in the order of their kinds, each kind as
// stored.
func (row *edgeRow) refs() []edgeRef {
	out := slices.Clone(row.Out)
	for _, r := range row.In {
		r.inverse = true
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(a, b edgeRef) int { return cmp.Compare(rank[a.Kind], rank[b.Kind]) })
	return out
}

// why says in one line what a relation rests on, as seen from the source id.
func (r *edgeRef) why(id string) string {
	switch {
	case len(r.Evidence) == 0:
		return ""
	case r.Kind == "conflicts-with" && len(r.Evidence) > 1:
		here, there := r.Evidence[0], r.Evidence[1]
		if here.Source != id {
			here, there = there, here
		}
		return knowledge.Line(here.Text+" here, "+there.Text+" there", 120)
	case len(r.Reasons) > 0:
		return knowledge.Line(r.Reasons[0], 120)
	}
	return knowledge.Line(r.Evidence[0].Text, 120)
}

// because says that a document counts instead of the one whose edge this is, and who
// says so.
func (e *edgeRef) because(newer *knowledge.Source) string {
	if len(e.Reasons) == 0 {
		return newer.Path + " counts instead"
	}
	return newer.Path + " counts instead: " + knowledge.Line(strings.Join(e.Reasons, "; "), 200)
}

// edges returns the relations of a source in both directions.
func (v *View) edges(id string) (edgeRow, error) {
	var row edgeRow
	table, err := v.table(knowledge.EdgesTable)
	if err != nil || table == nil {
		return row, err
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
	table, err := v.table(knowledge.EdgesTable)
	if err != nil || table == nil {
		return err
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
	for _, ref := range row.refs() {
		if seen[ref.ID] || hop > 1 && !follows[ref.Kind] {
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
		out = append(out, Related{
			Address: ref.ID, Path: to.Path, Title: to.Title, Tier: to.TrustTier(), Kind: ref.Kind, Inverse: ref.inverse, Both: ref.Both,
			From: id, FromPath: from.Path, Hops: hop, Strength: strength[ref.ID], Why: ref.why(id),
		})
	}
	return out, nil
}

// follows are the kinds that lead on from a related document: what is like it or
// disagrees with it is no nearer to the results.
var follows = map[string]bool{"replies-to": true, "attached-to": true, "contains": true, "links-to": true, "supersedes": true}

// relations returns the relations of a source, each with its evidence, at most limit.
func (v *View) relations(s *knowledge.Source, limit int) ([]Related, error) {
	row, err := v.edges(s.ID)
	if err != nil {
		return nil, err
	}
	refs := row.refs()
	out := []Related{}
	documents := map[string]*knowledge.Document{}
	for _, ref := range refs[:min(len(refs), limit)] {
		to, err := v.Source(ref.ID)
		if err != nil {
			return nil, err
		}
		r := Related{
			Address: ref.ID, Path: to.Path, Title: to.Title, Tier: to.TrustTier(), Kind: ref.Kind, Inverse: ref.inverse, Both: ref.Both,
			From: s.ID, FromPath: s.Path, Hops: 1, Strength: ref.Strength, Why: ref.why(s.ID), Reasons: ref.Reasons,
		}
		for _, e := range ref.Evidence {
			at, err := v.witness(e, documents)
			if err != nil {
				return nil, err
			}
			r.Evidence = append(r.Evidence, at)
		}
		out = append(out, r)
	}
	return out, nil
}

// witness gives a piece of evidence its address. Documents that were read are kept.
func (v *View) witness(e edgeEvidence, documents map[string]*knowledge.Document) (Witness, error) {
	w := Witness{Source: e.Source, Text: e.Text}
	if e.Unit == "" || e.Span.Len() == 0 {
		return w, nil
	}
	doc := documents[e.Source]
	if doc == nil {
		s, err := v.Source(e.Source)
		if err != nil {
			return w, err
		}
		if doc, err = v.Document(s); err != nil {
			return w, err
		}
		documents[e.Source] = doc
	}
	u := doc.Unit(e.Unit)
	if u == nil || !e.Span.Within(len(doc.UnitText(u))) {
		return w, &publish.DamagedError{Name: "tables", Detail: "hold a relation of " + e.Source + " that cites what is not there"}
	}
	check := knowledge.DigestOf([]byte(doc.UnitText(u)[e.Span[0]:e.Span[1]])).Short(knowledge.CheckDigits)
	w.Address = knowledge.Address{Source: e.Source, Unit: e.Unit, Start: e.Span[0], End: e.Span[1], Spanned: true, Check: check}.String()
	return w, nil
}

// relatedLimit is how many related documents an answer names at most.
const relatedLimit = 5

// relatedLooked is how many are looked at to find them.
const relatedLooked = 40

// kindLimit is how many of them one kind of relation may name.
const kindLimit = 2

// repeats are the kinds that lead to the same text once more.
var repeats = map[string]bool{"same-as": true, "near-duplicate-of": true}

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
	found, err := v.Related(ids, q.Hops, relatedLooked)
	if err != nil {
		return err
	}
	kinds := map[string]int{}
	for _, r := range found {
		if repeats[r.Kind] || kinds[r.Kind] == kindLimit && !follows[r.Kind] || len(res.Related) == relatedLimit {
			continue
		}
		kinds[r.Kind]++
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

// EdgeRows calls f with every row of the table of relations, in its order, until it
// returns false. A tree without the table has no rows.
func (v *View) EdgeRows(f func(line []byte) bool) error {
	table, err := v.table(knowledge.EdgesTable)
	if err != nil || table == nil {
		return err
	}
	for line, err := range table.All() {
		if err != nil {
			return err
		}
		if !f(line) {
			return nil
		}
	}
	return nil
}
