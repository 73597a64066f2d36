package relations

import (
	"encoding/binary"
	"slices"

	"quire/knowledge"
)

// Claims finds out which claims of many nodes a join compares: those of a thing that a few
// nodes give a value for. The others may be left out of the nodes, and mostly are nearly all.
type Claims struct {
	list  []claimOf
	keys  map[uint64]bool
	nodes map[int]bool
}

type claimOf struct {
	key  uint64
	node int
}

// Add takes the claims of a node, known by its place, that is no copy of one before it.
func (c *Claims) Add(node int, claims []knowledge.Claim) {
	for i := range claims {
		if key, ok := claimKey(&claims[i]); ok {
			c.list = append(c.list, claimOf{key, node})
		}
	}
}

// claimKey is the key of a claim as a number; ok is false where it has none.
func claimKey(c *knowledge.Claim) (key uint64, ok bool) {
	if len(c.Key) != knowledge.ClaimKey {
		return 0, false
	}
	return binary.BigEndian.Uint64([]byte(c.Key)), true
}

// Seal is called when all were added, before the first that is asked for.
func (c *Claims) Seal() {
	c.keys, c.nodes = map[uint64]bool{}, map[int]bool{}
	slices.SortFunc(c.list, func(a, b claimOf) int {
		switch {
		case a.key < b.key:
			return -1
		case a.key > b.key:
			return 1
		}
		return a.node - b.node
	})
	for list := c.list; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].key == list[0].key {
			n++
		}
		if n > 1 && n <= maxClaimants {
			c.keys[list[0].key] = true
			for _, x := range list[:n] {
				c.nodes[x.node] = true
			}
		}
		list = list[n:]
	}
	c.list = nil
}

// Any reports whether a node has claims that are compared.
func (c *Claims) Any() bool { return len(c.nodes) > 0 }

// Has reports whether this node has claims that are compared.
func (c *Claims) Has(node int) bool { return c.nodes[node] }

// Compared returns those of the claims of a node that are compared.
func (c *Claims) Compared(claims []knowledge.Claim) []knowledge.Claim {
	var out []knowledge.Claim
	for i := range claims {
		if key, ok := claimKey(&claims[i]); ok && c.keys[key] {
			out = append(out, claims[i])
		}
	}
	return out
}
