package publish

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/gofrs/flock"
)

// ErrLocked says that another process writes to this workspace.
var ErrLocked = errors.New("another quire is writing here")

// Lock is the kernel lock of the one writer. It goes with the process, however
// that ends, so it is never stale.
type Lock struct{ f *flock.Flock }

// NoLockError says that a file system cannot lock files, so that nobody could tell
// one writer from two.
type NoLockError struct {
	Path string // of the lock
	Err  error
}

func (e *NoLockError) Error() string {
	return fmt.Sprintf("the file system of %s cannot lock files: %v", e.Path, e.Err)
}
func (e *NoLockError) Unwrap() error { return e.Err }

// TryLock takes the lock at path, or returns ErrLocked. It never waits.
func TryLock(path string) (*Lock, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	f := flock.New(path)
	if err := taken(path, f.TryLock); err != nil {
		return nil, err
	}
	return &Lock{f}, nil
}

// taken calls try, which takes the lock at path, and says what came of it.
func taken(path string, try func() (bool, error)) error {
	ok, err := try()
	for _, none := range []error{syscall.ENOLCK, syscall.ENOSYS, syscall.EOPNOTSUPP, syscall.EINVAL} {
		if errors.Is(err, none) {
			return &NoLockError{path, none}
		}
	}
	switch {
	case err != nil:
		return fmt.Errorf("lock %s: %w", path, bare(err))
	case !ok:
		return ErrLocked
	}
	return nil
}

// Unlock gives the lock back.
func (l *Lock) Unlock() error { return l.f.Unlock() }
