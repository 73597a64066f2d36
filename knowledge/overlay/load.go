package overlay

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Dir is the folder of a workspace that holds authored input.
const Dir = "overlays"

// otherInput are folders below Dir whose files are not overlays.
var otherInput = []string{"interactions", "answers", droppedName}

// IsFile reports whether a file of a workspace, named from its top with slashes,
// holds overlays or statements.
func IsFile(name string) bool {
	rest, ok := strings.CutPrefix(name, Dir+"/")
	if !ok || strings.HasPrefix(path.Base(rest), ".") || name == CorrectionsFile {
		return false
	}
	if top, _, nested := strings.Cut(rest, "/"); nested && slices.Contains(otherInput, top) {
		return false
	}
	ext := path.Ext(rest)
	return ext == ".yaml" || ext == ".yml"
}

// Load reads every overlay of a workspace, whose top is fsys: the entries in the
// order of Unique, and what is wrong with the others. Symbolic links are not
// followed. A workspace without the folder has no entries. The error is of a
// folder that cannot be listed; a file that cannot be read is a problem.
func Load(fsys fs.FS) ([]Entry, []Problem, error) {
	var entries []Entry
	var problems []Problem
	err := fs.WalkDir(fsys, Dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case name == Dir && errors.Is(err, fs.ErrNotExist):
			return fs.SkipAll
		case err != nil:
			return fmt.Errorf("read %s: %w", name, err)
		case d.IsDir():
			if parent, base := path.Split(name); parent == Dir+"/" && slices.Contains(otherInput, base) {
				return fs.SkipDir
			}
			return nil
		case !IsFile(name):
			return nil
		case !d.Type().IsRegular():
			problems = append(problems, Problem{File: name, What: "is not a regular file and was not read", Cure: "put the file itself there"})
			return nil
		}
		data, err := readBounded(fsys, name)
		if err != nil {
			problems = append(problems, Problem{File: name, What: "cannot be read: " + reason(err), Cure: "check who may read it"})
			return nil
		}
		e, p := Parse(name, data)
		entries, problems = append(entries, e...), append(problems, p...)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	entries, repeated := Unique(entries)
	problems = append(problems, repeated...)
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return entries, problems, nil
}

// readBounded reads one byte more than a file may have, so that Parse can say so.
func readBounded(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, MaxFileBytes+1))
}

// reason drops the path from a file error whose message names it already.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
