package email

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// splitter divides a multipart body at its boundary lines. It reads forward only
// and needs no end boundary: a part also ends where the body does.
type splitter struct {
	br       *bufio.Reader
	boundary []byte // with the two dashes
	done     bool   // the end boundary or the end of the body was seen
	ended    bool   // the last boundary was an end boundary
}

// newSplitter returns a splitter of r. Without a boundary the first line that
// looks like one is taken.
func newSplitter(r io.Reader, boundary string) *splitter {
	s := &splitter{br: bufio.NewReaderSize(r, 64<<10)}
	if boundary != "" {
		s.boundary = append([]byte("--"), bytes.TrimRight([]byte(boundary), " \t")...)
	} else {
		s.boundary = guessBoundary(s.br)
	}
	return s
}

// guessBoundary returns the first line ahead that begins with two dashes and is
// one word.
func guessBoundary(br *bufio.Reader) []byte {
	ahead, _ := br.Peek(16 << 10)
	for line := range bytes.Lines(ahead) {
		line = bytes.TrimRight(line, " \t\r\n")
		if len(line) > 4 && bytes.HasPrefix(line, []byte("--")) && !bytes.ContainsAny(line, " \t") {
			return bytes.Clone(line)
		}
	}
	return nil
}

// next returns a reader of the next part, nil where there is none. The reader of
// the part before has to be read to its end first.
func (s *splitter) next() io.Reader {
	if s.done || len(s.boundary) == 0 {
		return nil
	}
	return &partReader{s: s, bol: true}
}

// outside returns a reader of what belongs to no part: what stands before the
// first boundary, or behind the end boundary. It ends at the next boundary.
func (s *splitter) outside() *partReader { return &partReader{s: s, bol: true} }

// partReader reads one part. The line end in front of a boundary belongs to the
// boundary.
type partReader struct {
	s    *splitter
	bol  bool // at the beginning of a line
	held []byte
	out  []byte
	end  bool
	hit  bool // ended at a boundary
}

func (p *partReader) Read(b []byte) (int, error) {
	for len(p.out) == 0 {
		if p.end {
			return 0, io.EOF
		}
		p.fill()
	}
	n := copy(b, p.out)
	p.out = p.out[n:]
	return n, nil
}

func (p *partReader) fill() {
	line, err := p.s.br.ReadSlice('\n')
	if p.bol && len(p.s.boundary) > 0 {
		if isBoundary, last := p.s.match(line); isBoundary {
			p.end, p.hit = true, true
			p.s.done, p.s.ended = last, last
			return
		}
	}
	if len(line) == 0 && err != nil {
		p.end, p.s.done = true, true
		p.out, p.held = p.held, nil
		return
	}
	p.out = append(p.held, line...)
	p.held = nil
	p.bol = bytes.HasSuffix(line, []byte("\n"))
	if p.bol {
		cut := len(bytes.TrimSuffix(bytes.TrimSuffix(p.out, []byte("\n")), []byte("\r")))
		p.held = bytes.Clone(p.out[cut:])
		p.out = p.out[:cut]
	}
	if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
		p.end, p.s.done = true, true
		p.out = append(p.out, p.held...)
		p.held = nil
	}
}

// match reports whether line is the boundary, and whether it is the last one.
func (s *splitter) match(line []byte) (is, last bool) {
	rest, ok := bytes.CutPrefix(line, s.boundary)
	if !ok {
		return false, false
	}
	rest = bytes.TrimRight(rest, " \t\r\n")
	switch string(rest) {
	case "":
		return true, false
	case "--":
		return true, true
	}
	return false, false
}
