package relations

import "fmt"

// What proves a translation, in thousandths of the numbers that both write.
const (
	namedNumbers   = 500 // beside names that differ by the mark of a language
	unnamedNumbers = 800
	minNumbers     = 5 // bins of the sketch of numbers that hold one
)

// maxAlikeShapes is how many documents of one structure are compared.
const maxAlikeShapes = 16

// translations relates documents in two languages of the same sequence of headings,
// lists and tables, that write the same numbers. Without names that say so it takes
// more of both.
func (j *joiner) translations() {
	seen := map[pair]bool{}
	keys := make([]string, len(j.nodes))
	for i := range j.nodes {
		keys[i] = j.names[i].original
	}
	try := func(nodes []int) {
		for i, b := range nodes {
			for _, a := range nodes[:i] {
				if p := pairOf(a, b); !seen[p] && j.part.has(a, b) {
					seen[p] = true
					j.translation(a, b)
				}
			}
		}
	}
	j.buckets(ofOriginal, keys, try)
	for i := range j.nodes {
		keys[i] = j.nodes[i].Facts.Shape
	}
	j.buckets(ofShape, keys, try)
}

func (j *joiner) translation(a, b int) {
	x, y := &j.nodes[a].Facts, &j.nodes[b].Facts
	if x.Language == y.Language || x.Language == "und" || y.Language == "und" || x.Language == "" || y.Language == "" || !j.first(a) || !j.first(b) {
		return
	}
	n, m := &j.names[a], &j.names[b]
	named := n.original == m.original && n.language != m.language
	shaped := x.Shape != "" && x.Shape == y.Shape
	numbers := x.Numbers.Similarity(y.Numbers)
	few := x.Numbers.Filled() < minNumbers || y.Numbers.Filled() < minNumbers
	switch {
	case named && shaped && (few || numbers >= namedNumbers), named && !few && numbers >= unnamedNumbers, shaped && !few && numbers >= unnamedNumbers:
	default:
		return
	}
	var reasons []string
	strength := fromTop
	if named {
		strength = byName
		reasons = append(reasons, "names that differ by a language")
	}
	if shaped {
		reasons = append(reasons, "the same sequence of headings, lists and tables")
	}
	if !few {
		reasons = append(reasons, fmt.Sprintf("numbers in common: %d of 1000", numbers))
	}
	j.add(j.edge(TranslationOf, a, b, true, strength, append(reasons, fmt.Sprintf("in %s and %s", x.Language, y.Language))...))
	j.pairs[pairOf(a, b)] |= isTranslation
}
