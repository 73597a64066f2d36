package vectors

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
)

const (
	tensorName = "embeddings"
	// maxHeader bounds the list of tensors; a model of one has a few hundred bytes.
	maxHeader = 1 << 20
	// maxDims and maxRows bound the table: the largest that are published have 1024
	// columns and half a million rows.
	maxDims = 4096
	maxRows = 2 << 20
)

// tensor is the table of a model in its file: row after row of F32 or F16.
type tensor struct {
	file       io.ReaderAt
	at         int64 // of the first row
	rows, dims int
	width      int // bytes of a number
}

// openTensor reads the header of a safetensors file of that size, which must hold one
// table and nothing else. No length in it is believed before it was held against size.
func openTensor(file io.ReaderAt, size int64) (*tensor, error) {
	bad := func(format string, args ...any) (*tensor, error) {
		return nil, &ModelError{WeightsName, fmt.Sprintf(format, args...)}
	}
	var length [8]byte
	if size < 8 {
		return bad("has %d bytes, which is no safetensors file", size)
	}
	if _, err := file.ReadAt(length[:], 0); err != nil {
		return nil, fmt.Errorf("read %s: %w", WeightsName, err)
	}
	n := binary.LittleEndian.Uint64(length[:])
	if n > maxHeader || int64(n) > size-8 {
		return bad("says that its header has %d bytes; the file has %d, and %d is the most that is read", n, size, maxHeader)
	}
	header := make([]byte, n)
	if _, err := file.ReadAt(header, 8); err != nil {
		return nil, fmt.Errorf("read %s: %w", WeightsName, err)
	}
	var list map[string]json.RawMessage
	if err := json.Unmarshal(bytes.TrimRight(header, " "), &list); err != nil {
		return bad("has a header that is not JSON: %v", err)
	}
	delete(list, "__metadata__")
	entry, ok := list[tensorName]
	if !ok {
		return bad("has no tensor %q", tensorName)
	}
	if len(list) > 1 {
		return bad("has %d tensors; one with %q alone is read (no weights, no mapping)", len(list), tensorName)
	}
	var e struct {
		Type    string  `json:"dtype"`
		Shape   []int64 `json:"shape"`
		Offsets []int64 `json:"data_offsets"`
	}
	if err := json.Unmarshal(entry, &e); err != nil || len(e.Shape) != 2 || len(e.Offsets) != 2 {
		return bad("describes %q without a type, two lengths and two offsets", tensorName)
	}
	width, ok := map[string]int{"F32": 4, "F16": 2}[e.Type]
	if !ok {
		return bad("has numbers of the type %q; F32 and F16 are read", e.Type)
	}
	rows, dims, from, to := e.Shape[0], e.Shape[1], e.Offsets[0], e.Offsets[1]
	if rows < 1 || dims < 1 || rows > maxRows || dims > maxDims {
		return bad("has a table of %d × %d; 1 × 1 to %d × %d is read", rows, dims, maxRows, maxDims)
	}
	data := size - 8 - int64(n)
	if from < 0 || to < from || to > data || to-from != rows*dims*int64(width) {
		return bad("places %d × %d numbers of %d bytes at %d to %d of %d bytes", rows, dims, width, from, to, data)
	}
	return &tensor{file, 8 + int64(n) + from, int(rows), int(dims), width}, nil
}

// row reads one row into out, with raw as room for its bytes. A number that is none is
// an error.
func (t *tensor) row(n int, raw []byte, out []float64) error {
	raw = raw[:t.dims*t.width]
	if _, err := t.file.ReadAt(raw, t.at+int64(n)*int64(len(raw))); err != nil {
		return fmt.Errorf("read %s: %w", WeightsName, err)
	}
	for i := range out[:t.dims] {
		if t.width == 4 {
			out[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:])))
		} else {
			out[i] = half(binary.LittleEndian.Uint16(raw[2*i:]))
		}
		if math.IsNaN(out[i]) || math.IsInf(out[i], 0) {
			return &ModelError{WeightsName, fmt.Sprintf("has %v in row %d, column %d", out[i], n, i)}
		}
	}
	return nil
}

// half is the value of a 16-bit float.
func half(h uint16) float64 {
	sign := 1.0
	if h>>15 == 1 {
		sign = -1
	}
	exponent, fraction := int(h>>10&31), float64(h&1023)
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		if fraction != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}
