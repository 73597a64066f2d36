package interaction

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"quire/internal/nolock"
)

// Waiting writers look again after waitFirst, then ever later up to waitMost. A
// writer holds the lock for the milliseconds of one append.
const (
	waitFirst = 500 * time.Microsecond
	waitMost  = 20 * time.Millisecond
)

// errBusy says that another holds the kernel lock.
var errBusy = errors.New("another writer holds the lock")

// lock waits for the writers' kernel lock, which goes with the process however
// that ends. Two ledgers of one process exclude each other as well.
func (l *Ledger) lock(ctx context.Context) (unlock func(), err error) {
	f, err := l.root.OpenFile(lockFile, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("attempted to lock the ledger: %w", err)
	}
	for wait := waitFirst; ; wait = min(2*wait, waitMost) {
		if err = tryLock(f); err == nil {
			return func() { f.Close() }, nil
		}
		if !errors.Is(err, errBusy) {
			break
		}
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case <-time.After(wait):
			continue
		}
		break
	}
	f.Close()
	return nil, fmt.Errorf("attempted to lock the ledger: %w", nolock.Of(l.root.Name(), err))
}
