package relations_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"quire/knowledge"
	"quire/knowledge/relations"
)

// sketch makes the sketch of words from a number to another, so that two of them have
// in common what their ranges have.
func sketch(bins, from, to int) knowledge.Sketch {
	s := knowledge.NewSketcher(bins)
	for i := from; i < to; i++ {
		s.Add(uint64(i) * 0x9e3779b97f4a7c15)
	}
	return s.Sketch()
}

// paper is a document of the runs of words from a number to another.
func paper(id, path string, from, to int, change ...func(*knowledge.Facts)) relations.Node {
	n := relations.Node{ID: id, Path: path, Type: "markdown", Content: "sha256:" + id}
	n.Facts = knowledge.Facts{Language: "eng", Text: sketch(knowledge.TextBins, from, to), Numbers: sketch(knowledge.SmallBins, from, to), Names: sketch(knowledge.SmallBins, from, to)}
	for _, f := range change {
		f(&n.Facts)
	}
	return n
}

func dated(d string) func(*knowledge.Facts)  { return func(f *knowledge.Facts) { f.Date = d } }
func titled(t string) func(*knowledge.Facts) { return func(f *knowledge.Facts) { f.Title = t } }
func claiming(claims ...string) func(*knowledge.Facts) {
	return func(f *knowledge.Facts) {
		for _, text := range claims {
			var c knowledge.Claim
			if err := c.UnmarshalText([]byte(text)); err != nil {
				panic(err)
			}
			f.Claims = append(f.Claims, c)
		}
	}
}

