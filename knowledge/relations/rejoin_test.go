package relations_test

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
	"quire/knowledge/relations"
)

var histories = flag.Int("histories", 16, "random histories of changes to run")

// memory is what a join leaves for the next one, as it grows by the deltas alone.
type memory struct {
	nodes   map[string]relations.Node
	holders map[relations.Key][]string
	rows    map[string]relations.Row
}

func (m *memory) Holders(k relations.Key) ([]string, error) { return slices.Clone(m.holders[k]), nil }

func (m *memory) Node(id string) (*relations.Node, bool, error) {
	n, ok := m.nodes[id]
	return &n, ok, nil
}

// textOf returns texts by which near duplicates are compared: that of some nodes is not
// there, and some say less in common than their sketches.
func textOf(nodes map[string]relations.Node) relations.Texts {
	return func(id string) (relations.Text, bool) {
		n := nodes[id]
		sum := 0
		for i, b := range n.Facts.Text {
			sum += i * int(b)
		}
		words := make([]string, 0, 60)
		for i := range 60 {
			words = append(words, fmt.Sprint("w", i+sum/4*(i/57)))
		}
		return relations.Text{{Unit: "sec1", Text: strings.Join(words[:30], " ")}, {Unit: "sec2", Text: strings.Join(words[30:], " ")}}, sum%7 > 0
	}
}

func (m *memory) Path(id string) (string, bool) { n, ok := m.nodes[id]; return n.Path, ok }

func (m *memory) Edges(id string) ([]relations.Edge, error) {
	row := m.rows[id]
	return row.Edges(), nil
}

// withTexts answers with the texts of now.
type withTexts struct {
	*memory
	texts relations.Texts
}

func (w *withTexts) Text(id string) (relations.Text, bool) { return w.texts(id) }

// apply takes a delta over.
func (m *memory) apply(t *testing.T, d *relations.Delta) {
	for _, e := range d.Drop {
		at := slices.Index(m.holders[e.Key], e.ID)
		if at < 0 {
			t.Fatalf("%s is to lose a key that it does not hold", e.ID)
		}
		m.holders[e.Key] = slices.Delete(m.holders[e.Key], at, at+1)
		if len(m.holders[e.Key]) == 0 {
			delete(m.holders, e.Key)
		}
	}
	for _, e := range d.Add {
		m.holders[e.Key] = append(m.holders[e.Key], e.ID)
		slices.Sort(m.holders[e.Key])
	}
	for _, row := range d.Rows {
		if len(row.In)+len(row.Out) == 0 {
			delete(m.rows, row.ID)
		} else {
			m.rows[row.ID] = row
		}
	}
}

func joined(nodes map[string]relations.Node, c relations.Corrections) *memory {
	m := &memory{nodes: maps.Clone(nodes), holders: map[relations.Key][]string{}, rows: map[string]relations.Row{}}
	edges := relations.JoinTexts(slices.Collect(maps.Values(nodes)), c, textOf(nodes))
	met := map[string]bool{}
	for _, id := range slices.Sorted(maps.Keys(nodes)) {
		n := nodes[id]
		var parent *relations.Node
		if p, ok := nodes[n.Parent]; ok && n.Parent != id {
			parent = &p
		}
		relations.Keys(&n, parent, met[n.Content], func(k relations.Key) { m.holders[k] = append(m.holders[k], id) })
		met[n.Content] = n.Content != ""
	}
	for _, row := range relations.ByNode(edges) {
		m.rows[row.ID] = row
	}
	return m
}

// After any history of changes, what was joined bit by bit is what one join of all makes,
// the keys included.
func TestJoiningBitByBitEqualsJoiningAll(t *testing.T) {
	seen := map[string]int{}
	parts := 0
	for seed := range *histories {
		h := history{rng: rand.New(rand.NewPCG(uint64(seed), 5)), nodes: map[string]relations.Node{}}
		for range 30 + h.rng.IntN(30) {
			h.put(h.fresh())
		}
		m := joined(h.nodes, h.said)
		for step := range 16 {
			before, was := maps.Clone(h.nodes), h.said
			for range 1 + h.rng.IntN(3)*h.rng.IntN(2) {
				h.step()
			}
			var changes []relations.Change
			for _, id := range slices.Sorted(maps.Keys(union(before, h.nodes))) {
				x, had := before[id]
				y, has := h.nodes[id]
				c := relations.Change{ID: id}
				if had {
					c.Before = &x
				}
				if has {
					c.Now = &y
				}
				if !had || !has || !reflect.DeepEqual(x, y) {
					changes = append(changes, c)
				}
			}
			d, ok, err := relations.Rejoin(&withTexts{m, textOf(h.nodes)}, changes, h.said, was, 1<<20)
			if err != nil || !ok {
				t.Fatalf("seed %d step %d: %v, %v", seed, step, ok, err)
			}
			if d.Nodes < len(h.nodes) {
				parts++
			}
			m.apply(t, d)
			m.nodes = maps.Clone(h.nodes)
			want := joined(h.nodes, h.said)
			if diff := differing(m.rows, want.rows); diff != "" {
				t.Fatalf("seed %d step %d: %s, after %v", seed, step, diff, h.log)
			}
			if !reflect.DeepEqual(m.holders, want.holders) {
				t.Fatalf("seed %d step %d: other keys, after %v", seed, step, h.log)
			}
			for _, row := range m.rows {
				for _, r := range row.Out {
					seen[r.Kind]++
				}
			}
		}
	}
	for _, kind := range []string{
		relations.Contains, relations.AttachedTo, relations.RepliesTo, relations.LinksTo, relations.Mentions, relations.SameAs, relations.NearDuplicate,
		relations.VersionOf, relations.Supersedes, relations.TranslationOf, relations.ConflictsWith, relations.PartOfSeries,
	} {
		if seen[kind] < 50 {
			t.Errorf("%d edges of %s in all histories: too few to say anything", seen[kind], kind)
		}
	}
	if parts < 100 {
		t.Errorf("all nodes were joined anew in all but %d steps", parts)
	}
}

