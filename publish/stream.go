package publish

import (
	"bufio"
	"errors"
	"io"
)

// Bytes returns a function that writes these bytes.
func Bytes(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// PutStream is Put for bytes that are never in memory as a whole. write writes the same
// bytes at every call.
func (s *Store) PutStream(name string, write func(io.Writer) error) error {
	_, err, _ := s.flight.Do(name, func() (any, error) {
		if s.holds(name, write) {
			return nil, nil
		}
		return nil, s.replace(name, write, false)
	})
	return err
}

// errOther ends a comparison.
var errOther = errors.New("other bytes")

// comparer is a Writer of what should be the bytes of a file.
type comparer struct{ file *bufio.Reader }

func (c comparer) Write(p []byte) (int, error)       { return compare(c.file, p) }
func (c comparer) WriteString(p string) (int, error) { return compare(c.file, p) }

func compare[B []byte | string](file *bufio.Reader, p B) (n int, err error) {
	for n < len(p) {
		piece := p[n:min(n+4096, len(p))]
		have, err := file.Peek(len(piece))
		if err != nil || string(have) != string(piece) {
			return n, errOther
		}
		m, _ := file.Discard(len(piece))
		n += m
	}
	return n, nil
}

// holds reports whether the leaf holds exactly what write writes.
func (s *Store) holds(name string, write func(io.Writer) error) bool {
	f, err := s.OpenLeaf(name)
	if err != nil {
		return false
	}
	defer f.Close()
	file := bufio.NewReaderSize(f, 1<<15)
	if write(comparer{file}) != nil {
		return false
	}
	_, err = file.ReadByte()
	return err == io.EOF
}
