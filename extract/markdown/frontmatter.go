package markdown

import (
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"quire/extract"
	"quire/internal/lazy"
	"quire/knowledge"
)

// maxFront is how many bytes of front matter are looked at: more is a document
// that begins with a rule.
const maxFront = 64 << 10

// front is what stands in front matter, in its order.
type front []property

type property struct {
	key         string
	values      []string
	first, last int // lines in the document, 0 where they are not known
}

// cutFrontMatter splits a document into its front matter (YAML between lines of
// "---", TOML between lines of "+++") and the rest. skipped is the number of
// lines before the rest.
func cutFrontMatter(text string) (f front, body string, skipped int) {
	var fence string
	switch {
	case strings.HasPrefix(text, "---"):
		fence = "---"
	case strings.HasPrefix(text, "+++"):
		fence = "+++"
	default:
		return nil, text, 0
	}
	first, rest, _ := strings.Cut(text, "\n")
	if strings.TrimRight(first, " \t") != fence {
		return nil, text, 0
	}
	window := rest[:min(len(rest), maxFront)]
	for at, n := 0, 1; at < len(window); {
		line, _, _ := strings.Cut(window[at:], "\n")
		next := min(at+len(line)+1, len(rest))
		n++
		if end := strings.TrimRight(line, " \t"); end == fence || fence == "---" && end == "..." {
			parse := parseYAML
			if fence == "+++" {
				parse = parseTOML
			}
			if f, ok := parse(rest[:at]); ok {
				return f, rest[next:], n
			}
			return nil, text, 0
		}
		at = next
	}
	return nil, text, 0
}

// parseYAML reads a mapping; ok is false where s is something else.
func parseYAML(s string) (f front, ok bool) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(s), &doc); err != nil {
		return parseLines(s)
	}
	if len(doc.Content) == 0 {
		return nil, true // nothing between the fences
	}
	if doc.Content[0].Kind != yaml.MappingNode {
		return nil, false
	}
	f.flatten("", doc.Content[0], 0)
	return f, true
}

var keyLine = lazy.Regexp(`^([A-Za-z][\w .-]{0,60}):(?:[ \t]+(.*))?$`)

// parseLines reads front matter that its writer took for YAML and that is not
// quite: most often a value with a colon and no quotes. Every line must be "key:
// value", indented under one, a comment or empty; ok is false otherwise.
func parseLines(s string) (f front, ok bool) {
	for line := range strings.SplitSeq(strings.TrimRight(s, "\n"), "\n") {
		m := keyLine().FindStringSubmatch(strings.TrimRight(line, " \t\r"))
		switch {
		case m != nil:
			v := strings.Trim(strings.TrimSpace(m[2]), `"'`)
			if strings.HasPrefix(v, "[") && !strings.HasSuffix(v, "]") || strings.HasPrefix(v, "{") && !strings.HasSuffix(v, "}") {
				return nil, false
			}
			if v != "" {
				f.add(m[1], v)
			}
			ok = true
		case strings.TrimSpace(line) == "", strings.HasPrefix(line, "#"), ok && strings.HasPrefix(strings.TrimLeft(line, " \t"), "- "), ok && (line[0] == ' ' || line[0] == '\t'):
		default:
			return nil, false
		}
	}
	return f, ok
}

// flatten adds the scalars below n under keys joined by dots. Aliases are left
// out, so that a few of them cannot stand for millions of values.
func (f *front) flatten(prefix string, n *yaml.Node, depth int) {
	if depth > 4 {
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, v := prefix+n.Content[i].Value, n.Content[i+1]
		switch v.Kind {
		case yaml.ScalarNode:
			if v.Tag != "!!null" {
				f.add(key, v.Value)
				f.onLines(v.Line+1, 0)
				if i+2 < len(n.Content) {
					f.onLines(v.Line+1, n.Content[i+2].Line)
				}
			}
		case yaml.SequenceNode:
			f.list(key, v, depth)
		case yaml.MappingNode:
			f.flatten(key+".", v, depth+1)
		}
	}
}

// list adds the scalars of a sequence, and the names of the mappings in it, under
// its key. What else the mappings hold is added under keys of its own.
func (f *front) list(key string, n *yaml.Node, depth int) {
	var values []string
	var others front
	for _, e := range n.Content {
		switch e.Kind {
		case yaml.ScalarNode:
			values = append(values, e.Value)
		case yaml.MappingNode:
			values = append(values, nameIn(e)...)
			others.flatten(key+".", e, depth+1)
		case yaml.SequenceNode:
			if depth < 4 {
				others.list(key, e, depth+1)
			}
		}
	}
	f.add(key, values...)
	for _, o := range others {
		if o.key == key+".name" && len(values) > 0 {
			continue
		}
		if p := f.find(o.key); p != nil {
			p.values = append(p.values, o.values...)
		} else {
			f.add(o.key, o.values...)
		}
	}
}

func (f front) find(key string) *property {
	for i := range f {
		if f[i].key == key {
			return &f[i]
		}
	}
	return nil
}

