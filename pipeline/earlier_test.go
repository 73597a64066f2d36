package pipeline

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/knowledge/semantics"
	"quire/publish"
	"quire/retrieval"
)

func gunzip(t testing.TB, name string) []byte {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// inLeaves has the kept snapshots of a tree name leaves of knowledge, as they did before it
// was a table.
func (w *world) inLeaves(t *testing.T) {
	t.Helper()
	s, err := publish.Create(w.published())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	kept, err := s.Kept()
	slices.Reverse(kept) // the current one last
	for _, k := range kept {
		if err == nil {
			err = inLeaves(s, k.ID)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

func inLeaves(s *publish.Store, id string) error {
	snap, err := s.Snapshot(id)
	if err != nil || !hasDerived(snap) {
		return err
	}
	tables := map[string]publish.TableInfo{}
	open := map[string]*publish.Table{}
	for name, info := range snap.Manifest.Tables {
		if open[name], err = snap.Table(name); err != nil {
			return err
		}
		if info.Chunks, err = open[name].Chunks(); err != nil {
			return err
		}
		tables[name] = info
	}
	delete(tables, knowledge.KnowledgeTable)
	var rows []publish.Row
	for line, err := range open[knowledge.SourcesTable].All() {
		if err != nil {
			return err
		}
		row := publish.Row{Key: jsonline.Field(line, "id"), Line: line}
		if want := jsonline.Field(line, "derived"); want != "" {
			derived, err := open[knowledge.KnowledgeTable].Lookup(row.Key)
			b, ok := knowledge.DerivedIn(derived, row.Key, knowledge.Digest(want))
			if err != nil || !ok {
				return fmt.Errorf("%s: %v", row.Key, err)
			}
			b = append(b, '\n')
			if err := s.Put(knowledge.DerivedName(knowledge.Digest(jsonline.Field(line, "recipe")), semantics.Version), b); err != nil {
				return err
			}
			row.Line = bytes.Replace(line, []byte(`"derived":"`+want), []byte(`"knowledge":"`+string(knowledge.DigestOf(b))), 1)
		}
		rows = append(rows, row)
	}
	if tables[knowledge.SourcesTable], err = s.PutTable(rows); err != nil {
		return err
	}
	draft, err := s.NewDraft(tables, snap.Manifest.Body)
	if err != nil {
		return err
	}
	draft.Shares(snap)
	for _, f := range snap.Manifest.Files {
		if !strings.HasSuffix(f.Name, ".idx") {
			err = errors.Join(err, draft.Adopt(f.Name))
		}
	}
	if err != nil {
		return err
	}
	ev := publish.Event{At: time.Now().UTC().Format(time.RFC3339), Cause: "publish"}
	if _, err := draft.Commit(ev, func(*publish.Snapshot) error { return nil }); err != nil {
		return err
	}
	return s.Remove(id)
}

// earlier stores the leaves of a tree as layout 1 had them.
func (w *world) earlier(t *testing.T) {
	t.Helper()
	w.inLeaves(t)
	n := 0
	now, _ := w.leaves(t)
	for _, name := range now {
		was := knowledge.EarlierName(name)
		from, to := filepath.Join(w.published(), name), filepath.Join(w.published(), was)
		b, err := os.ReadFile(from)
		if err == nil && strings.HasSuffix(name, ".gz") {
			b = gunzip(t, from)
		}
		if err == nil {
			err = os.MkdirAll(filepath.Dir(to), 0o755)
		}
		if err == nil {
			err = os.WriteFile(to, b, 0o644)
		}
		if err == nil {
			err = os.Remove(from)
		}
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n < 6 {
		t.Fatalf("only %d leaves", n)
	}
}

// leaves lists the evidence and knowledge of a tree, those of layout 1 apart.
func (w *world) leaves(t *testing.T) (now, earlier []string) {
	for _, name := range treeFiles(t, w.published()) {
		switch group, _, _ := strings.Cut(name, "/"); {
		case group != "evidence" && group != "knowledge":
		case strings.HasSuffix(name, "/"+knowledge.EvidenceFile), strings.HasSuffix(name, "/"+knowledge.TextFile), strings.HasSuffix(name, ".json"):
			earlier = append(earlier, name)
		default:
			now = append(now, name)
		}
	}
	return now, earlier
}

func newEarlier(t *testing.T) *world {
	w := newWorld(t)
	w.write("plan.md", planText)
	w.write("notes.md", "# Notes\n\nThe harbour lantern is lit, see [the plan](plan.md).\n")
	w.write("other.md", "# Other\n\nThe shop sells a lantern and a table.\n")
	w.sync(nil)
	w.write("other.md", "# Other\n\nThe shop sells a lantern, a table and a chair.\n")
	w.sync(nil)
	w.inLeaves(t)
	return w
}

func sound(t *testing.T, w *world, when string, want []reading) {
	t.Helper()
	if found := verified(w); len(found) > 0 {
		t.Errorf("%s: verify finds %q", when, found)
	}
	for i, r := range readers(w) {
		// Where its text lies is the one thing that a trace says otherwise.
		said := func(s string) string {
			before, rest, _ := strings.Cut(s, `"evidence":"evidence/`)
			_, after, _ := strings.Cut(rest, `"`)
			return before + after
		}
		if r.err != nil || want != nil && said(r.text) != said(want[i].text) {
			t.Errorf("%s: %s answers\n%s %v", when, r.what, r.text, r.err)
		}
	}
	w.validate()
}

// A tree of layout 1 answers as it did; a sync of something else leaves what it does not
// change; one by other rules, as those of another version are, stores all anew and reads no
// file of the corpus for it; what older snapshots alone hold stays as it is.
func TestATreeOfTheEarlierLayoutIsReadAndStoredAnew(t *testing.T) {
	w := newEarlier(t)
	want := readers(w)
	w.earlier(t)
	sound(t, w, "as it was", want)

	w.write("notes.md", "# Notes\n\nThe harbour lantern is out, see [the plan](plan.md).\n")
	if r := w.sync(nil); r.Extractions != 1 {
		t.Errorf("after an edit %d files were read", r.Extractions)
	}
	now, before := w.leaves(t)
	if len(now) != 2 || len(before) != 12 {
		t.Errorf("after an edit there are\n%s\nand of layout 1\n%s", strings.Join(now, "\n"), strings.Join(before, "\n"))
	}
	sound(t, w, "after an edit", nil)

	other := func(o *Options) { o.Rules.Severity = map[string]knowledge.Severity{"QV402": "off"} }
	w.config = other
	r := w.sync(nil)
	if r.Extractions != 0 || !r.Published {
		t.Errorf("by other rules %d files were read, published %v", r.Extractions, r.Published)
	}
	now, before = w.leaves(t)
	if len(now) != 6 || len(before) != 8 { // the older snapshots name 4 leaves of knowledge and evidence of two more documents
		t.Errorf("by other rules there are\n%s\nand of layout 1\n%s", strings.Join(now, "\n"), strings.Join(before, "\n"))
	}
	sound(t, w, "by other rules", nil)
	clean := w.clean()
	have := files(t, w.published(), ".")
	for name, data := range files(t, clean.published(), ".") {
		if string(have[name]) != string(data) {
			t.Errorf("%s is another than in a clean build", name)
		}
	}
	if r := w.sync(func(o *Options) { o.Rehash = true }); r.Published || r.Extractions != 0 {
		t.Errorf("reading all of it again: %d files, published %v", r.Extractions, r.Published)
	}

	s, err := publish.Open(w.published())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	kept, err := s.Kept()
	if err != nil || len(kept) != 4 {
		t.Fatalf("%d snapshots are kept, %v", len(kept), err)
	}
	for _, k := range kept {
		v, err := retrieval.OpenAt(w.published(), k)
		if err != nil {
			t.Fatal(err)
		}
		damaged := func(name, detail string) { t.Errorf("snapshot %.12s: %s %s", k.ID, name, detail) }
		v.Verify(damaged)
		if err := v.VerifyLeaves(context.Background(), map[string]bool{}, damaged); err != nil {
			t.Error(err)
		}
		v.Close()
	}
	collect(t, w)
	if now, before = w.leaves(t); len(now) != 6 || len(before) != 0 {
		t.Errorf("after gc there are\n%s\nand of layout 1\n%s", strings.Join(now, "\n"), strings.Join(before, "\n"))
	}
	sound(t, w, "after gc", nil)
}

// Damage of a tree of layout 1 is named by the file that lies there, and healed.
func TestDamageOfTheEarlierLayoutIsNamedAndHealed(t *testing.T) {
	w := newEarlier(t)
	for _, leaf := range []string{knowledge.EvidenceFile, knowledge.TextFile, ".json"} {
		for _, how := range []string{"flipped", "removed", "cut"} {
			w.sync(func(o *Options) { o.Clean, o.Keep, o.Grace = true, 1, 1 })
			collect(t, w)
			w.earlier(t)
			_, before := w.leaves(t)
			i := slices.IndexFunc(before, func(s string) bool { return strings.HasSuffix(s, leaf) })
			full := filepath.Join(w.published(), before[i])
			b, err := os.ReadFile(full)
			if err == nil {
				err = spoil(full, how, b)
			}
			if err != nil {
				t.Fatal(err)
			}
			named := before[i]
			if how == "removed" {
				named = "is missing" // under the name that it would get now
			}
			if found := verified(w); leaf != knowledge.EvidenceFile && !strings.Contains(strings.Join(found, "\n"), named) || len(found) == 0 {
				t.Errorf("%s %s: verify finds %q", before[i], how, found)
			}
			w.sync(func(o *Options) { o.Rehash = true })
			sound(t, w, before[i]+" "+how, nil)
		}
	}
}

// What was withdrawn is out of a tree of layout 1 too, and the rest of it stays.
func TestAWithdrawalFromATreeOfTheEarlierLayout(t *testing.T) {
	w := newWithdrawals(t)
	w.sync(w.inputs)
	w.write("plan.md", "# Plan\n\nThe harbour is rebuilt in the coming summer, says the council.\n")
	w.sync(w.inputs)
	w.earlier(t)
	w.mark("corpus/secret.md")
	got := w.takeOut()
	w.proven(got, "zeppelin", "Dismissals", "corpus/secret.md")
	if now, before := w.leaves(t); len(now) != 0 || len(before) != 9 {
		t.Errorf("what stays is\n%s\nand of layout 1\n%s", strings.Join(now, "\n"), strings.Join(before, "\n"))
	}
	w.validate()
	w.sync(w.inputs) // by the rules of now, whatever the tree was made by: what is derived becomes a table
	if r := w.sync(w.inputs); r.Published || r.Withdrawn != 1 || r.Extractions != 0 {
		t.Errorf("the next sync: %+v", r)
	}
}

// A crash between the pointer and the removal of what was stored anew leaves both: gc
// removes the old where the new holds the same bytes, and nothing else.
func TestWhatACrashLeftOfTheEarlierLayoutIsCollected(t *testing.T) {
	w := newEarlier(t)
	now, _ := w.leaves(t)
	whole := map[string][]byte{}
	for _, name := range now {
		b, err := os.ReadFile(filepath.Join(w.published(), name))
		if err != nil {
			t.Fatal(err)
		}
		whole[name] = b
	}
	w.earlier(t)
	for name, b := range whole {
		if err := os.WriteFile(filepath.Join(w.published(), name), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	spoiled := slices.IndexFunc(now, func(s string) bool { return strings.HasSuffix(s, ".jsonl.gz") })
	b := whole[now[spoiled]]
	if err := spoil(filepath.Join(w.published(), now[spoiled]), "flipped", b); err != nil {
		t.Fatal(err)
	}
	s, err := publish.Open(w.published())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := publish.Retention{Keep: 5, Now: time.Now().Add(time.Hour), Leaves: LeavesOf(semantics.Version), Superseded: Superseded(s)}
	if _, err := s.Collect(r, false); err != nil {
		t.Fatal(err)
	}
	after, before := w.leaves(t)
	if len(after) != len(now) || len(before) != 2 || knowledge.EarlierName(now[spoiled]) != before[0] {
		t.Errorf("after gc there are\n%s\nand of layout 1\n%s", strings.Join(after, "\n"), strings.Join(before, "\n"))
	}
	if err := os.WriteFile(filepath.Join(w.published(), now[spoiled]), b, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Collect(r, false); err != nil {
		t.Fatal(err)
	}
	if _, before := w.leaves(t); len(before) != 0 {
		t.Errorf("what is sound now still lies beside\n%s", strings.Join(before, "\n"))
	}
	sound(t, w, "after gc", nil)
}

// Leaves of knowledge stay while a kept snapshot names them, and go with the last one.
func TestLeavesOfKnowledgeGoWithTheLastSnapshotThatNamesThem(t *testing.T) {
	w := newEarlier(t)
	w.config = func(o *Options) { o.Rules.Severity = map[string]knowledge.Severity{"QV402": "off"} }
	if r := w.sync(nil); !r.Published || r.Extractions != 0 {
		t.Fatalf("by other rules: %+v", r)
	}
	leaves := func() int {
		now, _ := w.leaves(t)
		return len(slices.DeleteFunc(now, func(s string) bool { return !strings.HasPrefix(s, knowledge.DerivedDir) }))
	}
	if n := leaves(); n != 4 {
		t.Errorf("%d leaves of knowledge while older snapshots are kept", n)
	}
	w.write("more.md", "# More\n\nA lantern and a rope.\n")
	w.sync(func(o *Options) { o.Keep, o.Grace = 1, 1 })
	if n := leaves(); n != 0 {
		t.Errorf("%d leaves of knowledge that nothing names", n)
	}
	sound(t, w, "after the older snapshots went", nil)
}

// What only an older snapshot names and nobody can read is no reason to leave a withdrawal
// unfinished for good: no sync would mend it.
func TestAWithdrawalRemovesWhatOnlyOlderSnapshotsNameAndNobodyCanRead(t *testing.T) {
	w := newWithdrawals(t)
	w.sync(w.inputs)
	w.inLeaves(t)
	w.write("plan.md", "# Plan\n\nThe harbour is rebuilt in the coming summer, says the council.\n")
	w.sync(w.inputs)
	w.config = func(o *Options) { o.Rules.Severity = map[string]knowledge.Severity{"QV402": "off"} }
	w.sync(w.inputs)
	now, _ := w.leaves(t)
	var secret knowledge.Source
	v := w.view()
	if err := v.Records(func(s *knowledge.Source) bool {
		secret = *s
		return s.Path != "corpus/secret.md"
	}); err != nil {
		t.Fatal(err)
	}
	v.Close()
	i := slices.IndexFunc(now, func(s string) bool {
		return strings.HasPrefix(s, knowledge.DerivedDir) && s != knowledge.DerivedName(secret.Recipe, semantics.Version)
	})
	full := filepath.Join(w.published(), now[i])
	b, err := os.ReadFile(full)
	if err == nil {
		err = spoil(full, "flipped", b)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.mark("corpus/secret.md")
	got := w.takeOut()
	w.proven(got, "zeppelin", "Dismissals", "corpus/secret.md")
	if len(got.Unreadable) != 1 || got.Unreadable[0] != now[i] {
		t.Errorf("removed as unreadable: %q", got.Unreadable)
	}
	if _, err := os.Stat(full); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", now[i], err)
	}
	w.validate()
}
