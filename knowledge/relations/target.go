package relations

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// scope is what the links of a node resolve in: its root, or the container it
// lies in. A link cannot leave it.
type scope struct {
	top    string   // with a slash at its end; "" where links mean nothing
	folder []string // elements of the node's folder below top
	base   string   // the node's name in that folder
}

// scopeIn returns the scope of a node; parent is nil where its container is not there.
func scopeIn(n, parent *Node) scope {
	path := n.Path
	top := path[:strings.IndexByte(path, '/')+1]
	if n.Parent != "" {
		if parent == nil {
			return scope{}
		}
		top = parent.Path + "!/"
	}
	rest, ok := strings.CutPrefix(path, top)
	if !ok || top == "" {
		return scope{}
	}
	elements := strings.Split(rest, "/")
	last := len(elements) - 1
	s := scope{top: top, folder: elements[:last], base: elements[last]}
	if slices.ContainsFunc(elements, func(e string) bool { return e == "" || e == "." || e == ".." }) {
		return scope{} // a member with a name that unpacks who knows where
	}
	return s
}

// pathKey is the form in which paths are compared.
func pathKey(path string) string { return "p\x00" + norm.NFC.String(path) }

// nameKey is the form in which file names are compared within a scope.
func (s scope) nameKey(name string) string {
	return "n\x00" + s.top + "\x00" + strings.ToLower(norm.NFC.String(name))
}

// noteKey is the form in which the names of Markdown files are compared.
func (s scope) noteKey(name string) string { return "m" + s.nameKey(name) }

// names adds the names that wiki links use for the node: its file name with and
// without its ending, alone and behind the name of its folder.
func (s scope) names(haves []have, node int, format string) []have {
	if s.top == "" {
		return haves
	}
	folder := "/" + strings.ToLower(norm.NFC.String(strings.Join(s.folder, "/")))
	stem := s.base
	if dot := strings.LastIndexByte(stem, '.'); dot > 0 {
		stem = stem[:dot]
	}
	for _, name := range []string{stem, s.base} {
		haves = append(haves, have{key: s.nameKey(name), node: node, folder: folder})
		if n := len(s.folder); n > 0 {
			haves = append(haves, have{key: s.nameKey(s.folder[n-1] + "/" + name), node: node, folder: folder})
		}
		if s.base == stem {
			break
		}
	}
	if format == "markdown" && s.base != stem {
		haves = append(haves, have{key: s.noteKey(stem), node: node})
	}
	return haves
}

// ask adds the names that a link may mean.
func (s scope) ask(asks []ask, l Link, format string, who int) []ask {
	target := strings.TrimSpace(l.Target)
	switch {
	case s.top == "" || target == "":
		return asks
	case isWiki(&l):
		target = strings.TrimSuffix(strings.TrimPrefix(target, "[["), "]]")
		return s.askName(asks, target, who)
	case target[0] == '#', target[0] == '?', absolute(target):
		return asks
	}
	for _, v := range spellings(target) {
		tier := relativePath
		folder := s.folder
		if v[0] == '/' {
			tier, folder = topPath, nil
		}
		if path, ok := walk(folder, v); ok {
			asks = append(asks, ask{key: pathKey(s.top + path), who: who, tier: tier})
		}
	}
	// A reader of Markdown may leave the brackets of a wiki link out. What looks
	// like the name of a file is not taken for one.
	name, _, _ := strings.Cut(target, "#")
	if name = strings.TrimSpace(name); format == "markdown" && !strings.ContainsAny(name, `./\%?`) {
		asks = append(asks, ask{key: s.noteKey(name), who: who, tier: fileName})
	}
	return asks
}

// askName asks for a file by name, as [[Name]], [[folder/Name#heading|label]].
func (s scope) askName(asks []ask, target string, who int) []ask {
	target, _, _ = strings.Cut(target, "|")
	target, _, _ = strings.Cut(target, "#")
	path, ok := walk(nil, strings.TrimSpace(target))
	if !ok {
		return asks
	}
	elements := strings.Split(path, "/")
	last := max(len(elements)-2, 0)
	tail := ""
	if len(elements) > 1 {
		tail = "/" + strings.ToLower(norm.NFC.String(strings.Join(elements[:len(elements)-1], "/")))
	}
	return append(asks, ask{key: s.nameKey(strings.Join(elements[last:], "/")), who: who, tier: fileName, tail: tail})
}

// Inside reports a link that may lead to another document of the corpus: no address of
// the web or of mail, no place in the document itself.
func Inside(target string) bool {
	target = strings.TrimSpace(target)
	return target != "" && target[0] != '#' && !absolute(target)
}

// absolute reports a target that names its place in the world: a URL, mailto, a
// drive, another host.
func absolute(target string) bool {
	if strings.HasPrefix(target, "//") || strings.HasPrefix(target, `\\`) {
		return true
	}
	for i := range len(target) {
		c := target[i]
		switch {
		case c == ':':
			return i > 0
		case c|0x20 >= 'a' && c|0x20 <= 'z':
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return false
		}
	}
	return false
}

// spellings are the paths that a target may be: as written, since not everyone
// encodes; without query and fragment; with percent codes read; and each with the
// separators of Windows.
func spellings(target string) []string {
	out := []string{target}
	cut := target
	if i := strings.IndexAny(cut, "?#"); i >= 0 {
		cut = cut[:i]
	}
	out = append(out, cut)
	if decoded, err := url.PathUnescape(cut); err == nil && utf8.ValidString(decoded) {
		out = append(out, decoded)
	}
	for _, v := range out {
		if strings.Contains(v, `\`) {
			out = append(out, strings.ReplaceAll(v, `\`, "/"))
		}
	}
	out = slices.DeleteFunc(out, func(v string) bool { return v == "" })
	slices.Sort(out)
	return slices.Compact(out)
}

// walk follows a path from a folder. It fails where the path leaves the top or
// names a folder.
func walk(folder []string, path string) (string, bool) {
	at := slices.Clone(folder)
	elements := strings.Split(strings.TrimPrefix(path, "/"), "/")
	switch elements[len(elements)-1] {
	case "", ".", "..":
		return "", false
	}
	for _, e := range elements {
		switch e {
		case "", ".":
		case "..":
			if len(at) == 0 {
				return "", false
			}
			at = at[:len(at)-1]
		default:
			at = append(at, e)
		}
	}
	return strings.Join(at, "/"), true
}
