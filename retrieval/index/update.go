package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
)

// Update writes to the folder newDir, which it makes, the index in oldDir without
// the passages whose ids are in remove and with those in add; one that is added
// under an id in use replaces it. Unchanged segments are shared by hard link, or
// copied where links fail. oldDir keeps every byte. It is taken to be as Files
// listed it: a caller that cannot be sure asks Open or Verify first. On an error
// newDir is in an undefined state and is to be removed.
//
// Segments are merged now and then, as compact describes; no answer shows it.
func Update(ctx context.Context, oldDir, newDir string, remove []string, add iter.Seq[Doc]) error {
	return update(ctx, oldDir, newDir, remove, add, false)
}

// Purge writes to newDir the index in oldDir without the passages in remove, and
// rewrites all segments, so that neither their ids nor words that only they held
// are left in any file of newDir.
func Purge(ctx context.Context, oldDir, newDir string, remove []string) error {
	return update(ctx, oldDir, newDir, remove, func(func(Doc) bool) {}, true)
}

func update(ctx context.Context, oldDir, newDir string, remove []string, add iter.Seq[Doc], purge bool) error {
	return guarded(func() error { return transfer(ctx, oldDir, newDir, remove, add, purge) })
}

func transfer(ctx context.Context, oldDir, newDir string, remove []string, add iter.Seq[Doc], purge bool) error {
	if err := makeEmpty(newDir); err != nil {
		return err
	}
	w := newWriter(newDir)
	err := w.adopt(oldDir)
	if err == nil {
		err = w.remove(remove)
	}
	if err == nil {
		err = analyse(ctx, add, w.write)
	}
	if err == nil {
		err = w.compact(ctx, purge)
	}
	if err == nil {
		err = w.finish()
	}
	if err = errors.Join(err, w.close()); err != nil {
		return fmt.Errorf("update index %s: %w", oldDir, err)
	}
	return nil
}

// settle gives all files of a new index the permissions that the process gives
// to new files; the engine makes its own private.
func settle(dir string) error {
	probe := filepath.Join(dir, "mode")
	f, err := os.OpenFile(probe, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err = errors.Join(err, f.Close(), os.Remove(probe)); err != nil {
		return err
	}
	names, err := indexFiles(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		name = filepath.Join(dir, name)
		if now, err := os.Stat(name); err != nil {
			return err
		} else if now.Mode().Perm() == info.Mode().Perm() {
			continue
		}
		if err := os.Chmod(name, info.Mode().Perm()); err != nil {
			return err
		}
	}
	return nil
}
