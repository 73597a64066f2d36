package pipeline

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quire/knowledge"
	"quire/retrieval"
)

// Whatever corrections come and go, and whatever is edited in between, the tree is that
// of a clean build with the corrections of now.
func TestCorrectionsLeaveNoTraceOfThoseBefore(t *testing.T) {
	w := newWorld(t)
	w.config = func(o *Options) { o.Inputs = os.DirFS(w.home) }
	rng := rand.New(rand.NewPCG(3, 4))
	edit := func(d int) {
		w.write(fmt.Sprintf("d%d.md", d), fmt.Sprintf("# Title %d\n\nDate: 2024-01-0%d\n\nThe first sentence %d.\n\n# Second\n\nThe clause of place %d.\n", d, d+1, rng.IntN(100), d))
	}
	for d := range 4 {
		edit(d)
	}
	w.sync(nil)
	name := filepath.Join(w.home, "overlays", "corrections.yaml")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	bare, seen := w.sync(nil).Snapshot, map[string]bool{}
	for round := range 7 {
		said := map[string][]string{}
		for range rng.IntN(6) {
			d, by := rng.IntN(4), ", author: a, reason: r}"
			switch rng.IntN(4) {
			case 0:
				said["dates"] = append(said["dates"], fmt.Sprintf("{source: corpus/d%d.md, date: 202%d", d, rng.IntN(10))+by)
			case 1:
				said["kinds"] = append(said["kinds"], fmt.Sprintf("{source: corpus/d%d.md, kind: letter", d)+by)
			case 2:
				said["supersedes"] = append(said["supersedes"], fmt.Sprintf("{newer: corpus/d%d.md, older: corpus/d%d.md", d, (d+1)%5)+by)
			case 3:
				said["exclude"] = append(said["exclude"], "{address: \""+w.addressOf(d, rng.IntN(2))+"\""+by)
			}
		}
		var b strings.Builder
		for _, key := range []string{"dates", "kinds", "supersedes", "exclude"} {
			if len(said[key]) > 0 {
				fmt.Fprintf(&b, "%s:\n  - %s\n", key, strings.Join(said[key], "\n  - "))
			}
		}
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		if round > 3 {
			edit(rng.IntN(4))
		}
		got := w.sync(nil).Snapshot
		if want := w.clean().sync(nil).Snapshot; got != want {
			t.Fatalf("round %d: %s, clean %s, with\n%s", round, got, want, b.String())
		}
		w.validate()
		seen[got] = true
		if round == 3 {
			if err := os.WriteFile(name, nil, 0o644); err != nil {
				t.Fatal(err)
			}
			if got := w.sync(nil).Snapshot; got != bare {
				t.Fatalf("without corrections %s, before any %s", got, bare)
			}
		}
	}
	if len(seen) < 4 {
		t.Errorf("only %d different trees were made", len(seen))
	}
}

// addressOf returns the address of a unit of a document as it is published.
func (w *world) addressOf(d, unit int) string {
	w.t.Helper()
	v := (&authoredWorld{world: w}).view()
	defer v.Close()
	s, err := v.Resolve(fmt.Sprintf("corpus/d%d.md", d))
	if err != nil {
		w.t.Fatal(err)
	}
	doc, err := v.Document(s)
	if err != nil {
		w.t.Fatal(err)
	}
	u := &doc.Units[unit]
	return knowledge.Address{Source: s.ID, Unit: u.Name, Check: u.Digest.Short(knowledge.CheckDigits)}.String()
}

func TestCorrectionsOfWhatCountsCloseNoCircle(t *testing.T) {
	w := newWorld(t)
	w.config = func(o *Options) { o.Inputs = os.DirFS(w.home) }
	for _, name := range []string{"a", "b", "c"} {
		w.write(name+".md", "# Title "+name+"\n\nOne sentence of "+name+".\n")
	}
	name := filepath.Join(w.home, "overlays", "corrections.yaml")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	text := "supersedes:\n"
	for _, pair := range []string{"ab", "bc", "ca", "ac"} {
		text += fmt.Sprintf("  - {newer: corpus/%c.md, older: corpus/%c.md, author: a, reason: r}\n", pair[0], pair[1])
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var refused []string
	for _, f := range w.sync(nil).Findings {
		refused = append(refused, f.Message)
	}
	if len(refused) != 1 || !strings.Contains(refused[0], "line 4") || !strings.Contains(refused[0], "corpus/a.md counts instead of corpus/c.md") {
		t.Errorf("refused: %q", refused)
	}
}

// A person's word against the marks of versions leaves one document that counts: what is
// derived gives way where it would close a circle.
func TestAFirstVersionCountsWhereSomebodySaysSo(t *testing.T) {
	w := newWorld(t)
	w.config = func(o *Options) { o.Inputs = os.DirFS(w.home) }
	var body strings.Builder
	for i := range 40 {
		fmt.Fprintf(&body, "The parties agree on clause %d of the lease of the workshop in Graz, with all that belongs to room %d.\n\n", i, i*7)
	}
	for v := 1; v <= 3; v++ {
		w.write(fmt.Sprintf("lease-v%d.md", v), fmt.Sprintf("# Lease of the workshop\n\nThe rent of version %d is %d00 EUR.\n\n%s", v, v+4, body.String()))
	}
	w.sync(nil)
	standing := func() (out string) {
		v := (&authoredWorld{world: w}).view()
		defer v.Close()
		for n := 1; n <= 3; n++ {
			s, err := v.Resolve(fmt.Sprintf("corpus/lease-v%d.md", n))
			if err != nil {
				t.Fatal(err)
			}
			x, err := v.Trace(knowledge.Address{Source: s.ID}, nil)
			if err != nil {
				t.Fatal(err)
			}
			res, err := v.Retrieve(context.Background(), retrieval.Query{Text: fmt.Sprintf("rent %d00 EUR", n+4), Sources: []string{s.ID}, Limit: 1})
			if err != nil || len(res.Results) == 0 {
				t.Fatalf("version %d: %d results, %v", n, len(res.Results), err)
			}
			by := "-"
			if x.Successor != nil {
				by = strings.TrimSuffix(strings.TrimPrefix(x.Successor.Path, "corpus/lease-"), ".md")
			}
			var older []string
			for _, r := range x.Replaces {
				older = append(older, strings.TrimSuffix(strings.TrimPrefix(r.Path, "corpus/lease-"), ".md"))
			}
			out += fmt.Sprintf("v%d %s %s %s; ", n, res.Results[0].Status, by, strings.Join(older, ","))
		}
		return out
	}
	if got, want := standing(), "v1 superseded v3 ; v2 superseded v3 v1; v3 fresh - v1,v2; "; got != want {
		t.Fatalf("before the correction: %s\nwant %s", got, want)
	}
	name := filepath.Join(w.home, "overlays", "corrections.yaml")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("supersedes:\n  - {newer: corpus/lease-v1.md, older: corpus/lease-v3.md, author: a, reason: the court said so}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	grown := w.sync(nil).Snapshot
	if got, want := standing(), "v1 fresh - v3; v2 superseded v1 ; v3 superseded v1 v2; "; got != want {
		t.Errorf("with the correction: %s\nwant %s", got, want)
	}
	if want := w.clean().sync(nil).Snapshot; grown != want {
		t.Errorf("grown %s, clean %s", grown, want)
	}
	w.validate()
}
