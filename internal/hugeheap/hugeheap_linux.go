package hugeheap

import (
	"runtime"
	"syscall"

	"quire/internal/hugepages"
)

func init() {
	value, _ := syscall.Getenv(Variable)
	if n := size(value); n > 0 && offered() {
		taken = int64(n) << 20
		hugepages.Ask(make([]byte, taken))
		runtime.GC() // the heap grows into it from now on
	}
}

// offered reports whether the system gives huge pages to who asks and to nobody else, and
// address space costs nothing: a process that may have little of it keeps it.
func offered() bool {
	for _, resource := range []int{syscall.RLIMIT_AS, syscall.RLIMIT_DATA} {
		var limit syscall.Rlimit
		if syscall.Getrlimit(resource, &limit) != nil || limit.Cur != ^uint64(0) {
			return false
		}
	}
	return says("/sys/kernel/mm/transparent_hugepage/enabled", "[madvise]") && !says("/proc/sys/vm/overcommit_memory", "2")
}

// says reports whether the first words of a file of the system hold one.
func says(file, word string) bool {
	fd, err := syscall.Open(file, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer syscall.Close(fd)
	var b [64]byte
	n, _ := syscall.Read(fd, b[:])
	for i := 0; i+len(word) <= n; i++ {
		if string(b[i:i+len(word)]) == word {
			return true
		}
	}
	return false
}