// onLines says on which lines of the document the last property stands; last is 0
// where that is not known.
func (f *front) onLines(first, last int) {
	if n := len(*f); n > 0 {
		(*f)[n-1].first, (*f)[n-1].last = first, max(last, first)
		if last == 0 {
			(*f)[n-1].last = maxFront
		}
	}
}

// nameIn returns the value of "name" of a mapping, as lists of authors have it.
func nameIn(n *yaml.Node) []string {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == "name" && n.Content[i+1].Kind == yaml.ScalarNode {
			return []string{n.Content[i+1].Value}
		}
	}
	return nil
}

var tomlLine = lazy.Regexp(`^([A-Za-z0-9_.-]+|"[^"]*")\s*=\s*(.*)$`)

// parseTOML reads the lines "key = value" and the headers of tables, which is
// all that front matter uses.
func parseTOML(s string) (f front, ok bool) {
	prefix := ""
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimSpace(line)
		if table, ok := strings.CutPrefix(line, "["); ok {
			prefix = strings.Trim(table, "[] ") + "."
			continue
		}
		m := tomlLine().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		key, value := prefix+strings.Trim(m[1], `"`), m[2]
		if list, ok := strings.CutPrefix(value, "["); ok {
			var values []string
			for v := range strings.SplitSeq(strings.TrimSuffix(list, "]"), ",") {
				if v = strings.Trim(v, ` "'`); v != "" {
					values = append(values, v)
				}
			}
			f.add(key, values...)
			continue
		}
		f.add(key, strings.Trim(value, `"'`))
	}
	return f, true
}

func (f *front) add(key string, values ...string) {
	if len(values) > 0 && len(*f) < 200 {
		*f = append(*f, property{key: key, values: values})
	}
}

// metadata sorts properties by what they mean. A date that is no date stays
// among the others.
func (f front) metadata() knowledge.Metadata {
	var m knowledge.Metadata
	for _, p := range f {
		one := strings.Join(p.values, ", ")
		done := false
		switch strings.ToLower(p.key) {
		case "title":
			done = once(&m.Title, one)
		case "author", "authors", "by":
			m.Authors, done = append(m.Authors, p.values...), true
		case "date", "created", "published", "pubdate", "publishdate":
			done = once(&m.Created, edtf(one))
		case "modified", "updated", "lastmod", "last_modified", "last_updated":
			done = once(&m.Modified, edtf(one))
		case "tags", "keywords", "categories":
			values := p.values
			if len(values) == 1 {
				values = strings.Split(values[0], ",")
			}
			for _, v := range values {
				if v = strings.TrimSpace(v); v != "" {
					m.Keywords = append(m.Keywords, v)
				}
			}
			done = true
		case "lang", "language":
			done = once(&m.Language, one)
		case "description", "summary", "abstract", "subject", "subtitle":
			done = once(&m.Subject, one)
		}
		if !done && one != "" {
			if m.Extra == nil {
				m.Extra = map[string]string{}
			}
			m.Extra[knowledge.Line(p.key, 100)] = one
		}
	}
	return m
}

// proseWords is from how many words a value is a text rather than a label, where
// its key does not say so.
const proseWords = 8

// prose returns the texts among the values, as an abstract is one: people look for
// what they say. skipped is how many lines the front matter has.
func (f front) prose(skipped int) []piece {
	var out []piece
	for _, p := range f {
		least := proseWords
		switch strings.ToLower(p.key) {
		case "abstract", "summary", "description", "excerpt", "subtitle":
			least = 2
		}
		if len(p.values) != 1 || len(strings.Fields(p.values[0])) < least {
			continue
		}
		first, last := p.first, min(p.last, skipped-1) // in front of the fence
		if first == 0 {
			first, last = 1, skipped
		}
		out = append(out, piece{block: extract.Text(strings.TrimSpace(p.values[0])), first: first, last: last})
	}
	return out
}

// once sets an empty field and reports whether the value has found its place.
func once(field *string, value string) bool {
	if *field != "" || value == "" {
		return false
	}
	*field = value
	return true
}

var plainDate = lazy.Regexp(`^\d{4}(-\d\d(-\d\d)?)?$`)

// edtf returns a date as EDTF or a time as RFC 3339 in UTC, "" where s is
// neither. A time without its zone keeps only its day.
func edtf(s string) string {
	s = strings.TrimSpace(s)
	if plainDate().MatchString(s) {
		for _, form := range []string{"2006", "2006-01", "2006-01-02"} {
			if _, err := time.Parse(form, s); err == nil {
				return s
			}
		}
		return ""
	}
	for _, form := range []string{time.RFC3339, "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 -07:00", "2006-01-02 15:04 -0700"} {
		if t, err := time.Parse(form, s); err == nil {
			return t.UTC().Format(time.RFC3339)
		}
	}
	for _, form := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04", "2006/01/02", "January 2, 2006", "2 January 2006", "Jan 2, 2006", "2 Jan 2006"} {
		if t, err := time.Parse(form, s); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	return ""
}
