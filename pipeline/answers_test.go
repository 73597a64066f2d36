package pipeline

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quire/knowledge"
	"quire/retrieval"
)

// view opens what was published.
func (w *world) view() *retrieval.View {
	w.t.Helper()
	v, err := retrieval.Open(w.published())
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { v.Close() })
	return v
}

func (w *world) ask(v *retrieval.View, q retrieval.Query) *retrieval.Result {
	w.t.Helper()
	res, err := v.Retrieve(context.Background(), q)
	if err != nil {
		w.t.Fatal(err)
	}
	return res
}

func address(t *testing.T, s string) knowledge.Address {
	t.Helper()
	a, err := knowledge.ParseAddress(s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

const planText = "# Plan\n\nThe Lyon budget is 40,000 euros.\n\n## Opening\n\nThe shop opens in May.\n"

func TestEveryAddressOfAnAnswerShowsItsText(t *testing.T) {
	w := newWorld(t)
	w.write("plan.md", planText)
	w.sync(nil)
	v := w.view()
	res := w.ask(v, retrieval.Query{Text: "shop opens May"})
	if len(res.Results) == 0 || res.Grade != "strong" {
		t.Fatalf("%+v", res)
	}
	p := res.Results[0]
	s, err := v.Show(address(t, p.Address))
	if err != nil || s.Text != p.Text || s.Digest != p.Digest || s.Address != p.Address || p.Text != "The shop opens in May." {
		t.Errorf("%s shows %+v %v, want %q", p.Address, s, err, p.Text)
	}
	if p.Heading != "Plan › Opening" || len(p.Context) != 2 {
		t.Errorf("heading %q, context %+v", p.Heading, p.Context)
	}
	for _, c := range p.Context {
		if s, err := v.Show(address(t, c.Address)); err != nil || strings.TrimLeft(s.Text, "# ") != c.Text {
			t.Errorf("context %s shows %+v %v, want %q", c.Address, s, err, c.Text)
		}
	}
	whole, err := v.Show(address(t, p.Source.ID))
	if err != nil || !strings.Contains(whole.Text, "40,000") || len(whole.Units) == 0 {
		t.Errorf("%+v %v", whole, err)
	}
	for _, u := range whole.Units {
		if _, err := v.Show(address(t, u.Address)); err != nil {
			t.Errorf("unit %s: %v", u.Address, err)
		}
	}
	short, err := v.Show(address(t, p.Source.ID[:8]))
	if err != nil || short.Address != whole.Address {
		t.Errorf("a prefix shows %+v %v, want %s", short, err, whole.Address)
	}
}

func TestADeadCitationNamesWhatItMeant(t *testing.T) {
	w := newWorld(t)
	w.write("plan.md", planText)
	w.sync(nil)
	v := w.view()
	cited := w.ask(v, retrieval.Query{Text: "shop opens May"}).Results[0]
	unit := address(t, cited.Address)
	for _, c := range []struct {
		name, text string
		moved      bool
	}{
		{"text above it grew", strings.Replace(planText, "# Plan\n", "# Plan\n\nA new line comes first.\n", 1), true},
		{"the text changed", strings.Replace(planText, "May", "June", 1), false},
		{"it is gone", "# Plan\n", false},
	} {
		w.write("plan.md", c.text)
		w.sync(nil)
		v := w.view()
		s, err := v.Show(unit)
		if err == nil { // the unit is where it was, with the same text
			if !c.moved || s.Text != cited.Text {
				t.Errorf("%s: %+v", c.name, s)
			}
			continue
		}
		var stale *retrieval.StaleError
		if !errors.As(err, &stale) || stale.Moved != c.moved {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if stale.Nearest == "" {
			continue
		}
		s, err = v.Show(address(t, stale.Nearest))
		if err != nil || c.moved && s.Text != cited.Text {
			t.Errorf("%s: the nearest is %+v %v", c.name, s, err)
		}
	}
	if _, err := w.view().Show(address(t, unit.Source+"#sec99")); err == nil {
		t.Error("a unit that is not there was shown")
	}
	past := knowledge.Address{Source: unit.Source, Unit: "sec1", Start: 0, End: 9999, Spanned: true}
	var bad *retrieval.BadQueryError
	if _, err := w.view().Show(past); !errors.As(err, &bad) {
		t.Errorf("a span past the unit: %v", err)
	}
}

func TestTraceNamesWhereTextComesFrom(t *testing.T) {
	w := newWorld(t)
	w.write("plan.md", planText)
	w.sync(nil)
	v := w.view()
	p := w.ask(v, retrieval.Query{Text: "shop opens May"}).Results[0]
	for _, said := range []string{"same", "changed", "missing"} {
		tr, err := v.Trace(address(t, p.Address), func(path string, _ knowledge.Digest, size int64) string {
			if path != "corpus/plan.md" || size != int64(len(planText)) {
				t.Errorf("asked about %s of %d bytes", path, size)
			}
			return said
		})
		if err != nil {
			t.Fatal(err)
		}
		if tr.OnDisk != said || tr.Fresh == nil || *tr.Fresh != (said == "same") || tr.Text != p.Text || tr.Heading != p.Heading ||
			tr.Source.Content != knowledge.DigestOf([]byte(planText)) || !strings.HasPrefix(tr.Source.Extractor, "markdown/") || tr.Snapshot != v.Snapshot {
			t.Errorf("%s: %+v", said, tr)
		}
		if _, err := os.Stat(filepath.Join(w.published(), tr.Source.Evidence)); err != nil {
			t.Errorf("its evidence: %v", err)
		}
	}
	tr, err := v.Trace(address(t, p.Source.ID), nil)
	if err != nil || tr.OnDisk != "not-checked" || tr.Fresh != nil || len(tr.CitedBy) == 0 {
		t.Errorf("%+v %v", tr, err)
	}
	for _, c := range tr.CitedBy {
		if s, err := v.Show(address(t, c.Address)); err != nil || s.Text == "" {
			t.Errorf("%s cites %s: %v", c.Kind, c.Address, err)
		}
	}
}

func TestSourcesAreNamedByIDPrefixOrPath(t *testing.T) {
	w := newWorld(t)
	for _, n := range []string{"a/plan.md", "b/plan.md", "b/notes.md"} {
		w.write(n, "# "+n+"\n\nSome text.\n")
	}
	w.sync(nil)
	v := w.view()
	notes, err := v.Resolve("corpus/b/notes.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"notes.md", "b/notes.md", notes.ID, notes.ID[:9]} {
		if s, err := v.Resolve(name); err != nil || s.ID != notes.ID {
			t.Errorf("%s: %+v %v", name, s, err)
		}
	}
	var missing *retrieval.NotFoundError
	if _, err := v.Resolve("plan.md"); !errors.As(err, &missing) || strings.Join(missing.Near, " ") == "" || len(missing.Near) != 2 {
		t.Errorf("an ambiguous name: %v", err)
	}
	if _, err := v.Resolve("otes.md"); !errors.As(err, &missing) || len(missing.Near) != 0 {
		t.Errorf("half a name: %v", err)
	}
	if _, err := v.Source("q"); !errors.As(err, &missing) || len(missing.Near) != 3 {
		t.Errorf("a prefix of all: %v", err)
	}
}

func TestEqualPassagesAreShownOnce(t *testing.T) {
	w := newWorld(t)
	const same = "The notice period is three months."
	for _, n := range []string{"a", "b", "c"} {
		w.write(n+".md", "# "+n+"\n\n"+same+"\n")
	}
	w.write("d.md", "# d\n\nA notice hangs on the door.\n")
	w.sync(nil)
	res := w.ask(w.view(), retrieval.Query{Text: "notice period", Limit: 5})
	shown := 0
	for _, p := range res.Results {
		if p.Text == same {
			shown++
		}
	}
	if shown != 1 || len(res.Results) != 2 || len(res.Omitted) != 1 || res.Omitted[0].Reason != "duplicate" || res.Omitted[0].Count != 2 || res.Omitted[0].Address != res.Results[0].Address {
		t.Errorf("%d shown, results %+v, omitted %+v", shown, res.Results, res.Omitted)
	}
	byPath := w.ask(w.view(), retrieval.Query{Text: "notice period", Path: "corpus/b*"})
	if len(byPath.Results) != 1 || byPath.Results[0].Source.Path != "corpus/b.md" {
		t.Errorf("by path: %+v", byPath.Results)
	}
	nothing := w.ask(w.view(), retrieval.Query{Text: "zyzzyva"})
	if nothing.Grade != "none" || nothing.Results == nil || nothing.Omitted == nil || nothing.Unsearched == nil {
		t.Errorf("nothing found: %+v", nothing)
	}
}
