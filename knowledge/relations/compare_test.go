package relations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
	"quire/knowledge/relations"
)

// joinTexts joins two documents whose sketches are alike and whose texts are these, and
// returns the only edge, nil where there is none.
func joinTexts(t *testing.T, a, b relations.Text) *relations.Edge {
	t.Helper()
	nodes := []relations.Node{paper("a", "r/a.md", 0, 1000), paper("b", "r/b.md", 40, 1040)}
	texts := map[string]relations.Text{"a": a, "b": b}
	edges := relations.JoinTexts(nodes, relations.Corrections{}, func(id string) (relations.Text, bool) { return texts[id], texts[id] != nil })
	switch len(edges) {
	case 0:
		return nil
	case 1:
		for _, e := range edges[0].Evidence[2:] {
			for _, part := range texts[e.Source] {
				if part.Unit == e.Unit && strings.Join(strings.Fields(part.Text[e.Span[0]:e.Span[1]]), " ") != e.Text {
					t.Errorf("%q does not stand at %v of %s", e.Text, e.Span, e.Unit)
				}
			}
		}
		return &edges[0]
	}
	t.Fatalf("got %v", edges)
	return nil
}

// someWords are so many words that are told apart, one of them with others.
func someWords(n int, change func(at int) string) string {
	var out []string
	for i := range n {
		w := fmt.Sprintf("word%d", i)
		if change != nil {
			if other := change(i); other != "-" {
				w = other
			}
		}
		if w != "" {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

func TestNearDuplicatesAreComparedByTheirText(t *testing.T) {
	one := func(text string) relations.Text { return relations.Text{{Unit: "sec1", Text: text}} }
	at := func(place int, other string) func(int) string {
		return func(i int) string {
			if i == place {
				return other
			}
			return "-"
		}
	}
	plain := someWords(400, nil)
	tests := []struct {
		name, a, b string
		want       string // the places that differ
		strength   int
	}{
		{"another word", plain, someWords(400, at(100, "other")), "word100 | other", 985},
		{"another case and line", plain, strings.ToUpper(strings.ReplaceAll(plain, " ", "\n")), "", 1000},
		{"a word more", plain, someWords(400, at(100, "word100 more")), "word100 | word100 more", 987},
		{"a word less", plain, someWords(400, at(100, "")), "word99 word100 | word99", 987},
		{"at the beginning", plain, "New " + plain, "word0 | New word0", 997},
		{"at the end", plain, plain + " and so on", "word399 | word399 and so on", 992},
		{"ten places", plain, someWords(400, func(i int) string {
			if i%40 == 20 {
				return fmt.Sprint("x", i)
			}
			return "-"
		}), "word20 | x20\nword60 | x60\nword100 | x100", 859},
		{"not by their text", plain, someWords(400, func(i int) string {
			if i%5 == 0 {
				return fmt.Sprint("x", i)
			}
			return "-"
		}), "none", 0},
		{"long", plain + " " + strings.Repeat("ü", 300), plain + " " + strings.Repeat("a", 300), strings.Repeat("ü", 80) + " | " + strings.Repeat("a", 160), 995},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := joinTexts(t, one(tt.a), one(tt.b))
			if e == nil {
				if tt.want != "none" {
					t.Error("they are not related")
				}
				return
			}
			var places []string
			for p := range slices.Chunk(e.Evidence[2:], 2) {
				places = append(places, p[0].Text+" | "+p[1].Text)
			}
			if got := strings.Join(places, "\n"); got != tt.want || e.Strength != tt.strength {
				t.Errorf("got %d and\n%s\nwant %d and\n%s", e.Strength, got, tt.strength, tt.want)
			}
			if tt.name == "ten places" && !slices.Contains(e.Reasons, "places that differ: 10") {
				t.Errorf("the reasons are %q", e.Reasons)
			}
		})
	}
}

// A text without words, or that cannot be read, is no trouble; a place is cited in its
// unit.
func TestPlacesAreCitedWhereTheyStand(t *testing.T) {
	plain := someWords(100, nil)
	e := joinTexts(t, relations.Text{{Unit: "p1", Text: plain}, {Unit: "p2", Text: "Pay 500 EUR\nby May, or leave it as it was."}}, relations.Text{{Unit: "s1", Text: plain + " pay"}, {Unit: "s2", Text: "750  EUR by May, or leave it as it was."}})
	if e == nil || len(e.Evidence) < 4 {
		t.Fatalf("got %+v", e)
	}
	if a, b := e.Evidence[2], e.Evidence[3]; a.Unit != "p2" || b.Unit != "s2" || a.Span != (knowledge.Span{4, 7}) || a.Text != "500" || b.Text != "750" {
		t.Errorf("got %+v and %+v", a, b)
	}
	if e := joinTexts(t, nil, relations.Text{{Unit: "p1", Text: plain}}); e == nil || len(e.Evidence) != 2 {
		t.Errorf("of a text that cannot be read: %+v", e)
	}
	if e := joinTexts(t, relations.Text{{Unit: "p1", Text: "…"}}, relations.Text{{Unit: "p1", Text: plain}}); e != nil {
		t.Errorf("of a text without words: %+v", e)
	}
}
