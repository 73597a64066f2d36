package ooxml

import (
	"io"

	"quire/extract"
)

// TokenReader feeds an XML decoder and bounds what one token may hold, because
// the decoder keeps a whole tag, and a whole run of text, in memory. Attributes
// are counted as they are read, so that a tag of millions ends before it is kept.
type TokenReader struct {
	r     io.Reader
	over  *extract.LimitError // of the bytes of a token
	most  *extract.LimitError // of the attributes of a tag
	since int64               // bytes of this token, in steps of the buffer
	tags  tagState
	buf   [32 << 10]byte
	have  []byte
	err   error
}

// NewTokenReader returns a reader of r for a decoder. over is the limit on the
// bytes of one token.
func NewTokenReader(r io.Reader, over *extract.LimitError, lim extract.Limits) *TokenReader {
	return &TokenReader{r: r, over: over, most: lim.Over("attributes")}
}

// Next says that the decoder begins another token.
func (t *TokenReader) Next() { t.since = 0 }

// Read implements io.Reader.
func (t *TokenReader) Read(b []byte) (int, error) {
	if err := t.fill(); err != nil {
		return 0, err
	}
	n := copy(b, t.have)
	t.have = t.have[n:]
	return n, nil
}

// ReadByte lets the decoder read without a buffer of its own.
func (t *TokenReader) ReadByte() (byte, error) {
	if len(t.have) == 0 {
		if err := t.fill(); err != nil {
			return 0, err
		}
	}
	c := t.have[0]
	t.have = t.have[1:]
	return c, nil
}

// fill reads on where nothing is at hand.
func (t *TokenReader) fill() error {
	for len(t.have) == 0 {
		if t.err != nil {
			return t.err
		}
		if t.since > t.over.Max {
			return t.over
		}
		n, err := t.r.Read(t.buf[:])
		t.since += int64(n)
		t.have, t.err = t.buf[:n], err
		if at := t.tags.scan(t.have, int(t.most.Max)); at < n {
			t.have, t.err = t.have[:at], t.most
		}
	}
	return nil
}

// tagState counts the attributes of the tag that the bytes are in.
type tagState struct {
	in    bool // inside a tag
	quote byte // inside a value
	count int
}

// scan goes on through b and returns where a tag has more than most attributes,
// len(b) where none has.
func (s *tagState) scan(b []byte, most int) int {
	for i, c := range b {
		switch {
		case s.quote != 0:
			if c == s.quote {
				s.quote = 0
			}
		case c == '<':
			s.in, s.count = true, 0
		case !s.in:
		case c == '>':
			s.in = false
		case c == '"' || c == '\'':
			// Only behind = is it a value: a comment may hold a lone mark.
			if s.count > 0 {
				s.quote = c
			}
		case c == '!' || c == '?':
			s.in = s.count > 0 // a comment or declaration, where nothing was met yet
		case c == '=':
			if s.count++; s.count > most {
				return i
			}
		}
	}
	return len(b)
}
