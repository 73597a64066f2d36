package hostile

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// File is one hostile file.
type File struct {
	Name string
	// Reasons are the issue codes or outcomes of which one must be reported. None
	// says that the file may also be read whole: it is only dear.
	Reasons []string
	Write   func(w io.Writer) error
	Size    int64 // for a sparse file: how long it is made
}

// Files lists all kinds, grouped as the functions are.
func Files() []File {
	var out []File
	for _, group := range [][]File{packed(), nested(), markup(), office(), mails(), pdfs(), texts()} {
		out = append(out, group...)
	}
	return out
}

// Write puts the files into dir.
func Write(dir string, files []File) error {
	for _, f := range files {
		if err := f.write(filepath.Join(dir, f.Name)); err != nil {
			return fmt.Errorf("write %s: %w", f.Name, err)
		}
	}
	return nil
}

func (f File) write(path string) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := file.Close(); err == nil {
			err = cerr
		}
	}()
	w := bufio.NewWriterSize(file, 1<<16)
	if err := f.Write(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if f.Size > 0 {
		return file.Truncate(f.Size)
	}
	return nil
}

// again writes s n times.
func again(w io.Writer, s string, n int) error {
	for range n {
		if _, err := io.WriteString(w, s); err != nil {
			return err
		}
	}
	return nil
}

// all calls the steps until one fails.
func all(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// text is a file of a beginning, a piece that comes n times, and an end.
func text(name, before, piece string, n int, after string, reasons ...string) File {
	return File{Name: name, Reasons: reasons, Write: func(w io.Writer) error { return repeated(w, before, piece, n, after) }}
}

func repeated(w io.Writer, before, piece string, n int, after string) error {
	return all(
		func() error { return again(w, before, 1) },
		func() error { return again(w, piece, n) },
		func() error { return again(w, after, 1) },
	)
}
