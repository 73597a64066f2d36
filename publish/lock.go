package publish

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"quire/internal/nolock"
)

// ErrLocked says that another process writes to this workspace.
var ErrLocked = errors.New("another quire is writing here")

// Lock is the kernel lock of the one writer. It goes with the process, however
// that ends, so it is never stale.
type Lock struct{ f *flock.Flock }

// TryLock takes the lock at path, or returns ErrLocked; a nolock.Error where there can
// be none. It never waits.
func TryLock(path string) (*Lock, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	// Opening a pipe would wait for its other end.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("lock: %s is not a regular file; remove it", path)
	}
	f := flock.New(path)
	ok, err := f.TryLock()
	switch err := nolock.Of(path, err); {
	case errors.As(err, new(*nolock.Error)):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("lock %s: %w", path, bare(err))
	case !ok:
		return nil, ErrLocked
	}
	return &Lock{f}, nil
}

// Unlock gives the lock back.
func (l *Lock) Unlock() error { return l.f.Unlock() }
