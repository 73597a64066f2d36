package knowledge

import (
	"encoding/base64"
	"strconv"
	"strings"
)

// Sketch is a set of things made small: their hashes are dealt into bins, and each bin
// keeps a tag of the smallest of them, 1 to 15, and 0 where none came. Two sketches of
// one size agree in as many bins as their sets have in common, in proportion. In JSON it
// is a string of two bins a byte in base64.
type Sketch []byte

// The sizes of sketches in bins. An estimate from n bins is off by about 535/√n
// thousandths at worst: 47 of 128 bins, 134 of 16. Tags of a whole byte would make it 44
// and 125, at twice the size.
const (
	TextBins  = 128
	SmallBins = 16
)

// tags is how many tags there are; two that have nothing to do with each other agree by
// chance in one of so many bins.
const tags = 15

// Sketcher makes a Sketch.
type Sketcher struct {
	low []uint32 // of each bin, the smallest hash
	tag []byte
}

// NewSketcher returns a maker of sketches of so many bins, a power of two.
func NewSketcher(bins int) *Sketcher {
	s := &Sketcher{low: make([]uint32, bins), tag: make([]byte, bins)}
	for i := range s.low {
		s.low[i] = ^uint32(0)
	}
	return s
}

// Add adds a thing by any hash of it.
func (s *Sketcher) Add(hash uint64) {
	h := Mix(hash)
	bin := int(h>>48) & (len(s.low) - 1)
	if low := uint32(h); low < s.low[bin] || s.tag[bin] == 0 {
		s.low[bin] = low
		s.tag[bin] = byte(1 + (h>>32&0xffff)%255%tags)
	}
}

// Sketch returns the sketch, nil where nothing was added.
func (s *Sketcher) Sketch() Sketch {
	for _, t := range s.tag {
		if t != 0 {
			return Sketch(s.tag)
		}
	}
	return nil
}

// Mix spreads the bits of a hash, so that any of them may be taken (the finalizer of
// splitmix64).
func Mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Filled is the number of bins that hold something.
func (s Sketch) Filled() int {
	n := 0
	for _, t := range s {
		if t != 0 {
			n++
		}
	}
	return n
}

// Similarity estimates, in thousandths, what share of all things of two sets both of
// them have. Bins that agree by chance are taken off. Two empty sets, and
// sketches of different sizes, have nothing in common.
func (s Sketch) Similarity(t Sketch) int {
	if len(s) != len(t) {
		return 0
	}
	same, used := 0, 0
	for i := range s {
		if s[i] == 0 && t[i] == 0 {
			continue
		}
		used++
		if s[i] == t[i] {
			same++
		}
	}
	if used == 0 {
		return 0
	}
	return max(0, (tags*same-used)*1000/((tags-1)*used))
}

// MarshalText writes s as one string.
func (s Sketch) MarshalText() ([]byte, error) {
	packed := make([]byte, (len(s)+1)/2)
	for i, tag := range s {
		packed[i/2] |= tag << (4 * (i % 2))
	}
	return base64.RawStdEncoding.AppendEncode(nil, packed), nil
}

// UnmarshalText reads what MarshalText wrote. A sketch of an older snapshot has a byte a
// bin and padding at its end; the tags of today are those of then, made smaller.
func (s *Sketch) UnmarshalText(b []byte) error {
	old, err := base64.StdEncoding.DecodeString(string(b))
	if strings.HasSuffix(string(b), "=") && err == nil {
		for i, tag := range old {
			if tag != 0 {
				old[i] = 1 + (tag-1)%tags
			}
		}
		*s = old
		return nil
	}
	packed, err := base64.RawStdEncoding.DecodeString(string(b))
	if err != nil {
		return &FormatError{What: "a sketch", Found: strconv.Quote(string(b)), Want: "base64"}
	}
	out := make(Sketch, 0, 2*len(packed))
	for _, two := range packed {
		out = append(out, two&15, two>>4)
	}
	*s = out
	return nil
}
