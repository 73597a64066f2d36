package index

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/blevesearch/bleve/v2/index/scorch"
	bleve "github.com/blevesearch/bleve_index_api"
)

// writer is an index folder opened for change. Only folders that nobody reads
// yet are: opening rewrites root.bolt.
type writer struct {
	dir   string
	ix    *scorch.Scorch
	queue *bleve.AnalysisQueue
}

// openWriter opens or makes the index in dir. Background merges are off: merges
// happen when compact asks for them.
func openWriter(dir string) (*writer, error) {
	queue := bleve.NewAnalysisQueue(1)
	ix, err := scorch.NewScorch(scorch.Name, map[string]any{
		"path": dir, "bolt_timeout": "10s", "numSnapshotsToKeep": 1,
		"scorchMergePlanOptions": map[string]any{"MaxSegmentsPerTier": 1 << 30, "FloorSegmentSize": 1, "MaxSegmentSize": 2},
	}, queue)
	if err == nil {
		err = ix.Open()
	}
	if err != nil {
		queue.Close()
		return nil, fmt.Errorf("open index %s for writing: %w", dir, err)
	}
	return &writer{dir: dir, ix: ix.(*scorch.Scorch), queue: queue}, nil
}

func (w *writer) close() error {
	defer w.queue.Close()
	return w.ix.Close()
}

// snapshot calls f with the current state.
func (w *writer) snapshot(f func(*scorch.IndexSnapshot) error) error {
	r := w.ix.CopyReader()
	s, ok := r.(*scorch.IndexSnapshot)
	if !ok || s == nil {
		return errors.New("index has no snapshot")
	}
	return errors.Join(f(s), s.CloseCopyReader())
}

// export writes the current state into dir: a new root.bolt that knows nothing of
// earlier states, and links to the live segments.
func (w *writer) export(dir string) error {
	return w.snapshot(func(s *scorch.IndexSnapshot) error {
		return s.CopyTo(linker{from: w.dir, to: dir})
	})
}

// linker receives an exported index.
type linker struct{ from, to string }

// GetWriter answers scorch's request for a place to copy the named file to. For a
// segment it makes the link itself and returns nil, which means "have it".
func (l linker) GetWriter(name string) (io.WriteCloser, error) {
	name = filepath.Base(name)
	if filepath.Ext(name) == segmentExt {
		return nil, share(filepath.Join(l.from, name), filepath.Join(l.to, name))
	}
	return os.OpenFile(filepath.Join(l.to, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
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
