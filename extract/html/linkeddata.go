package html

import (
	"encoding/json"
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/knowledge"
)

// maxLinkedData is the size of a JSON-LD script that is still looked at.
const maxLinkedData = 1 << 20

// linkedData fills in from JSON-LD what m does not have yet.
func linkedData(root *nethtml.Node, m *knowledge.Metadata) {
	for d := range root.Descendants() {
		if d.Type != nethtml.ElementNode || d.DataAtom != atom.Script || !strings.EqualFold(strings.TrimSpace(attr(d, "type")), "application/ld+json") {
			continue
		}
		text := innerText(d)
		var v any
		if len(text) > maxLinkedData || json.Unmarshal([]byte(text), &v) != nil {
			continue
		}
		for _, thing := range things(v) {
			fillIn(m, thing)
		}
	}
}

// things lists the objects of a JSON-LD script: itself, the members of an array
// or of @graph.
func things(v any) []map[string]any {
	switch v := v.(type) {
	case []any:
		var out []map[string]any
		for _, e := range v {
			if o, ok := e.(map[string]any); ok {
				out = append(out, things(o)...)
			}
		}
		return out
	case map[string]any:
		if graph, ok := v["@graph"].([]any); ok {
			return append([]map[string]any{v}, things(graph)...)
		}
		return []map[string]any{v}
	}
	return nil
}

// documentTypes are the schema.org types that describe the page itself rather
// than something it mentions.
var documentTypes = []string{"article", "posting", "webpage", "report", "book", "creativework", "document"}

func fillIn(m *knowledge.Metadata, thing map[string]any) {
	kind := strings.ToLower(strings.Join(texts(thing["@type"]), " "))
	is := false
	for _, t := range documentTypes {
		is = is || strings.Contains(kind, t)
	}
	if !is {
		return
	}
	set := func(to *string, v string) {
		if *to == "" {
			*to = v
		}
	}
	for _, v := range texts(thing["datePublished"]) {
		set(&m.Created, isoDate(v))
	}
	for _, v := range texts(thing["dateModified"]) {
		set(&m.Modified, isoDate(v))
	}
	for _, v := range texts(thing["headline"]) {
		set(&m.Title, v)
	}
	for _, v := range texts(thing["description"]) {
		set(&m.Subject, v)
	}
	if len(m.Authors) == 0 {
		m.Authors = names(texts(thing["author"]))
	}
}

// texts returns v as strings: itself, the members of a list, the names of objects.
func texts(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, e := range v {
			if _, nested := e.([]any); !nested {
				out = append(out, texts(e)...)
			}
		}
		return out
	case map[string]any:
		if s, ok := v["name"].(string); ok {
			return []string{s}
		}
	}
	return nil
}
