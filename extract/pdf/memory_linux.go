package pdf

import "golang.org/x/sys/unix"

// hugePages asks the system for b, which is large and not yet written, in pages of two
// megabytes: a document touches thousands of small ones, and each costs a fault. Where there
// are none to be had, nothing changes.
func hugePages(b []byte) { _ = unix.Madvise(b, unix.MADV_HUGEPAGE) }
