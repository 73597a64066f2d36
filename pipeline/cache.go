package pipeline

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"quire/internal/jsonline"
	"quire/internal/regular"
	"quire/knowledge/source"
)

const (
	cacheName   = "scan"
	spoolPrefix = "spool-" // of the names that files have before they have none
)

// loadCache reads the scan cache; without one every file is read.
func (r *run) loadCache() *source.Cache {
	b, err := regular.ReadFile(filepath.Join(r.opts.CacheDir, cacheName))
	if err != nil {
		return &source.Cache{}
	}
	return source.DecodeCache(b)
}

// saveCache writes the scan cache. It only saves time, so trouble with it is not
// trouble with the sync: the file is removed and the next run reads everything.
func (r *run) saveCache(c *source.Cache) {
	name := filepath.Join(r.opts.CacheDir, cacheName)
	tmp := name + ".new"
	if os.WriteFile(tmp, c.Encode(), 0o600) != nil || os.Rename(tmp, name) != nil {
		os.Remove(tmp)
		os.Remove(name)
	}
}

// sweepCache removes what a sync that was killed did not get to rename or to remove. Who
// syncs holds the lock, so nobody writes there.
func (r *run) sweepCache() {
	if r.opts.DryRun {
		return
	}
	entries, _ := os.ReadDir(r.opts.CacheDir) // where it is not there, it is empty
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".new") || strings.HasPrefix(e.Name(), spoolPrefix) {
			os.Remove(filepath.Join(r.opts.CacheDir, e.Name()))
		}
	}
}

// unnamedFile makes a file that goes with its descriptor.
func unnamedFile(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make a temporary file: %w", err)
	}
	f, err := os.CreateTemp(dir, spoolPrefix)
	if err != nil {
		return nil, fmt.Errorf("make a temporary file: %w", err)
	}
	// Beside a dry run, which holds no lock, a sync may have swept it away.
	if err := os.Remove(f.Name()); err != nil && !errors.Is(err, os.ErrNotExist) {
		f.Close()
		return nil, fmt.Errorf("make a temporary file: %w", err)
	}
	return f, nil
}

func contentOf(line []byte) string { return jsonline.Field(line, "content") }
