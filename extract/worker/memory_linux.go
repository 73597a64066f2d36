package worker

import (
	"fmt"
	"os"
	"runtime/debug"

	"golang.org/x/sys/unix"

	"quire/extract"
)

// ceiling bounds the address space of a worker, so that one huge allocation fails
// at once instead of taking the machine's memory. The bound starts from what the
// process takes with its engines and without a document: a Go program and a
// WebAssembly engine reserve much that they never touch.
type ceiling struct {
	statm  *os.File // kept open: the file system is closed later
	base   int64
	spare  int64 // of base, what was mapped at the start for documents
	warmed map[string]bool
	err    error // why there is none
}

// runtimeBytes is what the runtime may map for itself, however small the budget is.
const runtimeBytes = 8 << 20

func newCeiling(spare int64) *ceiling {
	c := &ceiling{warmed: map[string]bool{}, spare: spare}
	if c.statm, c.err = os.Open("/proc/self/statm"); c.err == nil {
		c.base, c.err = c.size()
	}
	return c
}

// size returns the bytes of address space in use.
func (c *ceiling) size() (int64, error) {
	var b [128]byte
	n, err := c.statm.ReadAt(b[:], 0)
	if n == 0 {
		return 0, err
	}
	var pages int64
	if _, err := fmt.Sscan(string(b[:n]), &pages); err != nil {
		return 0, fmt.Errorf("read /proc/self/statm: %w", err)
	}
	return pages * int64(os.Getpagesize()), nil
}

// prepare starts the engine of x, whose size is then part of the base, and sets the
// bound for a document that may take budget bytes.
func (c *ceiling) prepare(x extract.Extractor, budget int64) error {
	if c.err != nil {
		return nil // reported when the worker started
	}
	if w, ok := x.(warmer); ok && !c.warmed[x.Name()] {
		if err := c.warm(w); err != nil {
			return err
		}
		c.warmed[x.Name()] = true
	}
	// The collector works harder before the bound is met.
	debug.SetMemoryLimit(budget / 4 * 3)
	// What is mapped for documents already is part of the budget.
	return limitAddressSpace(uint64(c.base + max(budget-c.spare, runtimeBytes)))
}

func (c *ceiling) warm(w warmer) error {
	if err := limitAddressSpace(unix.RLIM_INFINITY); err != nil {
		return err
	}
	before, err := c.size()
	if err != nil {
		return err
	}
	if err := w.Warm(); err != nil {
		return err
	}
	after, err := c.size()
	c.base += max(after-before, 0)
	return err
}

// grown reports whether the process holds so much of the budget after a document
// that the next one would be short of it.
func (c *ceiling) grown(budget int64) bool {
	if c.err != nil {
		return false
	}
	n, err := c.size()
	return err != nil || n > c.base+budget/2
}

// limitAddressSpace sets the soft limit: the hard one stays, because an engine that
// starts later moves the bound.
func limitAddressSpace(n uint64) error {
	var have unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &have); err != nil {
		return fmt.Errorf("memory limit: %w", err)
	}
	have.Cur = min(n, have.Max)
	if err := unix.Setrlimit(unix.RLIMIT_AS, &have); err != nil {
		return fmt.Errorf("memory limit: %w", err)
	}
	return nil
}
