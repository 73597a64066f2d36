// Package nolock tells a file system that cannot lock files from a lock that another
// process holds: nobody waits for the first.
package nolock

import (
	"errors"
	"fmt"
	"syscall"
)

// Error says that the file system of Path cannot lock files, so that nobody could tell
// one writer from two.
type Error struct {
	Path string // of the lock, or of what was to be locked
	Err  error
}

func (e *Error) Error() string {
	return fmt.Sprintf("the file system of %s cannot lock files: %v", e.Path, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Of returns an Error where err, of an attempt to lock path, says that there are no
// locks, and err as it is otherwise.
func Of(path string, err error) error {
	for _, none := range []error{syscall.ENOLCK, syscall.ENOSYS, syscall.EOPNOTSUPP} {
		if errors.Is(err, none) {
			return &Error{path, none}
		}
	}
	return err
}
