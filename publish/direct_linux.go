package publish

import "golang.org/x/sys/unix"

// direct reads the bytes [from,to) of a leaf, all of them where to is -1, into buf where it
// is large enough, by four calls of the system instead of four for each folder on the way to it. The kernel keeps the name
// below the folder, as os.Root does. Where anything is not plain (no such file, no regular
// one, another length, a kernel without the call), ok is false and the long way is taken,
// which says what is wrong.
func (s *Store) direct(buf []byte, name string, from, to int64) (b []byte, ok bool) {
	root, ok := s.descriptor()
	if !ok {
		return nil, false
	}
	fd, err := unix.Openat2(root, name, &unix.OpenHow{Flags: unix.O_RDONLY | unix.O_CLOEXEC | unix.O_NONBLOCK, Resolve: unix.RESOLVE_BENEATH})
	if err != nil {
		return nil, false
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil, false
	}
	if to < 0 {
		to = st.Size
	}
	if from < 0 || to < from || to > st.Size {
		return nil, false
	}
	b = sized(buf, to-from)
	for n := 0; n < len(b); {
		got, err := unix.Pread(fd, b[n:], from+int64(n))
		if err == unix.EINTR {
			continue
		}
		if err != nil || got == 0 {
			return nil, false
		}
		n += got
	}
	return b, true
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
