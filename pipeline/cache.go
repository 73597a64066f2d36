package pipeline

import (
	"os"
	"path/filepath"

	"quire/internal/jsonline"
	"quire/internal/regular"
	"quire/knowledge/source"
)

const cacheName = "scan"

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

func contentOf(line []byte) string { return jsonline.Field(line, "content") }
