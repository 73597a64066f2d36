// Package regular reads files that must be regular ones. Whatever lies in their place,
// a pipe above all, is an error at once and never a wait.
package regular

import (
	"bytes"
	"fmt"
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

// maxGuess bounds the room that is made before anything is read.
const maxGuess = 64 << 20

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
	// One byte more than it has now, so that reading ends without growing.
	b := bytes.NewBuffer(make([]byte, 0, min(info.Size(), maxGuess)+bytes.MinRead))
	_, err = b.ReadFrom(f)
	return b.Bytes(), err
}
