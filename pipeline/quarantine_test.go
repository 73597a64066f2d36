package pipeline

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quire/knowledge"
	"quire/knowledge/overlay"
	"quire/knowledge/validate"
)

// Of a quarantined document nothing is published but its path, its counts and why: no
// title or summary, no relation that rests on its text, no line of a page.
func TestNothingOfTheTextOfAQuarantinedDocumentIsInTheSnapshot(t *testing.T) {
	w := newWorld(t)
	blocks := map[string]knowledge.Severity{"secrets": knowledge.Blocking}
	w.config = func(o *Options) { o.Inputs, o.Rules = os.DirFS(w.home), validate.Settings{Severity: blocks} }
	text := "# The zeppelin handover\n\nThe zeppelin is handed over on 3 March 2026, it was decided. See [the plan](plan.md) and the paper \"Harbour of the north\". The zeppelin may still be late.\n"
	w.write("handover.md", text)
	w.write("plan.md", "# Harbour of the north\n\nThe harbour is rebuilt in spring, says the council.\n")
	w.sync(nil)
	e := overlay.Entry{Slot: overlay.Note, Text: "Ask Ann.", Author: "ann"}
	func() {
		v := (&authoredWorld{world: w}).view()
		defer v.Close()
		s, err := v.Resolve("corpus/handover.md")
		if err != nil {
			t.Fatal(err)
		}
		doc, err := v.Document(s)
		if err != nil {
			t.Fatal(err)
		}
		e.Source, e.Unit, e.Digest = s.ID, doc.Units[0].Name, string(doc.Units[0].Digest)
	}()
	name := filepath.Join(w.home, filepath.FromSlash(overlay.FileFor(e)))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, overlay.Encode([]overlay.Entry{e}), 0o644); err != nil {
		t.Fatal(err)
	}
	w.sync(nil)
	if got := w.holding("zeppelin"); len(got) < 4 { // or the test would show nothing
		t.Errorf("before it is quarantined only %q hold a word of it", got)
	}
	w.write("handover.md", text+"\npassword: hunter22!x\n")
	grown := w.sync(nil)
	if grown.Outcomes[knowledge.Quarantined] != 1 {
		t.Fatalf("outcomes %v", grown.Outcomes)
	}
	if got := w.holding("zeppelin"); len(got) > 0 {
		t.Errorf("%q hold a word of it", got)
	}
	if again := w.sync(nil).Snapshot; again != grown.Snapshot {
		t.Errorf("the next sync makes %s of %s", again, grown.Snapshot)
	}
	if want := w.clean().sync(nil).Snapshot; grown.Snapshot != want {
		t.Errorf("grown %s, clean %s", grown.Snapshot, want)
	}
	blocks = nil // and back
	w.sync(nil)
	if got := w.holding("zeppelin"); len(got) < 4 {
		t.Errorf("out of quarantine only %q hold a word of it", got)
	}
}

// holding returns the files of the current snapshot and the tables it names that hold a
// word, in any case; evidence and knowledge are of the document itself.
func (w *world) holding(word string) (out []string) {
	w.t.Helper()
	v := (&authoredWorld{world: w}).view()
	defer v.Close()
	all := map[string]string{}
	dir := filepath.Join(w.published(), "snapshots", v.Snapshot)
	if err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(name)
		all[strings.TrimPrefix(name, dir+"/")] = string(b)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	if err := v.Records(func(s *knowledge.Source) bool {
		b, _ := json.Marshal(s)
		all["row "+s.Path] = string(b)
		return true
	}); err != nil {
		w.t.Fatal(err)
	}
	if err := v.Edges(func(line []byte) error { all["edges"] += string(line); return nil }); err != nil {
		w.t.Fatal(err)
	}
	for name, text := range all {
		if strings.Contains(strings.ToLower(text), word) {
			out = append(out, name)
		}
	}
	return out
}
