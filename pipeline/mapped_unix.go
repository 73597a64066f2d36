//go:build unix

package pipeline

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps a part of a file into memory, to be read. What lies behind the end of the
// file may be read once it is written.
func mapFile(f *os.File, at int64, size int) ([]byte, error) {
	return unix.Mmap(int(f.Fd()), at, size, unix.PROT_READ, unix.MAP_SHARED)
}

func unmapFile(b []byte) { _ = unix.Munmap(b) }

// unload takes the pages of a mapped file out of the memory of the process; they come back
// when they are read.
func unload(b []byte) { _ = unix.Madvise(b, unix.MADV_DONTNEED) }
