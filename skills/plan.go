package skills

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Action is what a plan does to one file.
type Action string

// The actions. Kept means that the plan leaves a file alone although it wanted to
// write it or take it away; the reason says why.
const (
	Create    Action = "create"
	Update    Action = "update"
	Remove    Action = "remove"
	Unchanged Action = "unchanged"
	Kept      Action = "kept"
)

// Change is one file of a plan.
type Change struct {
	Path   string // below the folder, with slashes
	Action Action
	Reason string // why a file is kept, or what of it is changed
	Before []byte // nil where the file is not there
	After  []byte // nil where it is to go; of a file that is left alone, Before
}

// Plan is what an installation or its undoing does to a folder.
type Plan struct {
	Host       Host
	MakeDirs   []string // outermost first
	Changes    []Change
	RemoveDirs []string // innermost first; empty once the changes are made
}

// Kept returns the changes that were not planned because the user's work is there.
func (p *Plan) Kept() []Change {
	var out []Change
	for _, c := range p.Changes {
		if c.Action == Kept {
			out = append(out, c)
		}
	}
	return out
}

// Empty reports whether the plan changes nothing.
func (p *Plan) Empty() bool {
	return !slices.ContainsFunc(p.Changes, func(c Change) bool { return c.Action != Unchanged && c.Action != Kept })
}

// editedReason is why a file of ours, or a section, is kept.
const editedReason = "was edited since quire wrote it"

// Install plans to put the skills into the folder fsys for a host, or to bring
// those there up to date. Files and sections that the user edited are kept unless
// force is set. Twice is the same as once.
func Install(fsys fs.FS, h Host, force bool) (*Plan, error) {
	p := &Plan{Host: h}
	current := map[string]bool{}
	for _, f := range h.files() {
		current[f.Path] = true
		c, err := installFile(fsys, f, force)
		if err != nil {
			return nil, err
		}
		p.Changes = append(p.Changes, c)
	}
	if err := p.removeSealed(fsys, current); err != nil {
		return nil, err
	}
	if err := p.makeDirs(fsys); err != nil {
		return nil, err
	}
	c, err := installSection(fsys, h, p.outerDirs(), force)
	if err != nil {
		return nil, err
	}
	p.Changes = append(p.Changes, c)
	return p, p.removeDirs(fsys, nil)
}

// read returns a file, nil where there is none. Anything else in its place is an
// error that is told as the reason to keep it.
func read(fsys fs.FS, name string) (data []byte, reason string, err error) {
	data, err = fs.ReadFile(fsys, name)
	switch {
	case err == nil && data == nil:
		return []byte{}, "", nil
	case err == nil:
		return data, "", nil
	case errors.Is(err, fs.ErrNotExist):
		if _, err := fs.Lstat(fsys, name); err == nil {
			return nil, "is a link to nothing", nil
		}
		return nil, "", nil
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return nil, "cannot be read: " + pe.Err.Error(), nil
	}
	return nil, "", fmt.Errorf("read %s: %w", name, err)
}

func installFile(fsys fs.FS, f File, force bool) (Change, error) {
	have, reason, err := read(fsys, f.Path)
	if err != nil {
		return Change{}, err
	}
	c := Change{Path: f.Path, Action: Update, Reason: reason, Before: have, After: []byte(sealed(f.Text))}
	switch {
	case reason != "":
		c.Action, c.After = Kept, have
	case have == nil:
		c.Action = Create
	case unixLines(string(have)) == string(c.After):
		c.Action, c.After = Unchanged, have
	case !untouched(have) && !force:
		c.Action, c.Reason, c.After = Kept, editedReason, have
	}
	return c, nil
}

func installSection(fsys fs.FS, h Host, made []string, force bool) (Change, error) {
	have, reason, err := read(fsys, h.guide)
	if err != nil {
		return Change{}, err
	}
	c := Change{Path: h.guide, Action: Kept, Reason: reason, Before: have, After: have}
	if reason != "" {
		return c, nil
	}
	p, err := findSection(string(have), h.Name)
	if err != nil {
		c.Reason = err.Error()
		return c, nil
	}
	s := section{host: h.Name, text: h.section(), made: made, new: have == nil}
	if p != nil {
		s.new, s.made = p.new, union(p.made, made)
		if p.edited() && !force {
			c.Reason = "the section between quire's markers " + editedReason
			return c, nil
		}
	}
	c.Action, c.Reason = Update, "a section between markers; the rest is untouched"
	switch {
	case have == nil:
		c.Action = Create
	case p != nil && !p.edited() && p.text == s.text && len(s.made) == len(p.made):
		c.Action, c.Reason = Unchanged, ""
		return c, nil
	}
	c.After = []byte(put(string(have), p, s))
	return c, nil
}

func union(a, b []string) []string {
	out := slices.Clone(a)
	for _, s := range b {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// makeDirs lists the folders that the files to be created need.
func (p *Plan) makeDirs(fsys fs.FS) error {
	for _, c := range p.Changes {
		if c.Action != Create {
			continue
		}
		var missing []string
		for dir := path.Dir(c.Path); dir != "." && !slices.Contains(p.MakeDirs, dir); dir = path.Dir(dir) {
			info, err := fs.Stat(fsys, dir)
			if err == nil && info.IsDir() {
				break
			}
			if err == nil || !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("make folder %s: it is there and is not a folder that can be used", dir)
			}
			missing = append([]string{dir}, missing...)
		}
		p.MakeDirs = append(p.MakeDirs, missing...)
	}
	return nil
}

// outerDirs returns the folders to be made that do not bear quire's name: whether
// they are ours is written down, not seen.
func (p *Plan) outerDirs() []string {
	var out []string
	for _, d := range p.MakeDirs {
		if !strings.HasPrefix(path.Base(d), prefix) {
			out = append(out, d)
		}
	}
	return out
}
