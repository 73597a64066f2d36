package vectors

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"quire/knowledge"
)

// Passage is a text that gets a vector. Its id is that of its source, #, and more.
type Passage struct{ ID, Text string }

// Old is the vectors of passages of an earlier snapshot, of which those of the sources
// that Keep accepts go on.
type Old struct {
	File io.ReaderAt
	Size int64
	Keep func(source string) bool
}

// Update writes the vectors of passages to the file name: those of old, which may be nil,
// and of new passages, which come source by source. What is written depends on the
// passages alone: an update gives the bytes that a build from nothing gives. In memory
// is a line a source; the new vectors wait in a file beside the other.
func Update(name string, e Embedder, old *Old, add iter.Seq[Passage]) (err error) {
	spool, err := os.CreateTemp(filepath.Dir(name), "vectors")
	if err != nil {
		return fmt.Errorf("write vectors: %w", err)
	}
	defer func() {
		spool.Close()
		os.Remove(spool.Name())
	}()
	blocks, err := spoolBlocks(spool, e, add)
	if err != nil {
		return fmt.Errorf("write vectors: %w", err)
	}
	out, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("write vectors: %w", err)
	}
	w := bufio.NewWriterSize(out, 1<<18)
	err = writeHead(w, passagesHead{Format: Version, Model: e.Model(), Dims: e.Dims()})
	if err == nil {
		err = merge(w, old, e, spool, blocks)
	}
	if err = errors.Join(err, w.Flush(), out.Close()); err != nil {
		return fmt.Errorf("write vectors: %w", err)
	}
	return nil
}

// extent is where a block lies in the spool.
type extent struct{ at, size int64 }

// spoolBlocks writes the blocks of new passages as they come.
func spoolBlocks(spool io.Writer, e Embedder, add iter.Seq[Passage]) (map[string]extent, error) {
	blocks := map[string]extent{}
	w := bufio.NewWriterSize(spool, 1<<18)
	at := int64(0)
	source, block := "", []byte(nil)
	finish := func() error {
		if source == "" {
			return nil
		}
		if _, twice := blocks[source]; twice {
			return fmt.Errorf("the passages of %s do not come together", source)
		}
		blocks[source] = extent{at, int64(len(block))}
		at += int64(len(block))
		_, err := w.Write(block)
		return err
	}
	var fault error
	for p := range add {
		id, rest, _ := strings.Cut(p.ID, "#")
		if id != source {
			if fault = finish(); fault != nil {
				return nil, fault
			}
			source, block = id, appendText(block[:0], id)
		}
		v, ok, err := e.Embed(p.Text)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		block = binary.LittleEndian.AppendUint32(appendText(block, rest), v.Scale)
		for _, x := range v.Direction {
			block = append(block, byte(x))
		}
	}
	return blocks, errors.Join(finish(), w.Flush())
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// merge writes the blocks of both in order of their sources.
func merge(w io.Writer, old *Old, e Embedder, spool io.ReaderAt, blocks map[string]extent) error {
	next := slices.Sorted(maps.Keys(blocks))
	put := func(block []byte) error {
		_, err := w.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(block))))
		if err == nil {
			_, err = w.Write(block)
		}
		return err
	}
	until := func(source string, all bool) error { // the new blocks before one
		for ; len(next) > 0 && (all || next[0] < source); next = next[1:] {
			block := make([]byte, blocks[next[0]].size)
			if _, err := spool.ReadAt(block, blocks[next[0]].at); err != nil {
				return err
			}
			if err := put(block); err != nil {
				return err
			}
		}
		return nil
	}
	if old != nil {
		s, err := openScan(old.File, old.Size, e.Model(), e.Dims())
		if err != nil {
			return err
		}
		for {
			source, block, err := s.next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
			if _, again := blocks[source]; again || !old.Keep(source) {
				continue
			}
			if err := errors.Join(until(source, false), put(block)); err != nil {
				return err
			}
		}
	}
	return until("", true)
}

// scan reads the blocks of a file one after the other.
type scan struct {
	r    *bufio.Reader
	left int64
	buf  []byte
	dims int
}

// openScan begins to read a file that must be of this model.
func openScan(file io.ReaderAt, size int64, model knowledge.Digest, dims int) (*scan, error) {
	s := &scan{r: bufio.NewReaderSize(io.NewSectionReader(file, 0, size), 1<<16), dims: dims}
	var h passagesHead
	n, err := readHead(s.r, PassagesFile, &h, &h.Format)
	if err != nil {
		return nil, err
	}
	if h.Model != model || h.Dims != dims {
		return nil, &DamagedError{PassagesFile, "is of another model"}
	}
	s.left = size - n
	return s, nil
}

// next returns a block, source and all, until io.EOF. The block is lent.
func (s *scan) next() (source string, block []byte, err error) {
	if s.left == 0 {
		return "", nil, io.EOF
	}
	var length [4]byte
	if _, err := io.ReadFull(s.r, length[:]); err != nil {
		return "", nil, s.short(err)
	}
	n := int64(binary.LittleEndian.Uint32(length[:]))
	if s.left -= 4 + n; s.left < 0 {
		return "", nil, &DamagedError{PassagesFile, "ends in a block"}
	}
	if int64(cap(s.buf)) < n {
		s.buf = make([]byte, n)
	}
	s.buf = s.buf[:n]
	if _, err := io.ReadFull(s.r, s.buf); err != nil {
		return "", nil, s.short(err)
	}
	id, _, ok := cutText(s.buf)
	if !ok {
		return "", nil, &DamagedError{PassagesFile, "has a block without a source"}
	}
	return string(id), s.buf, nil
}

func (s *scan) short(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return &DamagedError{PassagesFile, "ends in a block"}
	}
	return fmt.Errorf("read vectors: %w", err)
}

func cutText(b []byte) (text, rest []byte, ok bool) {
	n, size := binary.Uvarint(b)
	if size <= 0 || n > uint64(len(b)-size) {
		return nil, nil, false
	}
	return b[size : size+int(n)], b[size+int(n):], true
}
