package vectors

import (
	"math/bits"

	"quire/knowledge"
)

// Embedder turns texts into vectors.
type Embedder interface {
	// Model is the digest of what decides the vectors.
	Model() knowledge.Digest
	// Dims is how many numbers a vector has.
	Dims() int
	// Embed returns the vector of a text; ok is false where it knows no word of it.
	Embed(text string) (v Vector, ok bool, err error)
}

// Vector is a direction, the largest number of which is 127 or -127, and what each of
// them counts for.
type Vector struct {
	Scale     uint32
	Direction []int8
}

const (
	// unitBits is the fixed point of the scale of a vector of length one: the longest
	// direction, 4096 times 127, leaves 20 bits of it, the shortest one 33 less 7.
	unitBits = 40
	// meanBits is that of the scale of a mean that keeps its length: 32767 at most, so
	// that 16 more bits stay below 32.
	meanBits = 16
	largest  = 127
)

// newVector makes a vector of a sum of n rows of int16. Without normalize it keeps the
// length of the mean. ok is false where the sum is nothing.
func newVector(sum []int64, n int, normalize bool) (v Vector, ok bool) {
	most := int64(0)
	for _, x := range sum {
		most = max(most, x, -x)
	}
	if most == 0 {
		return v, false
	}
	v.Direction = make([]int8, len(sum))
	square := uint64(0)
	for i, x := range sum {
		q := (2*max(x, -x)*largest + most) / (2 * most) // rounded
		square += uint64(q * q)
		if x < 0 {
			q = -q
		}
		v.Direction[i] = int8(q)
	}
	if normalize {
		v.Scale = uint32((uint64(1) << unitBits) / root(square<<16)) // root is 256 times the length
	} else {
		v.Scale = uint32(max((most<<meanBits)/(largest*int64(n)), 1))
	}
	return v, true
}

// root is the whole part of a square root.
func root(x uint64) uint64 {
	if x == 0 {
		return 0
	}
	r := uint64(1) << ((bits.Len64(x) + 1) / 2) // not below the root
	for {
		next := (r + x/r) / 2
		if next >= r {
			return r
		}
		r = next
	}
}

// similarity is the product of a question's direction with a passage's vector: its
// order among passages is that of the cosine where the model normalises, else of the
// dot product.
func similarity(question []int32, direction []byte, scale uint32) int64 {
	sum := int32(0) // 4096 × 127 × 127 is below 2^27
	for i, x := range question[:len(direction)] {
		sum += x * int32(int8(direction[i]))
	}
	return int64(sum) * int64(scale)
}
