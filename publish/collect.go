package publish

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Collected counts what Collect removed, or would remove.
type Collected struct {
	Snapshots []string // ids
	Leaves    int
	Bytes     int64
}

// Collect prunes as Prune does, then removes every leaf that no kept snapshot
// refers to and that is older than the grace time: what a crash, an older version or
// a failed attempt left. With dry set it only counts. The caller holds the lock of
// the writer.
func (s *Store) Collect(r Retention, dry bool) (Collected, error) {
	var done Collected
	drop, keep, err := s.divide(r)
	if err != nil {
		return done, err
	}
	for _, id := range drop {
		done.Snapshots = append(done.Snapshots, id)
		n, err := s.sizeOf(path.Join(snapshotsDir, id))
		if err != nil {
			return done, err
		}
		done.Bytes += n
	}
	for _, id := range keep {
		snap, err := s.Snapshot(id)
		if err == nil {
			err = snap.Check()
		}
		if err != nil {
			return done, fmt.Errorf("nothing is removed while snapshot %s cannot be read: %w", id[:12], err)
		}
	}
	chunks := s.chunkSet(keep, nil)
	held := s.leavesOf(chunks, r.Leaves)
	for digest := range chunks {
		held[Chunk{Digest: digest}.leaf()] = true
	}
	garbage, bytes, err := s.unreferenced(held, r)
	if err != nil {
		return done, err
	}
	done.Leaves, done.Bytes = len(garbage), done.Bytes+bytes
	if dry {
		return done, nil
	}
	if len(garbage) > 0 && r.Superseded != nil {
		if err := s.syncAll(); err != nil { // what supersedes a leaf outlives it
			return done, err
		}
	}
	for _, id := range drop {
		if err := s.remove(path.Join(snapshotsDir, id)); err != nil {
			return done, err
		}
	}
	for _, leaf := range garbage {
		if err := s.remove(leaf); err != nil {
			return done, err
		}
	}
	return done, nil
}

// unreferenced lists the leaves that are not held and old enough. Every leaf is
// named by a folder, two digits and a digest, so it lies three deep.
func (s *Store) unreferenced(held nameSet, r Retention) (garbage []string, bytes int64, err error) {
	groups, err := fs.ReadDir(s.root.FS(), ".")
	if err != nil {
		return nil, 0, fmt.Errorf("list the published tree: %w", err)
	}
	for _, g := range groups {
		if !g.IsDir() || g.Name() == snapshotsDir || strings.HasPrefix(g.Name(), ".") {
			continue
		}
		leaves, err := fs.Glob(s.root.FS(), g.Name()+"/??/*")
		if err != nil {
			return nil, 0, err
		}
		for _, leaf := range leaves {
			if held[Stem(leaf)] && (r.Superseded == nil || !r.Superseded(leaf)) {
				continue
			}
			info, err := fs.Stat(s.root.FS(), leaf)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, 0, fmt.Errorf("look at %s: %w", leaf, err)
			}
			if r.Now.Sub(info.ModTime()) < r.Grace {
				continue
			}
			n, err := s.sizeOf(leaf)
			if err != nil {
				return nil, 0, err
			}
			garbage, bytes = append(garbage, leaf), bytes+n
		}
	}
	return garbage, bytes, nil
}

func (s *Store) sizeOf(name string) (int64, error) {
	var n int64
	err := fs.WalkDir(s.root.FS(), name, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			n += info.Size()
		}
		return err
	})
	if err != nil {
		return n, fmt.Errorf("measure %s: %w", name, err)
	}
	return n, nil
}

// Drop removes a leaf, or a folder of leaves, if it is there.
func (s *Store) Drop(name string) error {
	if _, err := s.root.Lstat(name); err != nil {
		return nil
	}
	return s.remove(name)
}

// Leaves returns the names of what lies in a folder of leaves, below it: one listing instead of
// one look a leaf.
func (s *Store) Leaves(dir string) (map[string]bool, error) {
	names, err := s.names(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", dir, err)
	}
	out := make(map[string]bool, len(names))
	for _, name := range names {
		out[name] = true
	}
	return out, nil
}

// names lists a folder without looking at what is in it.
func (s *Store) names(dir string) ([]string, error) {
	f, err := s.root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}
