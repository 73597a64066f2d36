package validate

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"quire/knowledge"
)

// Statements checks what was derived from a document, read as JSON and not by the code
// that derives it: every text in it names its unit, span and digest, says what stands
// there, and has no word that does not.
//
// A text without a place is allowed where its object says in "by" that it comes from
// metadata or a person, and below facts, which are joined and never shown.
func (f *Findings) Statements(s *knowledge.Source, d *knowledge.Document, derived []byte) {
	var top map[string]any
	if err := json.Unmarshal(derived, &top); err != nil {
		f.Add(KnowledgeLost, s, "", "it is not JSON: %v", err)
		return
	}
	c := &statements{f: f, s: s, d: d, units: map[string]*knowledge.Unit{}}
	for i := range d.Units {
		c.units[d.Units[i].Name] = &d.Units[i]
	}
	for _, name := range sortedKeys(top) {
		if name != "facts" {
			c.walk(name, top[name], place{})
		}
	}
	c.row(top)
}

type statements struct {
	f     *Findings
	s     *knowledge.Source
	d     *knowledge.Document
	units map[string]*knowledge.Unit
}

// place is where a statement says that it stands.
type place struct {
	unit   string
	span   knowledge.Span
	digest string
}

// walk looks at a value that stands under name. around is the place of the object that
// holds it: a list of readings cites the place of their mention.
func (c *statements) walk(name string, v any, around place) {
	switch v := v.(type) {
	case []any:
		for i, x := range v {
			c.walk(fmt.Sprintf("%s %d", name, i+1), x, around)
		}
	case map[string]any:
		at, placed := placeIn(v)
		text, says := v["text"].(string)
		switch {
		case placed:
			c.check(name, at, text, says)
			around = at
		case says && text != "":
			quote, _ := v["quote"].(map[string]any)
			if at, ok := placeIn(quote); ok {
				c.words(name, at, text)
			} else if !elsewhere(v) && around.unit == "" {
				c.f.add(BareStatement, c.s, spot{key: name}, "%s names no place in the document", name)
			} else if around.unit != "" {
				c.words(name, around, text)
			}
		}
		for _, key := range sortedKeys(v) {
			c.walk(name+" "+key, v[key], around)
		}
	}
}

// elsewhere reports a text that does not come from the words of the document, and says so.
func elsewhere(v map[string]any) bool {
	by, _ := v["by"].(string)
	return by == "metadata" || by == "authored" || by == "file-name" || v["author"] != nil
}

func placeIn(v map[string]any) (place, bool) {
	unit, ok := v["unit"].(string)
	span, two := v["span"].([]any)
	if !ok || !two || len(span) != 2 {
		return place{}, false
	}
	start, a := span[0].(float64)
	end, b := span[1].(float64)
	digest, _ := v["digest"].(string)
	return place{unit, knowledge.Span{int(start), int(end)}, digest}, a && b
}

// check holds a quotation against the bytes that it cites.
func (c *statements) check(name string, at place, text string, says bool) {
	u := c.units[at.unit]
	if u == nil || !u.Span.Within(len(c.d.Text)) {
		c.f.add(Statement, c.s, spot{key: name}, "%s: there is no unit %s", name, at.unit)
		return
	}
	body := c.d.UnitText(u)
	where := spot{"#" + at.unit, placeOf(u, at.span[0]), name}
	switch {
	case !at.span.Within(len(body)) || at.span.Len() == 0:
		c.f.add(Statement, c.s, where, "%s: %s has no span %d-%d", name, at.unit, at.span[0], at.span[1])
	case at.digest != "" && !strings.HasPrefix(knowledge.DigestOf([]byte(body[at.span[0]:at.span[1]])).Hex(), strings.TrimPrefix(at.digest, "sha256:")):
		c.f.add(Statement, c.s, where, "%s: %s@%d-%d has another digest than it names", name, at.unit, at.span[0], at.span[1])
	case at.digest == "" && says:
		c.f.add(BareStatement, c.s, where, "%s names no digest", name)
	case says && u.PlainText(body, at.span) != text:
		if strange := strangers(text, u.PlainText(body, at.span)); strange > 0 {
			c.f.add(InventedWord, c.s, where, "%s has %d words that %s@%d-%d does not have", name, strange, at.unit, at.span[0], at.span[1])
		}
		c.f.add(Statement, c.s, where, "%s: %s@%d-%d says something else", name, at.unit, at.span[0], at.span[1])
	}
}

// words checks that a text has no word that its place does not have.
func (c *statements) words(name string, at place, text string) {
	u := c.units[at.unit]
	if u == nil || !u.Span.Within(len(c.d.Text)) || !at.span.Within(u.Span.Len()) {
		return // reported where the place itself is checked
	}
	if n := strangers(text, u.PlainText(c.d.UnitText(u), at.span)); n > 0 {
		c.f.add(InventedWord, c.s, spot{"#" + at.unit, placeOf(u, at.span[0]), name}, "%s has %d words that %s@%d-%d does not have", name, n, at.unit, at.span[0], at.span[1])
	}
}

// row checks title and summary as the row of the source has them, which readers see
// first, against what was derived.
func (c *statements) row(top map[string]any) {
	title, _ := top["title"].(map[string]any)
	said, _ := title["text"].(string)
	by, _ := title["by"].(string)
	if n := strangers(c.s.Title, said); n > 0 && c.s.TitleBy == by { // a file name, or what a person wrote, is another title
		c.f.add(InventedWord, c.s, spot{key: "row title"}, "the title in its row has %d words that the derived one does not have", n)
	}
	if meta := c.d.Evidence.Meta.Title; by == "metadata" {
		if n := strangers(said, meta); n > 0 {
			c.f.add(InventedWord, c.s, spot{key: "title"}, "its title has %d words that its metadata does not have", n)
		}
	}
	summary, _ := top["summary"].([]any)
	all := ""
	for _, x := range summary {
		if m, ok := x.(map[string]any); ok {
			text, _ := m["text"].(string)
			all += text + " "
		}
	}
	if n := strangers(strings.TrimSuffix(c.s.Summary, "…"), all); n > 0 && c.s.Summary != "" {
		c.f.add(InventedWord, c.s, spot{key: "row summary"}, "the summary in its row has %d words that the derived one does not have", n)
	}
}

// strangers counts the words of said that stands does not have. The last word counts as
// there where a word begins with it: it may have been cut off.
func strangers(said, stands string) int {
	have := map[string]bool{}
	for _, w := range wordsOf(stands) {
		have[w] = true
	}
	n := 0
	list := wordsOf(said)
	for i, w := range list {
		if !have[w] && !(i == len(list)-1 && strings.Contains(strings.ToLower(stands), w)) {
			n++
		}
	}
	return n
}

func wordsOf(s string) []string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsSpace(r) && (knowledge.Steers(r) || r == '\uFEFF') {
			return -1 // knowledge.Line leaves it out of a title, and what it stood between is one word
		}
		return r
	}, s)
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}
