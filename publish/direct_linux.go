package publish

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// On Linux a file of the store is opened by one call of the system instead of two for each
// folder on the way to it. The kernel keeps the name below the folder, as os.Root does.

// openBelow opens a name below the folder. That it is not there is an answer; with
// anything else that is not plain (a link, a kernel without the call) the long way
// deals, which says what is wrong.
func (s *Store) openBelow(name string, flags int, resolve uint64) (int, error) {
	root, ok := s.descriptor()
	if !ok {
		return -1, errIndirect
	}
	how := unix.OpenHow{Flags: uint64(flags | unix.O_CLOEXEC), Resolve: resolve | unix.RESOLVE_BENEATH}
	if flags&unix.O_CREAT != 0 {
		how.Mode = 0o644
	}
	for {
		fd, err := unix.Openat2(root, name, &how)
		switch err {
		case nil:
			return fd, nil
		case unix.EINTR:
			continue
		case unix.ENOENT:
			return -1, &fs.PathError{Op: "openat", Path: name, Err: err}
		}
		return -1, errIndirect
	}
}

// direct reads the bytes [from,to) of a leaf, all of them where to is -1, into buf where it
// is large enough.
func (s *Store) direct(buf []byte, name string, from, to int64) ([]byte, error) {
	fd, err := s.openBelow(name, unix.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil, errIndirect
	}
	if to < 0 {
		to = st.Size
	}
	if from < 0 || to < from || to > st.Size {
		return nil, errIndirect
	}
	b := sized(buf, to-from)
	for n := 0; n < len(b); {
		got, err := unix.Pread(fd, b[n:], from+int64(n))
		if err == unix.EINTR {
			continue
		}
		if err != nil || got == 0 {
			return nil, errIndirect
		}
		n += got
	}
	return b, nil
}

// directOpen opens a leaf for reading.
func (s *Store) directOpen(name string) (*os.File, error) {
	fd, err := s.openBelow(name, unix.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

// directCreate opens a file for writing, new or emptied.
func (s *Store) directCreate(name string) (*os.File, error) {
	fd, err := s.openBelow(name, unix.O_WRONLY|unix.O_CREAT|unix.O_TRUNC, unix.RESOLVE_NO_SYMLINKS)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

// directSize returns the size of a leaf by one call of the system. ok is false where it is no
// plain file there: the long way says what it is.
func (s *Store) directSize(name string) (size int64, ok bool) {
	root, ok := s.descriptor()
	if !ok {
		return 0, false
	}
	var st unix.Stat_t
	if unix.Fstatat(root, name, &st, unix.AT_SYMLINK_NOFOLLOW) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG {
		return 0, false
	}
	return st.Size, true
}

// directRename moves a file between two folders that stay open. ok is false where it did
// not: the long way tries once more.
func (s *Store) directRename(from, to string) (ok bool) {
	a, ok := s.leafFolder(path.Dir(from))
	if !ok {
		return false
	}
	b, ok := s.leafFolder(path.Dir(to))
	return ok && unix.Renameat(a, path.Base(from), b, path.Base(to)) == nil
}

// maxFolders is how many folders stay open: 256 of evidence and of tables each, with room,
// but at most a third of the files that the process may have open.
var maxFolders = sync.OnceValue(func() int {
	var l unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &l) != nil {
		return 0
	}
	return int(min(l.Cur/3, 600))
})

// leafFolder returns the number of a folder in which files are put one after the other and
// that is never renamed: it is opened once. ok is false for any other.
func (s *Store) leafFolder(dir string) (fd int, ok bool) {
	if dir == "." || strings.HasPrefix(dir, snapshotsDir+"/") { // drafts get other names
		return 0, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if fd, ok := s.folders[dir]; ok {
		return fd, true
	}
	if len(s.folders)+len(s.stale) >= maxFolders() {
		return 0, false
	}
	fd, err := s.openBelow(dir, unix.O_PATH|unix.O_DIRECTORY, unix.RESOLVE_NO_SYMLINKS)
	if err != nil {
		return 0, false
	}
	if s.folders == nil {
		s.folders = map[string]int{}
	}
	s.folders[dir] = fd
	return fd, true
}

// forgetFolders lets leafFolder open anew and reports whether anything was open. Others may
// be using the numbers, so they stay open until the Store is closed.
func (s *Store) forgetFolders() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := len(s.stale)
	for _, fd := range s.folders {
		s.stale = append(s.stale, fd)
	}
	s.folders = nil
	return len(s.stale) > before
}

func (s *Store) closeFolders() {
	s.forgetFolders()
	for _, fd := range s.stale {
		unix.Close(fd)
	}
	s.stale = nil
}

// descriptor returns the number of the open folder of the store.
func (s *Store) descriptor() (int, bool) {
	s.opened.Do(func() {
		if f, err := s.root.Open("."); err == nil {
			s.folder = f
		}
	})
	if s.folder == nil {
		return 0, false
	}
	return int(s.folder.Fd()), true
}
