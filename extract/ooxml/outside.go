package ooxml

import (
	"path"
	"strings"
)

// Outside is something that lies outside of the package and that a part of it
// asks its reader to load.
type Outside struct {
	Part string // that asks; "" is the package itself
	Rel  Rel
}

// Outsides lists what the package asks to load from elsewhere: templates, linked
// pictures, objects and chunks, frames, sources of data. Order is that of part
// names. A hyperlink is not among them: it waits for a person to follow it.
func (p *Package) Outsides() []Outside {
	var out []Outside
	for _, name := range p.names {
		owner, ok := relsOwner(name)
		if !ok {
			continue
		}
		for _, r := range p.Rels(owner).all {
			if r.External && r.Type != "hyperlink" && IsTarget(r.Target) {
				out = append(out, Outside{owner, r})
			}
		}
	}
	return out
}

// relsOwner returns the part whose relationships a part holds.
func relsOwner(name string) (owner string, ok bool) {
	dir, base := path.Split(name)
	base, ok = strings.CutSuffix(base, ".rels")
	if !ok || path.Base(dir) != "_rels" {
		return "", false
	}
	return strings.TrimPrefix(path.Join(path.Dir(path.Clean(dir)), base), "./"), true
}

// IsTarget reports whether s names a place outside: not what writers put where
// they know none, nor a part of the mail that the text was pasted from.
func IsTarget(s string) bool {
	lower := strings.ToLower(strings.TrimSpace(s))
	return strings.ContainsAny(lower, `:/\.`) && !strings.HasPrefix(lower, "cid:") && !strings.HasPrefix(lower, "data:") && lower != "about:blank"
}

// IsLocal reports whether s names a file of the machine that the document was
// made on: whoever opens it elsewhere loads nothing.
func IsLocal(s string) bool {
	lower := strings.ToLower(strings.TrimSpace(s))
	if rest, ok := strings.CutPrefix(lower, "file:"); ok {
		host := strings.HasPrefix(rest, "//") && !strings.HasPrefix(rest, "///") && !driveLetter(strings.TrimPrefix(rest, "//"))
		return !host && !strings.HasPrefix(rest, `\\`) && !strings.HasPrefix(rest, `///\\`) && !strings.HasPrefix(rest, "////")
	}
	return driveLetter(lower) || !strings.Contains(lower, ":") && !strings.HasPrefix(lower, `\\`) && !strings.HasPrefix(lower, "//")
}

func driveLetter(s string) bool {
	return len(s) >= 2 && s[1] == ':' && s[0] >= 'a' && s[0] <= 'z'
}
