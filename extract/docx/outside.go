package docx

import (
	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// What a document asks its reader to load from elsewhere is evidence: of where
// its content comes from, and of what opening it would do. It is shown once, in
// its place where it has one.

// loaded notes that the document asks for target and reports whether that is to
// be shown: the first time. kind is a type of relationship or the name of a field.
func (d *document) loaded(kind, target string) bool {
	fresh, err := d.loads.Add(d.sink, kind, target)
	d.err = first(d.err, err)
	return fresh
}

// outside returns the link and, the first time, a block that shows it.
func (d *document) outside(kind, shown, target string) result {
	res := result{links: []knowledge.Link{{Text: kind, Target: target}}}
	if d.loaded(kind, target) {
		res.blocks = []extract.Block{{Kind: knowledge.Field, Text: shown}}
	}
	return res
}

// outside does the same for what stands in a paragraph: it is shown behind it.
func (in *inline) outside(kind, shown, target string) {
	res := in.st.doc.outside(kind, shown, target)
	in.links = append(in.links, res.links...)
	in.after = append(in.after, res.blocks...)
}

// outsides shows what is named by no place in the text: the template, pictures of
// headers, frames, the source of a serial letter. A template on the disk of its
// author is a property of the document (see template), not a thing to load.
func (d *document) outsides() result {
	var all result
	for _, o := range d.pkg.Outsides() {
		if o.Rel.Type == attachedTemplate && ooxml.IsLocal(o.Rel.Target) || d.loads.Has(o.Rel.Target) {
			continue
		}
		res := d.outside(o.Rel.Type, o.Rel.Type+" "+o.Rel.Target, o.Rel.Target)
		for i := range res.blocks {
			res.blocks[i].Kind = knowledge.Meta
			if o.Part != "" {
				res.blocks[i].Locator = ooxml.MemberLocator(o.Part)
			}
		}
		all.add(res)
	}
	return all
}

const attachedTemplate = "attachedTemplate"

// template adds the template that the document was made from to its properties.
func (d *document) template(m *knowledge.Metadata) {
	settings := d.pkg.Rels(d.main).First("settings")
	for _, r := range d.pkg.Rels(settings).ByType(attachedTemplate) {
		if settings == "" || !ooxml.IsTarget(r.Target) {
			continue
		}
		if m.Extra == nil {
			m.Extra = map[string]string{}
		}
		m.Extra["attached-template"] = r.Target
	}
}
