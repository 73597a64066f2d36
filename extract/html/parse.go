package html

import (
	"errors"
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/extract"
)

// tree is a parsed document and what went wrong with it.
type tree struct {
	root *nethtml.Node
	// deep says that elements nested beyond the limit were flattened, long that
	// the document was cut off at so many nodes, wide that attributes were dropped.
	deep, long, wide bool
}

// parse builds the tree as browsers do. Where golang.org/x/net/html refuses (more
// than 512 open elements) or could need far more nodes than the text has tags,
// the tree is built from the tokens alone. With all that is made of it a node costs
// about 600 bytes: the default limit keeps the largest page well inside a worker's
// memory.
func parse(text string, lim extract.Limits) tree {
	if strings.Contains(text[:min(len(text), prescanBytes)], "xmlns") || strings.HasPrefix(strings.TrimLeft(text, " \t\r\n\uFEFF"), "<?xml") {
		text = expandEmpty(text)
	}
	if fits(text, lim) {
		if root, err := parseHTML(text); err == nil {
			return tree{root: root}
		}
	}
	return build(text, lim)
}

func parseHTML(text string) (root *nethtml.Node, err error) {
	defer func() {
		if p := recover(); p != nil { // a third-party parser on hostile input
			err = errors.New("parse html: " + extract.PanicText(p))
		}
	}()
	return nethtml.Parse(strings.NewReader(text))
}

// formatting are the elements that the HTML parser opens anew in every block
// where they were left open: a few unclosed ones and many blocks multiply.
var formatting = map[string]bool{
	"a": true, "b": true, "big": true, "code": true, "em": true, "font": true, "i": true, "nobr": true,
	"s": true, "small": true, "strike": true, "strong": true, "tt": true, "u": true,
}

// fits reports whether an upper estimate of the nodes that parsing text makes, and
// the attributes of each element, are within the limits.
func fits(text string, lim extract.Limits) bool {
	z := nethtml.NewTokenizer(strings.NewReader(text))
	nodes, open := 0, 0
	for nodes <= lim.Nodes {
		switch z.Next() {
		case nethtml.ErrorToken:
			return true
		case nethtml.StartTagToken, nethtml.SelfClosingTagToken:
			nodes++
			name, more := z.TagName()
			for n := 0; more; n++ {
				if n >= lim.Attributes {
					return false
				}
				_, _, more = z.TagAttr()
			}
			if formatting[string(name)] {
				open++
			} else if open > 8 {
				nodes += min(open, 512)
			}
		case nethtml.EndTagToken:
			if name, _ := z.TagName(); formatting[string(name)] && open > 0 {
				open--
			}
			if open > 8 {
				nodes += min(open, 512)
			}
		case nethtml.TextToken:
			nodes++
		}
	}
	return false
}

// void elements have no end tag.
var void = map[string]bool{
	"area": true, "base": true, "basefont": true, "bgsound": true, "br": true, "col": true, "embed": true,
	"frame": true, "hr": true, "image": true, "img": true, "input": true, "keygen": true, "link": true,
	"meta": true, "param": true, "source": true, "track": true, "wbr": true,
}

// expandEmpty rewrites XHTML so that an HTML parser reads it: <title/> becomes
// <title></title>, and CDATA sections become text.
func expandEmpty(text string) string {
	z := nethtml.NewTokenizer(strings.NewReader(text))
	z.AllowCDATA(true)
	var out strings.Builder
	out.Grow(len(text) + len(text)/16)
	for {
		switch z.Next() {
		case nethtml.ErrorToken:
			out.Write(z.Raw())
			return out.String()
		case nethtml.SelfClosingTagToken:
			z.NextIsNotRawText()
			raw := string(z.Raw())
			name, _ := z.TagName()
			if void[string(name)] || foreign[string(name)] {
				out.WriteString(raw)
				continue
			}
			out.WriteString(strings.TrimSuffix(strings.TrimSuffix(raw, ">"), "/"))
			out.WriteString("></" + string(name) + ">")
		case nethtml.TextToken:
			raw := string(z.Raw())
			if strings.HasPrefix(raw, "<![CDATA[") {
				raw = nethtml.EscapeString(strings.TrimSuffix(strings.TrimPrefix(raw, "<![CDATA["), "]]>"))
			}
			out.WriteString(raw)
		default:
			out.Write(z.Raw())
		}
	}
}

// foreign are the elements of SVG and MathML that the HTML parser closes itself.
var foreign = map[string]bool{"svg": true, "math": true, "path": true, "rect": true, "circle": true, "line": true, "use": true, "g": true}

// element returns the first descendant of n with that name, nil where there is
// none.
func element(n *nethtml.Node, name atom.Atom) *nethtml.Node {
	for d := range n.Descendants() {
		if d.Type == nethtml.ElementNode && d.DataAtom == name {
			return d
		}
	}
	return nil
}

func attr(n *nethtml.Node, key string) string { return attrOf(n.Attr, key) }

func hasAttr(n *nethtml.Node, key string) bool {
	for _, a := range n.Attr {
		if a.Key == key {
			return true
		}
	}
	return false
}