func union(a, b map[string]relations.Node) map[string]bool {
	out := map[string]bool{}
	for _, m := range []map[string]relations.Node{a, b} {
		for id := range m {
			out[id] = true
		}
	}
	return out
}

func differing(got, want map[string]relations.Row) string {
	ids := slices.AppendSeq(slices.Collect(maps.Keys(got)), maps.Keys(want))
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if a, b := got[id], want[id]; !reflect.DeepEqual(a, b) {
			x, y := a.Edges(), b.Edges()
			in := func(list []relations.Edge) func(relations.Edge) bool {
				return func(e relations.Edge) bool {
					return slices.ContainsFunc(list, func(f relations.Edge) bool { return reflect.DeepEqual(e, f) })
				}
			}
			return fmt.Sprintf("of the edges of %s\n%+v\nare in no join of all\n%+v\nare only there", id, slices.DeleteFunc(x, in(b.Edges())), slices.DeleteFunc(y, in(a.Edges())))
		}
	}
	return ""
}

// history changes nodes at random. There are few names, titles and texts, so that many
// nodes share them and the limits on how many may are passed up and down.
type history struct {
	rng   *rand.Rand
	nodes map[string]relations.Node
	said  relations.Corrections
	next  int
	log   []string
}

func (h *history) put(n relations.Node) { h.nodes[n.ID] = n }

func (h *history) of(words ...string) string { return words[h.rng.IntN(len(words))] }

func (h *history) any() (relations.Node, bool) {
	ids := slices.Sorted(maps.Keys(h.nodes))
	if len(ids) == 0 {
		return relations.Node{}, false
	}
	return h.nodes[ids[h.rng.IntN(len(ids))]], true
}

func (h *history) path() string {
	return "r/" + h.of("", "a/", "b/", "a/archive/", "a/en/", "a/de/") + h.of("plan", "list", "report one") +
		h.of("", "-v1", "-v2", " draft", "-2024-01", "-2024-02", "-2024-03", "-2024-05-01", " 1", " 2", " 3", "_en", "_de", " (1)") + h.of(".md", ".md", ".pdf", ".eml")
}

func (h *history) fresh() relations.Node {
	h.next++
	n := relations.Node{ID: fmt.Sprintf("q%04d", (h.next*7919)%10000)}
	h.rename(&n)
	h.rewrite(&n)
	return n
}

func (h *history) rename(n *relations.Node) {
	n.Path, n.Type, n.Parent, n.Member = h.path(), "markdown", "", ""
	switch h.rng.IntN(12) {
	case 0:
		n.Type = "zip"
	case 1, 2:
		n.Type = "eml"
	case 3:
		n.Type = "pdf"
	case 4, 5:
		if p, ok := h.any(); ok && p.ID != n.ID && p.Parent == "" {
			n.Parent, n.Member = p.ID, "member=x"
			name := h.of("x.md", "plan-v1.md", "plan-v2.md")
			for _, m := range p.Facts.Mentions { // its own attachment
				if m.File && h.rng.IntN(2) == 0 {
					name = m.Text
				}
			}
			n.Path = p.Path + "!/" + name
		}
	}
}

