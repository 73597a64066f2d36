package cli

import (
	"os"
	"path/filepath"
	"strings"

	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/knowledge/source"
	"quire/retrieval"
)

// onDisk returns a look at the corpus of a workspace, nil where there is none.
// Roots outside the workspace that were not confirmed are not looked at.
func onDisk(w *workspace.Workspace) retrieval.OnDisk {
	if w == nil {
		return nil
	}
	closed := map[string]bool{}
	if open, err := w.Unconfirmed(); err == nil {
		for _, r := range open {
			closed[r.Name] = true
		}
	}
	return func(path string, content knowledge.Digest, size int64) string {
		for _, r := range w.Config.Roots {
			if strings.HasPrefix(path, r.Name+"/") && !closed[r.Name] {
				return compare(w.RootPath(r), r.Name, path, content, size)
			}
		}
		return "not-checked"
	}
}

func compare(dir, root, printed string, content knowledge.Digest, size int64) string {
	r, err := os.OpenRoot(dir)
	if err != nil {
		return "missing"
	}
	defer r.Close()
	name := strings.TrimPrefix(printed, root+"/")
	info, err := r.Lstat(filepath.FromSlash(name))
	if err != nil {
		if name, err = findPrinted(r, root, printed); err != nil {
			return "missing"
		}
		if info, err = r.Lstat(filepath.FromSlash(name)); err != nil {
			return "missing"
		}
	}
	switch {
	case !info.Mode().IsRegular():
		return "missing"
	case info.Size() != size:
		return "changed"
	}
	f, err := r.Open(filepath.FromSlash(name))
	if err != nil {
		return "not-checked"
	}
	defer f.Close()
	if d, _, err := knowledge.DigestReader(f); err != nil || d != content {
		return "changed"
	}
	return "same"
}

// findPrinted looks for the file whose name prints as given: one that is not in
// NFC or holds bytes that are not UTF-8.
func findPrinted(r *os.Root, root, printed string) (string, error) {
	at := "."
	rest := strings.Split(strings.TrimPrefix(printed, root+"/"), "/")
	for _, want := range rest {
		f, err := r.Open(at)
		if err != nil {
			return "", err
		}
		names, err := f.Readdirnames(-1)
		f.Close()
		if err != nil {
			return "", err
		}
		found := ""
		for _, n := range names {
			if source.Printed(root, n) == root+"/"+want {
				found = n
			}
		}
		if found == "" {
			return "", os.ErrNotExist
		}
		at = filepath.Join(at, found)
	}
	return at, nil
}
