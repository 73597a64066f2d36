package main

import (
	"bytes"
	"encoding/binary"
	"hash/adler32"
)

// The samples carry their own small deflate encoder. The standard one may
// choose other matches in another Go release, and then the checked-in bytes
// and the manifest would differ for no visible reason.

const (
	deflateWindow   = 32 << 10 // furthest distance RFC 1951 allows
	deflateMaxMatch = 258      // longest match RFC 1951 allows
	deflateMinMatch = 3
	deflateTries    = 64 // candidates tried at one position
)

// lengthBase and distanceBase hold the first value of each code of RFC 1951,
// section 3.2.5; the extra bits of a code span the gap to the next.
var (
	lengthBase = []int{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31,
		35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	lengthExtra = []uint{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2,
		3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	distanceBase = []int{1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193,
		257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577}
)

type bitWriter struct {
	out   []byte
	bits  uint64
	count uint
}

func (w *bitWriter) write(value uint64, width uint) {
	w.bits |= value << w.count
	w.count += width
	for w.count >= 8 {
		w.out = append(w.out, byte(w.bits))
		w.bits >>= 8
		w.count -= 8
	}
}

// code writes a Huffman code, whose first bit is its most significant one.
func (w *bitWriter) code(value uint64, width uint) {
	var reversed uint64
	for i := uint(0); i < width; i++ {
		reversed = reversed<<1 | value>>i&1
	}
	w.write(reversed, width)
}

// symbol writes a literal, length or end symbol with the fixed code.
func (w *bitWriter) symbol(s int) {
	switch {
	case s < 144:
		w.code(uint64(0x30+s), 8)
	case s < 256:
		w.code(uint64(0x190+s-144), 9)
	case s < 280:
		w.code(uint64(s-256), 7)
	default:
		w.code(uint64(0xC0+s-280), 8)
	}
}

func (w *bitWriter) match(length, distance int) {
	l := lastAtMost(lengthBase, length)
	w.symbol(257 + l)
	w.write(uint64(length-lengthBase[l]), lengthExtra[l])
	d := lastAtMost(distanceBase, distance)
	w.code(uint64(d), 5)
	w.write(uint64(distance-distanceBase[d]), uint(max(0, d/2-1)))
}

func lastAtMost(table []int, value int) int {
	at := 0
	for i, first := range table {
		if first <= value {
			at = i
		}
	}
	return at
}

// deflate compresses data into one final block with the fixed code.
func deflate(data []byte) []byte {
	w := &bitWriter{}
	w.write(1, 1) // last block
	w.write(1, 2) // fixed code
	seen := map[[3]byte][]int{}
	for i := 0; i < len(data); {
		length, distance := longestMatch(data, i, seen)
		step := 1
		if length >= deflateMinMatch {
			w.match(length, distance)
			step = length
		} else {
			w.symbol(int(data[i]))
		}
		for end := i + step; i < end; i++ {
			if i+deflateMinMatch <= len(data) {
				key := [3]byte(data[i : i+3])
				seen[key] = append(seen[key], i)
			}
		}
	}
	w.symbol(256)
	w.write(0, (8-w.count)%8)
	return w.out
}

func longestMatch(data []byte, at int, seen map[[3]byte][]int) (length, distance int) {
	if at+deflateMinMatch > len(data) {
		return 0, 0
	}
	candidates := seen[[3]byte(data[at:at+3])]
	limit := min(deflateMaxMatch, len(data)-at)
	for n := len(candidates) - 1; n >= 0 && n >= len(candidates)-deflateTries; n-- {
		from := candidates[n]
		if at-from > deflateWindow {
			break
		}
		l := 0
		for l < limit && data[from+l] == data[at+l] {
			l++
		}
		if l > length {
			length, distance = l, at-from
		}
	}
	return length, distance
}

// zlibStream wraps deflate in the header and checksum that PDF expects.
func zlibStream(data []byte) []byte {
	var b bytes.Buffer
	b.Write([]byte{0x78, 0x01})
	b.Write(deflate(data))
	b.Write(binary.BigEndian.AppendUint32(nil, adler32.Checksum(data)))
	return b.Bytes()
}
