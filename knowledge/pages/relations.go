package pages

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"quire/knowledge"
)

// The kinds of edge that pages read, by name: other kinds are passed over.
const (
	conflictsWith   = "conflicts-with"
	sameAs          = "same-as"
	nearDuplicateOf = "near-duplicate-of"
	versionOf       = "version-of"
	supersedes      = "supersedes"
)

// edgeRow is a row of the edges table as far as pages read it: each edge stands in the
// row that it leads from.
type edgeRow struct {
	ID  string `json:"id"`
	Out []edge `json:"out"`
}

type edge struct {
	Kind     string     `json:"kind"`
	ID       string     `json:"id"`
	Strength int        `json:"strength"`
	Evidence []evidence `json:"evidence"`
}

type evidence struct {
	Source string         `json:"source"`
	Unit   string         `json:"unit"`
	Span   knowledge.Span `json:"span"`
	Text   string         `json:"text"`
}

// relations holds what the pages print of edges.
type relations struct {
	conflicts best[conflict]
	versions  best[pair]
	near      best[conflict]     // of nearly the same text, with the places that differ
	groups    map[string]*groups // of sources that are alike, by kind
}

type pair struct {
	kind     string
	from, to int
	fromPath string
	toPath   string
	strength int
}

type conflict struct {
	pair
	evidence []evidence
}

func stronger(a, b *pair) bool {
	if a.strength != b.strength {
		return a.strength > b.strength
	}
	for _, n := range []int{strings.Compare(a.fromPath, b.fromPath), strings.Compare(a.toPath, b.toPath), strings.Compare(a.kind, b.kind)} {
		if n != 0 {
			return n < 0
		}
	}
	return false
}

// readRelations reads the edges once.
func readRelations(c Corpus) (*relations, error) {
	r := &relations{
		conflicts: best[conflict]{n: maxEntries, less: func(a, b *conflict) bool { return stronger(&a.pair, &b.pair) }},
		versions:  best[pair]{n: maxEntries, less: stronger},
		near:      best[conflict]{n: maxEntries, less: func(a, b *conflict) bool { return stronger(&a.pair, &b.pair) }},
		groups:    map[string]*groups{sameAs: {parent: map[int]int{}}, nearDuplicateOf: {parent: map[int]int{}}},
	}
	for line, err := range c.Edges() {
		if err != nil {
			return nil, err
		}
		if !readable(line) {
			continue
		}
		var row edgeRow
		if err := json.Unmarshal(line, &row); err != nil {
			return nil, fmt.Errorf("read a row of edges: %w", err)
		}
		for _, e := range row.Out {
			r.add(&c, row.ID, &e)
		}
	}
	return r, nil
}

// readable looks for a kind that pages read, without decoding the row.
func readable(line []byte) bool {
	for _, kind := range []string{conflictsWith, sameAs, nearDuplicateOf, versionOf, supersedes} {
		if bytes.Contains(line, []byte(`"kind":"`+kind+`"`)) {
			return true
		}
	}
	return false
}

func (r *relations) add(c *Corpus, id string, e *edge) {
	from, to := c.find(id), c.find(e.ID)
	if from < 0 || to < 0 {
		return
	}
	p := pair{e.Kind, from, to, c.Sources[from].Path, c.Sources[to].Path, e.Strength}
	switch e.Kind {
	case conflictsWith:
		r.conflicts.add(conflict{p, e.Evidence})
	case versionOf, supersedes:
		r.versions.add(p)
	case sameAs:
		r.groups[e.Kind].join(from, to)
	case nearDuplicateOf:
		r.groups[e.Kind].join(from, to)
		if len(e.Evidence) > 2 { // behind the paths of both
			r.near.add(conflict{p, e.Evidence[2:]})
		}
	}
}

// groups joins sources that are alike into groups.
type groups struct{ parent map[int]int }

func (g *groups) find(i int) int {
	for {
		p, ok := g.parent[i]
		if !ok {
			g.parent[i] = i
			return i
		}
		if p == i {
			return i
		}
		g.parent[i] = g.parent[p]
		i = p
	}
}

func (g *groups) join(a, b int) {
	a, b = g.find(a), g.find(b)
	g.parent[max(a, b)] = min(a, b)
}

// list returns the groups, the largest first, and how many sources are in any.
func (g *groups) list(c *Corpus) (out [][]int, members int) {
	byRoot := map[int][]int{}
	for i := range g.parent {
		byRoot[g.find(i)] = append(byRoot[g.find(i)], i)
	}
	for _, list := range byRoot {
		slices.SortFunc(list, func(a, b int) int { return strings.Compare(c.Sources[a].Path, c.Sources[b].Path) })
		members += len(list)
		out = append(out, list)
	}
	slices.SortFunc(out, func(a, b []int) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(c.Sources[a[0]].Path, c.Sources[b[0]].Path)
	})
	return out, members
}

type conflictsPage struct {
	Schema    string          `json:"schema"`
	Conflicts []conflictEntry `json:"conflicts"` // the strongest first
	More      int             `json:"more"`
}

type conflictEntry struct {
	From     Doc    `json:"from"`
	To       Doc    `json:"to"`
	Strength int    `json:"strength"` // thousandths
	Evidence []side `json:"evidence"`
}

