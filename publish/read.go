package publish

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// errIndirect says that a file of the store is to be reached the long way, through os.Root.
var errIndirect = errors.New("not to be had directly")

// OpenFile opens a leaf for reading as it is stored. Anything but a regular file in its place is an error
// rather than a wait.
func (s *Store) OpenFile(name string) (*os.File, error) {
	f, err := s.directOpen(name)
	if err == errIndirect {
		f, err = s.root.OpenFile(name, os.O_RDONLY|nonblock, 0)
	}
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, cmp.Or[error](err, &DamagedError{Name: name, Detail: "is not a file"})
	}
	return f, nil
}

// ReadFile returns the plain bytes of a leaf. Anything but a regular file in its place is
// an error rather than a wait.
func (s *Store) ReadFile(name string) ([]byte, error) { return s.readPlain(nil, name) }

// readPlain is ReadFile into a buffer, where that is large enough.
func (s *Store) readPlain(buf []byte, name string) ([]byte, error) {
	if !isDeflated(name) {
		return s.readInto(buf, name)
	}
	stored, err := s.readInto(nil, name)
	if err != nil {
		return nil, err
	}
	return s.inflate(buf, name, stored)
}

// sized returns n bytes, of buf where it is large enough. What it makes in its place has
// room for a longer leaf.
func sized(buf []byte, n int64) []byte {
	switch {
	case int64(cap(buf)) >= n:
		return buf[:n]
	case buf == nil:
		return make([]byte, n)
	}
	return make([]byte, n, n+n/2)
}

// readInto returns a leaf as it is stored, in a buffer where that is large enough.
func (s *Store) readInto(buf []byte, name string) ([]byte, error) {
	if b, err := s.direct(buf, name, 0, -1); err != errIndirect {
		return b, err
	}
	f, err := s.root.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &DamagedError{Name: name, Detail: "is not a file"}
	}
	b := sized(buf, info.Size())
	n, err := io.ReadFull(f, b)
	if err == io.ErrUnexpectedEOF {
		err = nil
	}
	return b[:n], err
}

// ReadLeaf returns a leaf whose SHA-256 is known, in hex. It is hashed the first time
// that this Store reads it.
func (s *Store) ReadLeaf(name, want string) ([]byte, error) { return s.ReadLeafInto(nil, name, want) }

// ReadLeafInto is ReadLeaf into a buffer, where that is large enough: what the system has
// given a process once costs it nothing the next time.
func (s *Store) ReadLeafInto(buf []byte, name, want string) ([]byte, error) {
	b, err := s.readPlain(buf, name)
	if err != nil || s.sound(name) {
		return b, err
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != want {
		return nil, &DamagedError{Name: name, Detail: "has other bytes than its record says"}
	}
	s.vouch(name)
	return b, nil
}

// Equal reports whether the leaf holds exactly these bytes.
func (s *Store) Equal(name string, data []byte) bool {
	have, err := s.ReadFile(name)
	return err == nil && bytes.Equal(have, data)
}

// ReadSpan returns the bytes [from,to) of a leaf.
func (s *Store) ReadSpan(name string, from, to int64) ([]byte, error) {
	if b, err := s.direct(nil, name, from, max(to, 0)); err != errIndirect {
		return b, err
	}
	f, err := s.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if from < 0 || to < from || to > info.Size() {
		return nil, &DamagedError{Name: name, Detail: fmt.Sprintf("has %d bytes, its record cites %d to %d", info.Size(), from, to)}
	}
	b := make([]byte, to-from)
	n, err := f.ReadAt(b, from)
	if err != nil && !(err == io.EOF && n == len(b)) {
		return nil, &DamagedError{Name: name, Detail: fmt.Sprintf("ends before byte %d", to)}
	}
	return b, nil
}

// Size returns the length of a leaf, -1 where there is none.
func (s *Store) Size(name string) int64 {
	if n, ok := s.directSize(name); ok {
		return n
	}
	info, err := s.root.Stat(name)
	if err != nil || info.IsDir() {
		return -1
	}
	return info.Size()
}

// Path returns the path of a leaf for a library that opens files by itself.
func (s *Store) Path(name string) string { return path.Join(s.dir, name) }

// FS returns the folder as a file system.
func (s *Store) FS() fs.FS { return s.root.FS() }

// List returns the names below a folder of the store, sorted; none where it is
// missing.
func (s *Store) List(dir string) ([]string, error) {
	entries, err := fs.ReadDir(s.root.FS(), dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var out []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			out = append(out, e.Name())
		}
	}
	slices.Sort(out)
	return out, err
}

// hash returns the SHA-256 of a leaf in hex.
func (s *Store) hash(name string) (string, error) {
	f, err := s.root.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
