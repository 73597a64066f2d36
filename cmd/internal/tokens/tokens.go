// Package tokens counts o200k tokens, fast enough for whole corpora: exactly, but for
// runs of hundreds of bytes without a space, which have an upper bound.
package tokens

import (
	"quire/knowledge"
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
// length of one that is worth it. A piece over endless bytes is no text that anyone
// wrote, and the vocabulary takes a microsecond a byte for it: it has a bound instead
// of a count.
const (
	maxMemory = 1 << 16
	maxPiece  = 32
	endless   = 200
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
	if len(s) > endless && longestRun(s) > endless {
		return knowledge.TokenBound(s)
	}
	n := c.words(m, s)
	if len(s) <= maxPiece {
		m[string([]byte(s))] = n // a copy: s may be part of a large text
	}
	return n
}

// words counts a piece word by word: most words occurred before, where the piece did
// not.
func (c *Counter) words(m memory, s string) int {
	if !utf8.ValidString(s) {
		s = string([]rune(s)) // as the vocabulary reads it
	}
	total := 0
	for len(s) > 0 {
		word := s[:wordEnd(s)]
		s = s[len(word):]
		n, ok := m[word]
		if !ok {
			var err error
			if n, err = c.load().Count(word); err != nil {
				n = len(word) // a token covers at least one byte
			}
			if len(word) <= maxPiece {
				m[string([]byte(word))] = n
			}
		}
		total += n
	}
	return total
}

// longestRun is the most ASCII bytes without white space among them. Scripts that
// put no spaces between words are no endless text.
func longestRun(s string) int {
	most, run := 0, 0
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f {
			run = 0
			continue
		}
		run++
		most = max(most, run)
	}
	return most
}
