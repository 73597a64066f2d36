package relations

import (
	"slices"
	"strings"
)

// place is one link of one node.
type place struct{ from, link int }

// The names that a link may mean, best first. Where one of a better tier is
// known, the others are not asked.
const (
	relativePath = iota
	topPath
	fileName
)

// links returns the edges from documents to those they link to.
func (j *joiner) links() []Edge {
	nodes, scopes := j.nodes, j.scopes
	var places []place
	var asks []ask
	var haves []have
	named := false
	for i := range nodes {
		if !j.part.owns(i) {
			continue
		}
		for k := range nodes[i].Links {
			n := len(asks)
			asks = scopes[i].ask(asks, nodes[i].Links[k], nodes[i].Type, len(places))
			for _, a := range asks[n:] {
				named = named || a.tier == fileName
			}
			if len(asks) > n {
				places = append(places, place{i, k})
			}
		}
	}
	if len(asks) == 0 {
		return nil
	}
	for i := range nodes {
		haves = append(haves, have{key: pathKey(nodes[i].Path), node: i})
		if named {
			haves = scopes[i].names(haves, i, nodes[i].Type)
		}
	}
	var edges []Edge
	for hits := range nearest(match(asks, haves)) {
		at := places[hits[0].who]
		if len(hits) > 1 || hits[0].node == none || hits[0].node == at.from {
			continue // two sources, or the document itself
		}
		edges = append(edges, linkEdge(&nodes[at.from], at.link, hits[0], &nodes[hits[0].node]))
	}
	return joinPlaces(edges)
}

func linkEdge(from *Node, link int, h hit, to *Node) Edge {
	l := &from.Links[link]
	strength := certain
	switch {
	case h.tier == topPath:
		strength = fromTop
	case h.tier == fileName && isWiki(l):
		strength = byName
	case h.tier == fileName:
		strength = bareName
	}
	return Edge{Kind: LinksTo, From: from.ID, To: to.ID, Strength: strength, Evidence: []Evidence{
		{Source: from.ID, Unit: l.Unit, Span: l.Span, Text: l.Target}, {Source: to.ID, Text: to.Path},
	}}
}

// joinPlaces makes one edge of all links from one document to another, as strong
// as the strongest. Its evidence is the first places, then the target.
func joinPlaces(edges []Edge) []Edge {
	slices.SortStableFunc(edges, order)
	var out []Edge
	for _, e := range edges {
		if n := len(out) - 1; n >= 0 && order(out[n], e) == 0 {
			o := &out[n]
			o.Strength = max(o.Strength, e.Strength)
			if last := len(o.Evidence) - 1; last < maxPlaces && !slices.Contains(o.Evidence, e.Evidence[0]) {
				o.Evidence = slices.Insert(o.Evidence, last, e.Evidence[0])
			}
			continue
		}
		out = append(out, e)
	}
	return out
}

// isWiki reports a link by name: one marked so, or written with its brackets.
func isWiki(l *Link) bool {
	return l.Wiki || strings.HasPrefix(strings.TrimSpace(l.Target), "[[") && strings.HasSuffix(strings.TrimSpace(l.Target), "]]")
}
