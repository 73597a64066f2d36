package pptx

import (
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// placeholder is what makes a shape take after one of the layout.
type placeholder struct {
	kind  string // title, body, ftr …; "obj" where it is not said
	index string
}

func placeholderOf(ph *ooxml.Node) *placeholder {
	if ph == nil {
		return nil
	}
	p := &placeholder{kind: ph.Attr("type"), index: ph.Attr("idx")}
	if p.kind == "" {
		p.kind = "obj"
	}
	if p.index == "" {
		p.index = "0"
	}
	return p
}

// footer reports whether p shows a footer, date or number.
func (p *placeholder) footer() bool {
	if p == nil {
		return false
	}
	switch p.kind {
	case "ftr", "dt", "sldNum", "hdr":
		return true
	}
	return false
}

// family is the kind of the master's placeholder that one takes after.
func (p *placeholder) family() string {
	switch p.kind {
	case "title", "ctrTitle":
		return "title"
	case "ftr", "dt", "sldNum", "hdr":
		return p.kind
	}
	return "body"
}

// layout is a slide layout or, where it has no master of its own, a master.
type layout struct {
	holders []held
	fixed   []string // text of shapes that are no placeholders: every slide shows it
	styles  *ooxml.Node
	master  *layout
}

type held struct {
	placeholder
	node *ooxml.Node
}

// layout reads a layout part with its master. Both are kept for other slides.
func (p *presentation) layout(part string) (*layout, error) {
	if l, ok := p.layouts[part]; ok {
		return l, nil
	}
	l := &layout{}
	p.layouts[part] = l // before the master: a circle ends here
	root, err := p.tree(part, knowledge.Warning)
	if err != nil || root == nil {
		return l, err
	}
	for _, n := range root.Kid("p:cSld", "p:spTree").All("p:sp") {
		if ph := placeholderOf(n.Kid("p:nvSpPr", "p:nvPr", "p:ph")); ph != nil {
			l.holders = append(l.holders, held{*ph, n})
		} else if t := ooxml.BodyText(n.Kid("p:txBody")); t != "" {
			l.fixed = append(l.fixed, t)
		}
	}
	l.styles = root.Kid("p:txStyles")
	if master := p.pkg.Rels(part).First("slideMaster"); master != "" && root.Name == "p:sldLayout" {
		l.master, err = p.layout(master)
		if root.Attr("showMasterSp") == "0" && l.master != nil {
			bare := *l.master
			bare.fixed = nil
			l.master = &bare
		}
	}
	return l, err
}

// chain returns the placeholders that ph takes after: the layout's, then the
// master's.
func (l *layout) chain(ph *placeholder) []*ooxml.Node {
	var out []*ooxml.Node
	if l == nil || ph == nil {
		return nil
	}
	family := ph.family()
	for i := range l.holders {
		h := &l.holders[i]
		if h.index == ph.index && h.family() == family || family != "body" && h.family() == family {
			out = append(out, h.node)
			family = h.family()
			break
		}
	}
	if l.master != nil {
		for i := range l.master.holders {
			if h := &l.master.holders[i]; h.family() == family {
				return append(out, h.node)
			}
		}
	}
	return out
}

// frame returns the place that ph takes after, nil where nothing says one.
func (l *layout) frame(ph *placeholder) *ooxml.Node {
	for _, n := range l.chain(ph) {
		if x := xfrmOf(n); x != nil {
			return x
		}
	}
	return nil
}

// textStyle returns the master's text style for ph.
func (l *layout) textStyle(ph *placeholder) *ooxml.Node {
	if l == nil || ph == nil {
		return nil // text boxes take after a style without bullets
	}
	styles := l.styles
	if styles == nil && l.master != nil {
		styles = l.master.styles
	}
	switch ph.family() {
	case "title":
		return styles.Kid("p:titleStyle")
	case "body":
		return styles.Kid("p:bodyStyle")
	}
	return styles.Kid("p:otherStyle")
}

// fixed returns the text that the layout and its master put on the slide, the
// first time that it is seen.
func (p *presentation) fixed(l *layout) []extract.Block {
	var out []extract.Block
	for ; l != nil; l = l.master {
		for _, t := range l.fixed {
			if key := strings.TrimSpace(t); !p.shown[key] {
				p.shown[key] = true
				out = append(out, extract.Block{Kind: knowledge.Footer, Text: t, Flags: []knowledge.Flag{knowledge.Furniture}})
			}
		}
	}
	return out
}
