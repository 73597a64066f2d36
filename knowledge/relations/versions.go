package relations

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"quire/knowledge"
)

// What versions of one document must have in common, in thousandths of their runs of
// three words. A rewritten section costs a tenth or two; two papers on the same form
// share less than half.
const (
	versionAlike = 350 // where names say that one is a version of the other
	titledAlike  = 500 // where only title and marks in the text say so, in one folder
	strayAlike   = 600 // likewise, in two folders
	orderAlike   = 500 // for one to count instead of the other, where neither says so and no date does
	namedStrong  = 700
)

// maxVersions is how many files of one name are compared with each other.
const maxVersions = 16

// minFilled is how many bins of a sketch must hold something for it to be compared.
const minFilled = 8

// statement is what one node says: that it replaces another, or is replaced by it.
type statement struct {
	who, other int // who says it; none where no document is named
	said       *knowledge.Said
}

// versions relates the versions of a document. Candidates share a name but for the
// marks of a version, or a title, or one of them names the other; each must be borne
// out by the text.
func (j *joiner) versions() {
	seen := map[pair]bool{}
	try := func(nodes []int) {
		for i, b := range nodes {
			for _, a := range nodes[:i] {
				if p := pairOf(a, b); !seen[p] && j.same[a] != j.same[b] && j.part.has(a, b) {
					seen[p] = true
					j.version(p, nil)
				}
			}
		}
	}
	for _, s := range j.statements() {
		p := pairOf(s.who, s.other)
		if !seen[p] && j.same[s.who] != j.same[s.other] && j.part.has(s.who, s.other) {
			seen[p] = true
			j.version(p, &s)
		}
	}
	keys := make([]string, len(j.nodes))
	for i := range j.names {
		p := j.party(i)
		keys[i] = p.documentKey()
	}
	j.buckets(ofDocument, keys, try)
	for i := range j.titles {
		keys[i] = versionTitle(j.titles[i])
	}
	j.buckets(ofTitle, keys, try)
}

// verdict gathers what speaks for one of a pair being the newer.
type verdict struct {
	first, second int // how many marks say that it is the newer: by name, number, stage
	dates         int // -1 where the second is later, 1 where the first is, 0 unknown
	reasons       []string
	evidence      []Evidence
}

func (v *verdict) vote(d int, reason string) {
	switch {
	case d > 0:
		v.first++
	case d < 0:
		v.second++
	default:
		return
	}
	v.reasons = append(v.reasons, reason)
}

// version relates a pair if it is two versions of one document.
func (j *joiner) version(p pair, s *statement) {
	a, b := p[0], p[1]
	x, y := &j.nodes[a], &j.nodes[b]
	if otherLanguage(x, y) {
		return
	}
	alike := j.similarity(a, b)
	v := j.weigh(a, b)
	if s == nil {
		s = j.unnamed(a, b)
	}
	family := j.names[a].folder == j.names[b].folder && j.names[a].document == j.names[b].document
	marked := j.names[a].version != j.names[b].version || j.names[a].stage != j.names[b].stage || j.names[a].aside != j.names[b].aside
	titled := j.sameTitle(a, b) && x.Facts.Text.Filled() >= minFilled
	inText := v.first+v.second > 0
	var why string
	switch {
	case s != nil && (family || titled || alike >= versionAlike):
		why = "one says that it replaces the other"
	case family && marked && alike >= versionAlike:
		why = "the names differ by the mark of a version"
	case j.redated(a, b):
		why = "the names differ by a day"
	case titled && inText && (alike >= strayAlike || alike >= titledAlike && j.names[a].folder == j.names[b].folder):
		why = "the same title, marks of versions in the text"
	case s != nil:
		j.supersede(p, s, &v, alike)
		return
	default:
		return
	}
	newer := v.newer(s)
	from, to, both := a, b, newer == 0
	if newer < 0 {
		from, to = b, a
	}
	e := j.edge(VersionOf, from, to, both, namedStrong+alike*3/10, append([]string{why, perMille(alike)}, v.reasons...)...)
	e.Evidence = append(e.Evidence, v.evidence...)
	if s != nil {
		e.Evidence = append(e.Evidence, s.evidence(j))
	}
	j.add(e)
	j.pairs[p] |= isVersion
	marks := v.first + v.second
	if j.redated(a, b) {
		marks-- // a later state may stand beside an earlier one
	}
	if newer != 0 && (s != nil || marks > 0 && (alike >= orderAlike || v.dates != 0)) {
		j.supersede(p, s, &v, alike)
	}
}

