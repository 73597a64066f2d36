package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// postings are the passages of one segment that hold a term in a field: a bitmap of
// their numbers and, in the same order, a stream of how often each holds it and how
// long its field is. The stream is cut into chunks, each of so many numbers, that are
// decoded from their beginning; their ends are listed in front of it.
//
//	frequency·2, length   both as uvarints; without a length where the frequency is 0
type postings struct {
	docs   *roaring.Bitmap
	chunk  uint32 // numbers of passages of a chunk
	chunks int
	ends   []byte // of the chunks, as uvarints, from the beginning of stream on
	stream []byte
}

var errStream = errors.New("frequencies end early")

// postings reads what a dictionary points to: either the place of postings or, where
// only one passage holds the term, once, its number and length themselves.
func (s *segment) postings(at uint64) (p postings, err error) {
	if at&zap.FSTValEncodingMask == zap.FSTValEncoding1Hit {
		n, length := zap.FSTValDecode1Hit(at)
		p.docs = roaring.BitmapOf(uint32(n))
		p.chunk, p.chunks = math.MaxUint32, 1
		p.stream = binary.AppendUvarint([]byte{2}, length)
		p.ends = []byte{byte(len(p.stream))}
		return p, nil
	}
	var head [3]uint64 // place of frequencies, of positions, size of the bitmap
	for i := range head {
		v, n := binary.Uvarint(s.bytes[at:])
		head[i] = v
		at += uint64(n)
	}
	p.docs = roaring.NewBitmap()
	if _, err := p.docs.FromBuffer(s.bytes[at : at+head[2] : at+head[2]]); err != nil {
		return p, fmt.Errorf("%s: numbers of passages: %w", s.name, err)
	}
	if !p.docs.IsEmpty() && int64(p.docs.Maximum()) >= int64(s.docs) {
		return p, &DamagedError{File: s.name, Want: fmt.Sprint("passages below ", s.docs), Got: fmt.Sprint(p.docs.Maximum())}
	}
	if head[0] == 0 {
		return p, nil
	}
	// As many chunks as make for 1024 passages in each, were they evenly spread.
	p.chunk = uint32(uint64(s.docs) / (p.docs.GetCardinality()/1024 + 1))
	chunks, n := binary.Uvarint(s.bytes[head[0]:])
	p.ends = s.bytes[head[0]+uint64(n):]
	if chunks > uint64(len(p.ends)) || p.chunk == 0 {
		return p, fmt.Errorf("%s: %w", s.name, errStream)
	}
	p.chunks = int(chunks)
	p.stream = p.ends
	for range p.chunks {
		_, n := binary.Uvarint(p.stream)
		if n <= 0 {
			return p, fmt.Errorf("%s: %w", s.name, errStream)
		}
		p.stream = p.stream[n:]
	}
	return p, nil
}

// cursor goes through postings with their frequencies in order.
type cursor struct {
	numbers roaring.ManyIntIterable
	buf     [128]uint32
	have    []uint32 // numbers read ahead, none at the end
	stream  []byte
	scale   fieldScale
}

func newCursor(p *postings, scale fieldScale) *cursor {
	c := &cursor{numbers: p.docs.ManyIterator(), stream: p.stream, scale: scale}
	c.have = c.buf[:c.numbers.NextMany(c.buf[:])]
	return c
}

// below returns some of the next numbers that are below end and goes on behind them,
// none where there are none. The caller reads as many frequencies.
func (c *cursor) below(end uint32) []uint32 {
	if len(c.have) == 0 {
		c.have = c.buf[:c.numbers.NextMany(c.buf[:])]
	}
	n := len(c.have)
	if n > 0 && c.have[n-1] >= end {
		n, _ = slices.BinarySearch(c.have, end)
	}
	out := c.have[:n]
	c.have = c.have[n:]
	return out
}

// reach passes over the postings below first.
func (c *cursor) reach(first uint32) {
	for {
		passed := c.below(first)
		if len(passed) == 0 {
			return
		}
		for range passed {
			c.skip()
		}
	}
}

// next returns the weighted frequency of the next posting.
func (c *cursor) next() float64 {
	tf, length, at := uint64(c.stream[0]), uint64(1), 1
	if tf >= 0x80 {
		tf, at = binary.Uvarint(c.stream)
	}
	if tf >>= 1; tf != 0 {
		n := 1
		if length = uint64(c.stream[at]); length >= 0x80 {
			length, n = binary.Uvarint(c.stream[at:])
		}
		at += n
	}
	c.stream = c.stream[at:]
	return c.scale.frequency(tf, length)
}

// skip passes over a posting.
func (c *cursor) skip() {
	at := skipUvarint(c.stream)
	if c.stream[0]>>1 != 0 || at > 1 {
		at += skipUvarint(c.stream[at:])
	}
	c.stream = c.stream[at:]
}

func skipUvarint(b []byte) int {
	n := 1
	for b[n-1] >= 0x80 {
		n++
	}
	return n
}

// at calls use for those of the given passages, in order of number, that are among the
// postings, with their places in docs. It reads only the chunks that they are in.
func (p *postings) at(docs []uint32, scale fieldScale, use func(i int, frequency float64)) {
	var it roaring.IntPeekable
	c := cursor{scale: scale}
	var last uint32 // chunk that c is in, from 1
	for i, n := range docs {
		if !p.docs.Contains(n) {
			continue
		}
		if chunk := n / p.chunk; it == nil || chunk+1 != last {
			c.stream = p.stream[p.start(int(chunk)):]
			it = p.docs.Iterator()
			it.AdvanceIfNeeded(chunk * p.chunk)
			last = chunk + 1
		}
		for it.PeekNext() < n {
			it.Next()
			c.skip()
		}
		it.Next()
		use(i, c.next())
	}
}

// start returns where a chunk begins in the stream.
func (p *postings) start(chunk int) uint64 {
	var end uint64
	ends := p.ends
	for range min(chunk, p.chunks) {
		v, n := binary.Uvarint(ends)
		end, ends = v, ends[n:]
	}
	return end
}
