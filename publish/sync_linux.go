package publish

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// syncAll makes everything written so far durable: one syncfs is 2 ms where
// thousands of fsyncs are seconds.
func (s *Store) syncAll() error {
	f, err := os.Open(s.dir)
	if err != nil {
		return fmt.Errorf("sync published tree: %w", bare(err))
	}
	defer f.Close()
	if err = s.before("fsync", "tree"); err == nil {
		err = unix.Syncfs(int(f.Fd()))
	}
	if err != nil {
		return fmt.Errorf("sync published tree: %w", bare(err))
	}
	s.after("fsync", "tree")
	return nil
}
