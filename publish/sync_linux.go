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
		return fmt.Errorf("sync published tree: %w", err)
	}
	defer f.Close()
	s.step("before", "fsync", "tree")
	if err := unix.Syncfs(int(f.Fd())); err != nil {
		return fmt.Errorf("sync published tree: %w", err)
	}
	s.step("after", "fsync", "tree")
	return nil
}
