package pipeline

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/worker"
	"quire/knowledge"
)

// meddler changes a file while it is read.
type meddler struct {
	Extractor
	touch func()
}

func (m meddler) Extract(ctx context.Context, j worker.Job, newSink func() extract.Sink) error {
	err := m.Extractor.Extract(ctx, j, newSink)
	m.touch()
	return err
}

// dying fails every job as a dead worker does.
type dying struct{ reason string }

func (d dying) Extract(context.Context, worker.Job, func() extract.Sink) error {
	return &worker.DeadError{Reason: d.reason, Detail: "nothing was delivered within the time limit"}
}

func TestAFileThatChangesWhileItIsReadKeepsItsLastRowAsStale(t *testing.T) {
	w := newWorld(t)
	w.write("a.md", "# First\n\nThe lantern is lit.\n")
	w.write("b.md", "# Other\n\nFog.\n")
	w.sync(nil)
	w.write("a.md", "# First\n\nThe lantern is dark.\n")
	r := w.sync(func(o *Options) {
		o.Extractor = meddler{o.Extractor, func() {
			f, err := os.OpenFile(filepath.Join(w.corpus, "a.md"), os.O_APPEND|os.O_WRONLY, 0)
			if err == nil {
				f.WriteString("more\n")
				f.Close()
			}
		}}
	})
	if r.Outcomes[knowledge.Deferred] != 1 || r.Outcomes[knowledge.Extracted] != 1 || r.Unsettled != 1 {
		t.Fatalf("outcomes %v, unsettled %d", r.Outcomes, r.Unsettled)
	}
	if got := w.answers("lantern"); got != "" {
		t.Errorf("stale text is found: %s", got)
	}
	if len(r.Problems) != 1 || r.Problems[0].Code != "changed-while-reading" {
		t.Errorf("problems %+v", r.Problems)
	}
	r = w.sync(nil)
	if r.Outcomes[knowledge.Extracted] != 2 || r.Unsettled != 0 || !strings.Contains(w.answers("lantern dark"), "a.md") {
		t.Errorf("the next sync does not mend it: %v", r.Outcomes)
	}
	w.validate()
}

func TestADeadWorkerCostsOneFileAndIsTriedAgainNextTime(t *testing.T) {
	for _, reason := range []string{"timeout", "crash", "memory"} {
		w := newWorld(t)
		w.write("a.md", "# First\n\nThe lantern is lit.\n")
		r := w.sync(func(o *Options) { o.Extractor = dying{reason} })
		if r.Outcomes[knowledge.Failed] != 1 || r.Unsettled != 1 || r.Problems[0].Code != reason || !r.WithIssues() {
			t.Errorf("%s: outcomes %v, problems %+v", reason, r.Outcomes, r.Problems)
		}
		w.validate()
		if r = w.sync(nil); r.Outcomes[knowledge.Extracted] != 1 || r.Extractions != 1 {
			t.Errorf("%s: the next sync does not try again: %v", reason, r.Outcomes)
		}
	}
}

// A file that always runs into its time limit does not cost that time in every sync.
func TestAFileThatParsersDieOverIsReadInTwoSyncs(t *testing.T) {
	for _, reason := range []string{"timeout", "crash", "memory"} {
		w := newWorld(t)
		w.write("a.md", "# First\n\nThe lantern is lit.\n")
		die := func(o *Options) { o.Extractor = dying{reason} }
		for i, want := range []int{1, 1, 0, 0} {
			r := w.sync(die)
			if r.Extractions != want || r.Outcomes[knowledge.Failed] != 1 || r.Unsettled != 1 || !r.WithIssues() {
				t.Errorf("%s, sync %d: %d extractions, want %d; %v", reason, i+1, r.Extractions, want, r.Outcomes)
			}
		}
		if r := w.sync(func(o *Options) { die(o); o.RetryFailed = true }); r.Extractions != 1 {
			t.Errorf("%s: --retry-failed reads nothing", reason)
		}
		w.write("a.md", "# First\n\nThe lantern is out.\n")
		if r := w.sync(nil); r.Outcomes[knowledge.Extracted] != 1 {
			t.Errorf("%s: new bytes are not read: %v", reason, r.Outcomes)
		}
	}
}

// absent fails every job as a pool does that can start no worker.
type absent struct{}

func (absent) Extract(context.Context, worker.Job, func() extract.Sink) error {
	return &worker.StartError{Detail: "resource temporarily unavailable"}
}

