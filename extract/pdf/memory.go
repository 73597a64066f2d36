package pdf

import (
	"slices"
	"sync"

	"github.com/tetratelabs/wazero/experimental"

	"quire/internal/hugepages"
)

const (
	// firstMemory is the room that a new instance gets: most documents need no more,
	// so that nothing has to be copied to a larger place.
	firstMemory = 32 << 20
	// keptMemory is the size above which memory is not kept for the next document.
	keptMemory = 96 << 20
	// keptMemories bounds how many are kept.
	keptMemories = 2
)

// memories lends the memory of one instance to the next. It is zero when it is
// lent, so that nothing of a document can be seen by another.
type memories struct {
	mu   sync.Mutex
	free [][]byte // of the length that may have been written
}

var _ experimental.MemoryAllocator = (*memories)(nil)

// Allocate implements experimental.MemoryAllocator.
func (m *memories) Allocate(_, most uint64) experimental.LinearMemory {
	m.mu.Lock()
	defer m.mu.Unlock()
	l := &lentMemory{from: m, most: most}
	if n := len(m.free); n > 0 {
		b := m.free[n-1]
		m.free = slices.Delete(m.free, n-1, n)
		clear(b) // now and not when it came back: the last document of a worker needs it no more
		l.bytes = b[:0]
	}
	return l
}

// lentMemory is the memory of one instance.
type lentMemory struct {
	from  *memories
	bytes []byte // never shrinks, so that its length is what may have been written
	most  uint64
}

// Reallocate implements experimental.LinearMemory.
func (l *lentMemory) Reallocate(size uint64) []byte {
	switch {
	case size > l.most:
		return nil
	case size <= uint64(len(l.bytes)):
	case size <= uint64(cap(l.bytes)):
		l.bytes = l.bytes[:size]
	default:
		larger := make([]byte, size, min(max(size, 2*uint64(cap(l.bytes)), firstMemory), max(l.most, size)))
		hugepages.Ask(larger[:cap(larger)]) // a document touches thousands of small ones
		copy(larger, l.bytes)
		l.bytes = larger
	}
	return l.bytes[:size]
}

// Free implements experimental.LinearMemory.
func (l *lentMemory) Free() {
	b := l.bytes
	l.bytes = nil
	if cap(b) == 0 || cap(b) > keptMemory {
		return
	}
	l.from.mu.Lock()
	defer l.from.mu.Unlock()
	if len(l.from.free) < keptMemories {
		l.from.free = append(l.from.free, b)
	}
}
