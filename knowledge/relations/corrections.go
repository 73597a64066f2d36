package relations

import "slices"

// Corrections are what people say of relations. They count for more than any evidence.
type Corrections struct {
	Supersedes    []Correction // From counts instead of To
	NotDuplicates []Correction // no duplicates, whatever they have in common
}

// Correction is what somebody says of two sources. One of a source that is not there
// changes nothing.
type Correction struct {
	From, To string // source ids
	Author   string
	Reason   string
}

// corrected applies what people say of versions and of duplicates. What is derived gives
// way: the order of the same two documents, and an edge that would close a circle, in
// which none of the documents counts.
func (j *joiner) corrected() {
	for _, c := range j.given.NotDuplicates {
		if a, b := j.find(c.From), j.find(c.To); a != none && b != none {
			j.pairs[pairOf(a, b)] |= isKept
		}
	}
	for _, c := range j.given.Supersedes {
		a, b := j.find(c.From), j.find(c.To)
		if a == none || b == none || a == b || !j.part.has(a, b) {
			continue
		}
		kept := j.edges[:0]
		for _, e := range j.edges {
			if e.Kind != Supersedes || pairOf(j.find(e.From), j.find(e.To)) != pairOf(a, b) {
				kept = append(kept, e)
			}
		}
		j.edges = kept
		j.add(j.edge(Supersedes, a, b, false, certain, "said by "+c.Author, c.Reason))
		j.pairs[pairOf(a, b)] |= isOrdered
	}
	j.overrule()
}

// overrule takes out the derived edges that make a circle of three with what somebody
// said: a counts instead of c, and c instead of b, so b does not count instead of a.
func (j *joiner) overrule() {
	if len(j.given.Supersedes) == 0 {
		return
	}
	counts := map[pair]bool{} // not sorted: the newer first
	for i := range j.edges {
		if e := &j.edges[i]; e.Kind == Supersedes {
			counts[pair{j.find(e.From), j.find(e.To)}] = true
		}
	}
	said := map[int][]int{}
	for _, c := range j.given.Supersedes {
		if a, b := j.find(c.From), j.find(c.To); a != none && b != none {
			said[a] = append(said[a], b)
		}
	}
	j.edges = slices.DeleteFunc(j.edges, func(e Edge) bool {
		b, a := j.find(e.From), j.find(e.To)
		return e.Kind == Supersedes && !slices.Contains(said[b], a) &&
			slices.ContainsFunc(said[a], func(c int) bool { return counts[pair{c, b}] })
	})
}
