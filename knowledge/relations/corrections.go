package relations

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

// corrected applies what people say of versions and of duplicates.
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
}
