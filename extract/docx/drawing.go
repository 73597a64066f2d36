package docx

import (
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// drawing reads a drawing, a VML picture or an embedded object: its alternative
// text, its text boxes, the chart or diagram in it.
func (in *inline) drawing(n *ooxml.Node, r run) {
	s := shapes{in: in, run: r}
	s.walk(n)
	if r.gone != nil {
		return
	}
	alt := strings.Join(append(s.alt, s.outside...), "\n")
	switch {
	case alt != "" && (s.pictures > 0 || s.figures > 0 || len(s.blocks) == 0 || len(s.outside) > 0):
		in.anchor(extract.Block{Kind: knowledge.Image, Text: alt})
		in.images += max(s.pictures-1, 0)
	default:
		in.images += s.pictures
		if alt != "" && !s.says(alt) {
			s.blocks = append(s.blocks, extract.Block{Kind: knowledge.Meta, Text: alt})
		}
	}
	s.settleTitles()
	if r.hidden {
		for i := range s.blocks {
			s.blocks[i].Flags = append(s.blocks[i].Flags, knowledge.Hidden+":run")
		}
	}
	in.anchor(s.blocks...)
}

// shapes collects what one drawing holds.
type shapes struct {
	in       *inline
	run      run
	alt      []string
	outside  []string // targets of linked pictures, where nothing else has shown them
	pictures int
	figures  int // charts and diagrams
	blocks   []extract.Block
}

func (s *shapes) walk(n *ooxml.Node) {
	for _, k := range n.Kids {
		s.shape(k)
	}
}

func (s *shapes) shape(k *ooxml.Node) {
	in := s.in
	switch k.Name {
	case "wp:docPr", "pic:cNvPr", "wps:cNvPr", "wpg:cNvPr", "a:cNvPr":
		s.describe(ooxml.AltText(k))
		if link := k.Kid("a:hlinkClick"); link != nil {
			if rel, ok := in.st.rels.ByID(link.Attr("r:id")); ok && rel.External {
				in.links = append(in.links, knowledge.Link{Text: ooxml.AltText(k), Target: rel.Target})
			}
		}
	case "a:blip":
		s.pictures++
		s.linked(k.Attr("r:link"))
	case "v:imagedata":
		s.pictures++
		s.linked(k.Attr("r:href"))
		s.linked(k.Attr("r:id"))
	case "v:textpath":
		if t := strings.TrimSpace(k.Attr("string")); t != "" {
			s.blocks = append(s.blocks, extract.Block{Kind: knowledge.TextBox, Text: t})
		}
	case "w:txbxContent":
		s.textBox(k)
		return
	case "c:chart", "cx:chart":
		s.part(k.Attr("r:id"), in.st.doc.pkg.Chart)
	case "dgm:relIds":
		s.part(k.Attr("r:dm"), in.st.doc.pkg.Diagram)
	case "a:txBody":
		if t := ooxml.BodyText(k); t != "" {
			s.blocks = append(s.blocks, extract.Block{Kind: knowledge.TextBox, Text: t})
		}
		return
	case "o:OLEObject":
		s.linked(k.Attr("r:id"))
	}
	if strings.HasPrefix(k.Name, "v:") {
		s.describe(strings.TrimSpace(k.Attr("alt")))
	}
	s.walk(k)
}

// says reports whether the text of the shapes is what describes them.
func (s *shapes) says(alt string) bool {
	words := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
	alt = words(strings.TrimPrefix(alt, "Text Box:")) // an older version's own
	for i := range s.blocks {
		if strings.Contains(words(flatten(s.blocks[i:i+1])), alt) {
			return true
		}
	}
	return false
}

func (s *shapes) describe(alt string) {
	for _, have := range s.alt {
		if have == alt {
			return
		}
	}
	if alt != "" {
		s.alt = append(s.alt, alt)
	}
}

// linked notes a picture or object that lies outside of the document.
func (s *shapes) linked(id string) {
	rel, ok := s.in.st.rels.ByID(id)
	if !ok || !rel.External || s.run.gone != nil || !ooxml.IsTarget(rel.Target) {
		return
	}
	if rel.Type != "image" {
		s.in.outside(rel.Type, rel.Type+" "+rel.Target, rel.Target)
		return
	}
	s.in.links = append(s.in.links, knowledge.Link{Text: rel.Type, Target: rel.Target})
	// A picture of a header has no block; what it loads comes at the end.
	if s.in.st.body && s.in.st.doc.loaded(rel.Type, rel.Target) {
		s.outside = append(s.outside, rel.Target)
	}
}

// part reads the part that a chart or diagram refers to.
func (s *shapes) part(id string, read func(string) ([]extract.Block, error)) {
	rel, ok := s.in.st.rels.ByID(id)
	if !ok || rel.External {
		return
	}
	s.figures++
	blocks, err := read(rel.Target)
	if err = ooxml.PartIssue(s.in.st.doc.sink, rel.Target, knowledge.Error, err); err != nil {
		s.in.st.doc.err = err
	}
	s.blocks = append(s.blocks, blocks...)
}
