package relations

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"quire/knowledge"
)

// maxClaimants is how many documents may give a value for one thing and be compared:
// what more speak of is a phrase.
const maxClaimants = 6

// What two documents must have in common for a thing without a name to be the same in
// both.
const (
	relatedText  = 400 // thousandths of runs of three words
	relatedNames = 600 // thousandths of the names that they write
	minNames     = 4   // bins of the sketch of names that hold one
	relatedAgree = 2   // other values that are the same
)

// maxConflicts is how many values one edge cites; all are counted in its reasons.
const maxConflicts = 5

// given is a value that two documents give for one thing.
type given struct {
	pair
	a, b *knowledge.Claim
}

// conflicts relates documents that give two values for one thing. Of two versions of
// which one counts, of members of a series, and of documents about two periods, it is
// no conflict that they differ.
func (j *joiner) conflicts() {
	all := j.shared()
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].pair == all[0].pair {
			n++
		}
		j.conflict(all[:n])
		all = all[n:]
	}
}

// shared returns the values that two documents each give for one thing, by pair.
func (j *joiner) shared() []given {
	type entry struct {
		key   uint64
		node  int
		at    int // among the claims of the node
		claim *knowledge.Claim
	}
	var list []entry
	for i := range j.nodes {
		if !j.first(i) {
			continue
		}
		claims := j.nodes[i].Facts.Claims
		for k := range claims {
			if key, ok := claimKey(&claims[k]); ok {
				list = append(list, entry{key, i, k, &claims[k]})
			}
		}
	}
	slices.SortFunc(list, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.node, b.node), cmp.Compare(a.at, b.at))
	})
	var out []given
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].key == list[0].key {
			n++
		}
		if n > 1 && n <= maxClaimants && !j.part.crowded(ofClaim, list[0].claim.Key) {
			for y := 1; y < n; y++ {
				for x := range y {
					if list[x].node != list[y].node && j.part.has(list[x].node, list[y].node) {
						out = append(out, given{pair{list[x].node, list[y].node}, list[x].claim, list[y].claim})
					}
				}
			}
		}
		list = list[n:]
	}
	slices.SortStableFunc(out, func(a, b given) int {
		return cmp.Or(cmp.Compare(a.pair[0], b.pair[0]), cmp.Compare(a.pair[1], b.pair[1]))
	})
	return out
}

// conflict relates a pair if values that it gives contradict each other.
func (j *joiner) conflict(shared []given) {
	p := shared[0].pair
	x, y := &j.nodes[p[0]], &j.nodes[p[1]]
	if j.pairs[p]&(isOrdered|isSeries) != 0 || j.sameSeries(p[0], p[1]) || otherLanguage(x, y) || j.otherPeriod(p[0], p[1]) {
		return
	}
	agree := 0
	var named, plain []given
	for _, g := range shared {
		switch compareClaims(g.a, g.b) {
		case agrees:
			agree++
		case contradicts:
			if g.a.Named && g.b.Named {
				named = append(named, g)
			} else {
				plain = append(plain, g)
			}
		}
	}
	var found []given
	if len(named) <= max(2, agree) {
		found = named
	}
	if len(plain) > 0 && j.related(p, agree) && len(plain) <= max(1, agree) {
		found = append(found, plain...)
	}
	if len(found) == 0 {
		return
	}
	slices.SortStableFunc(found, func(a, b given) int {
		return cmp.Or(cmp.Compare(a.a.Unit, b.a.Unit), cmp.Compare(a.a.Span[0], b.a.Span[0]))
	})
	reasons := []string{fmt.Sprintf("values given for the same subject and attribute: %d differ, %d agree", len(found), agree)}
	strength := fromTop
	if len(found) == 1 && found[0].a.Named {
		strength = byName
		reasons = append(reasons, "the subject has a name")
	}
	for _, a := range j.all(p[0]) {
		for _, b := range j.all(p[1]) {
			if j.pairs[pairOf(a, b)]&isOrdered != 0 {
				continue
			}
			e := j.edge(ConflictsWith, a, b, true, strength, reasons...)
			e.Evidence = nil
			for _, g := range found[:min(len(found), maxConflicts)] {
				here, there := claimEvidence(j.nodes[a].ID, g.a), claimEvidence(j.nodes[b].ID, g.b)
				if a > b {
					here, there = there, here
				}
				e.Evidence = append(e.Evidence, here, there)
			}
			j.edges = append(j.edges, e)
		}
	}
}

func claimEvidence(id string, c *knowledge.Claim) Evidence {
	return Evidence{Source: id, Unit: c.Unit, Span: c.Span, Text: c.Written}
}

// related reports that what one document says without a name is of the same thing in
// the other: the same title or much of the text, and the same names; or values that
// are the same.
func (j *joiner) related(p pair, agree int) bool {
	x, y := &j.nodes[p[0]].Facts, &j.nodes[p[1]].Facts
	if otherSubject(j.titles[p[0]], j.titles[p[1]]) {
		return false
	}
	alike := x.Text.Similarity(y.Text)
	if x.Names.Filled() >= minNames && y.Names.Filled() >= minNames && x.Names.Similarity(y.Names) < relatedNames && alike < duplicateText {
		return false
	}
	return agree >= relatedAgree || agree > 0 && (j.sameTitle(p[0], p[1]) || alike >= relatedText) || alike >= duplicateText
}

// otherSubject reports titles that are the same but for a word or two: the price list
// of Lyon and that of Porto.
func otherSubject(a, b string) bool {
	v, w := strings.Fields(a), strings.Fields(b)
	if len(v) != len(w) || len(v) < 2 {
		return false
	}
	differ := 0
	for i := range v {
		if v[i] != w[i] {
			differ++
		}
	}
	return differ > 0 && differ*2 <= len(v)
}

// otherPeriod reports documents about two periods, or with two numbers: each has a
// year, a month or a number in its name or title that the other one lacks.
func (j *joiner) otherPeriod(a, b int) bool {
	v, w := j.periods(a), j.periods(b)
	return lacks(v, w) && lacks(w, v)
}

func lacks(of, in []string) bool {
	return slices.ContainsFunc(of, func(s string) bool { return !slices.Contains(in, s) })
}

func (j *joiner) periods(i int) []string {
	out := slices.Clone(j.names[i].periods)
	for _, w := range strings.Fields(j.titles[i]) {
		switch {
		case number(w) >= 0:
			out = append(out, w)
		case monthWords[w] > 0 && len(w) > 3:
			out = append(out, fmt.Sprintf("m%d", monthWords[w]))
		}
	}
	return out
}
