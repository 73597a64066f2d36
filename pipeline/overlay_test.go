package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
	"quire/knowledge/overlay"
	"quire/retrieval"
	"quire/retrieval/proof"
)

// authoredWorld is a corpus whose every unit and line has something written about it,
// each with a word of its own. Its documents link to each other, and contradict each
// other's fees, so that relations and pages rest on its lines too.
type authoredWorld struct {
	*world
	rng   *rand.Rand
	lines [][][]string        // document, unit, line
	rests map[string][][3]int // word → the lines that its text rests on; of a unit all of them
}

func newAuthoredWorld(t *testing.T) *authoredWorld {
	w := &authoredWorld{world: newWorld(t), rng: rand.New(rand.NewPCG(1, 2)), rests: map[string][][3]int{}}
	w.config = func(o *Options) { o.Inputs = os.DirFS(w.home) }
	for d := range 4 {
		var units [][]string
		for u := range 4 {
			units = append(units, []string{fmt.Sprintf("The office of place%d%d opens at nine.", d, u), fmt.Sprintf("Its rent is %d euros a month.", 100*d+10*u+5)})
		}
		units[1][1] = fmt.Sprintf("The yearly fee of the Quarry Lane office is %d EUR.", 1000+d)
		units[3][0] = fmt.Sprintf("It was decided on %d March 2026 that the office of place%d is moved.", d+1, d)
		w.lines = append(w.lines, units)
		w.write(w.name(d), w.text(d))
	}
	return w
}

func (w *authoredWorld) name(d int) string {
	return []string{"alder", "birch", "cedar", "doyen"}[d] + ".md"
}

func (w *authoredWorld) text(d int) string {
	var b strings.Builder
	for u, lines := range w.lines[d] {
		fmt.Fprintf(&b, "# Part %c of %s\n\n%s\n\n", 'a'+u, w.name(d), strings.Join(lines, "\n\n"))
	}
	fmt.Fprintf(&b, "See [the other](%s).\n", w.name((d+1)%4))
	return b.String()
}

// author writes an overlay for each unit, a statement for each line, and statements that
// rest on two places, perhaps of two documents.
func (w *authoredWorld) author() {
	v := w.view()
	defer v.Close()
	var entries []overlay.Entry
	refs := map[[2]int]overlay.Cite{}
	for d := range w.lines {
		s, err := v.Resolve("corpus/" + w.name(d))
		if err != nil {
			w.t.Fatal(err)
		}
		doc, err := v.Document(s)
		if err != nil || len(doc.Units) != len(w.lines[d]) {
			w.t.Fatalf("%d units, %v", len(doc.Units), err)
		}
		for u := range doc.Units {
			unit := &doc.Units[u]
			refs[[2]int{d, u}] = overlay.Cite{Source: s.ID, Unit: unit.Name, Digest: string(unit.Digest)}
			word := fmt.Sprintf("zebra%dx%d", d, u)
			entries = append(entries, overlay.Entry{Source: s.ID, Unit: unit.Name, Digest: string(unit.Digest), Slot: overlay.Note, Text: "A " + word + " stands here.", Author: "ann"})
			w.rests[word] = [][3]int{{d, u, 0}, {d, u, 1}}
			for l, line := range w.lines[d][u] {
				word := fmt.Sprintf("okapi%dx%dx%d", d, u, l)
				entries = append(entries, overlay.Entry{Source: s.ID, Slot: overlay.Fact, Text: "An " + word + " says so.", Author: "ann", Rests: []overlay.Cite{{Source: s.ID, Quote: line}}})
				w.rests[word] = [][3]int{{d, u, l}}
			}
		}
	}
	for n := range 12 {
		a, b := [2]int{w.rng.IntN(4), w.rng.IntN(4)}, [3]int{w.rng.IntN(4), w.rng.IntN(4), w.rng.IntN(2)}
		word := fmt.Sprintf("tapir%d", n)
		entries = append(entries, overlay.Entry{Source: refs[a].Source, Slot: overlay.KeyPoint, Text: "A " + word + " rests on both.", Author: "ann",
			Rests: []overlay.Cite{refs[a], {Source: refs[[2]int{b[0], b[1]}].Source, Quote: w.lines[b[0]][b[1]][b[2]]}}})
		w.rests[word] = [][3]int{{a[0], a[1], 0}, {a[0], a[1], 1}, b}
	}
	for _, e := range entries {
		name := filepath.Join(w.home, filepath.FromSlash(overlay.FileFor(e)))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			w.t.Fatal(err)
		}
		if err := os.WriteFile(name, overlay.Encode([]overlay.Entry{e}), 0o644); err != nil {
			w.t.Fatal(err)
		}
	}
}

