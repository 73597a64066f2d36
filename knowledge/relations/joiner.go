package relations

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"quire/knowledge"
)

// joiner holds what the rules of one Join share. Nodes are known by their place in
// nodes, which are sorted by id.
type joiner struct {
	nodes   []Node
	parents []int
	names   []name
	titles  []string      // words of the title in lower case
	scopes  []scope       // what links of the node resolve in
	same    []int         // the first node with the same bytes: itself where there is none before it
	twins   map[int][]int // of the first node, all with its bytes, where they are few
	given   Corrections
	edges   []Edge
	pairs   map[pair]relation // what two nodes are to each other already
	member  []bool            // it is related to the one before it in a series, or to the one behind
	part    *part             // nil where all nodes are joined
	texts   reader
}

// pair are two nodes, the lower place first.
type pair [2]int

func pairOf(a, b int) pair { return pair{min(a, b), max(a, b)} }

// relation is a set of what is known of a pair.
type relation uint8

const (
	isLinked  relation = 1 << iota // one names the other: nothing is added by a mention
	isVersion                      // versions of one document
	isOrdered                      // versions of which one counts
	isSeries                       // neighbours in a series
	isTranslation
	isKept // not duplicates, somebody said
)

func newJoiner(nodes []Node, c Corrections) *joiner {
	j := &joiner{
		nodes: nodes, parents: parentsOf(nodes), names: make([]name, len(nodes)), titles: make([]string, len(nodes)), same: make([]int, len(nodes)),
		twins: map[int][]int{}, given: c, pairs: map[pair]relation{}, member: make([]bool, len(nodes)), scopes: make([]scope, len(nodes)),
	}
	for i := range nodes {
		var parent *Node
		if p := j.parents[i]; p != none {
			parent = &nodes[p]
		}
		p := partyOf(&nodes[i], parent, false)
		j.names[i], j.titles[i], j.scopes[i] = p.name, p.title, p.scope
		j.same[i] = i
	}
	return j
}

// party returns a node as its keys are made of it.
func (j *joiner) party(i int) party {
	return party{Node: &j.nodes[i], name: j.names[i], title: j.titles[i], scope: j.scopes[i], copy: !j.first(i)}
}

// add takes edges, and remembers which nodes name each other.
func (j *joiner) add(edges ...Edge) {
	for i := range edges {
		a, b := j.find(edges[i].From), j.find(edges[i].To)
		j.pairs[pairOf(a, b)] |= isLinked
	}
	j.edges = append(j.edges, edges...)
}

// find returns the place of an id, none where it is not there.
func (j *joiner) find(id string) int {
	at, ok := slices.BinarySearchFunc(j.nodes, id, func(n Node, id string) int { return cmp.Compare(n.ID, id) })
	if !ok {
		return none
	}
	return at
}

// edge makes an edge whose evidence begins with the paths of both sides. One without
// direction goes from the lower id.
func (j *joiner) edge(kind string, from, to int, both bool, strength int, reasons ...string) Edge {
	if both {
		from, to = min(from, to), max(from, to)
	}
	a, b := &j.nodes[from], &j.nodes[to]
	return Edge{Kind: kind, From: a.ID, To: b.ID, Both: both, Strength: strength, Reasons: reasons,
		Evidence: []Evidence{{Source: a.ID, Text: a.Path}, {Source: b.ID, Text: b.Path}}}
}

func (j *joiner) similarity(a, b int) int {
	return j.nodes[a].Facts.Text.Similarity(j.nodes[b].Facts.Text)
}

// otherLanguage reports that two documents are known to be in two languages.
func otherLanguage(a, b *Node) bool {
	v, w := a.Facts.Language, b.Facts.Language
	return v != w && v != "und" && w != "und" && v != "" && w != ""
}

// sameTitle reports equal titles of two words or more.
func (j *joiner) sameTitle(a, b int) bool {
	return j.titles[a] == j.titles[b] && strings.Contains(j.titles[a], " ")
}

// titleKey is the letters and digits of a title in lower case, words apart by one
// space, without the mark of a version at its end.
func titleKey(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	for n := len(words); n > 1; n = len(words) {
		last := words[n-1]
		switch {
		case stages[last] != 0 || versionToken(last) != 0:
			words = words[:n-1]
		case n > 2 && versionWords[words[n-2]] && number(last) >= 0:
			words = words[:n-2]
		default:
			return strings.Join(words, " ")
		}
	}
	return strings.Join(words, " ")
}

// buckets calls f with the nodes of each key that two or more have, at most as many as
// its class allows: what more have says nothing of any of them. Nodes come in order. A
// key of "" is none.
func (j *joiner) buckets(c class, keys []string, f func(nodes []int)) {
	limit := limits[c]
	if c == ofContent {
		limit = 0
	}
	type entry struct {
		key  string
		node int
	}
	var all []entry
	for i, k := range keys {
		if k != "" {
			all = append(all, entry{k, i})
		}
	}
	slices.SortFunc(all, func(a, b entry) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.node, b.node)) })
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].key == all[0].key {
			n++
		}
		if n > 1 && (limit == 0 || n <= limit && !j.part.crowded(c, all[0].key)) {
			nodes := make([]int, n)
			for i := range nodes {
				nodes[i] = all[i].node
			}
			f(nodes)
		}
		all = all[n:]
	}
}

// perMille prints a similarity.
func perMille(n int) string { return fmt.Sprintf("similarity %d of 1000", n) }

// markEvidence cites a mark of a source.
func markEvidence(id string, m *knowledge.Mark) Evidence {
	return Evidence{Source: id, Unit: m.Unit, Span: m.Span, Text: m.Text}
}
