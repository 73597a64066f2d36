package retrieval

import (
	"strings"
	"testing"

	"quire/knowledge"
	"quire/retrieval/index"
)

func TestGlobPath(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"*.pdf", "corpus/a/b.pdf", true},
		{"*.pdf", "corpus/a/b.pdf/x", false},
		{"b?.md", "corpus/b1.md", true},
		{"[ab].md", "corpus/b.md", true},
		{"corpus/*.md", "corpus/a.md", true},
		{"corpus/*.md", "corpus/x/a.md", false},
		{"corpus/**", "corpus/x/y/a.md", true},
		{"corpus/**/a.md", "corpus/a.md", true},
		{"corpus/**/a.md", "corpus/x/y/a.md", true},
		{"corpus/**/y/*.md", "corpus/x/y/a.md", true},
		{"corpus/**/z/*.md", "corpus/x/y/a.md", false},
		{"**/*.xlsx", "corpus/mail.eml!/budget.xlsx", true},
		{"corpus", "corpus/corpus", true},
		{"corpus/", "corpus/a", false},
		{"other/**", "corpus/a", false},
		{"**/a/**/b/**", "a/x/a/y/b", true},
		{"**/a/**/b", "a/b/b/c", false},
		{strings.Repeat("**/a/", 30) + "b", strings.Repeat("a/", 60) + "c", false}, // at once
	} {
		if got := knowledge.MatchPath(c.pattern, c.path); got != c.want {
			t.Errorf("%s on %s: %t, want %t", c.pattern, c.path, got, c.want)
		}
	}
}

func TestGradeFollowsTheShareOfTheQueryThatTheBestHitHolds(t *testing.T) {
	term := func(name string, docs int, idf float64) index.Term {
		return index.Term{Term: name, Docs: docs, IDF: idf, Weight: 1}
	}
	total := index.Total{Matched: 10, Terms: []index.Term{term("the", 90, 0.1), term("lyon", 3, 3), term("budget", 5, 2.5)}}
	// A word that no passage has weighs as much as the rarest that there could be.
	absent := index.Total{Matched: 1000, Terms: append(total.Terms[1:2:2], term("zyzzyva", 0, 0))}
	for _, c := range []struct {
		name  string
		hits  []index.Hit
		total index.Total
		want  string
	}{
		{"nothing found", nil, total, "none"},
		{"all words", []index.Hit{{Terms: []string{"lyon", "budget", "the"}}}, total, "strong"},
		{"the rare words", []index.Hit{{Terms: []string{"lyon", "budget"}}}, total, "strong"},
		{"one of two rare words", []index.Hit{{Terms: []string{"lyon"}}}, total, "weak"},
		{"only a common word", []index.Hit{{Terms: []string{"the"}}}, total, "weak"},
		{"a word that no passage has", []index.Hit{{Terms: []string{"lyon"}}}, absent, "weak"},
		{"nothing but common words", []index.Hit{{Terms: []string{"the"}}}, index.Total{Matched: 90, Terms: total.Terms[:1]}, "weak"},
		{"only the best counts", []index.Hit{{Terms: []string{"the"}}, {Terms: []string{"lyon", "budget"}}}, total, "weak"},
	} {
		if got := grade(c.hits, c.total, 100); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestPlaceIsTheNarrowestLocatorThatCoversASpan(t *testing.T) {
	loc := func(kv ...string) knowledge.Locator { return knowledge.Loc(kv...) }
	block := func(from, to int, l knowledge.Locator) knowledge.Block {
		return knowledge.Block{Kind: knowledge.Paragraph, Span: knowledge.Span{from, to}, Locator: l}
	}
	lines := &knowledge.Unit{Locator: loc("lines", "1-9"), Blocks: []knowledge.Block{
		block(0, 10, loc("lines", "1-2")), block(12, 20, loc("lines", "4")), block(22, 30, knowledge.Locator{})}}
	boxes := &knowledge.Unit{Locator: loc("page", "3"), Blocks: []knowledge.Block{
		block(0, 10, loc("page", "3", "bbox", "10,20,30,40")), block(10, 20, loc("page", "3", "bbox", "5,30,20,60")), block(20, 30, loc("page", "4", "bbox", "1,1,2,2"))}}
	for _, c := range []struct {
		name string
		unit *knowledge.Unit
		span knowledge.Span
		want string
	}{
		{"one block", lines, knowledge.Span{2, 5}, "lines=1-2"},
		{"two blocks", lines, knowledge.Span{2, 13}, "lines=1-4"},
		{"a block without a place", lines, knowledge.Span{13, 25}, "lines=1-9"},
		{"between blocks", lines, knowledge.Span{10, 12}, "lines=1-9"},
		{"boxes", boxes, knowledge.Span{0, 20}, "page=3&bbox=5,20,30,60"},
		{"boxes of two pages", boxes, knowledge.Span{0, 30}, "page=3"},
	} {
		if got := place(c.unit, "", c.span).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
