package vectors

import (
	"cmp"
	"encoding/binary"
	"io"
	"slices"

	"quire/knowledge"
)

// Near is a passage and how near it is; of two, the larger number is the nearer.
type Near struct {
	ID         string
	Similarity int64
}

// Nearest returns the passages whose vectors are nearest to v, the nearest first, ties
// by id, at most limit of them. It compares all of them: 100,000 passages of 256 numbers
// are 26 MB to read and as many products. Sources that want refuses are passed over;
// nil wants all.
func Nearest(file io.ReaderAt, size int64, model knowledge.Digest, v Vector, limit int, want func(source string) bool) ([]Near, error) {
	s, err := openScan(file, size, model, len(v.Direction))
	if err != nil {
		return nil, err
	}
	question := make([]int32, len(v.Direction))
	for i, x := range v.Direction {
		question[i] = int32(x)
	}
	best := make([]Near, 0, limit+1)
	for {
		source, block, err := s.next()
		if err == io.EOF {
			return best, nil
		}
		if err != nil {
			return nil, err
		}
		if want != nil && !want(source) {
			continue
		}
		_, rest, _ := cutText(block)
		for len(rest) > 0 {
			id, vector, ok := cutText(rest)
			if !ok || len(vector) < 4+s.dims {
				return nil, &DamagedError{PassagesFile, "has a broken block of " + source}
			}
			rest = vector[4+s.dims:]
			near := similarity(question, vector[4:4+s.dims], binary.LittleEndian.Uint32(vector))
			if near <= 0 || len(best) == limit && near < best[limit-1].Similarity {
				continue
			}
			best = insert(best, Near{source + "#" + string(id), near}, limit)
		}
	}
}

// insert puts n in its place among at most limit.
func insert(best []Near, n Near, limit int) []Near {
	i, _ := slices.BinarySearchFunc(best, n, func(a, b Near) int {
		return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(a.ID, b.ID))
	})
	best = slices.Insert(best, i, n)
	return best[:min(len(best), limit)]
}
