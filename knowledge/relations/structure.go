package relations

// parentsOf returns the index of each node's container, none where it is a file
// or its container is not among the nodes.
func parentsOf(nodes []Node) []int {
	var asks []ask
	var haves []have
	parents := make([]int, len(nodes))
	for i := range nodes {
		parents[i] = none
		haves = append(haves, have{key: nodes[i].ID, node: i})
		if p := nodes[i].Parent; p != "" && p != nodes[i].ID {
			asks = append(asks, ask{key: p, who: i})
		}
	}
	for _, h := range match(asks, haves) {
		parents[h.who] = h.node
	}
	return parents
}

// isMail reports a format whose children are attachments. A mailbox holds
// messages and is a container.
func isMail(format string) bool { return format == "eml" || format == "msg" }

// structure returns the edges between containers and what lies in them.
func (j *joiner) structure() []Edge {
	var edges []Edge
	for i, p := range j.parents {
		if p == none || !j.part.focuses(i) {
			continue
		}
		child, parent := &j.nodes[i], &j.nodes[p]
		e := Edge{Kind: Contains, From: parent.ID, To: child.ID, Strength: certain, Evidence: []Evidence{{Source: parent.ID, Text: child.Member}}}
		if isMail(parent.Type) {
			e.Kind, e.From, e.To = AttachedTo, child.ID, parent.ID
		}
		edges = append(edges, e)
	}
	return edges
}
