//go:build !linux

package publish

import (
	"fmt"
	"io/fs"
	"os"
)

// syncAll makes everything below the published folder durable, file by file,
// where the system has no call for a whole tree.
func (s *Store) syncAll() error {
	if err := s.before("fsync", "tree"); err != nil {
		return fmt.Errorf("sync published tree: %w", bare(err))
	}
	err := fs.WalkDir(s.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		f, err := s.root.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		defer f.Close()
		return f.Sync()
	})
	if err != nil {
		return fmt.Errorf("sync published tree: %w", bare(err))
	}
	s.after("fsync", "tree")
	return nil
}
