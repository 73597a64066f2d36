package ooxml

import (
	"slices"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// maxDiagramLevel is how deep items of a diagram are shown to nest;
// maxDiagramDepth how far connections are followed before what is left is taken
// in the order of the file.
const (
	maxDiagramLevel = 8
	maxDiagramDepth = 500
)

// Diagram reads the data model of SmartArt: its points as list items, in the
// order and nesting of the outline that its author typed.
func (p *Package) Diagram(part string) ([]extract.Block, error) {
	root, err := p.Tree(part)
	if root == nil {
		return nil, err
	}
	d := diagram{text: map[string]string{}, kids: map[string][]link{}, seen: map[string]bool{}}
	var starts, all []string
	for _, pt := range root.All("dgm:pt") {
		id, kind := pt.Attr("modelId"), pt.Attr("type")
		if kind == "pres" {
			continue // how the layout shows a point, without text of its own
		}
		d.text[id] = strings.TrimSpace(BodyText(pt.Kid("dgm:t")))
		all = append(all, id)
		if kind == "doc" {
			starts = append(starts, id)
		}
	}
	for _, c := range root.All("dgm:cxn") {
		if t := c.Attr("type"); t == "" || t == "parOf" {
			from := c.Attr("srcId")
			d.kids[from] = append(d.kids[from], link{c.Int("srcOrd", 0), c.Attr("destId")})
		}
	}
	for _, id := range append(starts, all...) {
		d.item(id, 0, 0)
	}
	return d.out, err
}

type link struct {
	order int
	to    string
}

type diagram struct {
	text map[string]string
	kids map[string][]link
	seen map[string]bool
	out  []extract.Block
}

func (d *diagram) item(id string, level, depth int) {
	if d.seen[id] || depth > maxDiagramDepth {
		return
	}
	d.seen[id] = true
	if t := d.text[id]; t != "" {
		d.out = append(d.out, extract.Block{Kind: knowledge.ListItem, Level: min(level, maxDiagramLevel), Text: t})
		level++
	}
	kids := d.kids[id]
	slices.SortStableFunc(kids, func(a, b link) int { return a.order - b.order })
	for _, k := range kids {
		d.item(k.to, level, depth+1)
	}
}
