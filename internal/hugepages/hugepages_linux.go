package hugepages

import "syscall"

// Ask asks for b, which begins with a page and is not yet written, in huge pages. Where there
// are none, nothing changes.
func Ask(b []byte) { _ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) }
