package retrieval

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"quire/knowledge"
	"quire/publish"
)

// GraphQuery says which part of the graph of relations is asked for.
type GraphQuery struct {
	From  string   // id of the source in the middle; "" for the whole corpus
	Depth int      // hops from From
	Kinds []string // only edges of these kinds; none: all
	Nodes int      // how many nodes at most
	Edges int      // how many edges at most
}

// Graph is a part of the graph of relations. What its bounds left out is counted.
type Graph struct {
	From      string      `json:"from,omitempty"`
	Depth     int         `json:"depth,omitempty"`
	Nodes     []GraphNode `json:"nodes"` // by hops, then path
	Edges     []GraphEdge `json:"edges"` // by path of both ends, then kind
	MoreNodes int         `json:"more_nodes"`
	MoreEdges int         `json:"more_edges"`
}

// GraphNode is a source.
type GraphNode struct {
	Address string `json:"address"` // its id
	Path    string `json:"path"`
	Title   string `json:"title"`
	Kind    string `json:"kind,omitempty"` // of the document
	Hops    int    `json:"hops"`           // from the source in the middle
}

// GraphEdge is a relation between two nodes.
type GraphEdge struct {
	Kind     string    `json:"kind"`
	From     string    `json:"from"`
	To       string    `json:"to"`
	FromPath string    `json:"from_path"`
	ToPath   string    `json:"to_path"`
	Strength int       `json:"strength"` // thousandths
	Why      string    `json:"why,omitempty"`
	Evidence []Witness `json:"evidence"` // of both sides
	rests    []edgeEvidence
}

// grapher gathers a graph.
type grapher struct {
	view   *View
	query  GraphQuery
	hops   map[string]int
	beyond map[string]bool // nodes that there was no room for
	seen   map[[3]string]bool
	edges  []GraphEdge
	more   int
}

// Graph returns the graph around a source, or that of the whole corpus. Around a source
// the nearest nodes come first; of the whole corpus the edges come in the order of the
// table.
func (v *View) Graph(q GraphQuery) (*Graph, error) {
	g := &grapher{view: v, query: q, hops: map[string]int{}, beyond: map[string]bool{}, seen: map[[3]string]bool{}}
	var err error
	if q.From != "" {
		err = g.around()
	} else {
		err = g.whole()
	}
	if err != nil {
		return nil, err
	}
	return g.graph()
}

// around walks from the source in the middle, hop by hop.
func (g *grapher) around() error {
	g.hops[g.query.From] = 0
	frontier := []string{g.query.From}
	for hop := 1; hop <= g.query.Depth && len(frontier) > 0; hop++ {
		var next []string
		for _, id := range frontier {
			row, err := g.view.edges(id)
			if err != nil {
				return err
			}
			for _, ref := range row.Out {
				next = g.take(id, ref.ID, ref, hop, next)
			}
			for _, ref := range row.In {
				next = g.take(ref.ID, id, ref, hop, next)
			}
		}
		slices.Sort(next)
		frontier = next
	}
	return nil
}

// whole reads the table of edges once.
func (g *grapher) whole() error {
	return g.view.eachEdgeRow(func(row *edgeRow) {
		for _, ref := range row.Out {
			g.take(row.ID, ref.ID, ref, 0, nil)
		}
	})
}

// eachEdgeRow calls f with every row of the edges table.
func (v *View) eachEdgeRow(f func(*edgeRow)) error {
	table, err := v.table(knowledge.EdgesTable)
	if err != nil || table == nil {
		return err
	}
	for line, err := range table.All() {
		if err != nil {
			return err
		}
		var row edgeRow
		if err := json.Unmarshal(line, &row); err != nil {
			return &publish.DamagedError{Name: "tables", Detail: "hold a row of edges that is not JSON: " + err.Error()}
		}
		f(&row)
	}
	return nil
}

// take notes an edge and its ends, as far as there is room, and returns next with the
// node that is new.
func (g *grapher) take(from, to string, ref edgeRef, hop int, next []string) []string {
	key := [3]string{from, ref.Kind, to}
	if g.seen[key] || len(g.query.Kinds) > 0 && !slices.Contains(g.query.Kinds, ref.Kind) {
		return next
	}
	if len(g.edges) == g.query.Edges {
		g.more++
		for _, id := range []string{from, to} {
			if _, known := g.hops[id]; !known && len(g.beyond) < maxBeyond {
				g.beyond[id] = true
			}
		}
		return next
	}
	for _, id := range []string{from, to} {
		if _, known := g.hops[id]; known {
			continue
		}
		if len(g.hops) >= g.query.Nodes {
			g.beyond[id] = true
			g.more++
			return next
		}
	}
	for _, id := range []string{from, to} {
		if _, known := g.hops[id]; !known {
			g.hops[id] = hop
			next = append(next, id)
		}
	}
	g.seen[key] = true
	g.edges = append(g.edges, GraphEdge{Kind: ref.Kind, From: from, To: to, Strength: ref.Strength, Why: ref.why(from), Evidence: []Witness{}, rests: ref.Evidence})
	return next
}

// maxBeyond bounds the names that are kept only to be counted.
const maxBeyond = 1 << 20

// graph names the nodes and puts all in order.
func (g *grapher) graph() (*Graph, error) {
	out := &Graph{From: g.query.From, Nodes: []GraphNode{}, Edges: g.edges, MoreNodes: len(g.beyond), MoreEdges: g.more}
	if g.query.From != "" {
		out.Depth = g.query.Depth
	}
	if out.Edges == nil {
		out.Edges = []GraphEdge{}
	}
	paths := map[string]string{}
	for id, hops := range g.hops {
		s, err := g.view.Source(id)
		if err != nil {
			return nil, err
		}
		paths[id] = s.Path
		out.Nodes = append(out.Nodes, GraphNode{id, s.Path, s.Title, s.Kind, hops})
	}
	for i := range out.Edges {
		e := &out.Edges[i]
		e.FromPath, e.ToPath = paths[e.From], paths[e.To]
	}
	slices.SortFunc(out.Nodes, func(a, b GraphNode) int {
		return cmp.Or(cmp.Compare(a.Hops, b.Hops), strings.Compare(a.Path, b.Path), strings.Compare(a.Address, b.Address))
	})
	slices.SortFunc(out.Edges, func(a, b GraphEdge) int {
		return cmp.Or(strings.Compare(a.FromPath, b.FromPath), strings.Compare(a.ToPath, b.ToPath), strings.Compare(a.Kind, b.Kind),
			strings.Compare(a.From, b.From), strings.Compare(a.To, b.To))
	})
	return out, g.cite(out.Edges)
}

// cite gives edges their evidence. They come by path, so few documents are read twice
// though few are kept.
func (g *grapher) cite(edges []GraphEdge) error {
	documents := map[string]*knowledge.Document{}
	for i := range edges {
		if len(documents) > maxOpenDocuments {
			clear(documents)
		}
		for _, rest := range edges[i].rests {
			w, err := g.view.witness(rest, documents)
			if err != nil {
				return err
			}
			edges[i].Evidence = append(edges[i].Evidence, w)
		}
	}
	return nil
}

// maxOpenDocuments is how many documents are kept at once while their evidence is cited.
const maxOpenDocuments = 16

// EdgeKinds returns how many edges of each kind the snapshot has, by kind.
func (v *View) EdgeKinds() ([]Count, error) {
	counts := map[string]int{}
	err := v.eachEdgeRow(func(row *edgeRow) {
		for _, ref := range row.Out {
			counts[ref.Kind]++
		}
	})
	return countsOf(counts), err
}
