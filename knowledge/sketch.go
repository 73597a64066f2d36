package knowledge

// Sketch is a set of things made small: their hashes are dealt into bins, and each bin
// keeps one byte of the smallest of them, 0 where none came. Two sketches of one size
// agree in as many bins as their sets have in common, in proportion.
type Sketch []byte

// The sizes of sketches in bins. An estimate from n bins is off by about 500/√n
// thousandths at worst: 44 of 128 bins, 125 of 16.
const (
	TextBins  = 128
	SmallBins = 16
)

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
		s.tag[bin] = byte(1 + (h>>32&0xffff)%255)
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
// them have. Bins that agree by chance, one in 255, are taken off. Two empty sets, and
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
	return max(0, (255*same-used)*1000/(254*used))
}
