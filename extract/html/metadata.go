package html

import (
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/knowledge"
)

// metadata reads what the document says of itself: its title, meta elements,
// JSON-LD and dated time elements, in this order of trust.
func metadata(root *nethtml.Node) knowledge.Metadata {
	m := knowledge.Metadata{Language: documentLanguage(root)}
	named := metaElements(root)
	m.Title = title(root, named)
	m.Subject = first(named, "description", "og:description", "dc.description", "dcterms.abstract")
	m.Authors = names(named["author"], named["dc.creator"], named["dcterms.creator"], named["citation_author"], named["article:author"])
	m.Keywords = keywords(named["keywords"])
	m.Created = firstDate(named, "article:published_time", "datepublished", "dc.date.issued", "dcterms.issued", "dcterms.created",
		"dc.date.created", "citation_publication_date", "citation_date", "pubdate", "publishdate", "publish_date", "date", "dc.date", "dcterms.date", "created", "sailthru.date")
	m.Modified = firstDate(named, "article:modified_time", "datemodified", "og:updated_time", "dcterms.modified", "dc.date.modified", "last-modified", "lastmod", "changed", "revised")
	linkedData(root, &m)
	if m.Created == "" {
		m.Created = timeElement(root)
	}
	return m
}

// title returns the document's title. The title element often adds the name of
// the site; og:title is then the same without it.
func title(root *nethtml.Node, named map[string][]string) string {
	var t string
	if n := titleElement(root); n != nil {
		t = strings.Join(strings.Fields(innerText(n)), " ")
	}
	og := strings.Join(strings.Fields(first(named, "og:title")), " ")
	if og != "" && (t == "" || strings.Contains(t, og)) {
		return og
	}
	if t == "" {
		return first(named, "dc.title", "dcterms.title", "citation_title", "twitter:title")
	}
	return t
}

// titleElement returns the title of the document, not that of a drawing in it.
func titleElement(root *nethtml.Node) *nethtml.Node {
	for d := range root.Descendants() {
		if d.Type == nethtml.ElementNode && d.DataAtom == atom.Title && d.Namespace == "" {
			return d
		}
	}
	return nil
}

// metaElements collects the contents of meta elements by lower-case name,
// property or http-equiv. Every name keeps its first twenty.
func metaElements(root *nethtml.Node) map[string][]string {
	out := map[string][]string{}
	for d := range root.Descendants() {
		if d.Type != nethtml.ElementNode || d.DataAtom != atom.Meta {
			continue
		}
		content := strings.TrimSpace(attr(d, "content"))
		for _, key := range []string{"name", "property", "itemprop", "http-equiv"} {
			name := strings.ToLower(strings.TrimSpace(attr(d, key)))
			if name != "" && content != "" && len(out[name]) < 20 {
				out[name] = append(out[name], content)
				break
			}
		}
	}
	return out
}

func first(named map[string][]string, names ...string) string {
	for _, n := range names {
		if v := named[n]; len(v) > 0 {
			return v[0]
		}
	}
	return ""
}

func firstDate(named map[string][]string, names ...string) string {
	for _, n := range names {
		for _, v := range named[n] {
			if d := isoDate(v); d != "" {
				return d
			}
		}
	}
	return ""
}

// names joins lists of names, each once, links to profiles left out.
func names(lists ...[]string) []string {
	var out []string
	seen := map[string]bool{}
	for _, list := range lists {
		for _, name := range list {
			name = strings.Join(strings.Fields(name), " ")
			if name == "" || seen[name] || strings.HasPrefix(name, "http:") || strings.HasPrefix(name, "https:") {
				continue
			}
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}

func keywords(lists []string) []string {
	var out []string
	for _, l := range lists {
		for k := range strings.SplitSeq(l, ",") {
			if k = strings.TrimSpace(k); k != "" && len(out) < 50 {
				out = append(out, k)
			}
		}
	}
	return out
}

// documentLanguage returns the declared language of the document.
func documentLanguage(root *nethtml.Node) string {
	for _, name := range []atom.Atom{atom.Html, atom.Body} {
		if n := element(root, name); n != nil {
			for _, key := range []string{"lang", "xml:lang"} {
				if v := strings.TrimSpace(attr(n, key)); v != "" && len(v) < 36 {
					return v
				}
			}
		}
	}
	return ""
}

// timeElement returns the date of the first time element that is marked as the
// date of publication.
func timeElement(root *nethtml.Node) string {
	for d := range root.Descendants() {
		if d.Type != nethtml.ElementNode || d.DataAtom != atom.Time && attr(d, "itemprop") != "datePublished" {
			continue
		}
		class := strings.ToLower(attr(d, "class") + " " + attr(d, "itemprop"))
		if hasAttr(d, "pubdate") || strings.Contains(class, "publish") || strings.Contains(class, "entry-date") || strings.Contains(class, "dt-published") {
			for _, v := range []string{attr(d, "datetime"), attr(d, "content"), innerText(d)} {
				if date := isoDate(v); date != "" {
					return date
				}
			}
		}
	}
	return ""
}
