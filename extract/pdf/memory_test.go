package pdf

import (
	"bytes"
	"testing"
)

func TestMemoryIsZeroWhenItIsLentAgain(t *testing.T) {
	m := &memories{}
	for range 3 {
		l := m.Allocate(0, 1<<30)
		b := l.Reallocate(1 << 16)
		if len(b) != 1<<16 || bytes.ContainsFunc(b, func(r rune) bool { return r != 0 }) {
			t.Fatal("the memory is not zero")
		}
		b[7] = 1
		b = l.Reallocate(2 << 16)
		if b[7] != 1 || len(b) != 2<<16 || b[1<<16] != 0 {
			t.Fatal("growing changed the memory")
		}
		b[2<<16-1] = 1
		l.Free()
	}
	if len(m.free) != 1 {
		t.Errorf("%d memories are kept of one that was lent at a time", len(m.free))
	}
}

func TestMemoryGrowsUpToItsLimit(t *testing.T) {
	m := &memories{}
	l := m.Allocate(0, 40<<20)
	if b := l.Reallocate(36 << 20); len(b) != 36<<20 {
		t.Errorf("got %d bytes", len(b))
	}
	if b := l.Reallocate(41 << 20); b != nil {
		t.Errorf("got %d bytes above the limit", len(b))
	}
	l.Free()
	a, b, c := m.Allocate(0, 1<<20), m.Allocate(0, 1<<20), m.Allocate(0, 1<<20)
	for _, l := range []interface {
		Reallocate(uint64) []byte
		Free()
	}{a, b, c} {
		l.Reallocate(1 << 16)
	}
	for _, l := range []interface{ Free() }{a, b, c} {
		l.Free()
	}
	if len(m.free) > keptMemories {
		t.Errorf("%d memories are kept", len(m.free))
	}
}
