package index

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"syscall"
)

// DamagedError says that an index folder is not what was written: a file is
// missing or has another size, or what it holds makes no sense. The cure is to
// build the index again; the records it came from are elsewhere.
type DamagedError struct {
	File string // name in the folder; "" where it is the folder as a whole
	Want string // what should be there: a size, a number of passages, a format
	Got  string
}

func (e *DamagedError) Error() string {
	name := e.File
	if name == "" {
		name = "folder"
	}
	return fmt.Sprintf("index is damaged: %s: want %s, got %s", name, e.Want, e.Got)
}

// recovered turns a panic of the segment reader over bytes it did not expect into
// a DamagedError. A damaged mapped file can also fault: that is made to panic by
// guarded.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = &DamagedError{Want: "segments that can be read", Got: fmt.Sprint(p)}
	}
}

// guarded runs f so that a fault in mapped memory, from a file that shrinks while
// it is read, panics and is recovered instead of ending the process.
func guarded(f func() error) (err error) {
	defer func() { err = caused(err) }()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer recovered(&err)
	return f()
}

// caused gives an error of the engine its cause back where it is one of the disk: the
// engine hands such errors on as text.
func caused(err error) error {
	for _, cause := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EACCES, syscall.EIO} {
		if err != nil && !errors.Is(err, cause) && strings.Contains(err.Error(), ": "+cause.Error()) {
			return &diskError{err, cause}
		}
	}
	return err
}

// diskError is an error whose text names a cause that its chain does not.
type diskError struct{ err, cause error }

func (e *diskError) Error() string   { return e.err.Error() }
func (e *diskError) Unwrap() []error { return []error{e.err, e.cause} }
