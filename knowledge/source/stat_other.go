//go:build !linux

package source

import "io/fs"

// StatOf takes what a FileInfo says. Where the system's change time is not at
// hand, size and modification time have to do.
func StatOf(info fs.FileInfo) Stat {
	return Stat{Size: info.Size(), Mtime: info.ModTime().UnixNano()}
}
