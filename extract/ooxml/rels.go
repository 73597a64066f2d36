package ooxml

import (
	"errors"
	"net/url"
	"path"
	"slices"
	"strings"
)

// Rel is one relationship of a part.
type Rel struct {
	ID       string
	Type     string // last segment of the type's address: "header", "hyperlink", "chart"
	Target   string // a part name, or an address where External
	External bool
}

// Rels are the relationships of one part.
type Rels struct {
	all  []Rel // in the order of the file
	byID map[string]int
}

func (rs *Rels) add(r Rel) {
	if rs.byID == nil {
		rs.byID = map[string]int{}
	}
	if _, twice := rs.byID[r.ID]; !twice && r.ID != "" {
		rs.byID[r.ID] = len(rs.all)
	}
	rs.all = append(rs.all, r)
}

// ByID returns the relationship of that id.
func (rs Rels) ByID(id string) (Rel, bool) {
	i, ok := rs.byID[id]
	if !ok {
		return Rel{}, false
	}
	return rs.all[i], true
}

// ByType returns the relationships of any of these types, in the order of the
// file.
func (rs Rels) ByType(types ...string) []Rel {
	var out []Rel
	for _, r := range rs.all {
		if slices.Contains(types, r.Type) {
			out = append(out, r)
		}
	}
	return out
}

// First returns the part that the first internal relationship of that type
// names, "" where there is none.
func (rs Rels) First(kind string) string {
	for _, r := range rs.all {
		if r.Type == kind && !r.External {
			return r.Target
		}
	}
	return ""
}

// Rels returns the relationships of a part; "" is the package itself. A part
// without relationships has none; a damaged list ends where the damage begins.
func (p *Package) Rels(part string) Rels {
	key := partKey(part)
	if rs, ok := p.rels[key]; ok {
		return rs
	}
	dir, base := path.Split(part)
	name := dir + "_rels/" + base + ".rels"
	var rs Rels
	if p.Has(name) {
		if root, _ := p.Tree(name); root != nil {
			for _, n := range root.Kids {
				if n.Name == "rel:Relationship" {
					rs.add(relOf(n, dir))
				}
			}
		}
	}
	p.rels[key] = rs
	return rs
}

func relOf(n *Node, dir string) Rel {
	r := Rel{ID: n.Attr("Id"), Type: path.Base(n.Attr("Type")), Target: n.Attr("Target")}
	switch r.Type {
	case "extendedProperties":
		r.Type = "extended-properties" // the Strict edition's spelling
	case "customProperties":
		r.Type = "custom-properties"
	}
	if n.Attr("TargetMode") == "External" {
		r.External = true
		return r
	}
	r.Target = resolve(dir, r.Target)
	return r
}

// resolve makes a part name of a target that stands in a part of folder dir. A
// target cannot climb above the root of the package.
func resolve(dir, target string) string {
	target, _, _ = strings.Cut(target, "#")
	if u, err := url.PathUnescape(target); err == nil {
		target = u
	}
	target = strings.ReplaceAll(target, `\`, "/")
	if !strings.HasPrefix(target, "/") {
		target = "/" + dir + target
	}
	return partName(target)
}

// mainTypes are the content types that a main part may have begin with these.
var mainTypes = []string{
	"application/vnd.openxmlformats-officedocument.wordprocessingml.",
	"application/vnd.openxmlformats-officedocument.presentationml.",
	"application/vnd.ms-word.", "application/vnd.ms-powerpoint.",
}

// ErrNoMain says that the package names no main part.
var ErrNoMain = errors.New("the package has no main document part")

// Main returns the name of the main part: what the package's own relationships
// name, else the first part whose content type says so.
func (p *Package) Main() (string, error) {
	for _, r := range p.Rels("").ByType("officeDocument") {
		if !r.External && p.Has(r.Target) {
			return r.Target, nil
		}
	}
	for _, name := range p.names {
		t := p.ContentType(name)
		for _, m := range mainTypes {
			if strings.HasPrefix(t, m) && strings.HasSuffix(t, "main+xml") {
				return name, nil
			}
		}
	}
	return "", ErrNoMain
}

type contentTypes struct {
	byPart map[string]string
	byExt  map[string]string
}

// ContentType returns the declared media type of a part, "" where the package
// declares none.
func (p *Package) ContentType(name string) string {
	if p.types == nil {
		p.types = p.readTypes()
	}
	key := partKey(name)
	if t := p.types.byPart[key]; t != "" {
		return t
	}
	return p.types.byExt[strings.TrimPrefix(path.Ext(key), ".")]
}

func (p *Package) readTypes() *contentTypes {
	t := &contentTypes{byPart: map[string]string{}, byExt: map[string]string{}}
	root, _ := p.Tree("[Content_Types].xml")
	if root == nil {
		return t
	}
	for _, n := range root.Kids {
		switch n.Name {
		case "ct:Override":
			t.byPart[partKey(n.Attr("PartName"))] = n.Attr("ContentType")
		case "ct:Default":
			t.byExt[strings.ToLower(n.Attr("Extension"))] = n.Attr("ContentType")
		}
	}
	return t
}
