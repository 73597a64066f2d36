package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quire/knowledge/source"
	"quire/knowledge/withdrawal"
	"quire/publish"
	"quire/retrieval/index"
)

// withdrawals is a world in which documents are withdrawn.
type withdrawals struct {
	*world
	list *withdrawal.List
}

func newWithdrawals(t *testing.T) *withdrawals {
	w := &withdrawals{newWorld(t), withdrawal.New(bytes.Repeat([]byte{7}, 32))}
	w.write("secret.md", "# Dismissals\n\nThe zeppelin pilot was dismissed on the ninth of March.\n\nSee [the plan](plan.md).\n")
	w.write("plan.md", "# Plan\n\nThe harbour is rebuilt in the coming spring, says the council.\n")
	w.write("other.md", "# Other\n\nSee [a](secret.md) and [b](plan.md). The lantern is repaired on Friday.\n")
	return w
}

func (w *withdrawals) inputs(o *Options) {
	root, err := os.OpenRoot(w.home)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { root.Close() })
	o.Inputs, o.Withdrawn = root.FS(), w.list
}

func (w *withdrawals) store() *publish.Store {
	w.t.Helper()
	s, err := publish.Open(w.published())
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { s.Close() })
	return s
}

// idOf returns the id of a file in any kept snapshot.
func (w *withdrawals) idOf(path string) string {
	w.t.Helper()
	s := w.store()
	kept, err := s.Kept()
	if err != nil {
		w.t.Fatal(err)
	}
	for _, k := range kept {
		snap, err := s.Snapshot(k.ID)
		p := newPrevious()
		if err == nil {
			err = p.load(snap)
		}
		if err == nil && p.byPath[path] != "" {
			return p.byPath[path]
		}
	}
	w.t.Fatalf("no snapshot has %s", path)
	return ""
}

// mark plans the withdrawal of files and marks them.
func (w *withdrawals) mark(paths ...string) *WithdrawalPlan {
	w.t.Helper()
	var ids []string
	for _, p := range paths {
		ids = append(ids, w.idOf(p))
	}
	plan, err := PlanWithdrawal(w.store(), ids)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, d := range plan.Documents {
		w.list.Add(d)
	}
	return plan
}

func (w *withdrawals) takeOut() *Withdrawal {
	w.t.Helper()
	identity, err := source.ParseIdentity(w.identity)
	if err != nil {
		w.t.Fatal(err)
	}
	o := Options{
		Identity: identity, Store: w.store(), CacheDir: filepath.Join(w.home, ".quire"), Now: time.Now,
		SaveIdentity: func(b []byte) error { w.identity = b; return nil },
	}
	w.inputs(&o)
	got, err := Withdraw(context.Background(), o, "why")
	if err != nil {
		w.t.Fatal(err)
	}
	return got
}

