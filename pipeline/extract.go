package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"quire/extract"
	"quire/extract/worker"
	"quire/knowledge"
	"quire/knowledge/source"
)

// extract gives every file its item and every item its evidence: the row of the
// last snapshot, stored evidence, or a new extraction, in this order.
func (r *run) extract(ctx context.Context) error {
	var mu sync.Mutex
	// Files of equal bytes are one job: the first is read, the others share.
	todo := map[knowledge.Digest][]*file{}
	var order []knowledge.Digest
	total := 0
	r.items = make([]*item, 0, max(len(r.files), len(r.prev.briefs)))
	for i := range r.files {
		f := &r.files[i]
		if items, ok := r.reuse(f); ok {
			r.items = append(r.items, items...)
			continue
		}
		it, err := r.moved(f)
		if err != nil {
			return err
		}
		if it != nil {
			r.items = append(r.items, it)
		} else if f.outcome != "" || r.opts.Registry.For(f.known.Format, r.opts.Extract) == nil {
			it := r.unread(f)
			if err := r.shelve([]*item{it}); err != nil {
				return err
			}
			r.items = append(r.items, it)
		} else {
			key := f.known.Digest
			if todo[key] == nil {
				order = append(order, key)
			}
			todo[key] = append(todo[key], f)
			total++
		}
	}
	// The largest begin, so that none of them is alone at the end with one processor.
	slices.SortStableFunc(order, func(a, b knowledge.Digest) int {
		return cmp.Compare(todo[b][0].known.Stat.Size, todo[a][0].known.Stat.Size)
	})
	var done atomic.Int64
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(max(r.opts.Jobs, 1))
	for _, key := range order {
		g.Go(func() error {
			for _, f := range todo[key] {
				if err := gctx.Err(); err != nil {
					return err
				}
				items, err := r.build(gctx, f)
				if err == nil {
					err = r.shelve(items)
				}
				if err != nil {
					return err
				}
				mu.Lock()
				r.items = append(r.items, items...)
				mu.Unlock()
				r.progress(Progress{Stage: "extract", Done: int(done.Add(1)), Total: total, Path: f.path})
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	if x, ok := r.opts.Extractor.(preparer); ok {
		x.Rest()
	}
	slices.SortFunc(r.items, func(a, b *item) int { return strings.Compare(a.id, b.id) })
	if err := r.guessMoves(ctx); err != nil {
		return err
	}
	r.tally()
	return nil
}

// input is one body of bytes to be read: a file, or a child that was spooled.
type input struct {
	id, path, parent string
	member           knowledge.Locator
	name             string // hint of format
	content          knowledge.Digest
	size             int64
	format           string
	depth            int
	open             func() (*os.File, int64, error) // a file and where in it the bytes begin
	met              *met                            // what lies inside the file on disk, so far
	unchanged        func(*os.File) bool             // nil for a child
	gate             *gate
}

// met counts what was found inside one file on disk, at all depths.
type met struct {
	documents int
	bytes     int64
}

// build makes the items of a file and of everything inside it.
func (r *run) build(ctx context.Context, f *file) ([]*item, error) {
	in := input{
		id: f.id, path: f.path, name: path.Base(f.entry.Path), content: f.known.Digest, size: f.known.Stat.Size,
		format: f.known.Format, open: f.body, unchanged: f.unchanged, met: new(met),
	}
	return r.buildInput(ctx, in)
}

func (r *run) buildInput(ctx context.Context, in input) ([]*item, error) {
	it := &item{id: in.id, row: &knowledge.Source{
		ID: in.id, Path: in.path, Parent: in.parent, Member: in.member, Type: in.format, Bytes: in.size, Content: in.content,
	}}
	x := r.opts.Registry.For(in.format, r.opts.Extract)
	if x == nil {
		it.row.Outcome, it.row.Reason, it.row.Detail = unsupported(in.format)
		it.untitled()
		return []*item{it}, it.close()
	}
	recipe := r.recipeOf(in.content, in.format, x)
	it.recipe = &recipe
	in.gate = &gate{turn: r.turn}
	defer in.gate.leave()
	doc, first, err := r.evidence(ctx, in, it, x)
	bytes := first // of its children: also those of a document that stays locked
	if err == nil && doc.Evidence.Outcome == knowledge.Encrypted {
		var opened *spool
		if doc, opened, err = r.unlock(ctx, in, it, x, doc); opened != nil {
			first.close()
			bytes = opened
		}
	}
	defer bytes.close()
	var trouble *unsettledError
	if errors.As(err, &trouble) {
		r.unsettled(it, trouble)
		return []*item{it}, it.close()
	}
	if err != nil {
		return nil, err
	}
	r.describe(it, doc)
	if err := r.account(it, it.row, doc); err != nil {
		return nil, err
	}
	if err := r.derive(it, doc); err != nil {
		return nil, err
	}
	r.keep(it, doc)
	in.gate.leave() // what is inside may be large too
	children, err := r.children(ctx, in, doc, bytes)
	if err != nil {
		return nil, err
	}
	it.row.Children = len(children)
	return append([]*item{it}, children...), it.close()
}

// evidence returns the document of an input, stored or new. The spool holds the
// bytes of its children by member where it was extracted just now.
func (r *run) evidence(ctx context.Context, in input, it *item, x extract.Extractor) (*knowledge.Document, *spool, error) {
	key := it.recipe.Key()
	it.row.Recipe = key
	if !r.opts.Clean && !r.retries(in.path) && !(r.opts.RetryFailed && r.endedBadly(in.id)) {
		if doc, digest, ok := r.stored(key); ok && r.childrenStored(doc, in.depth+1) {
			it.row.Evidence = digest
			return doc, nil, nil
		}
	}
	bare := r.opts.Extract
	bare.Passwords = nil
	return r.fresh(ctx, in, it, *it.recipe, x, bare)
}

// fresh reads an input anew and stores what came of it. Where the parser died and
// whole evidence of the same recipe is at hand, that is taken: a bad day of the
// machine takes nothing away.
func (r *run) fresh(ctx context.Context, in input, it *item, recipe knowledge.Recipe, x extract.Extractor, o extract.Options) (*knowledge.Document, *spool, error) {
	doc, spool, err := r.parse(ctx, in, recipe, x, o)
	if brokenOff(doc, err) {
		r.attempted(in.content)
		if whole, digest, ok := r.stored(recipe.Key()); ok && r.childrenStored(whole, in.depth+1) {
			it.recipe, it.row.Recipe, it.row.Evidence = &recipe, recipe.Key(), digest
			return whole, spool, nil
		}
		if err == nil {
			recipe, err = cutRecipe(doc)
		}
	}
	if err != nil {
		return nil, spool, err
	}
	it.parsed = true
	if doc.Evidence.Outcome == knowledge.Encrypted && recipe != *it.recipe {
		return doc, spool, nil // no password opens it: nothing is kept of the attempt
	}
	it.recipe, it.row.Recipe = &recipe, recipe.Key()
	it.row.Evidence, err = r.storeDocument(recipe.Key(), doc)
	return doc, spool, err
}

// brokenOff reports whether the parser died over an input, having delivered
// something or nothing.
func brokenOff(doc *knowledge.Document, err error) bool {
	var trouble *unsettledError
	if errors.As(err, &trouble) {
		return trouble.failed
	}
	return err == nil && knowledge.Unsettled(doc.Evidence.Reason)
}

// cutRecipe gives what was read up to the death of a parser a recipe of its own,
// named by its content: it is never taken for the evidence of the whole document,
// nor for another part of it.
func cutRecipe(doc *knowledge.Document) (knowledge.Recipe, error) {
	b, err := knowledge.EncodeEvidence(doc)
	if err != nil {
		return knowledge.Recipe{}, fmt.Errorf("encode evidence: %w", err)
	}
	recipe := &doc.Evidence.Recipe
	recipe.Options = joinOptions(recipe.Options, doc.Evidence.Reason+"="+strings.TrimPrefix(string(knowledge.DigestOf(b)), "sha256:")[:16])
	return *recipe, nil
}

// parse runs the extractor.
func (r *run) parse(ctx context.Context, in input, recipe knowledge.Recipe, x extract.Extractor, o extract.Options) (*knowledge.Document, *spool, error) {
	file, offset, err := in.open()
	if err != nil {
		return nil, nil, &unsettledError{reason: "unreadable", detail: plainError(err)}
	}
	defer file.Close()
	s := &spool{dir: r.opts.CacheDir, limit: r.opts.Limits.WithDefaults().Inflated}
	var a *extract.Assembler
	job := worker.Job{Extractor: x.Name(), File: file, Offset: offset, Size: in.size, Name: in.name, Format: in.format, Limits: r.opts.Limits.WithDefaults(), Options: o}
	err = r.opts.Extractor.Extract(ctx, job, func() extract.Sink {
		s.reset()
		a = extract.NewAssembler(recipe, r.opts.Limits, r.opts.Count, s.child)
		return gated{a, ctx, in.gate}
	})
	r.extractions.Add(1)
	var (
		dead *worker.DeadError
		none *worker.StartError
	)
	switch {
	case ctx.Err() != nil:
		return nil, s, ctx.Err()
	case s.err != nil:
		return nil, s, s.err
	case errors.As(err, &none):
		return nil, s, err // it says nothing of the file: the run ends, and nothing is recorded
	case in.unchanged != nil && !in.unchanged(file):
		return nil, s, &unsettledError{reason: "changed-while-reading", detail: "it changed while it was read"}
	}
	if errors.As(err, &dead) {
		if a != nil {
			if doc := a.Finish(err); doc.Evidence.Outcome == knowledge.Partial {
				return doc, s, nil
			}
		}
		return nil, s, &unsettledError{reason: dead.Reason, detail: dead.Detail, failed: true}
	}
	return a.Finish(err), s, nil
}

// unsettledError says that a file could not be read for a reason that another run
// may not meet.
type unsettledError struct {
	reason, detail string
	failed         bool // a parser died over it: failed rather than deferred
}

func (e *unsettledError) Error() string { return e.reason + ": " + e.detail }

// unsettled makes the row of a file that could not be read this time. One that
// was read before keeps its last row, marked stale.
func (r *run) unsettled(it *item, e *unsettledError) {
	outcome := knowledge.Deferred
	if e.failed {
		outcome = knowledge.Failed
	}
	if last, ok := r.prev.row(it.id); ok && last.Recipe != "" && !e.failed {
		last.Path = it.row.Path
		*it.row = last
		it.row.Stale = true
	} else {
		it.row.Recipe = ""
	}
	it.row.Outcome, it.row.Reason, it.row.Detail = outcome, e.reason, e.detail
	it.row.Children = 0
	it.untitled()
}

// unread makes the item of a file that no extractor is asked about.
func (r *run) unread(f *file) *item {
	it := &item{id: f.id, row: &knowledge.Source{
		ID: f.id, Path: f.path, Type: f.known.Format, Bytes: f.known.Stat.Size, Content: f.known.Digest,
		Outcome: f.outcome, Reason: f.reason, Detail: f.detail,
	}}
	switch f.outcome {
	case "":
		it.row.Outcome, it.row.Reason, it.row.Detail = unsupported(f.known.Format)
	case knowledge.Deferred:
		r.unsettled(it, &unsettledError{reason: f.reason, detail: f.detail})
	}
	it.untitled()
	return it
}

// body opens the file for reading from its start.
func (f *file) body() (*os.File, int64, error) {
	in, err := f.open()
	return in, 0, err
}

func (f *file) unchanged(open *os.File) bool {
	info, err := open.Stat()
	return err == nil && source.StatOf(info) == f.known.Stat
}
