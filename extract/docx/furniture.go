package docx

import (
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// furniture reads the running headers and footers: one block for each distinct
// text, whatever sections and kinds of page show it.
func (d *document) furniture() ([]extract.Block, error) {
	var out []extract.Block
	seen := map[string]bool{}
	for _, rel := range d.pkg.Rels(d.main).ByType("header", "footer") {
		if rel.External {
			continue
		}
		root, err := d.pkg.Tree(rel.Target)
		if err = ooxml.PartIssue(d.sink, rel.Target, knowledge.Warning, err); err != nil {
			return nil, err
		}
		kind := knowledge.Header
		if rel.Type == "footer" {
			kind = knowledge.Footer
		}
		d.backdrop = d.backdrop || root != nil && hasBackdrop(root)
		content := d.all(rel.Target, root)
		all := append(content.blocks, content.anchored()...)
		for i := range all {
			if all[i].Kind == knowledge.Image {
				continue // a letterhead's logo
			}
			if t := strings.TrimSpace(flatten(all[i : i+1])); t != "" && !seen[string(kind)+t] {
				seen[string(kind)+t] = true
				out = append(out, extract.Block{Kind: kind, Text: t, Flags: append(all[i].Flags, knowledge.Furniture)})
			}
		}
	}
	return out, nil
}