func (w *authoredWorld) view() *retrieval.View {
	w.t.Helper()
	v, err := retrieval.Open(w.published())
	if err != nil {
		w.t.Fatal(err)
	}
	return v
}

// edited is a line after an edit: it shares no word of its own and no figure with the
// line before.
func edited(line string) string {
	line = strings.NewReplacer("opens", "closes", " is ", " was ", "of place", "of site", " March", " April").Replace(line)
	return figures.ReplaceAllStringFunc(line, func(s string) string { return "7" + s })
}

// lost is how a stale statement is listed with its document: by the words it rested on.
var lost = regexp.MustCompile(`no longer says \\"[^"]*"`)

var figures = regexp.MustCompile(`\b\d+ (euros|EUR)`)

// expect checks that exactly the texts that rest on a changed line are stale, and that
// nothing shows the words of one, nor the line as it was: not the documents with what is
// written about them, their summaries, relations, pages, answers or proofs. changed has
// the lines as they were.
func (w *authoredWorld) expect(changed map[[3]int]string) {
	w.t.Helper()
	v := w.view()
	defer v.Close()
	all := w.everywhere(v)
	stale := map[string]bool{}
	if err := v.Records(func(s *knowledge.Source) bool {
		x, err := v.Trace(knowledge.Address{Source: s.ID}, nil)
		if err != nil {
			w.t.Fatal(err)
		}
		if s.TrustTier() != knowledge.SourceTier {
			stale[wordOf(x.Text)] = s.Stale
			return true
		}
		b, _ := json.Marshal(x)
		all += string(b)
		shown, err := v.Show(knowledge.Address{Source: s.ID})
		if err == nil {
			err = v.WithAuthored(shown)
		}
		if err != nil {
			w.t.Fatal(err)
		}
		b, _ = json.Marshal(shown)
		all += string(b)
		if b, err = v.Derived(s); err != nil {
			w.t.Fatal(err)
		}
		all += string(b)
		b, _ = json.Marshal(s)
		all += string(b)
		return true
	}); err != nil {
		w.t.Fatal(err)
	}
	if len(stale) != len(w.rests) {
		w.t.Fatalf("%d records of %d", len(stale), len(w.rests))
	}
	for _, word := range slices.Sorted(maps.Keys(w.rests)) {
		want := slices.ContainsFunc(w.rests[word], func(at [3]int) bool { return changed[at] != "" })
		if stale[word] != want {
			w.t.Errorf("%s: stale is %v, want %v", word, stale[word], want)
		}
		res, err := v.Retrieve(context.Background(), retrieval.Query{Text: word, Limit: 3})
		if err != nil {
			w.t.Fatal(err)
		}
		found := slices.ContainsFunc(res.Results, func(p retrieval.Passage) bool { return strings.Contains(p.Text, word+" ") }) // beside it, words spelled alike
		if found == want {
			w.t.Errorf("%s: found is %v, stale %v", word, found, want)
		}
		if shown := strings.Contains(all, word+" "); shown == want {
			w.t.Errorf("%s: shown with its documents is %v, stale %v", word, shown, want)
		}
		if !want && w.rng.IntN(6) > 0 { // of those that hold a few
			continue
		}
		said := map[byte]string{'z': "A %s stands here.", 'o': "An %s says so.", 't': "A %s rests on both."}[word[0]]
		proved, err := v.Prove(context.Background(), fmt.Sprintf(said, word))
		if err != nil {
			w.t.Fatal(err)
		}
		if got := proved.Statements[0]; want && got.Verdict == proof.Supported || !want && word[0] == 'z' && got.Verdict != proof.Supported {
			w.t.Errorf("%s: %s, stale %v, by %+v", word, got.Verdict, want, got.Evidence)
		}
	}
	all = lost.ReplaceAllString(all, "")
	for at, was := range changed {
		res, err := v.Retrieve(context.Background(), retrieval.Query{Text: was, Limit: 10, Hops: 2})
		if err != nil {
			w.t.Fatal(err)
		}
		b, _ := json.Marshal(res.Results)
		proved, err := v.Prove(context.Background(), was)
		if err != nil {
			w.t.Fatal(err)
		}
		if strings.Contains(all+string(b), was) || len(proved.Statements) > 0 && proved.Statements[0].Verdict == proof.Supported {
			text := all + string(b)
			i := max(0, strings.Index(text, was))
			w.t.Errorf("%v: the line as it was is still there: %s (%s), in %s", at, was, proved.Statements[0].Verdict, text[max(0, i-100):min(len(text), i+100)])
		}
		for _, f := range figures.FindAllString(was, -1) {
			if regexp.MustCompile(`\b` + f).MatchString(all + string(b)) {
				w.t.Errorf("%v: its figure is still there: %s", at, f)
			}
		}
	}
}

