// Package tokens counts o200k tokens, exactly and fast enough for whole corpora.
package tokens

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"
)

// Counter counts o200k tokens. The vocabulary is loaded by the first count. A
// Counter may be used by several goroutines.
//
// The vocabulary's own rule cuts text before it looks for tokens, and always cuts
// before a space that stands between a character that is no white space and a
// letter. Counts of pieces between such places add up exactly, and most pieces
// are words that occurred before: they are remembered.
type Counter struct {
	load func() tokenizer.Codec
	pool sync.Pool // of *memory
}

// memory holds the counts of pieces seen. One goroutine uses it at a time.
type memory map[string]int

// maxMemory bounds the pieces remembered, about 60 bytes each; maxPiece bounds the
// length of one that is worth it.
const (
	maxMemory = 1 << 16
	maxPiece  = 32
)

// New returns a counter.
func New() *Counter {
	c := &Counter{load: sync.OnceValue(func() tokenizer.Codec {
		codec, err := tokenizer.Get(tokenizer.O200kBase)
		if err != nil {
			panic(err) // the vocabulary is linked in
		}
		return codec
	})}
	c.pool.New = func() any { m := make(memory); return &m }
	return c
}

// Count returns the number of tokens of s.
func (c *Counter) Count(s string) int {
	m := c.pool.Get().(*memory)
	defer c.pool.Put(m)
	total, start := 0, 0
	for i := 1; i < len(s); i++ {
		if s[i] == ' ' && cutsBefore(s, i) {
			total += c.piece(*m, s[start:i])
			start = i
		}
	}
	total += c.piece(*m, s[start:])
	if len(*m) > maxMemory {
		*m = make(memory)
	}
	return total
}

// cutsBefore reports whether the vocabulary's rule cuts before the space at i.
func cutsBefore(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+1:])
	return !unicode.IsSpace(before) && before != utf8.RuneError && unicode.IsLetter(after)
}

func (c *Counter) piece(m memory, s string) int {
	if s == "" {
		return 0
	}
	if n, ok := m[s]; ok {
		return n
	}
	n, err := c.load().Count(s)
	if err != nil {
		return len(s) // a token covers at least one byte
	}
	if len(s) <= maxPiece {
		m[string([]byte(s))] = n // a copy: s may be part of a large text
	}
	return n
}
