package pipeline

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"quire/knowledge"
	"quire/knowledge/source"
	"quire/publish"
	"quire/retrieval/vectors"
)

// Sync runs all stages. The caller holds the workspace's lock. An error means
// that nothing was published, but for a publish.AfterError; the report then tells
// how far the run came.
//
// What a sync takes over from the last snapshot it mostly does not read. Where what it does
// read turns out to be damaged, it begins anew and takes nothing over.
func Sync(ctx context.Context, o Options) (*Report, error) {
	r := newRun(o)
	err := r.all(ctx)
	var (
		damaged *publish.DamagedError
		after   *publish.AfterError
	)
	if !errors.As(err, &damaged) || errors.As(err, &after) || r.prev == nil || r.prev.snapshot == nil {
		return r.report, err
	}
	again := newRun(o)
	again.distrust = damaged
	again.extractions.Store(r.extractions.Load())
	err = again.all(ctx)
	return again.report, err
}

func newRun(o Options) *run {
	r := &run{opts: o, started: o.Now(), turn: newTurn(), report: newReport()}
	r.shelves.in(o.CacheDir)
	r.recall = sync.OnceValue(r.load)
	r.untried = r.newPasswords()
	return r
}

func (r *run) all(ctx context.Context) error {
	defer r.shelves.close()
	defer r.beside.Wait()
	r.sweepCache()
	if r.distrust == nil {
		if same, err := r.stands(ctx); same || err != nil {
			return err
		}
	}
	stages := []struct {
		name string
		do   func(context.Context) error
	}{
		{"discover", r.discover},
		{"extract", r.extract}, // and, while a document is in memory, semantics and its own rules
		{"overlay", r.overlay},
		{"promote", r.promote},
		{"validate", r.validate},
		{"index", r.index},
		{"publish", r.publish},
	}
	if err := r.openModel(); err != nil {
		return err
	}
	defer r.model.Close()
	if err := r.recall(); err != nil {
		return err
	}
	defer r.joins.close()
	if r.prev.snapshot == nil { // whatever there is, it will be read
		r.warm.Do(r.prepare)
	}
	for _, s := range stages {
		if err := ctx.Err(); err != nil {
			return err
		}
		begin := r.opts.Now()
		if err := s.do(ctx); err != nil {
			r.beside.Wait() // some of it writes into the draft
			r.plan.draft.Discard()
			return fmt.Errorf("%s: %w", s.name, err)
		}
		took := r.opts.Now().Sub(begin)
		if s.name == "extract" {
			inside := time.Duration(r.deriving.Load() / int64(max(r.opts.Jobs, 1)))
			r.report.stage("extract", took-min(inside, took))
			r.report.stage("semantics", min(inside, took))
			continue
		}
		r.report.stage(s.name, took)
	}
	r.triedPasswords()
	r.saveAttempts()
	r.joins.save(r)
	r.report.finish()
	r.stand()
	return nil
}

// load loads what the last sync left behind.
func (r *run) load() error {
	var g errgroup.Group
	g.Go(r.loadPrevious)
	g.Go(func() error {
		r.scanned = r.loadCache()
		return nil
	})
	r.loadAttempts()
	return g.Wait()
}

// run is the state that the stages hand on.
type run struct {
	opts    Options
	started time.Time
	report  *Report

	distrust error        // why the current snapshot is not taken over; nil where it is
	recall   func() error // loads what the last sync left behind, once
	newer    func()       // is called when something is listed that changed since, nanoseconds since 1970; nil: nothing waits for it
	since    int64
	met      bool          // newer was called
	prev     *previous     // the current snapshot, not nil after recall
	scanned  *source.Cache // what the last sync found out about files
	files    []file        // by printed path
	room     []item        // of which reused items are taken
	items    []*item       // all sources of the new snapshot, children included; by id after extract
	authors  []*item       // authored records, by id
	memories []*item       // promoted interactions, by id
	aliases  []knowledge.Alias
	// corrections are what people said of documents, and what came of it; by id
	corrections []knowledge.Correction
	delta       delta // since the last snapshot, once the rows are sealed
	plan        plan
	shelves     shelves        // lines until they are written
	model       *vectors.Model // nil without vectors

	turn        chan struct{} // of the large documents; see gate
	held        atomic.Int64  // bytes of text kept between stages
	extractions atomic.Int64
	deriving    atomic.Int64 // nanoseconds spent on semantics, over all jobs
	derived     atomic.Int64 // documents
	ruleText    string
	expected    int            // about how many files there are, by the last sync; 0: unknown
	listed      bool           // the files are those on disk
	listing     string         // digest of what was listed
	warm        sync.Once      // of prepare: counting tokens needs a vocabulary, which takes longer than counting, and reading a process
	beside      sync.WaitGroup // of what goes on beside the stages
	attempts    map[string]int // deaths of parsers by what they read; see maxAttempts
	attemptsMu  sync.Mutex
	withdrawn   int  // files on disk that are kept out
	rewriting   bool // a kept snapshot is written anew; nothing is read from the corpus
	joins       joins
	untried     bool // there are passwords that encrypted documents were not tried with
}

func (r *run) progress(p Progress) {
	if r.opts.Progress != nil {
		r.opts.Progress(p)
	}
}
