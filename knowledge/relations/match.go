package relations

import (
	"cmp"
	"iter"
	"slices"
	"strings"
)

// ask is a name that somebody uses for a node.
type ask struct {
	key  string
	who  int    // the asker, in the caller's numbering
	tier int    // of all names that an asker uses, the lowest tier that is known counts
	tail string // the folder of the node must end so
}

// have is a name that a node goes by.
type have struct {
	key    string
	node   int
	folder string
}

// hit is a name that was found.
type hit struct{ who, tier, node int }

// none stands for a node that is not there, or that cannot be told from others.
const none = -1

// maxAlike is how many nodes of one name are looked at. More are a hit of none,
// so that the number of hits stays in proportion to that of names.
const maxAlike = 16

// match merges the sorted lists of names asked for and names there are. Hits
// come sorted by asker, tier and node.
func match(asks []ask, haves []have) []hit {
	if len(asks) == 0 {
		return nil
	}
	asked := make(map[string]bool, len(asks)) // most names are asked for by nobody, and need no sorting
	for i := range asks {
		asked[asks[i].key] = true
	}
	haves = slices.DeleteFunc(haves, func(h have) bool { return !asked[h.key] })
	slices.SortFunc(asks, func(a, b ask) int { return cmp.Compare(a.key, b.key) })
	slices.SortFunc(haves, func(a, b have) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.node, b.node)) })
	var hits []hit
	for at := 0; len(asks) > 0; asks = asks[1:] {
		a := asks[0]
		for at < len(haves) && haves[at].key < a.key {
			at++
		}
		end := at
		for end < len(haves) && haves[end].key == a.key && end-at <= maxAlike {
			end++
		}
		if end-at > maxAlike {
			hits = append(hits, hit{a.who, a.tier, none})
			continue
		}
		for _, h := range haves[at:end] {
			if strings.HasSuffix(h.folder, a.tail) {
				hits = append(hits, hit{a.who, a.tier, h.node})
			}
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.who, b.who), cmp.Compare(a.tier, b.tier), cmp.Compare(a.node, b.node))
	})
	return slices.Compact(hits)
}

// nearest yields for each asker the hits of its lowest tier.
func nearest(hits []hit) iter.Seq[[]hit] {
	return func(yield func([]hit) bool) {
		for len(hits) > 0 {
			same, own := 0, 0
			for own < len(hits) && hits[own].who == hits[0].who {
				if hits[own].tier == hits[0].tier {
					same++
				}
				own++
			}
			if !yield(hits[:same]) {
				return
			}
			hits = hits[own:]
		}
	}
}
