package source

import (
	"io/fs"
	"syscall"
)

// StatOf takes what a FileInfo says.
func StatOf(info fs.FileInfo) Stat {
	s := Stat{Size: info.Size(), Mtime: info.ModTime().UnixNano()}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		s.Ctime = st.Ctim.Sec*1e9 + st.Ctim.Nsec
		s.Inode = st.Ino
	}
	return s
}
