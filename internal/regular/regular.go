// Package regular reads files that must be regular ones. Whatever lies in their place,
// a pipe above all, is an error at once and never a wait.
package regular

import (
	"fmt"
	"io"
	"os"
)

// ReadFile reads the regular file of that path.
func ReadFile(path string) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	return read(f, err, path)
}

// ReadIn reads the regular file of that name below root.
func ReadIn(root *os.Root, name string) ([]byte, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|nonblock, 0)
	return read(f, err, name)
}

func read(f *os.File, err error, name string) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	return io.ReadAll(f)
}
