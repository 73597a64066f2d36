package relations_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
	"quire/knowledge/relations"
)

// show prints edges one a line.
func show(edges []relations.Edge) string {
	var b strings.Builder
	for _, e := range edges {
		fmt.Fprintf(&b, "%s %s %s %d\n", e.From, e.Kind, e.To, e.Strength)
	}
	return b.String()
}

func expect(t *testing.T, nodes []relations.Node, want ...string) {
	t.Helper()
	wanted := strings.Join(want, "\n")
	if got := strings.TrimSuffix(show(relations.Join(nodes, relations.Corrections{})), "\n"); got != wanted {
		t.Errorf("got\n%s\nwant\n%s", got, wanted)
	}
}

func TestContainersAndMails(t *testing.T) {
	expect(t, []relations.Node{
		{ID: "zip", Path: "r/a.zip", Type: "zip"},
		{ID: "doc", Path: "r/a.zip!/b.docx", Parent: "zip", Member: "member=b.docx", Type: "docx"},
		{ID: "sheet", Path: "r/a.zip!/b.docx!/s.xlsx", Parent: "doc", Member: "member=word/embeddings/s.xlsx", Type: "xlsx"},
		{ID: "mbox", Path: "r/m.mbox", Type: "mbox"},
		{ID: "mail", Path: "r/m.mbox!/msg-1.eml", Parent: "mbox", Member: "part=1", Type: "eml"},
		{ID: "pdf", Path: "r/m.mbox!/msg-1.eml!/x.pdf", Parent: "mail", Member: "part=2", Type: "pdf"},
		{ID: "orphan", Path: "r/gone.zip!/x", Parent: "gone"},
		{ID: "loop", Path: "r/loop", Parent: "loop"},
	},
		"doc contains sheet 1000", "mbox contains mail 1000", "pdf attached-to mail 1000", "zip contains doc 1000")
}

func TestReplies(t *testing.T) {
	mail := func(id, path, message string, above ...string) relations.Node {
		return relations.Node{ID: id, Path: path, Type: "eml", MessageID: message, InReplyTo: above}
	}
	in := func(parent string, n relations.Node) relations.Node { n.Parent = parent; return n }
	tests := []struct {
		name  string
		nodes []relations.Node
		want  []string
	}{
		{"to the answered message", []relations.Node{mail("a", "r/a", "<1@x>"), mail("b", "r/b", "<2@x>", "<1@x>")}, []string{"b replies-to a 1000"}},
		{"brackets, case and folding do not matter", []relations.Node{mail("a", "r/a", "1@X.org"), mail("b", "r/b", "2@x", "< 1@x.ORG\r\n >")}, []string{"b replies-to a 1000"}},
		{"to the last of the thread, not to all", []relations.Node{mail("a", "r/a", "<1@x>"), mail("b", "r/b", "<2@x>"), mail("c", "r/c", "<3@x>", "<1@x>", "<2@x>")}, []string{"c replies-to b 1000"}},
		{"to the nearest one there is", []relations.Node{mail("a", "r/a", "<0@x>"), mail("b", "r/b", "<1@x>"), mail("c", "r/c", "<3@x>", "<0@x>", "<1@x>", "<gone@x>", "<gone@x>")}, []string{"c replies-to b 600"}},
		{"In-Reply-To repeats the last reference", []relations.Node{mail("a", "r/a", "<1@x>"), mail("b", "r/b", "<2@x>", "<0@x>", "<1@x>", "<1@x>")}, []string{"b replies-to a 1000"}},
		{"to a message that is not there", []relations.Node{mail("a", "r/a", "<1@x>"), mail("b", "r/b", "<2@x>", "<11@x>", "<1@x.org>")}, nil},
		{"to itself", []relations.Node{mail("a", "r/a", "<1@x>", "<1@x>")}, nil},
		{"to nothing", []relations.Node{mail("a", "r/a", ""), mail("b", "r/b", "<>", "", "<>")}, nil},
		{"to a copy in the same folder", []relations.Node{mail("a", "r/in/a", "<1@x>"), mail("b", "r/old/a", "<1@x>"), mail("c", "r/old/c", "<2@x>", "<1@x>")}, []string{"c replies-to b 1000"}},
		{"to a copy in the same mailbox", []relations.Node{in("m", mail("a", "r/m!/a", "<1@x>")), in("n", mail("b", "r/n!/a", "<1@x>")), in("n", mail("c", "r/n!/c", "<2@x>", "<1@x>"))}, []string{"c replies-to b 1000"}},
		{"to one of two copies elsewhere", []relations.Node{mail("a", "r/in/a", "<1@x>"), mail("b", "r/old/a", "<1@x>"), mail("c", "r/c", "<2@x>", "<1@x>")}, nil},
		{"to one of two copies here", []relations.Node{mail("a", "r/a", "<1@x>"), mail("b", "r/b", "<1@x>"), mail("c", "r/c", "<2@x>", "<0@x>", "<1@x>"), mail("d", "r/d", "<0@x>")}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { expect(t, tt.nodes, tt.want...) })
	}
}