// kinds prints the edges that are not of structure.
func kinds(nodes []relations.Node, c relations.Corrections) string {
	var b strings.Builder
	for _, e := range relations.Join(nodes, c) {
		arrow := ">"
		if e.Both {
			arrow = "="
		}
		fmt.Fprintf(&b, "%s %s %s %s\n", e.From, arrow, e.To, e.Kind)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestVersionsNeedMoreThanAName(t *testing.T) {
	replaces := func(target string, by bool) func(*knowledge.Facts) {
		return func(f *knowledge.Facts) {
			f.Replaces = append(f.Replaces, knowledge.Said{By: by, Target: target, Text: "said"})
		}
	}
	stage := func(s string) func(*knowledge.Facts) {
		return func(f *knowledge.Facts) { f.Stage = &knowledge.Mark{Value: s, Text: s} }
	}
	revision := func(s string) func(*knowledge.Facts) {
		return func(f *knowledge.Facts) { f.Revision = &knowledge.Mark{Value: s, Text: s} }
	}
	two := func(a, b relations.Node) []relations.Node { return []relations.Node{a, b} }
	tests := []struct {
		name  string
		nodes []relations.Node
		want  string
	}{
		{"marks and text", two(paper("a", "r/plan-v1.md", 0, 1000), paper("b", "r/plan-v2.md", 100, 1100)), "b > a supersedes\nb > a version-of"},
		{"marks alone", two(paper("a", "r/plan-v1.md", 0, 1000), paper("b", "r/plan-v2.md", 2000, 3000)), ""},
		{"marks, some text, no date", two(paper("a", "r/plan-v1.md", 0, 1000), paper("b", "r/plan-v2.md", 400, 1400)), "b > a version-of"},
		{"marks, some text, dates", two(paper("a", "r/plan-v1.md", 0, 1000, dated("2025-01-02")), paper("b", "r/plan-v2.md", 400, 1400, dated("2025-03-02"))), "b > a supersedes\nb > a version-of"},
		{"marks against dates", two(paper("a", "r/plan-v1.md", 0, 1000, dated("2025-03-02")), paper("b", "r/plan-v2.md", 100, 1100, dated("2025-01-02"))), "a = b version-of"},
		{"a first version without a number", two(paper("a", "r/plan.md", 0, 1000), paper("b", "r/Plan rev 2.docx", 100, 1100)), "b > a supersedes\nb > a version-of"},
		{"draft and final", two(paper("b", "r/plan_draft.md", 0, 1000), paper("a", "r/plan_final.md", 50, 1050)), "a > b supersedes\na > b version-of"},
		{"in two folders", two(paper("a", "r/x/plan-v1.md", 0, 1000), paper("b", "r/y/plan-v2.md", 100, 1100)), "a = b near-duplicate-of"},
		{"put aside, of an earlier date", two(paper("a", "r/archive/plan.md", 0, 1000, dated("2024")), paper("b", "r/plan.md", 100, 1100, dated("2025"))), "b > a supersedes\nb > a version-of"},
		{"the title and marks in the text", two(paper("a", "r/p.md", 0, 1000, titled("House rules"), revision("1.9")), paper("b", "r/q.md", 100, 1100, titled("House rules"), revision("1.10"))), "b > a supersedes\nb > a version-of"},
		{"the title alone", two(paper("a", "r/p.md", 0, 1000, titled("House rules")), paper("b", "r/q.md", 300, 1300, titled("House rules"))), ""},
		{"it says so by a link", two(paper("a", "r/p.md", 0, 1000), paper("b", "r/q.md", 3000, 4000, replaces("p.md", false))), "b > a supersedes"},
		{"it says so of itself", two(paper("a", "r/p.md", 0, 1000, replaces("q.md", true)), paper("b", "r/q.md", 200, 1200)), "b > a supersedes\nb > a version-of"},
		{"it says so by a title", two(paper("a", "r/p.md", 0, 1000, titled("House rules")), paper("b", "r/q.md", 3000, 4000, replaces("the House Rules of 2024", false))), "b > a supersedes"},
		{"a title that two have", []relations.Node{paper("a", "r/p.md", 0, 1000, titled("House rules")), paper("c", "r/o.md", 5000, 6000, titled("House rules")), paper("b", "r/q.md", 3000, 4000, replaces("House rules", false))}, ""},
		{"it says that it counts no longer", two(paper("a", "r/plan-v1.md", 0, 1000, stage("old")), paper("b", "r/plan-v2.md", 100, 1100)), "b > a supersedes\nb > a version-of"},
		{"each year an edition", two(paper("a", "r/fees-2024.md", 0, 1000), paper("b", "r/fees-2025.md", 100, 1100)), "b > a part-of-series"},
		{"in two languages", two(paper("a", "r/plan-v1.md", 0, 1000), paper("b", "r/plan-v2.md", 100, 1100, func(f *knowledge.Facts) { f.Language = "deu" })), "a = b near-duplicate-of"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := kinds(tt.nodes, relations.Corrections{}); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestLikeness(t *testing.T) {
	filled := func(from int) func(*knowledge.Facts) {
		return func(f *knowledge.Facts) {
			f.Numbers, f.Names = sketch(knowledge.SmallBins, from, from+12), sketch(knowledge.SmallBins, from, from+12)
		}
	}
	copied := paper("c", "r/c.md", 0, 1000)
	copied.Content = "sha256:a"
	tests := []struct {
		name  string
		nodes []relations.Node
		want  string
	}{
		{"nearly the same", []relations.Node{paper("a", "r/a.md", 0, 1000), paper("b", "r/b.md", 40, 1040)}, "a = b near-duplicate-of"},
		{"half the same", []relations.Node{paper("a", "r/a.md", 0, 1000), paper("b", "r/b.md", 300, 1300)}, ""},
		{"a form filled in otherwise", []relations.Node{paper("a", "r/a.md", 0, 1000, filled(0)), paper("b", "r/b.md", 40, 1040, filled(900))}, ""},
		{"the same bytes are no near duplicates", []relations.Node{paper("a", "r/a.md", 0, 1000), copied}, "a = c same-as"},
		{"of copies the first is compared", []relations.Node{paper("a", "r/a.md", 0, 1000), paper("b", "r/b.md", 40, 1040), copied}, "a = b near-duplicate-of\na = c same-as"},
		{"a few words say nothing", []relations.Node{paper("a", "r/a.md", 0, 10), paper("b", "r/b.md", 0, 10)}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := kinds(tt.nodes, relations.Corrections{}); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestConflicts(t *testing.T) {
	const same, more = "ABCDEFGHn7|sec1@1-2", "BBCDEFGHn8|sec1@3-4"
	tests := []struct {
		name string
		a, b []string
		want bool
	}{
		{"two figures for a name", []string{"abcdefghN140 m²|sec1@5-9"}, []string{"abcdefghN165 m²|sec2@5-9"}, true},
		{"one figure", []string{"abcdefghN140 m²|sec1@5-9"}, []string{"abcdefghN140 m²|sec2@5-9"}, false},
		{"two units", []string{"abcdefghN140 m²|sec1@5-9"}, []string{"abcdefghN165 EUR|sec2@5-9"}, false},
		{"one is the other rounded", []string{"abcdefghN1200000|sec1@5-9"}, []string{"abcdefghN1204300|sec2@5-9"}, false},
		{"one has fewer decimals", []string{"abcdefghN1.2%|sec1@5-9"}, []string{"abcdefghN1.23%|sec2@5-9"}, false},
		{"too far for rounding", []string{"abcdefghN1200|sec1@5-9"}, []string{"abcdefghN1290|sec2@5-9"}, true},
		{"two days", []string{"abcdefghD2026-05-14|sec1@5-9"}, []string{"abcdefghD2026-06-02|sec2@5-9"}, true},
		{"a day and its month", []string{"abcdefghD2026-05-14|sec1@5-9"}, []string{"abcdefghD2026-05|sec2@5-9"}, false},
		{"yes and no", []string{"abcdefghYyes|sec1@5-9|allowed"}, []string{"abcdefghYno|sec2@5-9|not allowed"}, true},
		{"no name, nothing in common", []string{"abcdefghn140 m²|sec1@5-9"}, []string{"abcdefghn165 m²|sec2@5-9"}, false},
		{"no name, other values agree", []string{same, more, "abcdefghn140 m²|sec1@5-9"}, []string{same, more, "abcdefghn165 m²|sec2@5-9"}, true},
		{"most values differ: another subject", []string{same, "abcdefghn1|sec1@5-9", "bbcdefghn2|sec1@5-9", "cbcdefghn3|sec1@5-9"}, []string{same, "abcdefghn4|sec1@5-9", "bbcdefghn5|sec1@5-9", "cbcdefghn6|sec1@5-9"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			nodes := []relations.Node{paper("a", "r/a.md", 0, 1000, claiming(tt.a...)), paper("b", "r/b.md", 5000, 6000, claiming(tt.b...))}
			nodes[1].Facts.Names = nodes[0].Facts.Names
			got := kinds(nodes, relations.Corrections{})
			if got != "" != tt.want || got != "" && got != "a = b conflicts-with" {
				t.Errorf("got %q", got)
			}
		})
	}
	t.Run("both sides are cited", func(t *testing.T) {
		edges := relations.Join([]relations.Node{
			paper("a", "r/a.md", 0, 1000, claiming("abcdefghN140 m²|sec1@5-12|140 m²")), paper("b", "r/b.md", 5000, 6000, claiming("abcdefghN165 m²|sec2@7-15|165  m²")),
		}, relations.Corrections{})
		want := []relations.Evidence{{Source: "a", Unit: "sec1", Span: knowledge.Span{5, 12}, Text: "140 m²"}, {Source: "b", Unit: "sec2", Span: knowledge.Span{7, 15}, Text: "165  m²"}}
		if len(edges) != 1 || !reflect.DeepEqual(edges[0].Evidence, want) {
			t.Errorf("got %+v", edges)
		}
	})
	t.Run("copies disagree too", func(t *testing.T) {
		nodes := []relations.Node{paper("a", "r/a.md", 0, 1000, claiming("abcdefghN140 m²|sec1@5-12")), paper("b", "r/b.md", 5000, 6000, claiming("abcdefghN165 m²|sec2@7-15")), paper("c", "r/c.md", 0, 1000, claiming("abcdefghN140 m²|sec1@5-12"))}
		nodes[2].Content = nodes[0].Content
		if got, want := kinds(nodes, relations.Corrections{}), "a = b conflicts-with\na = c same-as\nb = c conflicts-with"; got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
	t.Run("of two periods", func(t *testing.T) {
		claim := []string{"abcdefghN140 m²|sec1@5-9"}
		nodes := []relations.Node{paper("a", "r/x-2024.md", 0, 1000, claiming(claim...)), paper("b", "r/y-2025.md", 5000, 6000, claiming("abcdefghN165 m²|sec2@5-9"))}
		if got := kinds(nodes, relations.Corrections{}); got != "" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("of versions of which one counts", func(t *testing.T) {
		nodes := []relations.Node{paper("a", "r/x-v1.md", 0, 1000, claiming("abcdefghN140 m²|sec1@5-9")), paper("b", "r/x-v2.md", 50, 1050, claiming("abcdefghN165 m²|sec2@5-9"))}
		if got := kinds(nodes, relations.Corrections{}); strings.Contains(got, "conflicts") {
			t.Errorf("got %q", got)
		}
	})
}

func TestPeopleCorrectRelations(t *testing.T) {
	nodes := []relations.Node{paper("a", "r/plan-v1.md", 0, 1000), paper("b", "r/plan-v2.md", 100, 1100), paper("c", "r/c.md", 5000, 6000), paper("d", "r/d.md", 5040, 6040)}
	c := relations.Corrections{
		Supersedes:    []relations.Correction{{From: "a", To: "b", Author: "Ada", Reason: "v2 was a mistake"}, {From: "a", To: "gone"}},
		NotDuplicates: []relations.Correction{{From: "d", To: "c", Author: "Ada", Reason: "two offices"}},
	}
	if got, want := kinds(nodes, c), "a > b supersedes\nb > a version-of"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, e := range relations.Join(nodes, c) {
		if e.Kind == relations.Supersedes && (e.Strength != 1000 || !reflect.DeepEqual(e.Reasons, []string{"said by Ada", "v2 was a mistake"})) {
			t.Errorf("got %+v", e)
		}
	}
}

// crowd makes documents of which some are related in each way.
func crowd(n int) []relations.Node {
	r := rand.New(rand.NewPCG(7, uint64(n)))
	nodes := make([]relations.Node, n)
	for i := range nodes {
		group, at := i/4, 10000*(i/4)
		path := fmt.Sprintf("r/d%03d/paper %d-v%d.md", group%300, group, i%4)
		switch group % 4 {
		case 1:
			path = fmt.Sprintf("r/d%03d/list %d-2024-%02d.md", group%300, group, 1+i%4)
		case 2:
			path = fmt.Sprintf("r/d%03d/%x.md", group%300, r.Uint64())
		case 3:
			at = 10000 * i
		}
		from := at + r.IntN(60)
		key := fmt.Sprintf("%08d", group)
		nodes[i] = paper(fmt.Sprintf("q%06d", i), path, from, from+400, titled(fmt.Sprintf("Paper number %d", group)), dated(fmt.Sprintf("2024-0%d", 1+i%4)),
			claiming(key+"N"+fmt.Sprint(r.IntN(3))+" EUR|sec1@5-9", fmt.Sprintf("%08d", i+50000000)+"n7|sec1@10-11", "commonAAn"+fmt.Sprint(i%7)+"|sec1@12-13"))
		nodes[i].Facts.Mentions = []knowledge.Mention{{File: true, Text: fmt.Sprintf("paper %d-v1.md", r.IntN(n)), Unit: "sec1"}, {Text: fmt.Sprintf("Paper number %d", r.IntN(n)), Unit: "sec1", Span: knowledge.Span{3, 9}}}
	}
	return nodes
}

func TestEdgesDoNotDependOnTheOrderOfNodes(t *testing.T) {
	nodes := crowd(240)
	want := relations.Join(nodes, relations.Corrections{})
	seen := map[string]bool{}
	for _, e := range want {
		seen[e.Kind] = true
	}
	for _, kind := range []string{relations.VersionOf, relations.Supersedes, relations.PartOfSeries, relations.NearDuplicate, relations.ConflictsWith, relations.Mentions} {
		if !seen[kind] {
			t.Errorf("the crowd has no %s", kind)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 10 {
		r.Shuffle(len(nodes), func(a, b int) { nodes[a], nodes[b] = nodes[b], nodes[a] })
		if got := relations.Join(nodes, relations.Corrections{}); !reflect.DeepEqual(got, want) {
			t.Fatal("another order of nodes, other edges")
		}
	}
}

func BenchmarkJoin20000(b *testing.B) {
	nodes := crowd(20000)
	b.ResetTimer()
	for b.Loop() {
		relations.ByNode(relations.Join(nodes, relations.Corrections{}))
	}
}
