package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"

	bleve "github.com/blevesearch/bleve_index_api"
	"golang.org/x/sync/errgroup"
)

// batchDocs is how many passages make one segment before the merge: more is
// faster by little and takes memory in proportion (measured by batch size: 85 MB
// at 1000, 296 MB at 5000, for one batch; two are in memory at a time). Less is slower:
// 40 s for 177,811 passages at 1000, 49 s at 500.
const batchDocs = 1000

// batchTerms ends a segment sooner, where its passages have many words or long headings:
// each different term of a passage takes about 100 bytes. A thousand usual passages have
// 150,000. Two batches are in memory: with twice as many terms the parent took 307 MiB over
// hostile files, where 300 are to be enough.
const batchTerms = 125_000

// mergeSegments is how many of those are merged at once. The engine compares every
// segment for every term, so one pass over all is dear: 800 segments took more than ten
// minutes of it. Below a thousand segments two passes do (measured over 100: 36.0 s with
// one pass, 32.3 with two of 40, 34.6 with two of 12).
const mergeSegments = 32

// mergesAtOnce is how many merges run at once. A merge uses one processor; each takes
// memory for a dictionary.
const mergesAtOnce = 2

// Build writes an index of docs into the folder dir, which it makes; dir must not
// hold one already. Ids must be unique. On an error dir is in an undefined state
// and is to be removed.
func Build(ctx context.Context, dir string, docs iter.Seq[Doc]) error {
	return guarded(func() error { return assemble(ctx, dir, docs) })
}

func assemble(ctx context.Context, dir string, docs iter.Seq[Doc]) error {
	if err := makeEmpty(dir); err != nil {
		return err
	}
	w := newWriter(dir)
	err := analyse(ctx, docs, w.write)
	if err == nil && len(w.segments) > 1 {
		err = w.mergeAll(ctx, slices.Clone(w.segments))
	}
	if err == nil {
		err = w.finish()
	}
	if err = errors.Join(err, w.close()); err != nil {
		return fmt.Errorf("build index in %s: %w", dir, err)
	}
	return nil
}

func makeEmpty(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("make index folder: %w", err)
	}
	names, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("make index folder: %w", err)
	}
	if len(names) > 0 {
		return fmt.Errorf("make index folder %s: it is not empty", dir)
	}
	return nil
}

// analyse turns docs into entries and hands them to write in batches, in order. One
// batch is made while the other is written.
func analyse(ctx context.Context, docs iter.Seq[Doc], write func([]bleve.Document) error) error {
	g, ctx := errgroup.WithContext(ctx)
	batches := make(chan []bleve.Document)
	g.Go(func() (err error) {
		defer close(batches)
		hand := func(b *batch) error {
			select {
			case batches <- b.entries:
				*b = batch{}
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		a := newAnalyzer().remember()
		var b batch
		for d := range docs {
			b.add(newEntry(a, &d))
			if b.full() {
				if err := hand(&b); err != nil {
					return err
				}
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		if len(b.entries) == 0 {
			return ctx.Err()
		}
		return hand(&b)
	})
	g.Go(func() (err error) {
		defer recovered(&err)
		for b := range batches {
			if err := write(b); err != nil {
				return err
			}
		}
		return nil
	})
	return g.Wait()
}

// batch are the passages of one segment.
type batch struct {
	entries []bleve.Document
	at      map[string]int // place in entries by id
	terms   int
}

// add adds a passage. One with the same id goes.
func (b *batch) add(e *entry) {
	if i, ok := b.at[e.id]; ok {
		b.entries[i] = e
		return
	}
	if b.at == nil {
		b.at = make(map[string]int, batchDocs)
		b.entries = make([]bleve.Document, 0, batchDocs)
	}
	b.at[e.id] = len(b.entries)
	b.entries = append(b.entries, e)
	for _, f := range e.fields {
		b.terms += len(f.terms)
	}
}

func (b *batch) full() bool { return len(b.entries) >= batchDocs || b.terms >= batchTerms }
