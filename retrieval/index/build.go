package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"

	"golang.org/x/sync/errgroup"
)

// batchDocs is how many passages make one segment before the merge: more is
// faster by little and takes memory in proportion (measured by batch size: 85 MB
// at 1000, 296 MB at 5000).
const batchDocs = 1000

// batchTerms ends a segment sooner, where its passages have many words or long headings:
// each different term of a passage takes about 100 bytes. A thousand usual passages have
// 150,000.
const batchTerms = 250_000

// mergeSegments is how many of those are merged at once. The engine compares every
// segment for every term, so one pass over all is dear: 800 segments took more than ten
// minutes of it. Below a thousand segments two passes do (measured over 100: 36.0 s with
// one pass, 32.3 with two of 40, 34.6 with two of 12).
const mergeSegments = 32

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
	err := analyse(ctx, docs, w.add)
	if err == nil {
		err = w.flush()
	}
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

// analyse turns docs into entries on a second goroutine and hands them to write
// in order.
func analyse(ctx context.Context, docs iter.Seq[Doc], write func(*entry) error) error {
	g, ctx := errgroup.WithContext(ctx)
	entries := make(chan *entry, 64)
	g.Go(func() (err error) {
		defer close(entries)
		a := newAnalyzer().remember()
		for d := range docs {
			e := newEntry(a, &d)
			select {
			case entries <- e:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return ctx.Err()
	})
	g.Go(func() (err error) {
		defer recovered(&err)
		for e := range entries {
			if err := write(e); err != nil {
				return err
			}
		}
		return nil
	})
	return g.Wait()
}
