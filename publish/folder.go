package publish

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path"
)

// File is one file of a PutDir.
type File struct {
	Name string
	// Write writes the bytes, the same at every call.
	Write func(io.Writer) error
}

// Bytes returns a Write of these bytes.
func Bytes(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// PutDir writes a folder of leaves, all or none of them. A folder that is there
// with the same files is kept; one that differs is damaged and replaced.
func (s *Store) PutDir(dir string, files []File) error {
	_, err, _ := s.flight.Do(dir, func() (any, error) {
		if s.same(dir, files) {
			return nil, nil
		}
		return nil, s.writeDir(dir, files)
	})
	return err
}

func (s *Store) writeDir(dir string, files []File) error {
	if err := s.putDir(dir, files); err != nil {
		s.discard(temp(dir))
		return fmt.Errorf("write %s: %w", dir, bare(err))
	}
	return nil
}

func (s *Store) putDir(dir string, files []File) error {
	if err := s.mkdir(path.Dir(dir)); err != nil {
		return err
	}
	tmp := temp(dir)
	if err := s.root.RemoveAll(tmp); err != nil {
		return err
	}
	if err := s.mkdir(tmp); err != nil {
		return err
	}
	for _, f := range files {
		if err := s.writeFile(path.Join(tmp, f.Name), f.Write, false); err != nil {
			return err
		}
	}
	return s.moveDir(tmp, dir)
}

func (s *Store) same(dir string, files []File) bool {
	for _, f := range files {
		if !s.holds(path.Join(dir, f.Name), f.Write) {
			return false
		}
	}
	return len(files) > 0
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
	f, err := s.OpenFile(name)
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