// weigh compares the marks of two nodes.
func (j *joiner) weigh(a, b int) verdict {
	var v verdict
	n, m := &j.names[a], &j.names[b]
	x, y := &j.nodes[a], &j.nodes[b]
	if n.folder == m.folder && n.document == m.document {
		if n.version > 0 || m.version > 0 {
			// The first version of a document has no number yet.
			v.vote(cmp.Compare(max(n.version, 1000), max(m.version, 1000)), "numbers of versions in the names")
		}
		if n.version == m.version && n.stage != m.stage {
			v.vote(cmp.Compare(n.stage, m.stage), "stages in the names")
		}
		if n.version == m.version && n.stage == m.stage {
			v.vote(cmp.Compare(n.aside, m.aside), "one lies in a folder of old versions")
		}
	}
	if j.redated(a, b) {
		v.vote(slices.Compare(n.ordinal, m.ordinal), "days in the names")
	}
	if r, q := x.Facts.Revision, y.Facts.Revision; r != nil && q != nil && r.Value != q.Value {
		v.vote(compareVersions(r.Value, q.Value), fmt.Sprintf("they say they are version %s and version %s", r.Value, q.Value))
		v.evidence = append(v.evidence, markEvidence(x.ID, r), markEvidence(y.ID, q))
	}
	if r, q := x.Facts.Stage, y.Facts.Stage; r != nil && q != nil && r.Value != q.Value {
		v.vote(cmp.Compare(stages[r.Value], stages[q.Value]), fmt.Sprintf("they say they are %s and %s", r.Value, q.Value))
		v.evidence = append(v.evidence, markEvidence(x.ID, r), markEvidence(y.ID, q))
	} else if r != nil && q == nil && r.Value == "old" {
		v.vote(-1, "one says that it counts no longer")
		v.evidence = append(v.evidence, markEvidence(x.ID, r))
	} else if q != nil && r == nil && q.Value == "old" {
		v.vote(1, "one says that it counts no longer")
		v.evidence = append(v.evidence, markEvidence(y.ID, q))
	}
	if d, e := x.Facts.Date, y.Facts.Date; d != "" && e != "" && !strings.HasPrefix(d, e) && !strings.HasPrefix(e, d) {
		v.dates = cmp.Compare(d, e)
		v.reasons = append(v.reasons, fmt.Sprintf("dated %s and %s", d, e))
	}
	return v
}

// newer is 1 where the first node is the newer one, -1 where the second is, 0 where
// nothing says so or the marks, the dates and what is said contradict each other.
func (v *verdict) newer(s *statement) int {
	said := 0
	if s != nil {
		said = 1
		if s.by() == s.first() {
			said = -1
		}
	}
	for _, d := range []int{said, cmp.Compare(v.first, 0) - cmp.Compare(v.second, 0)} {
		switch {
		case d == 0:
		case v.first > 0 && v.second > 0, d*v.dates < 0, said*d < 0:
			return 0
		default:
			return d
		}
	}
	return 0
}

// supersede adds the edge from the document that counts to the one that does not.
func (j *joiner) supersede(p pair, s *statement, v *verdict, alike int) {
	newer := v.newer(s)
	if newer == 0 || j.pairs[p]&isSeries != 0 && s == nil {
		return
	}
	from, to := p[0], p[1]
	if newer < 0 {
		from, to = to, from
	}
	strength := 800
	reasons := append([]string{perMille(alike)}, v.reasons...)
	if v.dates != 0 {
		strength = byName
	}
	if s != nil {
		strength = 950
		reasons = append([]string{"one says that it replaces the other"}, reasons...)
	}
	e := j.edge(Supersedes, from, to, false, strength, reasons...)
	e.Evidence = append(e.Evidence, v.evidence...)
	if s != nil {
		e.Evidence = append(e.Evidence, s.evidence(j))
	}
	j.add(e)
	j.pairs[p] |= isOrdered
}

// compareVersions compares 1.9 and 1.10 number by number.
func compareVersions(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int { return cmp.Compare(number(x), number(y)) })
}
