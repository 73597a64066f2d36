package ooxml

import (
	"strings"
	"time"

	"quire/knowledge"
)

// Metadata returns what the package says of the document: its core, extended
// and custom properties. Properties that cannot be read are missing.
func (p *Package) Metadata() knowledge.Metadata {
	m := knowledge.Metadata{Extra: map[string]string{}}
	rels := p.Rels("")
	for _, kind := range []string{"core-properties", "extended-properties", "custom-properties"} {
		part := rels.First(kind)
		if part == "" || !p.Has(part) {
			continue
		}
		root, _ := p.Tree(part)
		if root == nil {
			continue
		}
		for _, n := range root.Kids {
			property(&m, n)
		}
	}
	if len(m.Extra) == 0 {
		m.Extra = nil
	}
	return m
}

// maxCustom bounds the custom properties that are kept.
const maxCustom = 100

// technical are extended properties that some writers repeat as custom ones.
var technical = map[string]bool{
	"AppVersion": true, "DocSecurity": true, "HyperlinksChanged": true, "LinksUpToDate": true, "ScaleCrop": true, "ShareDoc": true,
}

func property(m *knowledge.Metadata, n *Node) {
	v := strings.TrimSpace(n.Text)
	switch n.Name {
	case "dc:title":
		m.Title = v
	case "dc:creator":
		m.Authors = list(v, ";")
	case "dc:subject":
		m.Subject = v
	case "cp:keywords":
		m.Keywords = list(v, ",;")
	case "dc:language":
		m.Language = v
	case "dcterms:created":
		m.Created = Date(v)
	case "dcterms:modified":
		m.Modified = Date(v)
	case "dc:description":
		extra(m, "description", v)
	case "cp:category":
		extra(m, "category", v)
	case "cp:lastModifiedBy":
		extra(m, "last-modified-by", v)
	case "app:Company":
		extra(m, "company", v)
	case "app:Manager":
		extra(m, "manager", v)
	case "app:Application":
		extra(m, "application", v)
	case "cust:property":
		if name := n.Attr("name"); name != "" && !technical[name] && len(n.Kids) > 0 && len(m.Extra) < maxCustom {
			extra(m, "custom."+name, strings.TrimSpace(n.Kids[0].Text))
		}
	}
}

func extra(m *knowledge.Metadata, key, value string) {
	if value != "" {
		m.Extra[key] = value
	}
}

func list(s, separators string) []string {
	var out []string
	for _, v := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		if v = strings.TrimSpace(v); v != "" {
			out = append(out, v)
		}
	}
	return out
}

// Date turns a date of the file format into RFC 3339 UTC, or into a date alone
// where no time zone says when that was. What writers put where they know no
// date, and what is no date, is "".
func Date(s string) string {
	s = strings.TrimSpace(s)
	const local = "2006-01-02T15:04:05.999999999"
	var t time.Time
	var err error
	layout := time.RFC3339
	if t, err = time.Parse(time.RFC3339Nano, s); err != nil {
		layout = time.DateOnly
		if t, err = time.Parse(local, s); err != nil {
			if t, err = time.Parse(time.DateOnly, s); err != nil {
				return ""
			}
		}
	}
	const firstOffice = 1980 // earlier ones are zero values of clocks: 1601, 1970
	if t = t.UTC(); t.Year() < firstOffice || t.Year() > 9999 {
		return ""
	}
	return t.Format(layout)
}
