//go:build unix

package mapped

import (
	"os"

	"golang.org/x/sys/unix"
)

// File maps size bytes of a file from at, a multiple of the page size, to be read. What lies
// behind the end of the file may be read once it is written. It is to be closed.
func File(f *os.File, at int64, size int) ([]byte, error) {
	return unix.Mmap(int(f.Fd()), at, size, unix.PROT_READ, unix.MAP_SHARED)
}

// Close gives back what File returned.
func Close(b []byte) { _ = unix.Munmap(b) }

// Rest takes the pages of a mapped file out of the memory of the process; they come back
// when they are read. b begins with a page.
func Rest(b []byte) {
	if len(b) > 0 {
		_ = unix.Madvise(b, unix.MADV_DONTNEED)
	}
}
