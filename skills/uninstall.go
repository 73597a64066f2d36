package skills

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Uninstall plans to take the skills of a host out of the folder fsys, so that it
// is what it was before Install. Files and sections that the user edited are kept
// unless force is set, and so is every folder that something else is in.
func Uninstall(fsys fs.FS, h Host, force bool) (*Plan, error) {
	p := &Plan{Host: h}
	current := map[string]bool{}
	for _, f := range h.files() {
		current[f.Path] = true
		have, reason, err := read(fsys, f.Path)
		if err != nil {
			return nil, err
		}
		c := Change{Path: f.Path, Action: Remove, Reason: reason, Before: have}
		switch {
		case reason != "":
			c.Action, c.After = Kept, have
		case have == nil:
			continue
		case !untouched(have) && !force:
			c.Action, c.Reason, c.After = Kept, editedReason, have
		}
		p.Changes = append(p.Changes, c)
	}
	if err := p.removeSealed(fsys, current); err != nil {
		return nil, err
	}
	made, err := p.removeSection(fsys, force)
	if err != nil {
		return nil, err
	}
	return p, p.removeDirs(fsys, made)
}

// removeSection plans the guide without the host's section, and returns the
// folders that were made when it was written.
func (p *Plan) removeSection(fsys fs.FS, force bool) ([]string, error) {
	guide := p.Host.guide
	have, reason, err := read(fsys, guide)
	if err != nil || have == nil && reason == "" {
		return nil, err
	}
	c := Change{Path: guide, Action: Kept, Reason: reason, Before: have, After: have}
	defer func() { p.Changes = append(p.Changes, c) }()
	if reason != "" {
		return nil, nil
	}
	s, err := findSection(string(have), p.Host.Name)
	switch {
	case err != nil:
		c.Reason = err.Error()
		return nil, nil
	case s == nil:
		c.Action = Unchanged
		return nil, nil
	case s.edited() && !force:
		c.Reason = "the section between quire's markers " + editedReason
		return nil, nil
	}
	rest, gone := cut(string(have), s)
	c.Action, c.Reason, c.After = Update, "without the section of quire; the rest is untouched", []byte(rest)
	if gone {
		c.Action, c.Reason, c.After = Remove, "", nil
	}
	return s.made, nil
}

// removeSealed plans to remove skills of quire that are not among the current
// ones: another version installed them, and nobody edited them.
func (p *Plan) removeSealed(fsys fs.FS, current map[string]bool) error {
	if p.Host.folder == "" {
		return nil
	}
	names, err := fs.Glob(fsys, path.Join(p.Host.folder, prefix+"*", skillFile))
	if err != nil {
		return fmt.Errorf("list %s: %w", p.Host.folder, err)
	}
	for _, name := range names {
		if current[name] {
			continue
		}
		have, _, err := read(fsys, name)
		if err != nil {
			return err
		}
		if have != nil && untouched(have) {
			p.Changes = append(p.Changes, Change{Path: name, Action: Remove, Reason: "this version of quire has no such skill", Before: have})
		}
	}
	return nil
}

// removeDirs lists the folders that the plan leaves empty: those of removed
// skills, and those in made, which an installation made.
func (p *Plan) removeDirs(fsys fs.FS, made []string) error {
	gone := map[string]bool{}
	var dirs []string
	for _, c := range p.Changes {
		if c.Action == Remove {
			gone[c.Path] = true
			if dir := path.Dir(c.Path); strings.HasPrefix(path.Base(dir), prefix) {
				dirs = append(dirs, dir)
			}
		}
	}
	dirs = union(dirs, made)
	slices.SortStableFunc(dirs, func(a, b string) int { return strings.Count(b, "/") - strings.Count(a, "/") })
	for _, dir := range dirs {
		if !strings.HasPrefix(dir, p.Host.folder+"/") && !strings.HasPrefix(p.Host.folder+"/", dir+"/") {
			continue // a marker that was changed names it
		}
		entries, err := fs.ReadDir(fsys, dir)
		if err != nil {
			continue // it is gone, or not ours to look at
		}
		if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !gone[path.Join(dir, e.Name())] }) {
			gone[dir] = true
			p.RemoveDirs = append(p.RemoveDirs, dir)
		}
	}
	return nil
}
