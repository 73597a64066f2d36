// Package relationgen makes a corpus of invented documents with planted relations:
// pairs that are related in a known way, and pairs that only look so. It measures how
// documents are joined and shares no code, word list or table with the rules that join
// them.
//
// A corpus is decided by its seed. Order of use: New, write Files below a folder, sync,
// hold the edges against True, Also and Never.
package relationgen

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
)

// Edge is a relation between two paths below the root of the corpus. Both means that
// it has no direction.
type Edge struct {
	Kind, From, To string
	Both           bool
}

// String prints an edge without the order of one that has none.
func (e Edge) String() string {
	if e.Both && e.From > e.To {
		e.From, e.To = e.To, e.From
	}
	return e.Kind + " " + e.From + " > " + e.To
}

// Corpus is the documents with what holds between them.
type Corpus struct {
	Files map[string]string
	True  []Edge // the planted relations
	Also  []Edge // true as well, not asked for
	Never []Edge // what near misses look like
}

// Kinds are the planted kinds of relation; conflicts come in four.
var Kinds = []string{
	"same-as", "attached-to", "replies-to", "links-to", "mentions", "near-duplicate-of", "version-of", "supersedes", "translation-of", "part-of-series",
	"conflicts-with",
}

// gen is a corpus in the making.
type gen struct {
	*rand.Rand
	Corpus
	used map[string]bool // names that were given
}

// New makes the corpus of a seed: planted groups, and others without any relation
// until it has so many documents.
func New(seed uint64, documents int) *Corpus {
	g := &gen{Rand: rand.New(rand.NewPCG(seed, 42)), used: map[string]bool{}}
	g.Files = map[string]string{}
	for _, plant := range []func(){
		g.copies, g.attachments, g.replies, g.links, g.mentions, g.duplicates, g.versions, g.successors, g.translations, g.series,
		g.tables, g.figures, g.dates, g.answers,
	} {
		plant()
	}
	for i := 0; len(g.Files) < documents; i++ {
		g.put(fmt.Sprintf("misc/%s.md", g.slug()), g.page(g.title(), 6))
	}
	return &g.Corpus
}

// Paths returns the paths of all files, sorted.
func (c *Corpus) Paths() []string {
	var out []string
	for p := range c.Files {
		out = append(out, p)
	}
	sort.Strings(out)
	return out
}

func (g *gen) put(path, text string) string {
	if _, ok := g.Files[path]; ok {
		panic("planted twice: " + path)
	}
	g.Files[path] = text
	return path
}

func (g *gen) truth(kind, from, to string, both bool) {
	g.True = append(g.True, Edge{kind, from, to, both})
}

func (g *gen) also(kind, from, to string, both bool) {
	g.Also = append(g.Also, Edge{kind, from, to, both})
}

func (g *gen) never(kind, from, to string, both bool) {
	g.Never = append(g.Never, Edge{kind, from, to, both})
}

// name invents a name that was not given before.
func (g *gen) name() string {
	for {
		n := g.pick("Bel", "Cor", "Dra", "Fen", "Gal", "Hol", "Jas", "Kel", "Mar", "Nor", "Os", "Pel", "Quen", "Ras", "Sel", "Tor", "Ul", "Ven", "Wes", "Yar") +
			g.pick("a", "e", "i", "o", "u", "an", "or", "il") + g.pick("bury", "dale", "den", "field", "gate", "holm", "mere", "mont", "ric", "stad", "ton", "vik", "wick", "worth")
		if !g.used[n] {
			g.used[n] = true
			return n
		}
	}
}

// slug invents the name of a file.
func (g *gen) slug() string { return strings.ToLower(g.name()) + "-" + g.pick(things...) }

func (g *gen) pick(of ...string) string { return of[g.IntN(len(of))] }