// proven fails the test where the proof does, and looks by other means whether a word
// is gone: in all bytes, and in the dictionaries of all indexes.
func (w *withdrawals) proven(got *Withdrawal, words ...string) {
	w.t.Helper()
	if len(got.Proof.Failures) > 0 {
		w.t.Errorf("the proof fails: %+v", got.Proof.Failures)
	}
	s := w.store()
	kept, err := s.Kept()
	if err != nil {
		w.t.Fatal(err)
	}
	for _, k := range kept {
		snap, err := s.Snapshot(k.ID)
		p := newPrevious()
		if err == nil {
			err = p.load(snap)
		}
		if err != nil {
			w.t.Fatal(err)
		}
		rd, err := OpenIndex(snap, index.Stats{Docs: p.body.Passages, Terms: p.body.Terms})
		if err != nil {
			w.t.Fatal(err)
		}
		if _, err := rd.Enumerate(index.Listing{Term: func(field, term string, _ int) {
			for _, word := range words {
				if strings.Contains(term, word) {
					w.t.Errorf("snapshot %s lists %q in %s", k.ID[:12], term, field)
				}
			}
		}}); err != nil {
			w.t.Fatal(err)
		}
		rd.Close()
	}
	err = filepath.WalkDir(w.home, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(name)
		if err == nil && strings.HasSuffix(name, ".gz") {
			b = append(b, gunzip(w.t, name)...)
		}
		for _, word := range words {
			if bytes.Contains(b, []byte(word)) || strings.Contains(name, word) {
				w.t.Errorf("%s holds %q", name, word)
			}
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func TestAWithdrawalIsWhatTheNextSyncGives(t *testing.T) {
	w := newWithdrawals(t)
	w.sync(w.inputs)
	w.write("plan.md", "# Plan\n\nThe harbour is rebuilt in the coming summer, says the council.\n")
	w.sync(w.inputs)
	id := w.idOf("corpus/secret.md")
	if plan := w.mark("corpus/secret.md"); len(plan.Snapshots) != 2 || len(plan.Equal) != 0 {
		t.Errorf("planned %+v", plan)
	}
	got := w.takeOut()
	w.proven(got, "zeppelin", id, "Dismissals", "corpus/secret.md")
	if len(got.Snapshots) != 2 || got.Leaves == 0 || got.Cached == 0 || got.Proof.OwnTerms == 0 || got.Proof.Segments != 2 {
		t.Errorf("receipt %+v", got)
	}
	if len(got.HeldBy) != 0 {
		t.Errorf("held by %+v", got.HeldBy)
	}
	w.validate()
	next := w.sync(w.inputs)
	if next.Published || next.Withdrawn != 1 || next.Sources.Total != 2 || next.Sources.Deleted != 0 || next.Extractions != 0 {
		t.Errorf("the next sync: %+v", next)
	}
	if again := w.sync(w.inputs); again.Published || again.Withdrawn != 1 {
		t.Errorf("the one after, by its standing: %+v", again)
	}
	clone := &withdrawals{newWorld(t), w.list}
	clone.corpus, clone.identity = w.corpus, w.identity
	if first := clone.sync(clone.inputs); first.Snapshot != next.Snapshot {
		t.Errorf("a clean build gives %s, not %s", first.Snapshot, next.Snapshot)
	}
	// The dates of other documents, their links and answers are those of a clean build.
	if a, b := w.answers("harbour lantern"), clone.answers("harbour lantern"); a != b || a == "" {
		t.Errorf("answers differ:\n%s\n%s", a, b)
	}
	if got := w.takeOut(); len(got.Snapshots) != 0 || len(got.Proof.Failures) != 0 {
		t.Errorf("doing it again rewrote %+v", got)
	}
}

// A file deleted long ago is in no row of the current snapshot but still in a segment
// that this shares with an older one.
func TestAnIndexThatGrewFromOneThatHeldItIsBuiltAnew(t *testing.T) {
	w := newWithdrawals(t)
	for i := range 40 { // so that no compaction takes it away
		w.write(fmt.Sprintf("n%02d.md", i), fmt.Sprintf("# Note %d\n\nThis note is about number %d alone.\n", i, i*7919))
	}
	w.sync(w.inputs)
	if err := os.Remove(filepath.Join(w.corpus, "secret.md")); err != nil {
		t.Fatal(err)
	}
	current := w.sync(w.inputs).Snapshot
	w.mark("corpus/secret.md")
	got := w.takeOut()
	w.proven(got, "zeppelin")
	same := false
	for _, r := range got.Snapshots {
		same = same || r.Old == current && r.New == current && r.Sources == 0
	}
	if !same || len(got.Snapshots) != 2 {
		t.Errorf("rewritten: %+v", got.Snapshots)
	}
	w.validate()
	if r := w.sync(w.inputs); r.Published || r.Snapshot != current {
		t.Errorf("the next sync: %+v", r)
	}
}

func TestCopiesAreOutAndTwinsStay(t *testing.T) {
	w := newWithdrawals(t)
	text, err := os.ReadFile(filepath.Join(w.corpus, "secret.md"))
	if err != nil {
		t.Fatal(err)
	}
	w.write("twin.md", string(text))
	w.write("quote.md", "# Quote\n\nIt says: The zeppelin pilot was dismissed on the ninth of March.\n")
	w.sync(w.inputs)
	plan := w.mark("corpus/secret.md")
	if len(plan.Equal) != 1 || plan.Equal[0].Path != "corpus/twin.md" {
		t.Errorf("planned %+v", plan.Equal)
	}
	got := w.takeOut()
	var held []string
	for _, h := range got.HeldBy {
		held = append(held, h.Path+" "+h.Why)
	}
	if s := strings.Join(held, ", "); s != "corpus/quote.md same-passages, corpus/twin.md equal-bytes" {
		t.Errorf("held by %s", s)
	}
	w.proven(got)
	w.write("copy.md", string(text))
	if r := w.sync(w.inputs); r.Withdrawn != 2 || r.Sources.Total != 4 || !strings.Contains(w.answers("zeppelin"), "twin.md") {
		t.Errorf("a copy: %+v", r)
	}
	if b, err := os.ReadFile(filepath.Join(w.home, ".quire", "scan")); err != nil || bytes.Contains(b, []byte("copy.md")) {
		t.Errorf("the copy is in the scan cache (%v)", err)
	}
	// Moved, changed and under its old path it stays out; restored it comes back.
	w.write("secret.md", "# Changed\n\nAnother text altogether.\n")
	if r := w.sync(w.inputs); r.Withdrawn != 2 {
		t.Errorf("with other bytes: %d are out", r.Withdrawn)
	}
	if !w.list.Restore("corpus/secret.md", "") {
		t.Error("it can not be restored")
	}
	if r := w.sync(w.inputs); r.Withdrawn != 0 || r.Sources.Total != 6 {
		t.Errorf("restored: %+v", r)
	}
	w.validate()
}

func TestAFileThatMovedBeforeItWasWithdrawn(t *testing.T) {
	w := newWithdrawals(t)
	w.sync(w.inputs)
	if err := os.Rename(filepath.Join(w.corpus, "secret.md"), filepath.Join(w.corpus, "moved.md")); err != nil {
		t.Fatal(err)
	}
	w.sync(w.inputs)
	if len(w.identity) == 0 {
		t.Fatal("identity.jsonl has no line of it")
	}
	w.mark("corpus/moved.md")
	got := w.takeOut()
	w.proven(got, "zeppelin", "corpus/secret.md")
	if got.Identity != 1 || len(w.identity) != 0 || len(got.Snapshots) != 2 {
		t.Errorf("%+v; identity is %q", got, w.identity)
	}
	// A new document at the old path is another one.
	w.write("secret.md", "# New\n\nA new document at that path.\n")
	if r := w.sync(w.inputs); r.Sources.Total != 3 || r.Withdrawn != 1 {
		t.Errorf("a new document: %+v", r)
	}
	if id := w.idOf("corpus/secret.md"); w.list.Source(id) {
		t.Errorf("it got the id %s of the withdrawn", id)
	}
}

func TestAProofThatFailsSaysWhere(t *testing.T) {
	w := newWithdrawals(t)
	w.sync(w.inputs)
	w.mark("corpus/secret.md")
	if err := os.WriteFile(filepath.Join(w.published(), "log.txt"), []byte("read: The zeppelin pilot was dismissed on the ninth of March.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got := w.takeOut()
	if len(got.Proof.Failures) != 1 || got.Proof.Failures[0].Where != "log.txt" || !strings.Contains(got.Proof.Failures[0].What, "zeppelin") {
		t.Errorf("failures %+v", got.Proof.Failures)
	}
}

// Nor is a proof given over what cannot be inflated, and what is deflated is searched.
func TestAProofLooksIntoDeflatedLeaves(t *testing.T) {
	w := newWithdrawals(t)
	w.sync(w.inputs)
	w.mark("corpus/secret.md")
	if err := w.store().Put("log.gz", []byte(strings.Repeat("read: The zeppelin pilot was dismissed on the ninth of March.\n", 9))); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(w.published(), "log.gz")); err != nil || bytes.Contains(b, []byte("dismissed on the ninth of March.\nread")) {
		t.Fatalf("the log is not deflated, %v", err)
	}
	got := w.takeOut()
	if len(got.Proof.Failures) != 1 || got.Proof.Failures[0].Where != "log.gz" || !strings.Contains(got.Proof.Failures[0].What, "zeppelin") {
		t.Errorf("failures %+v", got.Proof.Failures)
	}
	if err := os.Truncate(filepath.Join(w.published(), "log.gz"), 30); err != nil {
		t.Fatal(err)
	}
	o := Options{Store: w.store(), CacheDir: filepath.Join(w.home, ".quire"), Now: time.Now, Identity: &source.Identity{}}
	w.inputs(&o)
	if _, err := Withdraw(context.Background(), o, "why"); !IsDamage(err) || !strings.Contains(err.Error(), "log.gz") {
		t.Errorf("over a file that cannot be inflated: %v", err)
	}
}

func TestADamagedOldSnapshotGoesAsAWhole(t *testing.T) {
	w := newWithdrawals(t)
	old := w.sync(w.inputs).Snapshot
	w.write("plan.md", "# Plan\n\nAnother plan.\n")
	w.sync(w.inputs)
	if err := os.Truncate(filepath.Join(w.published(), "snapshots", old, "sources.idx"), 10); err != nil {
		t.Fatal(err)
	}
	w.mark("corpus/secret.md")
	got := w.takeOut()
	w.proven(got, "zeppelin")
	if len(got.Dropped) != 1 || got.Dropped[0] != old || len(got.Snapshots) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestTheMatcherFindsWhatASearchFinds(t *testing.T) {
	texts := []string{"zeppelin pilot", "zeppelin", "pilot was", "\x00\x01\x02\x03\x04\x05\x06\x07", "not there at all"}
	var list []trace
	for _, s := range texts {
		list = append(list, trace{textTrace, s})
	}
	data := []byte("the zeppelin pilot was here, a zeppelin\x00\x01\x02\x03\x04\x05\x06\x07 zeppeli")
	got := map[string]int{}
	newMatcher(list).find(data, func(i, at int) {
		if !bytes.HasPrefix(data[at:], []byte(texts[i])) {
			t.Errorf("%q is not at %d", texts[i], at)
		}
		got[texts[i]]++
	})
	for _, s := range texts {
		if want := bytes.Count(data, []byte(s)); got[s] != want {
			t.Errorf("%q: %d times, want %d", s, got[s], want)
		}
	}
}

// An alias that repeats the title of a withdrawn document goes from every kept snapshot,
// stays out of the next, and the file that it stands in is named. One that a document
// which stays has as its title too, or that only shares a word, stays.
func TestAliasesThatRepeatAWithdrawnTitleGo(t *testing.T) {
	w := newWithdrawals(t)
	w.config = w.inputs
	w.write("secret.md", "# Dismissals of March\n\nThe zeppelin pilot was dismissed on the ninth of March.\n")
	w.write("old.md", "# House rules\n\nNobody is to sleep in the harbour after ten.\n")
	w.write("new.md", "# House rules\n\nEverybody may sleep in the harbour at any time of the year.\n")
	name := filepath.Join(w.home, "overlays", "corrections.yaml")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	const groups = `aliases:
  - {words: [DM, "the DISMISSALS of march"], author: ann}
  - {words: [sacked, fired], author: ann, reason: see Dismissals of March}
  - {words: [dismissals, sackings], author: ann}
  - {words: [HR, house rules], author: ann}
`
	if err := os.WriteFile(name, []byte(groups), 0o644); err != nil {
		t.Fatal(err)
	}
	w.sync(nil)
	w.write("plan.md", "# Plan\n\nThe harbour is rebuilt in the autumn.\n")
	w.sync(nil)
	w.mark("corpus/secret.md", "corpus/old.md")
	got := w.takeOut()
	w.proven(got, "zeppelin")
	held := false
	for _, h := range got.HeldBy {
		held = held || h.Path == "overlays/corrections.yaml"
	}
	if !held {
		t.Errorf("held by %+v", got.HeldBy)
	}
	aliases := func() (out []string) {
		s := w.store()
		kept, err := s.Kept()
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range kept {
			snap, err := s.Snapshot(k.ID)
			p := newPrevious()
			if err == nil {
				err = p.load(snap)
			}
			if err != nil {
				t.Fatal(err)
			}
			all := ""
			for _, a := range p.body.Aliases {
				all += strings.Join(a.Words, " ") + "; "
			}
			out = append(out, all)
		}
		return out
	}
	const want = "HR house rules; dismissals sackings; "
	for _, got := range aliases() {
		if got != want {
			t.Errorf("a kept snapshot has the aliases %q, want %q", got, want)
		}
	}
	before := w.currentID()
	r := w.sync(nil)
	if r.Snapshot != before {
		t.Errorf("the next sync makes %s of %s", r.Snapshot, before)
	}
	if len(r.Findings) == 0 || !strings.Contains(r.Findings[0].Message, "2 of the groups of words") {
		t.Errorf("findings: %+v", r.Findings)
	}
}

func (w *withdrawals) currentID() string {
	w.t.Helper()
	_, pointer, err := w.store().Open()
	if err != nil {
		w.t.Fatal(err)
	}
	return pointer.Snapshot
}
