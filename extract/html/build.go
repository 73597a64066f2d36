package html

import (
	"bytes"
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/extract"
)

// builder makes a plain tree of the tokens: no element is moved, opened anew or
// added, and none is nested deeper than the limit.
type builder struct {
	lim     extract.Limits
	stack   []*nethtml.Node
	open    map[string]int // open elements by name
	ignored map[string]int // elements past the depth limit, by name
	nodes   int
	deep    bool
	wide    bool
}

// build parses text without the rules that make browsers repair a tree.
func build(text string, lim extract.Limits) tree {
	root := &nethtml.Node{Type: nethtml.DocumentNode}
	b := builder{lim: lim, stack: []*nethtml.Node{root}, open: map[string]int{}, ignored: map[string]int{}}
	z := nethtml.NewTokenizer(strings.NewReader(text))
	for b.nodes < lim.Nodes {
		switch z.Next() {
		case nethtml.ErrorToken:
			return tree{root: root, deep: b.deep, wide: b.wide}
		case nethtml.TextToken:
			b.append(&nethtml.Node{Type: nethtml.TextNode, Data: string(z.Text())})
		case nethtml.StartTagToken, nethtml.SelfClosingTagToken:
			b.start(b.token(z))
		case nethtml.EndTagToken:
			name, _ := z.TagName()
			b.end(string(name))
		}
	}
	return tree{root: root, deep: b.deep, wide: b.wide, long: true}
}

func (b *builder) append(n *nethtml.Node) {
	b.nodes++
	b.stack[len(b.stack)-1].AppendChild(n)
}

// token returns the start tag that z is at, with as many attributes as may be.
func (b *builder) token(z *nethtml.Tokenizer) nethtml.Token {
	name, more := z.TagName()
	t := nethtml.Token{Type: nethtml.StartTagToken, Data: string(name)}
	if bytes.HasSuffix(z.Raw(), []byte("/>")) {
		t.Type = nethtml.SelfClosingTagToken
	}
	for more {
		if len(t.Attr) >= b.lim.Attributes {
			b.wide = true
			break
		}
		var key, value []byte
		key, value, more = z.TagAttr()
		t.Attr = append(t.Attr, nethtml.Attribute{Key: string(key), Val: string(value)})
	}
	return t
}

// closes names, for an element whose end tag may be left out, the elements that
// its own start tag ends.
var closes = map[string][]string{
	"p": {"p"}, "li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "tr": {"tr"}, "td": {"td", "th"}, "th": {"td", "th"},
	"option": {"option"}, "tbody": {"thead", "tbody"}, "tfoot": {"tbody"},
}

// scope are the elements that an implied end tag does not reach beyond.
var scope = map[string]bool{"table": true, "ul": true, "ol": true, "dl": true, "select": true, "div": true, "body": true}

func (b *builder) start(t nethtml.Token) {
	for _, name := range closes[t.Data] {
		b.imply(name)
	}
	n := &nethtml.Node{Type: nethtml.ElementNode, Data: t.Data, DataAtom: atom.Lookup([]byte(t.Data)), Attr: t.Attr}
	if len(b.stack) > b.lim.Elements && !void[t.Data] {
		b.deep = true
		b.ignored[t.Data]++
		return
	}
	b.append(n)
	if !void[t.Data] && t.Type != nethtml.SelfClosingTagToken {
		b.stack = append(b.stack, n)
		b.open[t.Data]++
	}
}

// imply ends the innermost element of that name inside the nearest scope.
func (b *builder) imply(name string) {
	if b.open[name] == 0 {
		return
	}
	for i := len(b.stack) - 1; i > 0; i-- {
		switch data := b.stack[i].Data; {
		case data == name:
			b.pop(i)
			return
		case scope[data]:
			return
		}
	}
}

func (b *builder) end(name string) {
	if b.ignored[name] > 0 {
		b.ignored[name]--
		return
	}
	if b.open[name] == 0 {
		return
	}
	for i := len(b.stack) - 1; i > 0; i-- {
		if b.stack[i].Data == name {
			b.pop(i)
			return
		}
	}
}

func (b *builder) pop(to int) {
	for _, n := range b.stack[to:] {
		b.open[n.Data]--
	}
	b.stack = b.stack[:to]
}
