package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"quire/extract"
	"quire/knowledge"
	"quire/knowledge/source"
)

// file is one thing found below a root.
type file struct {
	root    *Root
	entry   source.Entry
	path    string // printed
	id      string
	from    string // the path it moved from in this run
	alike   int    // of a move that is guessed from its text: how much is the same, in thousandths
	known   source.Cached
	vouched bool // the scan cache has known
	// outcome is set where the file is not to be extracted: excluded, unsupported
	// or deferred.
	outcome        knowledge.Outcome
	reason, detail string
}

// GuardError says that a run would drop most of the corpus, which is more often
// an unmounted disk than a wish.
type GuardError struct{ Detail string }

func (e *GuardError) Error() string { return e.Detail }

func (r *run) discover(ctx context.Context) error {
	if err := r.list(ctx); err != nil {
		return err
	}
	next, changed, err := r.hash(ctx, r.scanned)
	if err != nil {
		return err
	}
	r.scanned = nil
	if changed && !r.opts.DryRun {
		r.beside.Go(func() { r.saveCache(next) })
	}
	if err := r.assign(); err != nil {
		return err
	}
	return r.guard()
}

func (r *run) walk(ctx context.Context, root *Root) error {
	entries, err := source.Walk(ctx, root.Dir, source.WalkOptions{
		Exclude: source.ParseIgnore("", strings.Join(r.opts.Exclude, "\n")), Own: root.Own, Expect: r.expected,
		Newer: r.newer, Since: r.since,
	})
	if err != nil {
		return fmt.Errorf("read root %s: %w", root.Name, err)
	}
	paths := make([]string, len(entries))
	r.files = slices.Grow(r.files, len(entries))
	for i, e := range entries {
		paths[i] = e.Path
	}
	for i, printed := range source.PrintedAll(root.Name, paths) {
		f := file{root: root, entry: entries[i], path: printed}
		if e := entries[i]; e.Denied {
			f.outcome, f.reason, f.detail = knowledge.Deferred, e.Reason, e.Detail
		} else if e.Reason != "" {
			f.outcome, f.reason, f.detail = knowledge.Excluded, e.Reason, e.Detail
		}
		r.files = append(r.files, f)
	}
	return nil
}

// hash reads what the cache does not vouch for.
func (r *run) hash(ctx context.Context, cache *source.Cache) (*source.Cache, bool, error) {
	var todo []*file
	for i := range r.files {
		f := &r.files[i]
		if f.outcome != "" {
			continue
		}
		if k, ok := cache.Clean(f.path, f.entry.Stat); ok && !r.opts.Rehash && !r.opts.Withdrawn.Content(f.path, k.Digest) {
			f.known, f.vouched = k, true
			continue
		}
		todo = append(todo, f)
	}
	var done atomic.Int64
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(max(r.opts.Jobs, 1))
	for _, f := range todo {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			before := r.prev.briefs[r.prev.byPath[f.path]]
			if before == nil {
				r.warm.Do(r.prepare) // most files are such as are read
			}
			r.look(f)
			if before != nil && string(before.content) != string(f.known.Digest) {
				r.warm.Do(r.prepare)
			}
			r.progress(Progress{Stage: "discover", Done: int(done.Add(1)), Total: len(todo), Path: f.path})
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, false, err
	}
	next := source.NewCache(len(r.files))
	for i := range r.files {
		switch f := &r.files[i]; {
		case f.vouched:
			next.Keep(cache, f.path)
		case f.outcome == "" && !r.opts.Withdrawn.Content(f.path, f.known.Digest):
			next.Set(f.path, f.known)
		}
	}
	changed := len(todo) > 0 || next.Len() != cache.Len()
	r.leaveOut(func(f *file) bool { return r.opts.Withdrawn.Content(f.path, f.known.Digest) })
	return next, changed, nil
}

// prepare loads what the first extraction waits for while the files are still told apart.
func (r *run) prepare() {
	if x, ok := r.opts.Extractor.(preparer); ok {
		x.Ready()
	}
	r.beside.Go(func() { r.opts.Count("a word") })
}

// leaveOut takes files out that were withdrawn: nothing of them is read or recorded but
// their number.
func (r *run) leaveOut(out func(*file) bool) {
	if r.opts.Withdrawn.Len() == 0 {
		return
	}
	before := len(r.files)
	r.files = slices.DeleteFunc(r.files, func(f file) bool { return out(&f) })
	r.withdrawn += before - len(r.files)
}

