package publish

import (
	"bufio"
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
	"sync"

	"golang.org/x/sync/singleflight"
)

// Store is a published folder. All access goes through an os.Root, so no name
// leads out of it. A Store may be used by several goroutines.
type Store struct {
	root *os.Root
	dir  string
	// Fault, where set, is called before and after every step that changes the
	// disk, with the step's name. Tests die in it; an error that it returns before a
	// step takes the step's place.
	Fault func(step string) error

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
	if err := s.sweep(); err != nil {
		return s, err
	}
	s.guardText()
	return s, nil
}

// guardText tells git, should the tree be committed, to leave line ends alone: a clone
// with core.autocrlf would have other bytes. Nothing else needs it, so a disk that
// cannot be written is for what does to report.
func (s *Store) guardText() {
	if s.Size(attributesName) < 0 {
		_ = s.replace(attributesName, []byte("* -text\n"), false)
	}
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
				if err := s.remove(path.Join(dir, e.Name())); err != nil {
					return fmt.Errorf("sweep the published tree: %w", err)
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

func (s *Store) before(what, name string) error {
	if s.Fault == nil {
		return nil
	}
	return s.Fault("before " + what + " " + name)
}

func (s *Store) after(what, name string) {
	if s.Fault != nil {
		_ = s.Fault("after " + what + " " + name) // it is done
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
	if err := s.put(name, data, sync); err != nil {
		return fmt.Errorf("write %s: %w", name, bare(err))
	}
	return nil
}

func (s *Store) put(name string, data []byte, sync bool) error {
	for _, dir := range []string{path.Dir(name), snapshotsDir} {
		if err := s.mkdir(dir); err != nil {
			return err
		}
	}
	tmp := temp(name)
	err := s.writeFile(tmp, Bytes(data), sync)
	if err == nil {
		err = s.rename(tmp, name)
	}
	if err != nil {
		s.discard(tmp)
	}
	return err
}

// discard removes what was not finished, to give its space back at once; what it
// cannot remove, Create will.
func (s *Store) discard(tmp string) {
	_ = s.remove(tmp)
}

func (s *Store) writeFile(name string, write func(io.Writer) error, sync bool) error {
	f, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	if err = s.before("write", name); err == nil {
		b := bufio.NewWriterSize(f, 1<<15)
		err = errors.Join(write(b), b.Flush())
	}
	if err == nil && sync {
		err = s.fsync(f, name)
	}
	return errors.Join(err, f.Close())
}

func (s *Store) fsync(f *os.File, name string) error {
	err := s.before("fsync", name)
	if err == nil {
		err = f.Sync()
	}
	s.after("fsync", name)
	return err
}

// bare drops the path from a file error whose message names it already.
func bare(err error) error {
	var (
		one *fs.PathError
		two *os.LinkError
	)
	switch {
	case errors.As(err, &one):
		return one.Err
	case errors.As(err, &two):
		return two.Err
	}
	return err
}

func (s *Store) mkdir(dir string) error {
	if _, err := s.root.Stat(dir); err == nil {
		return nil
	}
	err := s.before("mkdir", dir)
	if err == nil {
		err = s.root.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return fmt.Errorf("create folder %s: %w", dir, bare(err))
	}
	return nil
}

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

// moveDir renames a finished folder into place. A folder in its place changes places
// with it in one step where the system can do that; else it is moved aside first, so
// that at most one rename separates readers from a whole one, and is moved back where
// the other does not follow.
func (s *Store) moveDir(tmp, dir string) error {
	if _, err := s.root.Lstat(dir); err != nil {
		return s.rename(tmp, dir)
	}
	if done, err := s.exchange(tmp, dir); done || err != nil {
		return err
	}
	old := temp(dir) + ".old"
	if err := s.root.RemoveAll(old); err != nil {
		return err
	}
	if err := s.rename(dir, old); err != nil {
		return err
	}
	if err := s.rename(tmp, dir); err != nil {
		return errors.Join(err, s.root.Rename(old, dir))
	}
	s.discard(old)
	return nil
}

// exchange lets two folders change places in one step and removes the one that is then
// out of place; done is false where the system has no such step.
func (s *Store) exchange(tmp, dir string) (done bool, err error) {
	if err := s.before("rename", dir); err != nil {
		return false, err
	}
	if exchange(s.Path(tmp), s.Path(dir)) != nil {
		return false, nil
	}
	s.after("rename", dir)
	s.discard(tmp)
	return true, nil
}

func (s *Store) rename(from, to string) error {
	err := s.before("rename", to)
	if err == nil {
		err = s.root.Rename(from, to)
	}
	if err == nil {
		s.after("rename", to)
	}
	return err
}

// remove removes a file or a folder with all that is in it.
func (s *Store) remove(name string) error {
	err := s.before("remove", name)
	if err == nil {
		err = s.root.RemoveAll(name)
	}
	if err != nil {
		return fmt.Errorf("remove %s: %w", name, bare(err))
	}
	return nil
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

// OpenFile opens a leaf for reading. Anything but a regular file in its place is an error
// rather than a wait.
func (s *Store) OpenFile(name string) (*os.File, error) {
	f, err := s.root.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, cmp.Or[error](err, &DamagedError{Name: name, Detail: "is not a file"})
	}
	return f, nil
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

// ReadLeaf returns a leaf whose SHA-256 is known, in hex. It is hashed the first time
// that this Store reads it.
func (s *Store) ReadLeaf(name, want string) ([]byte, error) {
	b, err := s.ReadFile(name)
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
