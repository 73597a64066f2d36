package data

import (
	"encoding/xml"
	"html"
	"maps"
	"regexp"
	"strings"
)

// Limits of the texts that a document declares as entities: on the length of one,
// on references in references, and on what all references to them add up to.
const (
	maxEntity    = 4 << 10
	maxEntities  = 10_000
	maxReference = 8
	maxExpanded  = 8 << 20
)

var (
	entityDeclaration = regexp.MustCompile(`<!ENTITY\s+([^\s%"'<>&;]+)\s+(?:"([^"]*)"|'([^']*)')\s*>`)
	entityReference   = regexp.MustCompile(`&([^\s#&;<>"']+);`)
	entityMarkup      = regexp.MustCompile(`<[^>]*>`)
)

// entities returns what the references in s stand for: the names that every
// document knows, and those that the document type declares with a text in it.
// What stands in other files is not read, and what is too long stays a reference.
func entities(doctype, s string) map[string]string {
	declared := map[string]string{}
	for _, m := range entityDeclaration.FindAllStringSubmatch(doctype, maxEntities) {
		if _, again := declared[m[1]]; !again { // the first declaration counts
			declared[m[1]] = entityMarkup.ReplaceAllString(m[2]+m[3], "")
		}
	}
	if len(declared) == 0 {
		return xml.HTMLEntity
	}
	used := map[string]int{}
	for _, m := range entityReference.FindAllStringSubmatch(s, -1) {
		used[m[1]]++
	}
	out, total := maps.Clone(xml.HTMLEntity), 0
	for name, count := range used {
		if _, ok := declared[name]; !ok {
			continue
		}
		text, ok := expand(name, declared, 0)
		if !ok {
			delete(out, name)
			continue
		}
		total += count * len(text)
		out[name] = text
	}
	if total > maxExpanded {
		return xml.HTMLEntity
	}
	return out
}

// expand returns the text of a declared entity; ok is false where it is too long,
// holds itself or one without a text.
func expand(name string, declared map[string]string, depth int) (text string, ok bool) {
	raw, known := declared[name]
	if !known || depth == maxReference || len(raw) > maxEntity {
		return "", false
	}
	var b strings.Builder
	for {
		m := entityReference.FindStringSubmatchIndex(raw)
		if m == nil {
			break
		}
		b.WriteString(html.UnescapeString(raw[:m[0]]))
		inner := raw[m[2]:m[3]]
		if _, own := declared[inner]; own {
			part, ok := expand(inner, declared, depth+1)
			if !ok {
				return "", false
			}
			b.WriteString(part)
		} else {
			b.WriteString(html.UnescapeString(raw[m[0]:m[1]]))
		}
		if raw = raw[m[1]:]; b.Len() > maxEntity {
			return "", false
		}
	}
	b.WriteString(html.UnescapeString(raw))
	return b.String(), b.Len() <= maxEntity
}
