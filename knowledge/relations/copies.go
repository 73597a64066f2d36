package relations

// maxCopies is how many copies of the same bytes are all related to each other; of
// more, each is related to the first alone.
const maxCopies = 8

// copies relates the files of equal bytes, and remembers the first of each: what else
// is said of a document is said of that one alone.
func (j *joiner) copies() {
	keys := make([]string, len(j.nodes))
	for i := range j.nodes {
		keys[i] = j.nodes[i].Content
	}
	j.buckets(ofContent, keys, func(nodes []int) {
		few := len(nodes) <= maxCopies && !j.part.crowded(ofContent, keys[nodes[0]])
		if few {
			j.twins[nodes[0]] = nodes
		}
		for i, to := range nodes {
			j.same[to] = nodes[0]
			for k, from := range nodes[:i] {
				if (few || k == 0) && j.part.has(from, to) {
					j.edges = append(j.edges, j.edge(SameAs, from, to, true, certain))
				}
			}
		}
	})
}

// first reports a node that is not a copy of one before it.
func (j *joiner) first(i int) bool { return j.same[i] == i }

// all returns a node with its copies: the node alone where there are none, or too many.
func (j *joiner) all(i int) []int {
	if twins := j.twins[i]; twins != nil {
		return twins
	}
	return []int{i}
}
