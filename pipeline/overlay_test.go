package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
	"quire/knowledge/overlay"
	"quire/retrieval"
)

// authoredWorld is a corpus whose every unit and line has something written about it,
// each with a word of its own.
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
		w.lines = append(w.lines, units)
		w.write(w.name(d), w.text(d))
	}
	return w
}

func (w *authoredWorld) name(d int) string { return fmt.Sprintf("d%d.md", d) }

func (w *authoredWorld) text(d int) string {
	var b strings.Builder
	for u, lines := range w.lines[d] {
		fmt.Fprintf(&b, "# Part %d of %d\n\n%s\n\n", u, d, strings.Join(lines, "\n\n"))
	}
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

// expect checks that exactly the texts that rest on a changed line are stale, and that
// nothing shows the words of one.
func (w *authoredWorld) expect(changed map[[3]int]bool) {
	w.t.Helper()
	v := w.view()
	defer v.Close()
	all := ""
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
		return true
	}); err != nil {
		w.t.Fatal(err)
	}
	if len(stale) != len(w.rests) {
		w.t.Fatalf("%d records of %d", len(stale), len(w.rests))
	}
	for _, word := range slices.Sorted(maps.Keys(w.rests)) {
		want := slices.ContainsFunc(w.rests[word], func(at [3]int) bool { return changed[at] })
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
	}
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
	changed := map[[3]int]bool{}
	for range 6 {
		at := [3]int{w.rng.IntN(4), w.rng.IntN(4), w.rng.IntN(2)}
		line := &w.lines[at[0]][at[1]][at[2]]
		was := *line
		*line = strings.NewReplacer("opens", "closes", " is ", " was ").Replace(was)
		changed[at] = true
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
