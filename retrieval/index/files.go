package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"quire/knowledge"
)

// File is one file of an index folder.
type File struct {
	Name   string           `json:"name"` // relative to the folder, without directories
	Size   int64            `json:"size"`
	Digest knowledge.Digest `json:"digest"`
}

// indexFiles lists the names in dir that belong to an index, sorted.
func indexFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if name := e.Name(); name == listFile || name == oldList || filepath.Ext(name) == segmentExt {
			names = append(names, name)
		}
	}
	return names, nil
}

// Files lists every file of the index in dir by name, for the caller to keep and
// to hand to Open. known may hold the list of the index that dir was updated
// from: segments that both share keep their name, and their digests are taken
// from it instead of being computed.
func Files(dir string, known ...File) ([]File, error) {
	names, err := indexFiles(dir)
	if err != nil {
		return nil, fmt.Errorf("list index files: %w", err)
	}
	files := make([]File, 0, len(names))
	for _, name := range names {
		f, err := describe(dir, name, known)
		if err != nil {
			return nil, fmt.Errorf("list index files: %w", err)
		}
		files = append(files, f)
	}
	return files, nil
}

func describe(dir, name string, known []File) (File, error) {
	in, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return File{}, err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return File{}, err
	}
	if filepath.Ext(name) == segmentExt {
		i := slices.IndexFunc(known, func(f File) bool { return f.Name == name && f.Size == info.Size() })
		if i >= 0 {
			return known[i], nil
		}
	}
	f := File{Name: name}
	f.Digest, f.Size, err = knowledge.DigestReader(in)
	return f, err
}

// checkSizes compares dir with the list by name and size. It is what stands
// between a file that was cut short and a fault in mapped memory, and costs one
// stat a file.
func checkSizes(dir string, files []File) error {
	if len(files) == 0 {
		return &DamagedError{Want: "a list of files", Got: "none"}
	}
	for _, f := range files {
		info, err := os.Stat(filepath.Join(dir, filepath.Base(f.Name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return &DamagedError{File: f.Name, Want: fmt.Sprint(f.Size, " bytes"), Got: "no such file"}
		case err != nil:
			return fmt.Errorf("open index: %w", err)
		case info.Size() != f.Size || !info.Mode().IsRegular():
			return &DamagedError{File: f.Name, Want: fmt.Sprint(f.Size, " bytes"), Got: fmt.Sprint(info.Size(), " bytes")}
		}
	}
	return nil
}

// Verify compares every file of the index in dir with the list by content. It
// finds what Open does not look for: bytes that were changed in place.
func Verify(dir string, files []File) error {
	if err := checkSizes(dir, files); err != nil {
		return err
	}
	for _, f := range files {
		got, err := describe(dir, filepath.Base(f.Name), nil)
		if err != nil {
			return fmt.Errorf("verify index: %w", err)
		}
		if got.Digest != f.Digest {
			return &DamagedError{File: f.Name, Want: string(f.Digest), Got: string(got.Digest)}
		}
	}
	return nil
}
