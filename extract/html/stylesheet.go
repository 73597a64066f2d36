package html

import (
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxSheet is how many bytes of style sheets are looked at.
const maxSheet = 1 << 20

// readSheets reads the style elements of a document for the classes and ids that
// they hide. Only rules that apply without a condition count: those inside @media
// and the like, and selectors of more than one simple part, are left out.
// Those of beside are read like style elements.
func readSheets(root *nethtml.Node, beside []string) sheet {
	s := sheet{hides: map[string]bool{}, styled: len(beside) > 0}
	left := maxSheet
	for _, css := range beside {
		if left -= len(css); left > 0 {
			s.rules(css)
		}
	}
	for n := range root.Descendants() {
		if n.Type != nethtml.ElementNode {
			continue
		}
		switch n.DataAtom {
		case atom.Link:
			if strings.Contains(strings.ToLower(attr(n, "rel")), "stylesheet") {
				s.styled = true
			}
		case atom.Style:
			s.styled = true
			for c := range n.ChildNodes() {
				if left -= len(c.Data); left > 0 {
					s.rules(c.Data)
				}
			}
		}
	}
	return s
}

func (s *sheet) rules(css string) {
	css = strings.NewReplacer("<!--", "", "-->", "").Replace(dropComments(css))
	for css != "" {
		open := strings.IndexByte(css, '{')
		if open < 0 {
			return
		}
		selectors := strings.TrimSpace(css[:open])
		if i := strings.LastIndexByte(selectors, ';'); i >= 0 {
			selectors = strings.TrimSpace(selectors[i+1:]) // behind @charset, @import
		}
		end := blockEnd(css[open:])
		body := css[open+1 : open+end]
		css = css[min(open+end+1, len(css)):]
		if strings.HasPrefix(selectors, "@") || !hidingStyle(declarations(body)) {
			continue
		}
		for sel := range strings.SplitSeq(selectors, ",") {
			if sel = strings.TrimSpace(sel); simple(sel) {
				s.hides[sel] = true
			}
		}
	}
}

// blockEnd returns the offset of the brace that closes the one css begins with.
func blockEnd(css string) int {
	depth := 0
	for i := range len(css) {
		switch css[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(css)
}

func dropComments(css string) string {
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(css, "/*")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		_, css, _ = strings.Cut(rest, "*/")
	}
}

// simple reports whether sel is one class or id and nothing else.
func simple(sel string) bool {
	if len(sel) < 2 || sel[0] != '.' && sel[0] != '#' {
		return false
	}
	return !strings.ContainsAny(sel[1:], " .#:>+~[*\t\n")
}
