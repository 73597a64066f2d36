package publish

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
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

	packers, unpackers sync.Pool // of gzip.Writer and gzip.Reader

	opened  sync.Once
	folder  *os.File       // the folder itself, opened by the first read that needs its number
	folders map[string]int // numbers of open folders of leaves, by name (leafFolder)
	stale   []int          // of those that were forgotten

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
		_ = s.replace(attributesName, Bytes([]byte("* -text\n")), false)
	}
}

// Close releases the folder.
func (s *Store) Close() error {
	s.opened.Do(func() {}) // nobody opens it from here on
	s.closeFolders()
	if s.folder == nil {
		return s.root.Close()
	}
	return errors.Join(s.folder.Close(), s.root.Close())
}

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
		return nil, s.replace(name, Bytes(data), false)
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

func (s *Store) replace(name string, write func(io.Writer) error, sync bool) error {
	if err := s.put(name, write, sync); err != nil {
		return fmt.Errorf("write %s: %w", name, bare(err))
	}
	return nil
}

func (s *Store) put(name string, write func(io.Writer) error, sync bool) error {
	err := s.putOnce(name, write, sync)
	if errors.Is(err, fs.ErrNotExist) && s.forgetFolders() { // somebody removed one that was open
		err = s.putOnce(name, write, sync)
	}
	return err
}

func (s *Store) putOnce(name string, write func(io.Writer) error, sync bool) error {
	for _, dir := range []string{path.Dir(name), snapshotsDir} {
		if err := s.mkdir(dir); err != nil {
			return err
		}
	}
	tmp := temp(name)
	err := s.writeLeaf(tmp, name, write, sync)
	if err == nil {
		err = s.rename(tmp, name)
		if err != nil && s.isFolder(name) { // nobody can read it as a leaf
			if err = s.remove(name); err == nil {
				err = s.rename(tmp, name)
			}
		}
	}
	if err != nil {
		s.discard(tmp)
	}
	return err
}

func (s *Store) isFolder(name string) bool {
	info, err := s.root.Lstat(name)
	return err == nil && info.IsDir()
}

// discard removes what was not finished, to give its space back at once; what it
// cannot remove, Create will.
func (s *Store) discard(tmp string) {
	_ = s.remove(tmp)
}

func (s *Store) writeFile(name string, write func(io.Writer) error, sync bool) error {
	f, err := s.directCreate(name)
	if err == errIndirect {
		f, err = s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	}
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
	if _, ok := s.leafFolder(dir); ok {
		return nil
	}
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
	if err == nil && !s.directRename(from, to) {
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
