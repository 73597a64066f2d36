package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"sort"
	"strings"
)

// The names of an export folder that are its own: the record of what was written, and the
// folder that new files lie in until all of them are whole.
const (
	recordName  = ".quire-export.json"
	stagingName = ".quire-export.new"
)

// record says which files of a folder an export wrote. Only those are ever replaced or
// removed.
type record struct {
	Schema   string `json:"schema"`
	Format   string `json:"format"`
	Snapshot string `json:"snapshot"`
	Files    []file `json:"files"` // by name; while an export is written, with both states of a file
}

type file struct {
	Name   string `json:"name"`
	Digest string `json:"digest"` // sha256:…
	Bytes  int64  `json:"bytes"`
}

// ForeignError says that a folder holds what no export wrote.
type ForeignError struct {
	Dir   string
	Names []string // files that are in the way; none where the folder as a whole is not an export
}

func (e *ForeignError) Error() string {
	if len(e.Names) == 0 {
		return e.Dir + " is not empty, and no export wrote it"
	}
	more := ""
	if n := len(e.Names); n > 5 {
		more = fmt.Sprintf(" and %d more", n-5)
	}
	return fmt.Sprintf("%s holds what was edited since or written by others: %s%s", e.Dir, strings.Join(e.Names[:min(5, len(e.Names))], ", "), more)
}

// Written is what came of an export.
type Written struct {
	Files   int   `json:"files"`
	Bytes   int64 `json:"bytes"`
	Removed int   `json:"removed"` // files of an earlier export that are no longer part of it
}

// Folder writes an export into a folder, which is new, empty or an earlier export. Files
// are written aside first and moved into place when all are there; whenever it is cut
// short, the next export into the folder goes on.
func Folder(dir, format, snapshot string, build func(Emit) error) (Written, error) {
	var done Written
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return done, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return done, err
	}
	defer root.Close()
	old, err := readRecord(root, dir)
	if err != nil {
		return done, err
	}
	if err := root.RemoveAll(stagingName); err != nil {
		return done, err
	}
	var files []file
	if err := build(func(name string, write func(io.Writer) error) error {
		f, err := stage(root, name, write)
		files = append(files, f)
		return err
	}); err != nil {
		return done, errors.Join(err, root.RemoveAll(stagingName))
	}
	sort.Slice(files, func(i, j int) bool { return files[i].Name < files[j].Name })
	now := record{Schema: Schema, Format: format, Snapshot: snapshot, Files: files}
	if err := unharmed(root, dir, old.Files, files); err != nil {
		return done, errors.Join(err, root.RemoveAll(stagingName))
	}
	both := now
	both.Files = append(slices.Clone(old.Files), files...)
	if err := writeRecord(root, both); err != nil {
		return done, err
	}
	kept := map[string]bool{}
	for _, f := range files {
		kept[f.Name] = true
		done.Files, done.Bytes = done.Files+1, done.Bytes+f.Bytes
		if err := root.MkdirAll(path.Dir(f.Name), 0o755); err != nil {
			return done, err
		}
		if err := root.Rename(path.Join(stagingName, f.Name), f.Name); err != nil {
			return done, err
		}
	}
	for _, f := range old.Files {
		if kept[f.Name] {
			continue
		}
		kept[f.Name] = true // once
		if err := root.Remove(f.Name); err == nil {
			done.Removed++
			prune(root, path.Dir(f.Name))
		} else if !errors.Is(err, fs.ErrNotExist) {
			return done, err
		}
	}
	if err := writeRecord(root, now); err != nil {
		return done, err
	}
	return done, root.RemoveAll(stagingName)
}

// readRecord reads what an earlier export wrote. A folder that is neither empty nor an
// export is refused.
func readRecord(root *os.Root, dir string) (record, error) {
	var r record
	b, err := root.ReadFile(recordName)
	if errors.Is(err, fs.ErrNotExist) {
		entries, err := fs.ReadDir(root.FS(), ".")
		if err != nil {
			return r, err
		}
		for _, e := range entries {
			if e.Name() != stagingName {
				return r, &ForeignError{Dir: dir}
			}
		}
		return r, nil
	}
	if err != nil {
		return r, err
	}
	if json.Unmarshal(b, &r) != nil || r.Schema != Schema {
		return r, &ForeignError{Dir: dir, Names: []string{recordName}}
	}
	for _, f := range r.Files {
		if !fs.ValidPath(f.Name) {
			return r, &ForeignError{Dir: dir, Names: []string{recordName}}
		}
	}
	return r, nil
}

// stage writes a file aside.
func stage(root *os.Root, name string, write func(io.Writer) error) (file, error) {
	f := file{Name: name}
	full := path.Join(stagingName, name)
	if err := root.MkdirAll(path.Dir(full), 0o755); err != nil {
		return f, err
	}
	out, err := root.Create(full)
	if err != nil {
		return f, err
	}
	h := sha256.New()
	n := &counter{w: io.MultiWriter(out, h)}
	err = write(n)
	if err = errors.Join(err, out.Close()); err != nil {
		return f, fmt.Errorf("write %s: %w", name, err)
	}
	f.Digest, f.Bytes = "sha256:"+hex.EncodeToString(h.Sum(nil)), n.n
	return f, nil
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

// unharmed refuses to replace or remove a file that is not as an export left it.
func unharmed(root *os.Root, dir string, old, now []file) error {
	ours := map[string][]string{}
	for _, f := range old {
		ours[f.Name] = append(ours[f.Name], f.Digest)
	}
	names := map[string]bool{}
	for _, f := range slices.Concat(old, now) {
		names[f.Name] = true
	}
	var foreign []string
	for name := range names {
		digest, err := digestOf(root, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil || !slices.Contains(ours[name], digest):
			foreign = append(foreign, name)
		}
	}
	if len(foreign) == 0 {
		return nil
	}
	sort.Strings(foreign)
	return &ForeignError{Dir: dir, Names: foreign}
}

func digestOf(root *os.Root, name string) (string, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", errors.New("not a regular file")
	}
	f, err := root.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), nil
}

func writeRecord(root *os.Root, r record) error {
	if r.Files == nil {
		r.Files = []file{}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(r); err != nil {
		return err
	}
	if err := root.WriteFile(recordName+".new", b.Bytes(), 0o644); err != nil {
		return err
	}
	return root.Rename(recordName+".new", recordName)
}

// prune removes folders that became empty.
func prune(root *os.Root, dir string) {
	for dir != "." && root.Remove(dir) == nil {
		dir = path.Dir(dir)
	}
}

// Differs says how a folder differs from what an export would write: names of files that
// are missing, other, or no longer part of it.
func Differs(dir string, build func(Emit) error) ([]string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	old, err := readRecord(root, dir)
	if err != nil {
		return nil, err
	}
	var out []string
	seen := map[string]bool{}
	err = build(func(name string, write func(io.Writer) error) error {
		seen[name] = true
		h := sha256.New()
		if err := write(h); err != nil {
			return err
		}
		if digest, err := digestOf(root, name); err != nil || digest != "sha256:"+hex.EncodeToString(h.Sum(nil)) {
			out = append(out, name)
		}
		return nil
	})
	for _, f := range old.Files {
		if !seen[f.Name] {
			out = append(out, f.Name)
		}
	}
	sort.Strings(out)
	return out, err
}
