package index

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	bleve "github.com/blevesearch/bleve_index_api"
	api "github.com/blevesearch/scorch_segment_api/v2"
	"golang.org/x/sync/errgroup"

	"quire/internal/mapped"
)

// writer makes the segments of an index folder that nobody reads yet.
type writer struct {
	dir      string
	last     uint64 // number in the name of the newest segment
	segments []*segment
	adopted  []*segment // of another index
}

// firstSegment is the number before that of the first segment of a new index.
const firstSegment = 1

func newWriter(dir string) *writer {
	return &writer{dir: dir, last: firstSegment}
}

func (w *writer) close() error { return closeAll(w.segments) }

// name returns a name that no segment has that this index or one before it had.
func (w *writer) name() string {
	w.last++
	return fmt.Sprintf("%012x%s", w.last, segmentExt)
}

// adopt makes the segments of another index part of this one: by hard link, or by copy
// where links fail.
func (w *writer) adopt(dir string) error {
	l, err := readList(dir)
	if err != nil {
		return err
	}
	for _, e := range l.Segments {
		if err := share(filepath.Join(dir, e.Name), filepath.Join(w.dir, e.Name)); err != nil {
			return err
		}
		number, err := strconv.ParseUint(strings.TrimSuffix(e.Name, segmentExt), 16, 64)
		if err != nil {
			return &DamagedError{File: e.Name, Want: "a number as its name", Got: e.Name}
		}
		w.last = max(w.last, number)
	}
	w.segments, err = openSegments(w.dir, l)
	w.adopted = slices.Clone(w.segments)
	return err
}

// write writes passages to a segment of their own.
func (w *writer) write(batch []bleve.Document) error {
	ids := make([]string, len(batch))
	for i, e := range batch {
		ids[i] = e.ID()
	}
	if err := w.remove(ids); err != nil {
		return err
	}
	built, _, err := engine.New(batch)
	if err != nil {
		return err
	}
	base, ok := built.(interface{ Persist(path string) error })
	if !ok {
		return errors.New("a new segment can not be written")
	}
	name := w.name()
	if err := base.Persist(filepath.Join(w.dir, name)); err != nil {
		return err
	}
	w.made(name, len(batch))
	return nil
}

// made adds a segment that was written. It is opened where it is merged, so that an index
// of many takes no memory for those that wait.
func (w *writer) made(name string, passages int) {
	w.segments = append(w.segments, &segment{name: name, docs: passages})
}

// remove deletes passages from the segments that were adopted: what was added since has
// other ids. Unknown ids are passed over.
func (w *writer) remove(ids []string) error {
	for _, s := range w.adopted {
		if s.docs == 0 {
			continue
		}
		for _, id := range ids {
			p, ok, err := s.lookup(fieldID, id)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			if s.deleted == nil {
				s.deleted = roaring.New()
			}
			s.deleted.Or(p.docs)
		}
	}
	return nil
}

// dropEmpty takes out the segments without live passages.
func (w *writer) dropEmpty() error {
	return w.drop(func(s *segment) bool { return s.live() == 0 })
}

// drop takes out segments, and their files from the folder.
func (w *writer) drop(which func(*segment) bool) (err error) {
	w.segments = slices.DeleteFunc(w.segments, func(s *segment) bool {
		if !which(s) {
			return false
		}
		err = errors.Join(err, s.close(), os.Remove(filepath.Join(w.dir, s.name)))
		return true
	})
	return err
}

// merge writes the live passages of each of some groups of segments to a new segment in
// their place, all groups at once.
func (w *writer) merge(ctx context.Context, groups [][]*segment) error {
	stop := make(chan struct{})
	defer context.AfterFunc(ctx, func() { close(stop) })()
	var g errgroup.Group
	var made []*segment
	for _, some := range groups {
		for _, s := range some {
			if err := s.open(w.dir); err != nil {
				return errors.Join(err, g.Wait())
			}
		}
		to := &segment{name: w.name(), docs: live(some)}
		made = append(made, to)
		g.Go(func() (err error) {
			defer recovered(&err)
			return mergeInto(filepath.Join(w.dir, to.name), some, stop)
		})
	}
	if err := g.Wait(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("merge segments: %w", err)
	}
	if err := w.drop(func(s *segment) bool {
		return slices.ContainsFunc(groups, func(some []*segment) bool { return slices.Contains(some, s) })
	}); err != nil {
		return err
	}
	w.segments = append(w.segments, made...)
	return nil
}

func live(some []*segment) (n int) {
	for _, s := range some {
		n += s.live()
	}
	return n
}

// mergeInto writes the live passages of open segments to one file.
func mergeInto(file string, some []*segment, stop chan struct{}) error {
	segments, deleted := make([]api.Segment, len(some)), make([]*roaring.Bitmap, len(some))
	for i, s := range some {
		segments[i], deleted[i] = s.zap, s.deleted
	}
	// All of each segment is read, mostly once.
	defer mapped.RestEvery(restPause, func() {
		for _, s := range some {
			mapped.Rest(s.bytes)
		}
	})()
	_, _, err := engine.Merge(segments, deleted, file, stop, nil)
	return err
}

// restPause is how long a merge reads before what it read leaves memory: some 10 MB.
const restPause = 150 * time.Millisecond

// mergeAll merges some segments into one, mergeSegments at a time, the oldest first; where
// several times as many are left, mergesAtOnce of such merges at once.
func (w *writer) mergeAll(ctx context.Context, some []*segment) error {
	for len(some) > 0 {
		var groups [][]*segment
		for len(some) > 0 && len(groups) < mergesAtOnce && (len(groups) == 0 || len(some) >= mergeSegments) {
			n := min(len(some), mergeSegments)
			groups, some = append(groups, some[:n]), some[n:]
		}
		if err := w.merge(ctx, groups); err != nil {
			return err
		}
		if len(some) == 0 && len(groups) == 1 {
			return nil
		}
		some = append(slices.Clip(some), w.segments[len(w.segments)-len(groups):]...)
	}
	return nil
}

// finish writes the list.
func (w *writer) finish() error {
	if err := writeList(w.dir, w.segments); err != nil {
		return err
	}
	return settle(w.dir)
}

// share makes to the same file as from, or a copy where links do not work.
func share(from, to string) error {
	if os.Link(from, to) == nil {
		return nil
	}
	return copyFile(from, to)
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return fmt.Errorf("copy %s: %w", from, err)
	}
	return out.Close()
}