func TestEdgesCarryTheirEvidence(t *testing.T) {
	nodes := []relations.Node{
		{ID: "a", Path: "r/a.md", Type: "markdown", Links: []relations.Link{
			{Target: "b.md#x", Unit: "sec1", Span: knowledge.Span{3, 9}}, {Target: "/b.md", Unit: "sec2"}, {Target: "b.md#x", Unit: "sec1", Span: knowledge.Span{3, 9}},
		}},
		{ID: "b", Path: "r/b.md", Type: "markdown"},
		{ID: "m", Path: "r/m.eml", Type: "eml", MessageID: "<1@x>"},
		{ID: "n", Path: "r/m.eml!/n.eml", Parent: "m", Member: "part=2", Type: "eml", MessageID: "<2@x>", InReplyTo: []string{"<1@X>"}},
	}
	want := []relations.Edge{
		{Kind: "links-to", From: "a", To: "b", Strength: 1000, Evidence: []relations.Evidence{
			{Source: "a", Unit: "sec1", Span: knowledge.Span{3, 9}, Text: "b.md#x"}, {Source: "a", Unit: "sec2", Text: "/b.md"}, {Source: "b", Text: "r/b.md"},
		}},
		{Kind: "attached-to", From: "n", To: "m", Strength: 1000, Evidence: []relations.Evidence{{Source: "m", Text: "part=2"}}},
		{Kind: "replies-to", From: "n", To: "m", Strength: 1000, Evidence: []relations.Evidence{{Source: "n", Text: "<1@X>"}, {Source: "m", Text: "<1@x>"}}},
	}
	if got := relations.Join(nodes, relations.Corrections{}); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

func TestPlacesOfOneLinkAreCapped(t *testing.T) {
	a := relations.Node{ID: "a", Path: "r/a.html", Type: "html"}
	for i := range 50 {
		a.Links = append(a.Links, relations.Link{Target: "b.html", Unit: fmt.Sprint("p", i)})
	}
	edges := relations.Join([]relations.Node{a, {ID: "b", Path: "r/b.html"}}, relations.Corrections{})
	if len(edges) != 1 || len(edges[0].Evidence) != 6 || edges[0].Evidence[4].Unit != "p4" || edges[0].Evidence[5].Source != "b" {
		t.Errorf("%+v", edges)
	}
}

func TestRowsHoldBothDirections(t *testing.T) {
	rows := relations.ByNode([]relations.Edge{
		{Kind: "links-to", From: "a", To: "b", Strength: 1000, Evidence: []relations.Evidence{{Source: "a", Unit: "sec1", Span: knowledge.Span{1, 5}, Text: "b.md"}}},
		{Kind: "contains", From: "c", To: "a", Strength: 1000},
	})
	b, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	link := `"strength":1000,"evidence":[{"source":"a","unit":"sec1","span":[1,5],"text":"b.md"}]}]`
	want := `[{"id":"a","out":[{"kind":"links-to","id":"b",` + link + `,"in":[{"kind":"contains","id":"c","strength":1000}]},` +
		`{"id":"b","in":[{"kind":"links-to","id":"a",` + link + `},{"id":"c","out":[{"kind":"contains","id":"a","strength":1000}]}]`
	if string(b) != want {
		t.Errorf("got\n%s\nwant\n%s", b, want)
	}
	if got := relations.ByNode(nil); got != nil {
		t.Errorf("no edges give %v", got)
	}
}

// corpus makes n sources that are named and linked like a folder of notes, mails
// and archives.
func corpus(n int) []relations.Node {
	nodes := make([]relations.Node, n)
	id := func(i int) string { return fmt.Sprintf("q%06d", i) }
	for i := range nodes {
		x := &nodes[i]
		x.ID, x.Type, x.Path = id(i), "markdown", fmt.Sprintf("r/part %d/note %d.md", i%97, i)
		x.Links = []relations.Link{{Target: fmt.Sprintf("../part%%20%d/note%%20%d.md#top", (i+1)%97, (i+1)%n)}, {Target: fmt.Sprintf("Note %d", i/2), Wiki: true}, {Target: "README"}, {Target: "https://example.org/"}}
		switch {
		case i%5 == 1:
			x.Type, x.Parent, x.Member = "eml", id(i-1), "part=1"
			x.Path = fmt.Sprintf("%s!/msg-%d.eml", nodes[i-1].Path, i)
			x.MessageID, x.InReplyTo = fmt.Sprintf("<%d@x>", i), []string{fmt.Sprintf("<%d@x>", i/2), fmt.Sprintf("<%d@X>", i-5)}
		case i%50 == 3:
			x.Path = fmt.Sprintf("r/part %d/%d/README.md", i%97, i)
		}
	}
	return nodes
}

func TestOrderOfNodesChangesNothing(t *testing.T) {
	nodes := corpus(1000)
	want := relations.Join(nodes, relations.Corrections{})
	if len(want) < 1500 || !slices.IsSortedFunc(want, func(a, b relations.Edge) int {
		return strings.Compare(a.From+" "+a.Kind+" "+a.To, b.From+" "+b.Kind+" "+b.To)
	}) {
		t.Fatalf("%d edges, or not sorted", len(want))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		r.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
		before := slices.Clone(nodes)
		if got := relations.Join(nodes, relations.Corrections{}); !reflect.DeepEqual(got, want) {
			t.Fatal("another order gives other edges")
		}
		if !reflect.DeepEqual(nodes, before) {
			t.Fatal("the nodes were changed")
		}
	}
}

func BenchmarkJoin(b *testing.B) {
	for _, n := range []int{2_000, 20_000} {
		nodes := corpus(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				relations.ByNode(relations.Join(nodes, relations.Corrections{}))
			}
		})
	}
	// One name for everything is the worst case of a join.
	alike := make([]relations.Node, 20_000)
	for i := range alike {
		alike[i] = relations.Node{ID: fmt.Sprint(i), Path: fmt.Sprintf("r/%d/index.md", i), Type: "markdown", MessageID: "<1@x>", InReplyTo: []string{"<0@x>", "<1@x>"},
			Links: []relations.Link{{Target: "index", Wiki: true}, {Target: "index"}}}
	}
	b.Run("one-name", func(b *testing.B) {
		for b.Loop() {
			relations.Join(alike, relations.Corrections{})
		}
	})
}