type side struct {
	At   string `json:"address"`
	Text string `json:"text"`
}

func (r *relations) conflictsPage(c Corpus) page {
	p := &conflictsPage{Schema: "quire.conflicts/1", Conflicts: []conflictEntry{}, More: r.conflicts.more()}
	for _, x := range r.conflicts.list {
		p.Conflicts = append(p.Conflicts, x.entry(&c))
	}
	return p
}

// entry prints what two sources say, side by side.
func (x *conflict) entry(c *Corpus) conflictEntry {
	e := conflictEntry{From: c.doc(x.from, ""), To: c.doc(x.to, ""), Strength: x.strength, Evidence: []side{}}
	for _, v := range x.evidence[:min(len(x.evidence), maxDocuments)] {
		at := v.Source
		if v.Unit != "" {
			at += "#" + v.Unit
			if v.Span.Len() > 0 {
				at += fmt.Sprintf("@%d-%d", v.Span[0], v.Span[1])
			}
		}
		e.Evidence = append(e.Evidence, side{at, cut(v.Text)})
	}
	return e
}

func (e *conflictEntry) markdown(m *markdown, words string) {
	m.item(m.doc(e.From) + words + m.doc(e.To))
	for _, s := range e.Evidence {
		m.sub(m.text(s.Text) + " · " + m.text(s.At))
	}
}

func (p *conflictsPage) markdown(m *markdown) {
	m.title("Conflicts", "Documents that say different things of one matter, the surest first.")
	if len(p.Conflicts) == 0 {
		m.line("No conflict was found. Only figures, dates and plain statements are compared.")
	}
	for _, c := range p.Conflicts {
		c.markdown(m, " conflicts with ")
	}
	m.left(p.More, "conflict")
}

type duplicatesPage struct {
	Schema string    `json:"schema"`
	Same   groupList `json:"same"` // equal bytes
	Near   groupList `json:"near"` // nearly the same text
	// Differ are pairs of nearly the same text, the nearest first, with the first places
	// that differ: what one says there, then the other.
	Differ     []conflictEntry `json:"differ"`
	MoreDiffer int             `json:"more_differ"`
	Versions   []version       `json:"versions"`
	More       int             `json:"more_versions"`
}

type groupList struct {
	Documents int     `json:"documents"` // in all groups
	Groups    []group `json:"groups"`
	More      int     `json:"more"`
}

type group struct {
	Count     int   `json:"count"`
	Documents []Doc `json:"documents"`
	More      int   `json:"more,omitempty"`
}

type version struct {
	Kind     string `json:"kind"` // version-of or supersedes
	From     Doc    `json:"from"`
	To       Doc    `json:"to"`
	Strength int    `json:"strength"`
}

func (r *relations) duplicatesPage(c Corpus) page {
	p := &duplicatesPage{Schema: "quire.duplicates/1", Differ: []conflictEntry{}, MoreDiffer: r.near.more(), Versions: []version{}, More: r.versions.more()}
	for _, x := range r.near.list {
		p.Differ = append(p.Differ, x.entry(&c))
	}
	p.Same, p.Near = r.groups[sameAs].printed(&c), r.groups[nearDuplicateOf].printed(&c)
	for _, v := range r.versions.list {
		p.Versions = append(p.Versions, version{v.kind, c.doc(v.from, ""), c.doc(v.to, ""), v.strength})
	}
	return p
}

func (g *groups) printed(c *Corpus) groupList {
	all, members := g.list(c)
	out := groupList{Documents: members, Groups: []group{}, More: len(all) - min(len(all), maxEntries)}
	for _, list := range all[:min(len(all), maxEntries)] {
		shown := list[:min(len(list), maxDocuments)]
		x := group{Count: len(list), More: len(list) - len(shown)}
		for _, i := range shown {
			x.Documents = append(x.Documents, c.doc(i, ""))
		}
		out.Groups = append(out.Groups, x)
	}
	return out
}

func (p *duplicatesPage) markdown(m *markdown) {
	m.title("Duplicates", "Documents that are the same, nearly the same, or versions of each other.")
	m.heading("Equal bytes")
	p.Same.markdown(m, "No two files are equal.")
	m.heading("Nearly the same text")
	p.Near.markdown(m, "No two documents are nearly the same.")
	if len(p.Differ) > 0 {
		m.heading("Where these differ")
	}
	for _, e := range p.Differ {
		e.markdown(m, " differs from ")
	}
	m.left(p.MoreDiffer, "pair")
	m.heading("Versions")
	if len(p.Versions) == 0 {
		m.line("No document is known as a version of another.")
	}
	for _, v := range p.Versions {
		word := " is a version of "
		if v.Kind == supersedes {
			word = " supersedes "
		}
		m.item(m.doc(v.From) + word + m.doc(v.To))
	}
	m.left(p.More, "version")
}

func (l *groupList) markdown(m *markdown, none string) {
	if len(l.Groups) == 0 {
		m.line(none)
	}
	for _, g := range l.Groups {
		m.item(plural(g.Count, "document"))
		for _, d := range g.Documents {
			m.sub(m.doc(d))
		}
		m.rest(g.More, "document")
	}
	m.left(l.More, "group")
}