// everywhere returns the pages of the current snapshot and the whole graph of relations,
// as text.
func (w *authoredWorld) everywhere(v *retrieval.View) string {
	w.t.Helper()
	g, err := v.Graph(retrieval.GraphQuery{Depth: 9, Nodes: 1000, Edges: 10000})
	if err != nil {
		w.t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, e := range g.Edges {
		kinds[e.Kind] = true
	}
	if !kinds["links-to"] || !kinds["conflicts-with"] { // or the test would show nothing
		w.t.Errorf("the graph has only %v", kinds)
	}
	b, _ := json.Marshal(g)
	all := string(b)
	if err := v.Edges(func(line []byte) error { all += string(line); return nil }); err != nil {
		w.t.Fatal(err)
	}
	dir := filepath.Join(w.published(), "snapshots", v.Snapshot)
	for _, pattern := range []string{"*.md", "*.json", "pages/*"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(names) == 0 {
			w.t.Fatalf("%s: %v, %v", pattern, names, err)
		}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				w.t.Fatal(err)
			}
			all += string(b)
		}
	}
	return all
}

func wordOf(text string) string {
	for _, f := range strings.Fields(text) {
		if strings.HasPrefix(f, "zebra") || strings.HasPrefix(f, "okapi") || strings.HasPrefix(f, "tapir") {
			return f
		}
	}
	return ""
}

func TestExactlyWhatRestsOnAChangedUnitTurnsStale(t *testing.T) {
	w := newAuthoredWorld(t)
	w.sync(nil)
	w.author()
	w.sync(nil)
	w.expect(nil)
	before := w.sync(nil).Snapshot
	changed := map[[3]int]string{}
	edits := [][3]int{{1, 1, 1}, {0, 3, 0}} // a figure in dispute, a decision
	for len(edits) < 7 {
		edits = append(edits, [3]int{w.rng.IntN(4), w.rng.IntN(4), w.rng.IntN(2)})
	}
	for _, at := range edits {
		line := &w.lines[at[0]][at[1]][at[2]]
		if changed[at] != "" {
			continue
		}
		was := *line
		*line = edited(was)
		changed[at] = was
		w.write(w.name(at[0]), w.text(at[0]))
		w.sync(nil)
		w.expect(changed)
		if w.rng.IntN(2) == 0 { // and back again
			*line = was
			delete(changed, at)
			w.write(w.name(at[0]), w.text(at[0]))
		}
	}
	w.sync(nil)
	w.expect(changed)
	w.validate()
	fresh := newWorld(t)
	fresh.corpus, fresh.identity = w.corpus, w.identity
	fresh.sync(func(o *Options) { o.Jobs, o.Inputs = 1, os.DirFS(w.home) })
	if a, b := w.sync(nil).Snapshot, fresh.sync(func(o *Options) { o.Inputs = os.DirFS(w.home) }).Snapshot; a != b || a == before {
		t.Errorf("grown %s, clean %s, before the edits %s", a, b, before)
	}
}
