// Package tokens counts o200k tokens, fast enough for whole corpora: exactly, but for
// runs of hundreds of bytes without a space, which have an upper bound.
package tokens

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"

	"quire/knowledge"
)

// Counter counts o200k tokens. The vocabulary is loaded by the first count. A
// Counter may be used by several goroutines.
//
// The vocabulary's own rule cuts text before it looks for tokens, and always cuts
// before a space that stands between a character that is no white space and a
// letter. Counts of pieces between such places add up exactly, and most pieces
// are words that occurred before: words are remembered.
type Counter struct {
	load func() tokenizer.Codec
	pool sync.Pool // of *memory
}

// memory holds the counts of words seen, those of late apart from those that may be
// forgotten. One goroutine uses it at a time.
type memory struct{ young, old map[string]int }

// maxMemory bounds the words remembered, about 60 bytes each; maxWord bounds the length of
// one that is worth it. A piece over endless bytes is no text that anyone wrote, and the
// vocabulary takes a microsecond a byte for it: it has a bound instead of a count.
const (
	maxMemory = 1 << 16
	maxWord   = 32
	endless   = 200
)

func (m *memory) count(word string) (n int, ok bool) {
	if n, ok = m.young[word]; ok {
		return n, true
	}
	if n, ok = m.old[word]; ok {
		m.put(word, n)
	}
	return n, ok
}

// put remembers a word. Where there are too many, those go that were not counted for as
// long as it took to fill half of the room.
func (m *memory) put(word string, n int) {
	if len(m.young) >= maxMemory/2 {
		m.young, m.old = make(map[string]int, maxMemory/2), m.young
	}
	m.young[strings.Clone(word)] = n // it may be part of a large text
}

// New returns a counter.
func New() *Counter {
	c := &Counter{load: sync.OnceValue(func() tokenizer.Codec {
		codec, err := tokenizer.Get(tokenizer.O200kBase)
		if err != nil {
			panic(err) // the vocabulary is linked in
		}
		return codec
	})}
	c.pool.New = func() any { return &memory{young: map[string]int{}} }
	return c
}

// Count returns the number of tokens of s.
func (c *Counter) Count(s string) int {
	m := c.pool.Get().(*memory)
	defer c.pool.Put(m)
	total, start := 0, 0
	for i := 1; i < len(s); i++ {
		if s[i] == ' ' && cutsBefore(s, i) {
			total += c.piece(m, s[start:i])
			start = i
		}
	}
	return total + c.piece(m, s[start:])
}

// cutsBefore reports whether the vocabulary's rule cuts before the space at i.
func cutsBefore(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+1:])
	return !unicode.IsSpace(before) && before != utf8.RuneError && unicode.IsLetter(after)
}

func (c *Counter) piece(m *memory, s string) int {
	if n, ok := m.count(s); ok { // most are one word
		return n
	}
	if len(s) > endless && longestRun(s) > endless {
		return knowledge.TokenBound(s)
	}
	if !utf8.ValidString(s) {
		s = string([]rune(s)) // as the vocabulary reads it
	}
	total := 0
	for len(s) > 0 {
		word := s[:wordEnd(s)]
		s = s[len(word):]
		n, ok := m.count(word)
		if !ok {
			var err error
			if n, err = c.load().Count(word); err != nil {
				n = len(word) // a token covers at least one byte
			}
			if len(word) <= maxWord {
				m.put(word, n)
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
