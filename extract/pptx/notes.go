package pptx

import (
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// notes delivers the speaker notes: the text of the notes page but for its
// header, footer, date and number.
func (s *slide) notes() error {
	root, err := s.show.tree(s.rels.First("notesSlide"), knowledge.Error)
	if err != nil || root == nil {
		return err
	}
	for _, sp := range root.Kid("p:cSld", "p:spTree").All("p:sp") {
		ph := placeholderOf(sp.Kid("p:nvSpPr", "p:nvPr", "p:ph"))
		if ph.footer() || onlyFields(sp.Kid("p:txBody")) {
			continue
		}
		if t := ooxml.BodyText(sp.Kid("p:txBody")); t != "" {
			s.unit.Blocks = append(s.unit.Blocks, extract.Block{Kind: knowledge.NoteText, Text: t, Locator: s.unit.Locator})
		}
	}
	return nil
}

// readAuthors reads who wrote comments, of the older and of the newer kind.
func (p *presentation) readAuthors() error {
	p.authors = map[string]string{}
	rels := p.pkg.Rels(p.main)
	for _, kind := range []string{"commentAuthors", "authors"} {
		root, err := p.tree(rels.First(kind), knowledge.Warning)
		if err != nil {
			return err
		}
		for _, a := range root.All("p:cmAuthor", "p188:author") {
			p.authors[a.Attr("id")] = a.Attr("name")
		}
	}
	return nil
}

// comments delivers the review comments of the slide, replies behind what they
// answer.
func (s *slide) comments() error {
	for _, rel := range s.rels.ByType("comments") {
		if rel.External {
			continue
		}
		root, err := s.show.tree(rel.Target, knowledge.Error)
		if err != nil {
			return err
		}
		root.Walk(func(n *ooxml.Node) bool {
			var text, date string
			switch n.Name {
			case "p:cm":
				text, date = n.Kid("p:text").TextOf(), n.Attr("dt")
			case "p188:cm", "p188:reply":
				text, date = ooxml.BodyText(n.Kid("p188:txBody")), n.Attr("created")
			default:
				return true
			}
			if strings.TrimSpace(text) != "" {
				s.unit.Blocks = append(s.unit.Blocks, extract.Block{
					Kind: knowledge.Comment, Text: text, Author: s.show.authors[n.Attr("authorId")],
					Date: ooxml.Date(date), Locator: s.unit.Locator,
				})
			}
			return true
		})
	}
	return nil
}