// look hashes a file and finds out what it is. A file that changes under the
// reading is read once more, then deferred.
func (r *run) look(f *file) {
	for try := 0; ; try++ {
		began := r.opts.Now().UnixNano()
		known, stable, err := read(f)
		switch {
		case err != nil:
			f.outcome, f.reason, f.detail = knowledge.Deferred, "unreadable", plainError(err)
			return
		case stable:
			known.At = began
			f.known = known
			f.entry.Stat = known.Stat
			return
		case try > 0:
			f.outcome, f.reason, f.detail = knowledge.Deferred, "changed-while-reading", "it changed while it was read"
			return
		}
	}
}

func read(f *file) (k source.Cached, stable bool, err error) {
	in, err := f.open()
	if err != nil {
		return k, false, err
	}
	defer in.Close()
	before, err := in.Stat()
	if err != nil {
		return k, false, err
	}
	if !before.Mode().IsRegular() {
		return k, false, errors.New("it is no longer a regular file")
	}
	k.Stat = source.StatOf(before)
	k.Digest, _, err = knowledge.DigestReader(in)
	if err != nil {
		return k, false, err
	}
	k.Format = extract.Detect(in, k.Stat.Size, path.Base(f.entry.Path)).Name
	after, err := in.Stat()
	return k, err == nil && source.StatOf(after) == k.Stat, err
}

// open opens the file below its root. It never follows a link out of it and never
// waits for a pipe.
func (f *file) open() (*os.File, error) {
	return f.root.Dir.OpenFile(filepath.FromSlash(f.entry.Path), os.O_RDONLY|nonblock, 0)
}

func (r *run) assign() error {
	last := r.lastKnown()
	found := make([]source.Found, len(r.files))
	for i := range r.files {
		f := &r.files[i]
		found[i] = source.Found{Path: f.path, Content: f.known.Digest, Lasting: f.outcome == "" && f.known.Stat.Size > 0}
	}
	ids, next, err := source.Assign(r.opts.Identity, last, found, r.opts.Withdrawn.Source)
	if err != nil {
		return err
	}
	r.opts.Identity = next
	here := make(map[string]bool, len(ids))
	for i, a := range ids {
		r.files[i].id, r.files[i].from = a.ID, a.From
		here[a.ID] = true
		if a.From != "" {
			r.report.Sources.Renamed++
		}
	}
	for _, k := range last {
		if !here[k.ID] {
			r.report.Sources.Deleted++
		}
	}
	r.report.Sources.Total = len(r.files)
	return nil
}

// lastKnown returns the files of the last snapshot by path, without those that were withdrawn:
// they are neither gone nor moved.
func (r *run) lastKnown() []source.Known {
	last := make([]source.Known, 0, len(r.prev.byPath))
	add := func(path, id string) {
		if content := knowledge.Digest(r.prev.briefs[id].content); !r.opts.Withdrawn.Row(id, content) {
			last = append(last, source.Known{ID: id, Path: path, Content: content})
		}
	}
	here := make(map[string]bool, len(r.prev.byPath))
	for i := range r.files { // in order of path, and mostly all there are
		if id, ok := r.prev.byPath[r.files[i].path]; ok {
			here[id] = true
			add(r.files[i].path, id)
		}
	}
	if len(here) == len(r.prev.byPath) {
		return last
	}
	for p, id := range r.prev.byPath {
		if !here[id] {
			add(p, id)
		}
	}
	slices.SortFunc(last, func(a, b source.Known) int { return strings.Compare(a.Path, b.Path) })
	return last
}

// guard stops a run that would lose most sources, before anything is published.
func (r *run) guard() error {
	if r.opts.AcceptDeletions {
		return nil
	}
	gone, had := r.report.Sources.Deleted, len(r.prev.byPath)
	if gone >= 10 && gone*2 > had {
		return &GuardError{fmt.Sprintf("%d of %d sources are gone", gone, had)}
	}
	perRoot := map[string]int{}
	for _, f := range r.files {
		perRoot[f.root.Name]++
	}
	for p := range r.prev.byPath {
		root, _, _ := strings.Cut(p, "/")
		for _, o := range r.opts.Roots {
			if o.Name == root && perRoot[root] == 0 {
				return &GuardError{fmt.Sprintf("root %s is empty; it had sources before", root)}
			}
		}
	}
	return nil
}

func plainError(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
