package index

import (
	"fmt"
	"runtime/debug"
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
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer recovered(&err)
	return f()
}
