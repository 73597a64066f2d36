package ooxml

import (
	"path"
	"slices"
	"strings"

	"quire/extract"
	"quire/knowledge"
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
		out = append(out, p.outsidesOf(owner)...)
	}
	return out
}

func (p *Package) outsidesOf(part string) []Outside {
	var out []Outside
	for _, r := range p.Rels(part).all {
		if r.External && r.Type != "hyperlink" && IsTarget(r.Target) {
			out = append(out, Outside{part, r})
		}
	}
	return out
}

// OutsidesFrom lists the same for a part and those that it leads to, without
// parts of a type in beyond: what a slide loads, with its layout and charts.
func (p *Package) OutsidesFrom(part string, beyond ...string) []Outside {
	var out []Outside
	seen := map[string]bool{partKey(part): true}
	for queue := []string{part}; len(queue) > 0; queue = queue[1:] {
		out = append(out, p.outsidesOf(queue[0])...)
		for _, r := range p.Rels(queue[0]).all {
			if key := partKey(r.Target); !r.External && !seen[key] && !slices.Contains(beyond, r.Type) {
				seen[key] = true
				queue = append(queue, r.Target)
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

// Loads remembers what a document asks its reader to load, so that each target is
// shown once and each kind of reference reported once.
type Loads struct {
	kinds, targets map[string]bool
}

// Add notes a target and reports whether it is to be shown: the first time. kind
// is a type of relationship or the name of a field. The error is the sink's.
func (l *Loads) Add(sink extract.Sink, kind, target string) (first bool, err error) {
	if l.kinds == nil {
		l.kinds, l.targets = map[string]bool{}, map[string]bool{}
	}
	if !l.kinds[kind] {
		l.kinds[kind] = true
		err = sink.Issue(knowledge.Issue{Code: "external-content", Severity: knowledge.Note, Detail: "content outside of the document is named to be loaded (" + kind + "); it was not read"})
	}
	first = !l.targets[target]
	l.targets[target] = true
	return first, err
}

// Has reports whether a target was added.
func (l *Loads) Has(target string) bool { return l.targets[target] }
