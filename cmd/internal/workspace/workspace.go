package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"quire/internal/regular"
	"slices"
	"strings"
)

// The names in a workspace.
const (
	ConfigName       = "quire.yaml"
	DefaultCorpus    = "corpus"
	OverlaysName     = "overlays"
	InteractionsName = "interactions"
	PublishedName    = "published"
	CacheName        = ".quire"
	IdentityName     = "identity.jsonl"
)

// ErrNotFound says that there is no workspace.
var ErrNotFound = errors.New("no workspace here or above (looked for quire.yaml)")

// Workspace is a folder with a quire.yaml.
type Workspace struct {
	Dir    string // absolute
	Config Config
}

// Find returns the workspace at dir, or the nearest one above it where climb is
// set.
func Find(dir string, climb bool) (*Workspace, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder", dir)
	}
	for at := abs; ; at = filepath.Dir(at) {
		b, err := regular.ReadFile(filepath.Join(at, ConfigName))
		if err == nil {
			c, err := ParseConfig(b)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", filepath.Join(at, ConfigName), err)
			}
			return &Workspace{Dir: at, Config: c}, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("read the configuration: %w", err)
		}
		if !climb || filepath.Dir(at) == at {
			return nil, ErrNotFound
		}
	}
}

// Init writes a quire.yaml with these roots into dir. Roots are paths as the user
// gave them, relative to the current folder.
func Init(dir string, corpora []string) (*Workspace, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(abs, ConfigName)); err == nil {
		return nil, fmt.Errorf("%s is a workspace already", dir)
	}
	var c Config
	for _, p := range corpora {
		r, err := rootFor(abs, p, c.Roots)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(c.Roots, func(o Root) bool { return o.Path == r.Path }) {
			continue // named twice
		}
		c.Roots = append(c.Roots, r)
	}
	home := abs
	if len(corpora) == 0 {
		c.Roots = []Root{{Name: DefaultCorpus, Path: DefaultCorpus}}
		home = filepath.Join(abs, DefaultCorpus)
	}
	if err := os.MkdirAll(home, 0o755); err != nil {
		return nil, fmt.Errorf("create the workspace: %w", err)
	}
	if err := os.WriteFile(filepath.Join(abs, ConfigName), c.encode(), 0o644); err != nil {
		return nil, fmt.Errorf("write the configuration: %w", err)
	}
	return Find(abs, false)
}

// rootFor names a root after its folder; the workspace's own folder is "corpus".
func rootFor(workspace, given string, have []Root) (Root, error) {
	abs, err := filepath.Abs(given)
	if err != nil {
		return Root{}, err
	}
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return Root{}, fmt.Errorf("%s is not a folder", given)
	}
	rel, err := filepath.Rel(workspace, abs)
	if err != nil || leaves(rel) {
		rel = abs
	}
	name := DefaultCorpus
	if rel != "." {
		name = rootName(filepath.Base(abs))
	}
	base := name
	for n := 2; ; n++ {
		taken := false
		for _, r := range have {
			taken = taken || r.Name == name
		}
		if !taken {
			return Root{Name: name, Path: filepath.ToSlash(rel)}, nil
		}
		name = fmt.Sprintf("%s-%d", base, n)
	}
}

func rootName(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r == '-', r == '_':
			b.WriteRune(r)
		default:
			b.WriteByte('-')
		}
	}
	if name := strings.Trim(b.String(), "-"); name != "" {
		return name
	}
	return DefaultCorpus
}

// Path returns the path of a name in the workspace.
func (w *Workspace) Path(name string) string { return filepath.Join(w.Dir, name) }

// RootPath returns the absolute path of a root.
func (w *Workspace) RootPath(r Root) string {
	p := filepath.FromSlash(r.Path)
	if filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(w.Dir, p)
}

// Outside reports whether a root lies outside the workspace, links resolved.
func (w *Workspace) Outside(r Root) bool {
	rel, err := filepath.Rel(resolved(w.Dir), resolved(w.RootPath(r)))
	return err != nil || leaves(rel)
}

// resolved returns an absolute path without links, as far as it exists.
func resolved(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	if up := filepath.Dir(path); up != path {
		return filepath.Join(resolved(up), filepath.Base(path))
	}
	return path
}

// leaves reports whether a relative path leads out of its base.
func leaves(rel string) bool {
	return rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// Own reports quire's own names below a root, relative to it: where the
// workspace lies inside its corpus, what quire writes there is not part of it.
func (w *Workspace) Own(r Root) func(path string) bool {
	rel, err := filepath.Rel(resolved(w.RootPath(r)), resolved(w.Dir))
	if err != nil || leaves(rel) {
		return func(string) bool { return false }
	}
	own := map[string]bool{}
	for _, n := range []string{ConfigName, OverlaysName, InteractionsName, PublishedName, CacheName, IdentityName} {
		own[filepath.ToSlash(filepath.Join(rel, n))] = true
	}
	if m := w.Config.Vectors.Model; m != "" {
		own[filepath.ToSlash(filepath.Join(rel, m))] = true
	}
	return func(path string) bool { return own[path] }
}
