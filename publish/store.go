package publish

import (
	"bytes"
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
	"sync"

	"golang.org/x/sync/singleflight"
)

// Store is a published folder. All access goes through an os.Root, so no name
// leads out of it. A Store may be used by several goroutines.
type Store struct {
	root *os.Root
	dir  string
	// Fault, where set, is called before and after every step that changes the
	// disk, with the step's name; tests die in it.
	Fault func(step string)

	flight  singleflight.Group
	mu      sync.Mutex
	vouched map[string]bool // leaves whose content was checked by this Store
}

// Open opens an existing published folder for reading. It writes nothing.
func Open(dir string) (*Store, error) {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNothingPublished
	}
	if err != nil {
		return nil, fmt.Errorf("open published tree: %w", err)
	}
	return &Store{root: root, dir: dir}, nil
}

// Create opens a published folder for writing and makes it where it is missing.
func Create(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("create published tree: %w", err)
	}
	s, err := Open(dir)
	if err != nil {
		return nil, err
	}
	return s, s.sweep()
}

// Close releases the folder.
func (s *Store) Close() error { return s.root.Close() }

// Dir returns the path of the folder.
func (s *Store) Dir() string { return s.dir }

// sweep removes what a crashed writer left: names that begin with a dot.
func (s *Store) sweep() error {
	for _, dir := range []string{".", snapshotsDir} {
		entries, err := fs.ReadDir(s.root.FS(), dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("list %s: %w", dir, err)
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), tempPrefix) {
				if err := s.root.RemoveAll(path.Join(dir, e.Name())); err != nil {
					return fmt.Errorf("remove leftover %s: %w", e.Name(), err)
				}
			}
		}
	}
	return nil
}

const tempPrefix = ".new-"

func temp(name string) string {
	return path.Join(snapshotsDir, tempPrefix+strings.ReplaceAll(name, "/", "-"))
}

func (s *Store) step(when, what, name string) {
	if s.Fault != nil {
		s.Fault(when + " " + what + " " + name)
	}
}

// Put writes a leaf, whole or not at all. A leaf that is there with the same bytes
// is kept; one with other bytes is damaged and replaced.
func (s *Store) Put(name string, data []byte) error {
	// Two sources of equal content write the same leaf at the same time: one does.
	_, err, _ := s.flight.Do(name, func() (any, error) {
		if s.sound(name) || s.Equal(name, data) {
			return nil, nil
		}
		return nil, s.replace(name, data, false)
	})
	return err
}

// vouch remembers that a leaf named by its content was read and had it.
func (s *Store) vouch(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.vouched == nil {
		s.vouched = map[string]bool{}
	}
	s.vouched[name] = true
}

func (s *Store) sound(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.vouched[name]
}

func (s *Store) replace(name string, data []byte, sync bool) error {
	s.step("before", "write", name)
	if err := s.mkdir(path.Dir(name)); err != nil {
		return err
	}
	if err := s.mkdir(snapshotsDir); err != nil {
		return err
	}
	tmp := temp(name)
	if err := s.writeFile(tmp, data, sync); err != nil {
		return err
	}
	s.step("before", "rename", name)
	if err := s.root.Rename(tmp, name); err != nil {
		return fmt.Errorf("publish %s: %w", name, err)
	}
	s.step("after", "rename", name)
	return nil
}

func (s *Store) writeFile(name string, data []byte, sync bool) error {
	f, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return fmt.Errorf("write %s: %w", name, bare(err))
	}
	_, err = f.Write(data)
	if err == nil && sync {
		s.step("before", "fsync", name)
		err = f.Sync()
		s.step("after", "fsync", name)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", name, bare(err))
	}
	return nil
}

// bare drops the path from a file error whose message names it already.
func bare(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

func (s *Store) mkdir(dir string) error {
	if _, err := s.root.Stat(dir); err == nil {
		return nil
	}
	if err := s.root.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("create folder %s: %w", dir, err)
	}
	return nil
}

// File is one file of a PutDir.
type File struct {
	Name string
	Data []byte
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
	s.step("before", "write", dir)
	if err := s.mkdir(path.Dir(dir)); err != nil {
		return err
	}
	tmp := temp(dir)
	if err := s.root.RemoveAll(tmp); err != nil {
		return fmt.Errorf("publish %s: %w", dir, err)
	}
	if err := s.mkdir(tmp); err != nil {
		return err
	}
	for _, f := range files {
		if err := s.writeFile(path.Join(tmp, f.Name), f.Data, false); err != nil {
			return err
		}
	}
	s.step("before", "rename", dir)
	if err := s.moveDir(tmp, dir); err != nil {
		return fmt.Errorf("publish %s: %w", dir, err)
	}
	s.step("after", "rename", dir)
	return nil
}

// moveDir renames a finished folder into place. A folder in its place changes places
// with it in one step where the system can do that; else it is moved aside first, so
// that at most one rename separates readers from a whole one.
func (s *Store) moveDir(tmp, dir string) error {
	if _, err := s.root.Lstat(dir); err != nil {
		return s.root.Rename(tmp, dir)
	}
	if exchange(s.Path(tmp), s.Path(dir)) == nil {
		return s.root.RemoveAll(tmp)
	}
	old := temp(dir) + ".old"
	if err := errors.Join(s.root.RemoveAll(old), s.root.Rename(dir, old), s.root.Rename(tmp, dir)); err != nil {
		return err
	}
	return s.root.RemoveAll(old)
}

func (s *Store) same(dir string, files []File) bool {
	for _, f := range files {
		if !s.Equal(path.Join(dir, f.Name), f.Data) {
			return false
		}
	}
	return len(files) > 0
}

// ReadFile returns a leaf. Anything but a regular file in its place is an error
// rather than a wait.
func (s *Store) ReadFile(name string) ([]byte, error) {
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
	b := make([]byte, info.Size())
	n, err := io.ReadFull(f, b)
	if err == io.ErrUnexpectedEOF {
		err = nil
	}
	return b[:n], err
}

// Equal reports whether the leaf holds exactly these bytes.
func (s *Store) Equal(name string, data []byte) bool {
	have, err := s.ReadFile(name)
	return err == nil && bytes.Equal(have, data)
}

// ReadSpan returns the bytes [from,to) of a leaf.
func (s *Store) ReadSpan(name string, from, to int64) ([]byte, error) {
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
