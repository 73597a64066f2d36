package relations

import (
	"strings"
	"unicode"
)

// replies returns the edges from mails to those they answer: the nearest message
// of the thread above that is there.
func (j *joiner) replies() []Edge {
	nodes := j.nodes
	var asks []ask
	var haves []have
	for i := range nodes {
		if own := messageKey(nodes[i].MessageID); own != "" {
			haves = append(haves, have{key: messageName(own), node: i})
		}
		if j.part.owns(i) {
			asks = repliesOf(asks, &nodes[i], i)
		}
	}
	var edges []Edge
	for hits := range nearest(match(asks, haves)) {
		from := &nodes[hits[0].who]
		to := answered(nodes, from, hits)
		if to == none {
			continue
		}
		written := from.InReplyTo[len(from.InReplyTo)-1-hits[0].tier]
		e := Edge{Kind: RepliesTo, From: from.ID, To: nodes[to].ID, Strength: byElder, Evidence: []Evidence{
			{Source: from.ID, Text: written}, {Source: nodes[to].ID, Text: nodes[to].MessageID},
		}}
		if messageKey(written) == messageKey(from.InReplyTo[len(from.InReplyTo)-1]) {
			e.Strength = certain
		}
		edges = append(edges, e)
	}
	return edges
}

// repliesOf adds the messages that a mail may answer.
func repliesOf(asks []ask, n *Node, who int) []ask {
	own := messageKey(n.MessageID)
	for back := range len(n.InReplyTo) {
		key := messageKey(n.InReplyTo[len(n.InReplyTo)-1-back])
		if key != "" && key != own {
			asks = append(asks, ask{key: messageName(key), who: who, tier: back})
		}
	}
	return asks
}

// answered chooses among copies of one message: the only one, else the only one
// in the same container or folder as the reply.
func answered(nodes []Node, from *Node, hits []hit) int {
	if len(hits) == 1 {
		return hits[0].node
	}
	choice := none
	for _, h := range hits {
		to := &nodes[h.node]
		if to.Parent != from.Parent || from.Parent == "" && folderOf(to.Path) != folderOf(from.Path) {
			continue
		}
		if choice != none {
			return none
		}
		choice = h.node
	}
	return choice
}

func folderOf(path string) string { return path[:strings.LastIndexByte(path, '/')+1] }

// messageKey is what two spellings of a message id have in common: what stands
// between the angle brackets, in lower case, without the white space that folding
// of headers leaves.
func messageKey(id string) string {
	if end := strings.LastIndexByte(id, '>'); end >= 0 {
		if start := strings.LastIndexByte(id[:end], '<'); start >= 0 {
			id = id[start+1 : end]
		}
	}
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '<' || r == '>' {
			return -1
		}
		return r
	}, id))
}
