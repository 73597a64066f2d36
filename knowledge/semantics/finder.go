package semantics

import (
	"strings"
	"sync"
)

// phraseFinder looks for any of some phrases in one pass over a text: one search each, over
// every sentence of every document, took longer than reading the sentences.
type phraseFinder struct {
	all    []string
	begins [1 << beginBits / 64]uint64 // a bit for what three bytes some phrase begins with
}

const beginBits = 12

// finderOf returns a function that makes the finder of phrases, which bars part, when it is
// first asked for. They are three bytes long at least.
func finderOf(list string) func() *phraseFinder {
	return sync.OnceValue(func() *phraseFinder {
		p := &phraseFinder{all: strings.Split(list, "|")}
		for _, s := range p.all {
			h := begin(s[0], s[1], s[2])
			p.begins[h/64] |= 1 << (h % 64)
		}
		return p
	})
}

// begin maps three bytes to a place among 1<<beginBits.
func begin(a, b, c byte) uint32 {
	return (uint32(a) | uint32(b)<<8 | uint32(c)<<16) * 2654435761 >> (32 - beginBits)
}

// in reports whether one of the phrases is in s.
func (p *phraseFinder) in(s string) bool {
	for i := 2; i < len(s); i++ {
		h := begin(s[i-2], s[i-1], s[i])
		if p.begins[h/64]&(1<<(h%64)) == 0 {
			continue
		}
		for _, phrase := range p.all {
			if strings.HasPrefix(s[i-2:], phrase) {
				return true
			}
		}
	}
	return false
}
