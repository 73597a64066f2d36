package xlsx

import (
	"slices"
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// appendix delivers what belongs to the workbook and to none of its sheets, as
// sections after them: names, connections, links to other workbooks, and what
// pivot caches hold but no cell shows.
func (r *run) appendix() error {
	n := 0
	add := func(title string, flags []knowledge.Flag, blocks []extract.Block, links []knowledge.Link) error {
		if len(blocks) == 0 && len(links) == 0 {
			return nil
		}
		if fit, _ := fitting(blocks, r.lim.UnitBytes/2); fit < len(blocks) {
			blocks, r.limit = blocks[:fit], &extract.LimitError{Limit: "unit_bytes", Max: int64(r.lim.UnitBytes)}
		}
		n++
		return r.sink.Unit(extract.Unit{
			Name: knowledge.UnitName(knowledge.Section, n), Kind: knowledge.Section, Ordinal: n, Title: title,
			Flags: flags, Blocks: blocks, Links: links,
		})
	}
	if err := add("Defined names", nil, r.book.namesOf(-1), nil); err != nil {
		return err
	}
	blocks, err := r.connections()
	if err != nil {
		return err
	}
	if err := add("Connections", nil, blocks, nil); err != nil {
		return err
	}
	if err := add("External workbooks", nil, nil, r.externalLinks()); err != nil {
		return err
	}
	blocks, err = r.pivotCaches()
	if err != nil {
		return err
	}
	return add("Pivot caches", []knowledge.Flag{"hidden:pivot-cache"}, blocks, nil)
}

// connections lists where the workbook gets data from. Nothing is ever opened.
func (r *run) connections() ([]extract.Block, error) {
	part := first(r.book.pkg, r.book.pkg.Rels(r.book.main), "connections", "xl/connections.xml")
	if part == "" {
		return nil, nil
	}
	root, err := r.book.pkg.Tree(part)
	if err := r.part(part, err); err != nil {
		return nil, err
	}
	var out []extract.Block
	for _, c := range all(root, "connection") {
		var lines []string
		add := func(s string) {
			if s = strings.TrimSpace(unescape(s)); s != "" && !slices.Contains(lines, s) {
				lines = append(lines, s)
			}
		}
		for _, key := range []string{"name", "description", "sourceFile", "odcFile"} {
			add(c.Attr(key))
		}
		c.Walk(func(k *ooxml.Node) bool {
			for _, key := range []string{"connection", "command", "url", "sourceFile"} {
				add(k.Attr(key))
			}
			return true
		})
		if len(lines) > 0 {
			out = append(out, extract.Block{Kind: knowledge.Meta, Text: strings.Join(lines, "\n")})
		}
	}
	return out, nil
}

// externalLinks lists the workbooks that formulas refer to.
func (r *run) externalLinks() []knowledge.Link {
	var out []knowledge.Link
	for _, rel := range r.book.pkg.Rels(r.book.main).ByType("externalLink") {
		targets := r.book.pkg.Rels(rel.Target).ByType("externalLinkPath", "xlPathMissing", "xlStartup", "xlAlternateStartup", "xlLibrary")
		for _, target := range targets {
			if target.External && target.Target != "" {
				out = append(out, knowledge.Link{Target: target.Target})
			}
		}
	}
	return out
}

// pivotCaches lists the words that a pivot cache keeps although no cell has
// them: data that was deleted from its sheet, or never was on one.
func (r *run) pivotCaches() ([]extract.Block, error) {
	caches := r.book.pkg.Rels(r.book.main).ByType("pivotCacheDefinition")
	if len(caches) == 0 {
		return nil, nil
	}
	seen := map[string]bool{}
	for i := range r.book.strings.ends {
		seen[r.book.strings.at(i)] = true
	}
	var out []extract.Block
	for _, rel := range caches {
		root, err := r.book.pkg.Tree(rel.Target)
		if err := r.part(rel.Target, err); err != nil {
			return nil, err
		}
		for _, field := range all(kid(root, "cacheFields"), "cacheField") {
			var lines []string
			for _, item := range all(kid(field, "sharedItems"), "s") {
				v := unescape(item.Attr("v"))
				if strings.TrimSpace(v) != "" && !seen[v] {
					seen[v] = true
					lines = append(lines, v)
				}
			}
			if len(lines) > 0 {
				out = append(out, extract.Head(2, field.Attr("name")), extract.Text(strings.Join(lines, "\n")))
			}
		}
	}
	return out, nil
}
