package vectors

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"sort"

	"quire/knowledge"
)

// Words is the table of words of a snapshot. The vocabulary is read when it is opened,
// rows when a word is asked for.
type Words struct {
	head wordsHead
	file io.ReaderAt
	ends []byte // uint32 each
	text string
	most int   // bytes of the longest word
	rows int64 // where they begin
	row  []byte
	keep map[int][]byte // rows that were read, where they are kept; see Remember
}

// OpenWords opens a table of words of that size.
func OpenWords(file io.ReaderAt, size int64) (*Words, error) {
	w := &Words{file: file}
	h := &w.head
	n, err := readHead(bufio.NewReader(io.NewSectionReader(file, 0, size)), WordsFile, h, &h.Format)
	if err != nil {
		return nil, err
	}
	ends := 4 * (int64(h.Words) + 1)
	switch {
	case h.Words < 1 || h.Words > 1<<28 || h.Dims < 1 || h.Dims > maxDims || h.TextBytes < 0 || h.TextBytes > size || h.Splitter.MaxChars > maxWord,
		n+ends+h.TextBytes+2*int64(h.Words)*int64(h.Dims) != size:
		return nil, &DamagedError{WordsFile, fmt.Sprintf("has %d bytes, which its first line does not say", size)}
	}
	b := make([]byte, ends+h.TextBytes)
	if _, err := file.ReadAt(b, n); err != nil {
		return nil, fmt.Errorf("read vectors: %w", err)
	}
	w.ends, w.text, w.rows, w.row = b[:ends], string(b[ends:]), n+int64(len(b)), make([]byte, 2*h.Dims)
	for i := range h.Words {
		w.most = max(w.most, len(w.word(i)))
	}
	return w, nil
}

// maxKept bounds the bytes of rows that are kept.
const maxKept = 16 << 20

// Remember keeps the rows that are read: a sync asks for the same ones again and again.
func (w *Words) Remember() { w.keep = map[int][]byte{} }

// Model is the digest of the model that the table was made of.
func (w *Words) Model() knowledge.Digest { return w.head.Model }

// Dims is how many numbers a vector has.
func (w *Words) Dims() int { return w.head.Dims }

// Embed returns the mean of the vectors of the words of text.
func (w *Words) Embed(text string) (v Vector, ok bool, err error) {
	sum := make([]int64, w.head.Dims)
	n := 0
	w.head.Splitter.pieces(text, w.most, w.find, func(i int) {
		row, fault := w.rowOf(i)
		if fault != nil {
			err = fault
			return
		}
		n++
		for j := range sum {
			sum[j] += int64(int16(binary.LittleEndian.Uint16(row[2*j:])))
		}
	})
	if err != nil || n == 0 {
		return v, false, err
	}
	v, ok = newVector(sum, n, w.head.Normalize)
	return v, ok, nil
}

func (w *Words) rowOf(i int) ([]byte, error) {
	if row, ok := w.keep[i]; ok {
		return row, nil
	}
	if _, err := w.file.ReadAt(w.row, w.rows+int64(i)*int64(len(w.row))); err != nil {
		return nil, fmt.Errorf("read vectors: %w", err)
	}
	if w.keep != nil && (len(w.keep)+1)*len(w.row) <= maxKept {
		w.keep[i] = append([]byte(nil), w.row...)
	}
	return w.row, nil
}

// word returns the i-th word, "" where the table is damaged.
func (w *Words) word(i int) string {
	from, to := binary.LittleEndian.Uint32(w.ends[4*i:]), binary.LittleEndian.Uint32(w.ends[4*i+4:])
	if from > to || int64(to) > int64(len(w.text)) {
		return ""
	}
	return w.text[from:to]
}

func (w *Words) find(text string) (int, bool) {
	i := sort.Search(w.head.Words, func(i int) bool { return w.word(i) >= text })
	return i, i < w.head.Words && w.word(i) == text
}
