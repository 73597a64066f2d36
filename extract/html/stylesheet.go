package html

import (
	"iter"
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxSheet is how many bytes of style sheets are looked at.
const maxSheet = 1 << 20

// maxSteps is how many comparisons of a selector with an element a page may ask for.
const maxSteps = 10_000_000

// maxNesting is how many blocks of conditions in each other are read.
const maxNesting = 8

// readSheets reads the style elements of a document, and those of beside like
// them.
func readSheets(root *nethtml.Node, beside []string) sheet {
	s := sheet{styled: len(beside) > 0, steps: maxSteps}
	left := maxSheet
	for _, css := range beside {
		if left -= len(css); left > 0 {
			s.read(dropComments(css), everyScreen, false, 0)
		}
	}
	for n := range root.Descendants() {
		if n.Type != nethtml.ElementNode {
			continue
		}
		switch n.DataAtom {
		case atom.Link:
			if strings.Contains(strings.ToLower(attr(n, "rel")), "stylesheet") {
				s.styled, s.linked = true, true
			}
		case atom.Style:
			s.styled = true
			for c := range n.ChildNodes() {
				if left -= len(c.Data); left > 0 {
					s.read(dropComments(c.Data), screensOf(attr(n, "media")), false, 0)
				}
			}
		}
	}
	return s
}

// read takes in the rules of css, which hold on some screens.
func (s *sheet) read(css string, on screens, layered bool, depth int) {
	for css != "" && on != 0 {
		at := ends(css, "{};")
		if at == len(css) {
			return
		}
		head := strings.TrimSpace(css[:at])
		if css[at] != '{' { // @charset, @import, or a brace too many
			css = css[at+1:]
			continue
		}
		css = css[at+1:]
		end := ends(css, "}")
		body := css[:end]
		css = css[min(end+1, len(css)):]
		if !strings.HasPrefix(head, "@") {
			s.add(head, parseDeclarations(body), on, layered)
			continue
		}
		if depth == maxNesting {
			continue
		}
		name, condition, _ := strings.Cut(head, " ")
		name, bracketed, _ := strings.Cut(name, "(")
		switch strings.ToLower(name) {
		case "@media":
			if bracketed != "" {
				condition = strings.TrimPrefix(head, name)
			}
			s.read(body, on&screensOf(condition), layered, depth+1)
		case "@supports":
			if !strings.HasPrefix(strings.TrimSpace(condition), "not") {
				s.read(body, on, layered, depth+1)
			}
		case "@layer":
			s.read(body, on, true, depth+1)
		}
	}
}

// ends returns where the first of some characters stands that is in no string,
// parenthesis or block; the length of css where none does.
func ends(css, chars string) int {
	depth := 0
	for i := 0; i < len(css); i++ {
		switch c := css[i]; {
		case depth == 0 && strings.IndexByte(chars, c) >= 0:
			return i
		case c == '\\':
			i++
		case c == '"' || c == '\'':
			i = stringEnd(css, i)
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth = max(depth-1, 0)
		}
	}
	return len(css)
}

// stringEnd returns where the string that begins at i ends: at its quote, or at
// the end of its line if that is missing.
func stringEnd(css string, i int) int {
	quote := css[i]
	for j := i + 1; j < len(css); j++ {
		switch css[j] {
		case '\\':
			j++
		case quote, '\n':
			return j
		}
	}
	return len(css)
}

// pieces splits css at the separators that stand in no string, parenthesis or
// block.
func pieces(css string, separator byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		for more := true; more; {
			at := ends(css, string(separator))
			if !yield(css[:at]) {
				return
			}
			if more = at < len(css); more {
				css = css[at+1:]
			}
		}
	}
}

func dropComments(css string) string {
	var out strings.Builder
	css = strings.NewReplacer("<!--", "", "-->", "").Replace(css)
	for {
		before, rest, ok := strings.Cut(css, "/*")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		_, css, _ = strings.Cut(rest, "*/")
	}
}
