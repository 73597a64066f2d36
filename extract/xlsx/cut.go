package xlsx

import (
	"bufio"
	"bytes"
	"io"
)

// cutReader passes XML through without what stands inside elements of one name, so that
// the small parts around a million cells can be read without tokenizing them.
type cutReader struct {
	r     *bufio.Reader
	name  string // local name of the elements
	close []byte // its end tag while inside
	out   []byte
	err   error
}

func newCutReader(r io.Reader, name string) *cutReader {
	return &cutReader{r: bufio.NewReaderSize(r, 64<<10), name: name}
}

// Read implements io.Reader.
func (c *cutReader) Read(b []byte) (int, error) {
	for len(c.out) == 0 {
		if c.err != nil {
			return 0, c.err
		}
		c.step()
	}
	n := copy(b, c.out)
	c.out = c.out[n:]
	return n, nil
}

// step sets out to the next bytes to pass through, if any.
func (c *cutReader) step() {
	chunk, err := c.r.ReadSlice('<')
	c.out = nil
	if c.close == nil {
		c.out = bytes.Clone(chunk) // looking ahead overwrites it
	}
	if err == bufio.ErrBufferFull {
		return // a long text, no tag ahead
	}
	if err != nil {
		c.err = err
		return
	}
	switch {
	case c.close != nil && c.ahead(c.close):
		c.close = nil
		c.out = []byte{'<'}
	case c.close == nil:
		c.enter()
	}
}

// enter looks at the tag ahead: where it opens the element, what follows that
// tag is left out.
func (c *cutReader) enter() {
	head, _ := c.r.Peek(512)
	end := bytes.IndexByte(head, '>')
	if end < 1 || head[end-1] == '/' {
		return
	}
	tag := head[:end]
	if i := bytes.IndexAny(tag, " \t\r\n"); i >= 0 {
		tag = tag[:i]
	}
	if local(string(tag)) != c.name {
		return
	}
	c.close = append([]byte{'/'}, tag...)
	c.out = append(c.out, head[:end+1]...)
	_, _ = c.r.Discard(end + 1)
}

func (c *cutReader) ahead(tag []byte) bool {
	head, _ := c.r.Peek(len(tag))
	return bytes.Equal(head, tag)
}
