package html

import (
	"net/url"
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// home is what the relative addresses of a document are relative to: "" for the
// document itself, else the address of its base element.
type home string

// homeOf returns the base of a document that stands at address, "" where that is
// not known: the first base element with an address, else its own.
func homeOf(root *nethtml.Node, address string) home {
	for d := range root.Descendants() {
		if d.Type == nethtml.ElementNode && d.DataAtom == atom.Base {
			if v := strings.TrimSpace(attr(d, "href")); v != "" {
				return home(home(address).resolve(v))
			}
		}
	}
	return home(address)
}

// resolve returns the address that target means. Below a base that is a relative
// path itself it stays one.
func (h home) resolve(target string) string {
	if h == "" || !relative(target) && !strings.HasPrefix(target, "//") {
		return target
	}
	base, err := url.Parse(string(h))
	if err != nil || base.Opaque != "" {
		return target
	}
	if base.Scheme == "" && base.Host == "" {
		if strings.HasPrefix(target, "/") {
			return target
		}
		path, _, _ := strings.Cut(string(h), "?")
		path, _, _ = strings.Cut(path, "#")
		return path[:strings.LastIndexByte(path, '/')+1] + target
	}
	to, err := url.Parse(target)
	if err != nil {
		return strings.TrimRight(string(h), "/") + "/" + strings.TrimLeft(target, "/")
	}
	return base.ResolveReference(to).String()
}

// relative reports whether an address names neither a scheme nor a host.
func relative(target string) bool {
	return target != "" && scheme(target) == "" && !strings.HasPrefix(target, "//") && !strings.HasPrefix(target, `\\`)
}

// scheme returns what stands before the first colon of an address, lower case;
// "" where that is no scheme.
func scheme(target string) string {
	for i := range len(target) {
		switch c := target[i]; {
		case c == ':':
			return strings.ToLower(target[:i])
		case c|0x20 >= 'a' && c|0x20 <= 'z':
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return ""
		}
	}
	return ""
}

// followable reports whether a target leads out of the document and is not code
// or data.
func followable(target string) bool {
	if target == "" || target[0] == '#' {
		return false
	}
	switch scheme(target) {
	case "javascript", "data", "vbscript", "about", "blob", "cid":
		return false
	}
	return true
}
