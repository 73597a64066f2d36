package pipeline

import (
	"encoding/binary"
	"strings"
)

// window is how many bytes of a string decide whether it is compared: strings that are
// searched for have at least so many.
const window = 8

// filterBits is the base-2 logarithm of the bits of the filter: 128 KiB, which stays in
// a processor's cache, and lets through one place in ten with 100,000 strings.
const filterBits = 20

// matcher finds many strings in one pass over bytes: the eight at hand are looked up in
// a filter, and compared only where that lets them through.
type matcher struct {
	filter [1 << filterBits / 64]uint64
	starts map[uint64][]int
	traces []trace
}

func newMatcher(traces []trace) *matcher {
	m := &matcher{starts: map[uint64][]int{}, traces: traces}
	for i, t := range traces {
		key := binary.LittleEndian.Uint64([]byte(t.text[:window]))
		m.starts[key] = append(m.starts[key], i)
		bit := hash(key)
		m.filter[bit/64] |= 1 << (bit % 64)
	}
	return m
}

func hash(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 >> (64 - filterBits) }

// find calls use with every trace that stands in data, and where. One that stands
// several times is reported as often.
func (m *matcher) find(data []byte, use func(trace, at int)) {
	for at := 0; at+window <= len(data); at++ {
		key := binary.LittleEndian.Uint64(data[at:])
		bit := hash(key)
		if m.filter[bit/64]&(1<<(bit%64)) == 0 {
			continue
		}
		for _, i := range m.starts[key] {
			if text := m.traces[i].text; len(text) <= len(data)-at && strings.HasPrefix(string(data[at:at+len(text)]), text) {
				use(i, at)
			}
		}
	}
}