func (h *history) rewrite(n *relations.Node) {
	rng := h.rng
	from := 1000*rng.IntN(5) + h.pick(0, 0, 20, 40, 150, 300)
	id := fmt.Sprintf("%s-%d", n.ID, rng.IntN(1000))
	if rng.IntN(4) == 0 {
		id = h.of("one", "two", "three") // copies
		from = 1000 * len(id)
	}
	n.Content = "sha256:" + id
	if rng.IntN(20) == 0 {
		n.Content = ""
	}
	f := &n.Facts
	*f = knowledge.Facts{
		Title: h.of("", "Plan", "House rules", "House Rules v2", "Price list", "The annual report 2024", "The annual report 2025"), Language: h.of("eng", "eng", "deu", "und"),
		Date: h.of("", "2024", "2024-01-02", "2025-03-02"), Text: sketch(knowledge.TextBins, from, from+h.pick(10, 600, 600, 600)), Shape: h.of("", "s1", "s2"),
	}
	at := h.pick(0, 0, 0, 3, 30)
	f.Numbers, f.Names = sketch(knowledge.SmallBins, at, at+20), sketch(knowledge.SmallBins, at, at+20)
	if rng.IntN(3) > 0 {
		from := h.pick(0, 0, 0, 50)
		f.Outline = sketch(knowledge.SmallBins, from, from+9)
	}
	if rng.IntN(6) == 0 {
		f.Revision = &knowledge.Mark{Value: h.of("1", "2", "1.9"), Text: "v"}
	}
	if rng.IntN(6) == 0 {
		f.Stage = &knowledge.Mark{Value: h.of("draft", "final", "old"), Text: "s"}
	}
	for range rng.IntN(3) * rng.IntN(2) {
		f.Replaces = append(f.Replaces, knowledge.Said{By: rng.IntN(3) == 0, Target: h.of("plan-v1.md", "the previous version", "House Rules", "a/list.md", ""), Text: "said"})
	}
	for range rng.IntN(3) {
		f.Mentions = append(f.Mentions, h.mention())
	}
	for range rng.IntN(5) {
		var c knowledge.Claim
		text := fmt.Sprintf("%08d%s%d EUR|sec1@5-9", rng.IntN(12), h.of("n", "N"), rng.IntN(3))
		if err := c.UnmarshalText([]byte(text)); err != nil {
			panic(err)
		}
		f.Claims = append(f.Claims, c)
	}
	n.Links = nil
	for range rng.IntN(3) {
		n.Links = append(n.Links, relations.Link{Target: h.of("plan.md", "plan-v2.md", "[[list]]", "/b/list.md", "../a/plan%20draft.md", "list-2024-01.md"), Unit: "sec1"})
	}
	n.MessageID, n.InReplyTo = "", nil
	if n.Type == "eml" {
		n.MessageID = "<" + h.of("1", "2", "3", "4", "X", "x") + "@x>"
		for range rng.IntN(3) {
			n.InReplyTo = append(n.InReplyTo, "<"+h.of("1", "2", "3", "4", "x", "gone")+"@x>")
		}
	}
}

func (h *history) pick(of ...int) int { return of[h.rng.IntN(len(of))] }

func (h *history) mention() knowledge.Mention {
	if h.rng.IntN(2) == 0 {
		return knowledge.Mention{File: true, Text: h.of("plan-v1.md", "list.md", "report one.pdf", "plan 1.md"), Unit: "sec1"}
	}
	return knowledge.Mention{Text: h.of("House rules", "Price list", "The annual report 2024"), Unit: "sec1"}
}

// step makes one change.
func (h *history) step() {
	n, ok := h.any()
	what := h.rng.IntN(12)
	h.log = append(h.log, fmt.Sprintf("%d:%s", what, n.ID))
	switch {
	case what < 3 || !ok:
		h.put(h.fresh())
	case what < 5 && len(h.nodes) > 20:
		delete(h.nodes, n.ID)
	case what == 5:
		h.rename(&n)
		h.put(n)
	case what == 6: // a little of it
		n.Facts.Title = h.of("Plan", "HOUSE rules", "House rules", "Price list")
		n.Content = "sha256:t" + fmt.Sprint(h.rng.IntN(1<<30))
		h.put(n)
	case what == 7: // a copy of it, or many
		for range h.pick(1, 1, 3, 9, 18) {
			c := h.fresh()
			c.Content, c.Facts, c.Links = n.Content, n.Facts, n.Links
			h.put(c)
		}
	case what == 8: // a form filled in often
		for range h.pick(2, 8, 16) {
			c := h.fresh()
			c.Facts.Text, c.Facts.Claims = n.Facts.Text, n.Facts.Claims
			h.put(c)
		}
	case what == 9:
		h.correct(n.ID)
	case what == 10: // many at once
		for _, id := range slices.Sorted(maps.Keys(h.nodes)) {
			if len(h.nodes) > 55 && h.rng.IntN(3) == 0 {
				delete(h.nodes, id)
			}
		}
	default:
		h.rewrite(&n)
		h.put(n)
	}
}

func (h *history) correct(id string) {
	other, _ := h.any()
	c := relations.Correction{From: id, To: other.ID, Author: "Ada", Reason: h.of("x", "y")}
	lists := []*[]relations.Correction{&h.said.Supersedes, &h.said.NotDuplicates}
	list := lists[h.rng.IntN(2)]
	if h.rng.IntN(3) == 0 && len(*list) > 0 {
		*list = slices.Delete(slices.Clone(*list), 0, 1)
		return
	}
	*list = append(slices.Clone(*list), c)
	slices.SortStableFunc(*list, func(a, b relations.Correction) int { return cmp.Compare(a.From, b.From) })
}
