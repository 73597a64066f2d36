package pptx

import (
	"strconv"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

func slideLocator(n int) knowledge.Locator { return knowledge.Loc("slide", strconv.Itoa(n)) }

// slide is one slide while it is read.
type slide struct {
	show   *presentation
	rels   ooxml.Rels
	layout *layout
	unit   extract.Unit
	footer []extract.Block
	err    error // what must end reading, met inside a shape
}

// slide reads the n-th slide (from 1).
func (p *presentation) slide(part string, n int) (extract.Unit, error) {
	s := &slide{show: p, rels: p.pkg.Rels(part)}
	s.unit = extract.Unit{Name: knowledge.UnitName(knowledge.Slide, n), Kind: knowledge.Slide, Ordinal: n, Locator: slideLocator(n)}
	root, err := p.tree(part, knowledge.Error)
	if err != nil {
		return s.unit, err
	}
	if root.Attr("show") == "0" || root.Attr("show") == "false" {
		s.unit.Flags = append(s.unit.Flags, knowledge.Hidden+":slide")
	}
	number(root, p.first+n-1)
	if s.layout, err = p.layout(s.rels.First("slideLayout")); err != nil {
		return s.unit, err
	}
	shapes := s.collect(root.Kid("p:cSld", "p:spTree"), identity, 0)
	if sh, text := s.takeTitle(&shapes); sh != nil {
		s.title(sh, text)
	}
	for _, sh := range inOrder(shapes) {
		s.shape(sh)
	}
	if s.err == nil {
		s.err = s.outsides(part)
	}
	if s.err == nil {
		s.err = s.notes()
	}
	if s.err == nil {
		s.err = s.comments()
	}
	s.unit.Blocks = append(s.unit.Blocks, s.footer...)
	s.unit.Blocks = append(s.unit.Blocks, p.fixed(s.layout)...)
	return s.unit, s.err
}

// number writes the number of the slide where a field shows the sign that stands
// for it, as files do that no program has laid out yet.
func number(root *ooxml.Node, n int) {
	for _, f := range root.All("a:fld") {
		if t := f.Kid("a:t"); t != nil && f.Attr("type") == "slidenum" && (t.Text == "‹#›" || t.Text == "<#>") {
			t.Text = strconv.Itoa(n)
		}
	}
}

// add appends blocks of a shape with its place and flags.
func (s *slide) add(sh *shape, blocks ...extract.Block) {
	loc := s.unit.Locator
	if sh.id != "" {
		loc = loc.With("shape", sh.id)
	}
	for _, b := range blocks {
		b.Locator = loc
		b.Flags = append(b.Flags, sh.flags...)
		s.unit.Blocks = append(s.unit.Blocks, b)
	}
}

// shape reads one shape.
func (s *slide) shape(sh *shape) {
	if s.err != nil {
		return
	}
	before := len(s.unit.Blocks)
	s.links(sh)
	switch sh.node.Name {
	case "p:sp":
		if sh.holder.footer() || onlyFields(sh.node.Kid("p:txBody")) {
			s.foot(sh)
			return
		}
		s.add(sh, s.text(sh)...)
	case "p:grpSp":
		for _, m := range inOrder(sh.members) {
			s.shape(m)
		}
		if alt := sh.alt(); alt != "" {
			s.add(sh, extract.Block{Kind: knowledge.Image, Text: alt})
		}
		return
	case "p:graphicFrame":
		s.graphic(sh)
	case "p:pic":
		if sh.alt() == "" {
			s.unit.Images++
		}
	}
	if alt := sh.alt(); alt != "" && (len(s.unit.Blocks) == before || sh.node.Name == "p:pic" || sh.node.Name == "p:graphicFrame") {
		s.add(sh, extract.Block{Kind: knowledge.Image, Text: alt})
	}
}

// foot keeps what a footer, date or number placeholder shows for the end.
func (s *slide) foot(sh *shape) {
	if t := ooxml.BodyText(sh.node.Kid("p:txBody")); t != "" {
		s.footer = append(s.footer, extract.Block{
			Kind: knowledge.Footer, Text: t, Locator: s.unit.Locator.With("shape", sh.id), Flags: append(sh.flags, knowledge.Furniture),
		})
	}
}

// graphic reads a table, chart, diagram or embedded object.
func (s *slide) graphic(sh *shape) {
	data := sh.node.Kid("a:graphic", "a:graphicData")
	if tbl := data.Kid("a:tbl"); tbl != nil {
		if b := table(tbl); len(b.Rows) > 0 {
			s.add(sh, b)
		}
	}
	for _, c := range data.All("c:chart", "cx:chart") {
		s.part(sh, c.Attr("r:id"), s.show.pkg.Chart)
	}
	for _, d := range data.All("dgm:relIds") {
		s.part(sh, d.Attr("r:dm"), s.show.pkg.Diagram)
	}
	for _, o := range data.All("p:oleObj") {
		if rel, ok := s.rels.ByID(o.Attr("r:id")); ok && rel.External {
			s.unit.Links = append(s.unit.Links, knowledge.Link{Text: o.Attr("name"), Target: rel.Target})
		}
		s.unit.Images++
	}
}

// outsides shows what the slide, its layout and its charts ask to load from
// elsewhere: linked pictures, films, objects and workbooks, each on the first
// slide that does.
func (s *slide) outsides(part string) error {
	for _, o := range s.show.pkg.OutsidesFrom(part, "slide") {
		fresh, err := s.show.loads.Add(s.show.sink, o.Rel.Type, o.Rel.Target)
		if err != nil {
			return err
		}
		if fresh {
			s.unit.Blocks = append(s.unit.Blocks, extract.Block{Kind: knowledge.Field, Text: o.Rel.Type + " " + o.Rel.Target, Locator: s.unit.Locator})
		}
	}
	return nil
}

// part reads the part that a chart or diagram refers to.
func (s *slide) part(sh *shape, id string, read func(string) ([]extract.Block, error)) {
	rel, ok := s.rels.ByID(id)
	if !ok || rel.External {
		return
	}
	blocks, err := read(rel.Target)
	if err = ooxml.PartIssue(s.show.sink, rel.Target, knowledge.Error, err); err != nil {
		s.err = err
	}
	s.add(sh, blocks...)
}

// links records the addresses that a shape and the text in it lead to.
func (s *slide) links(sh *shape) {
	link := func(n *ooxml.Node, text string) {
		if rel, ok := s.rels.ByID(n.Attr("r:id")); ok && rel.External {
			s.unit.Links = append(s.unit.Links, knowledge.Link{Text: text, Target: rel.Target})
		}
	}
	if sh.props != nil {
		if h := sh.props.Kid("a:hlinkClick"); h != nil {
			link(h, sh.alt())
		}
	}
	if sh.node.Name == "p:grpSp" {
		return // its members have their own turn
	}
	sh.node.Walk(func(n *ooxml.Node) bool {
		switch n.Name {
		case "a:r", "a:fld":
			for _, h := range n.Kid("a:rPr").All("a:hlinkClick") {
				link(h, n.Kid("a:t").TextOf())
			}
		case "a:videoFile", "a:audioFile", "a:blip":
			if rel, ok := s.rels.ByID(n.Attr("r:link")); ok && rel.External {
				s.unit.Links = append(s.unit.Links, knowledge.Link{Target: rel.Target})
			}
		}
		return true
	})
}
