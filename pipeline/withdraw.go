package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"quire/knowledge"
	"quire/knowledge/semantics"
	"quire/knowledge/source"
	"quire/publish"
	"quire/retrieval/index"
)

// Withdrawal is the receipt of a withdrawal: what was removed, and the proof.
type Withdrawal struct {
	Sources   []WithdrawnSource `json:"sources"`
	Snapshots []Rewritten       `json:"snapshots"` // written anew
	// Dropped are snapshots that could not be read and were removed as they stood.
	Dropped []string `json:"dropped_snapshots"`
	// Unreadable are deflated pieces that only older snapshots named and nobody can read;
	// they were removed.
	Unreadable []string `json:"dropped_pieces"`
	Leaves     int      `json:"leaves"` // pieces of evidence, knowledge and tables
	Bytes      int64    `json:"bytes"`  // of those
	Cached     int      `json:"cache_entries"`
	Identity   int      `json:"identity_lines"`
	Proof      Proof    `json:"proof"`
	HeldBy     []Holder `json:"held_by"` // what still holds the text, and was left alone
}

// WithdrawnSource is one source that is taken out, with what lies inside it.
type WithdrawnSource struct {
	ID       string `json:"id"`
	Path     string `json:"path"`
	Children int    `json:"children"`
	Passages int    `json:"passages"` // in the newest snapshot that had it, those inside included
}

// Withdraw takes what o.Withdrawn marks out of everything that quire keeps: every kept
// snapshot that holds it is written anew, the old ones, what only they named and the
// caches of it are removed without grace, and the rest is searched for what was in
// it. Killed at any step, it can be run again. The caller holds the workspace's lock and
// marks the list as finished where Proof.Failures is empty.
func Withdraw(ctx context.Context, o Options, reason string) (*Withdrawal, error) {
	w := &Withdrawal{Sources: []WithdrawnSource{}, Snapshots: []Rewritten{}, Dropped: []string{}, Unreadable: []string{}, HeldBy: []Holder{}}
	w.Proof.Failures = []Failure{}
	kept, err := o.Store.Kept()
	if errors.Is(err, publish.ErrNothingPublished) {
		return w, w.caches(o)
	}
	if err != nil {
		return nil, err
	}
	traces := newTraces()
	var old []string
	var from *basis
	for _, k := range slices.Backward(kept) { // the oldest first, so that the pointer moves last
		r, err := openRewrite(o, k.ID)
		if err == nil {
			err = traces.gather(ctx, r)
		}
		var done Rewritten
		ok := false
		if err == nil {
			o.progress(Progress{Stage: "rewrite", Done: len(w.Snapshots), Path: k.ID[:12]})
			done, ok, err = r.rewrite(ctx, reason, from)
		}
		switch {
		case err != nil && !k.Current && IsDamage(err):
			w.Dropped, old = append(w.Dropped, k.ID), append(old, k.ID)
		case err != nil:
			return nil, fmt.Errorf("rewrite snapshot %s: %w", k.ID[:12], err)
		case ok:
			w.Snapshots, old = append(w.Snapshots, done), append(old, k.ID)
			if from, err = r.basis(); err != nil {
				return nil, err
			}
		}
	}
	old = slices.DeleteFunc(old, func(id string) bool {
		return slices.ContainsFunc(w.Snapshots, func(r Rewritten) bool { return r.New == id })
	})
	w.Sources = traces.list()
	if err := o.Store.Remove(old...); err != nil {
		return nil, err
	}
	versions, err := SemanticsKept(o.Store)
	if err != nil {
		return nil, err
	}
	collected, err := o.Store.Collect(publish.Retention{Keep: math.MaxInt, Grace: math.MinInt64, Now: o.Now(), Leaves: LeavesOf(versions...), Superseded: Superseded(o.Store)}, false)
	if err != nil {
		return nil, err
	}
	w.Leaves, w.Bytes = collected.Leaves, collected.Bytes
	if err := w.caches(o); err != nil {
		return nil, err
	}
	return w, w.prove(ctx, o, traces)
}

// IsDamage reports whether an error says that a snapshot can not be read as it is, as opposed to trouble
// with the disk or a signal.
func IsDamage(err error) bool {
	return errors.As(err, new(*publish.DamagedError)) || errors.As(err, new(*publish.FormatError)) || errors.As(err, new(*index.DamagedError)) ||
		errors.As(err, new(*knowledge.EvidenceError)) || errors.As(err, new(*knowledge.FormatError))
}

func (o *Options) progress(p Progress) {
	if o.Progress != nil {
		o.Progress(p)
	}
}

// cachedNames are the files of the cache that hold nothing of any document.
var cachedNames = []string{"lock", "watch", passwordsName}

// caches takes the withdrawn out of the scan cache and of identity.jsonl, and removes
// what else is cached: it is not known whose it is, and made again when asked for.
func (w *Withdrawal) caches(o Options) error {
	w.Identity = o.Identity.Drop(func(l source.Line) bool { return o.Withdrawn.Source(l.ID) || o.Withdrawn.Path(l.Path) })
	if w.Identity > 0 && o.SaveIdentity != nil {
		b, err := o.Identity.Encode()
		if err == nil {
			err = o.SaveIdentity(b)
		}
		if err != nil {
			return err
		}
	}
	o.step("identity")
	r := &run{opts: o}
	cache := r.loadCache()
	if n := cache.Drop(func(p string, d knowledge.Digest) bool { return o.Withdrawn.Path(p) || o.Withdrawn.Content(p, d) }); n > 0 {
		w.Cached += n
		r.saveCache(cache)
	}
	o.step("scan cache")
	entries, err := os.ReadDir(o.CacheDir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("list the cache: %w", err)
	}
	for _, e := range entries {
		if e.Name() == cacheName || slices.Contains(cachedNames, e.Name()) {
			continue
		}
		name := filepath.Join(o.CacheDir, e.Name())
		inside, _ := filepath.Glob(filepath.Join(name, "*")) // of a folder, which is counted by its files
		if err := os.RemoveAll(name); err != nil {
			return fmt.Errorf("remove %s: %w", e.Name(), err)
		}
		w.Cached += max(len(inside), 1)
	}
	o.step("cache")
	return nil
}

// step tells a test that something was removed beside the published tree.
func (o *Options) step(name string) {
	if o.Store.Fault != nil {
		o.Store.Fault("after remove " + name)
	}
}

// SemanticsKept returns the versions by which the kept snapshots name what was
// derived.
func SemanticsKept(s *publish.Store) ([]int, error) {
	kept, err := s.Kept()
	if err != nil {
		return nil, err
	}
	out := []int{semantics.Version}
	for _, k := range kept {
		snap, err := s.Snapshot(k.ID)
		if err != nil {
			return nil, err
		}
		var c knowledge.Corpus
		if err := json.Unmarshal(snap.Manifest.Body, &c); err != nil {
			return nil, &publish.DamagedError{Name: snap.Name("snapshot.json"), Detail: "has a broken body"}
		}
		out = append(out, c.Semantics)
	}
	return out, nil
}