func TestASyncThatCanStartNoWorkerEndsAndBlamesNoFile(t *testing.T) {
	w := newWorld(t)
	w.write("a.md", "# First\n\nThe lantern is lit.\n")
	before := w.sync(nil)
	w.write("b.md", "# Second\n\nThe harbour is shut.\n")
	var none *worker.StartError
	if _, err := w.trySync(func(o *Options) { o.Extractor = absent{} }); !errors.As(err, &none) {
		t.Errorf("got %v", err)
	}
	if r := w.sync(nil); r.Outcomes[knowledge.Extracted] != 2 || r.Previous != before.Snapshot {
		t.Errorf("outcomes %v after %s, previous %s", r.Outcomes, before.Snapshot, r.Previous)
	}
}

// torn delivers the first unit of every document, and then dies.
type torn struct{ Extractor }

func (x torn) Extract(ctx context.Context, j worker.Job, newSink func() extract.Sink) error {
	err := x.Extractor.Extract(ctx, j, func() extract.Sink { return &firstUnit{Sink: newSink()} })
	if err == nil {
		return nil
	}
	return &worker.DeadError{Reason: "crash", Detail: "the parser crashed"}
}

type firstUnit struct {
	extract.Sink
	n int
}

func (s *firstUnit) Unit(u extract.Unit) error {
	if s.n++; s.n > 1 {
		return errors.New("no more")
	}
	return s.Sink.Unit(u)
}

func TestWhatWasReadBeforeADeathIsSearchedAndNeverReplacesTheWhole(t *testing.T) {
	w := newWorld(t)
	w.write("a.md", "# First\n\nThe lantern is lit.\n\n# Second\n\nThe harbour is shut.\n")
	die := func(o *Options) { o.Extractor = torn{o.Extractor} }
	r := w.sync(die)
	if r.Outcomes[knowledge.Partial] != 1 || r.Unsettled != 1 || r.Problems[0].Code != "crash" {
		t.Fatalf("outcomes %v, problems %+v", r.Outcomes, r.Problems)
	}
	if !strings.Contains(w.answers("lantern"), "a.md") || w.answers("harbour") != "" {
		t.Errorf("found %q and %q", w.answers("lantern"), w.answers("harbour"))
	}
	w.validate()
	if again := w.sync(die); again.Published || again.Extractions != 1 {
		t.Errorf("the same part again: published %v, %d extractions", again.Published, again.Extractions)
	}
	whole := w.sync(func(o *Options) { o.RetryFailed = true }) // it died twice: nothing else reads it again
	if whole.Outcomes[knowledge.Extracted] != 1 || whole.Unsettled != 0 || !strings.Contains(w.answers("harbour"), "a.md") {
		t.Errorf("the sync that retries does not mend it: %v", whole.Outcomes)
	}
	if whole.Snapshot != w.clean().sync(nil).Snapshot {
		t.Error("what was cut off once shows in the tree")
	}
	r = w.sync(func(o *Options) { o.Clean = true; die(o) })
	if r.Published || r.Snapshot != whole.Snapshot || r.Outcomes[knowledge.Extracted] != 1 {
		t.Errorf("whole evidence was replaced by a part: %v", r.Outcomes)
	}
	w.validate()
}

func TestAMassDeletionAsksFirst(t *testing.T) {
	w := newWorld(t)
	for i := range 30 {
		w.write(strings.Repeat("x", i+1)+".md", "text "+strings.Repeat("y", i))
	}
	before := w.sync(nil).Snapshot
	for i := range 20 {
		if err := os.Remove(filepath.Join(w.corpus, strings.Repeat("x", i+1)+".md")); err != nil {
			t.Fatal(err)
		}
	}
	_, err := w.trySync(nil)
	var guard *GuardError
	if err == nil || !strings.Contains(err.Error(), "20 of 30 sources are gone") {
		t.Fatalf("got %v, want %T", err, guard)
	}
	r := w.sync(func(o *Options) { o.AcceptDeletions = true })
	if !r.Published || r.Sources.Deleted != 20 || r.Snapshot == before {
		t.Errorf("accepted: %+v", r.Sources)
	}
}

func TestSameDigestAtAnyNumberOfJobsAndWithoutTheCache(t *testing.T) {
	w := newWorld(t)
	for i := range 12 {
		w.write(strings.Repeat("n", i+1)+".md", "# Title\n\nBody "+strings.Repeat("word ", i*9)+"\n")
	}
	one := w.sync(func(o *Options) { o.Jobs = 1 }).Snapshot
	other := newWorld(t)
	other.corpus = w.corpus
	if got := other.sync(func(o *Options) { o.Jobs = 8 }).Snapshot; got != one {
		t.Errorf("8 jobs give %.12s, 1 gives %.12s", got, one)
	}
	if err := os.RemoveAll(filepath.Join(w.home, ".quire")); err != nil {
		t.Fatal(err)
	}
	if r := w.sync(nil); r.Published || r.Snapshot != one || r.Extractions != 0 {
		t.Errorf("without the cache: published %v, %d extractions", r.Published, r.Extractions)
	}
}
