package index

import (
	"context"
	"fmt"
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/index/scorch/mergeplan"
	bleve "github.com/blevesearch/bleve_index_api"
)

const (
	// maxSegments is how many segments an index may have: each costs every query
	// a dictionary look-up a term and field (measured cold over 100,000 passages,
	// three words: 13.8 ms of CPU with one segment, 15.7 with eight).
	maxSegments = 8
	// maxDeletedPercent is how much of an index may be passages that are deleted
	// but still stand in a segment.
	maxDeletedPercent = 20
	// mergeFactor keeps a merge of small segments from taking in one that is much
	// larger than all of them together, so that the cost of compaction grows with
	// the logarithm of the index.
	mergeFactor = 4
)

// sizes are the passages of one segment.
type sizes struct{ live, deleted int64 }

// mergeBelow says which segments to merge into one: those with fewer live
// passages than the result, 0 for none.
func mergeBelow(segments []sizes) int64 {
	var live, deleted int64
	for _, s := range segments {
		live += s.live
		deleted += s.deleted
	}
	if deleted*100 > (live+deleted)*maxDeletedPercent {
		return live + 1
	}
	if len(segments) <= maxSegments {
		return 0
	}
	slices.SortFunc(segments, func(a, b sizes) int { return int(a.live - b.live) })
	sum := int64(0)
	for i, s := range segments {
		if i >= len(segments)-maxSegments/2 && s.live > mergeFactor*sum {
			break
		}
		sum += s.live
	}
	return sum + 1
}

// compact merges segments where there are too many of them or too many deleted
// passages in them; with all set, it rewrites every segment.
func (w *writer) compact(ctx context.Context, all bool) error {
	segments, err := w.segments()
	if err != nil || len(segments) == 0 {
		return err
	}
	below := mergeBelow(segments)
	if all {
		below = 1 << 29
	}
	if below == 0 {
		return nil
	}
	if len(segments) == 1 {
		return w.rewriteOne(ctx)
	}
	return w.merge(ctx, below)
}

func (w *writer) segments() (out []sizes, err error) {
	err = w.snapshot(func(s *scorch.IndexSnapshot) error {
		for _, seg := range s.Segments() {
			out = append(out, sizes{live: seg.LiveSize(), deleted: seg.FullSize() - seg.LiveSize()})
		}
		return nil
	})
	return out, err
}

// fillerID names an empty passage that rewriteOne needs. No address looks so.
const fillerID = "!"

// rewriteOne rewrites the only segment. The engine merges two segments or more,
// so it is given a second one with an empty passage, which then goes again.
func (w *writer) rewriteOne(ctx context.Context) error {
	b := bleve.NewBatch()
	b.Update(identity(fillerID))
	if err := w.ix.Batch(b); err != nil {
		return err
	}
	if err := w.merge(ctx, 1<<29); err != nil {
		return err
	}
	b = bleve.NewBatch()
	b.Delete(fillerID)
	return w.ix.Batch(b)
}

// merge makes one segment of all that have fewer than below live passages.
func (w *writer) merge(ctx context.Context, below int64) error {
	limit := min(2*below, mergeplan.MaxSegmentSizeLimit)
	err := w.ix.ForceMerge(ctx, &mergeplan.MergePlanOptions{
		MaxSegmentSize:       limit, // the engine takes segments below half of it
		SegmentsPerMergeTask: 1 << 20,
		CalcBudget:           func(int64, int64, *mergeplan.MergePlanOptions) int { return 1 },
		ScoreSegments:        func(s []mergeplan.Segment, _ *mergeplan.MergePlanOptions) float64 { return -float64(len(s)) },
	})
	if err != nil {
		return fmt.Errorf("merge segments: %w", err)
	}
	return ctx.Err()
}
