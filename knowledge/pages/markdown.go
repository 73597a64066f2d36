package pages

import (
	"bytes"
	"strconv"
	"strings"

	"quire/knowledge"
)

// markdown writes a page line by line. What comes from documents goes through text.
type markdown struct{ bytes.Buffer }

func (m *markdown) title(name, about string) { m.WriteString("# " + name + "\n\n" + about + "\n\n") }
func (m *markdown) line(s string)            { m.WriteString(s + "\n") }
func (m *markdown) item(s string)            { m.WriteString("- " + s + "\n") }
func (m *markdown) sub(s string)             { m.WriteString("  - " + s + "\n") }

// heading begins a part of the page.
func (m *markdown) heading(name string) {
	if !bytes.HasSuffix(m.Bytes(), []byte("\n\n")) {
		m.WriteByte('\n')
	}
	m.WriteString("## " + name + "\n\n")
}

// left tells how many entries are not listed.
func (m *markdown) left(n int, what string) {
	if n > 0 {
		m.WriteString("\n… and " + plural(n, "more "+what) + ".\n")
	}
}

// rest tells how many members of an entry are not listed.
func (m *markdown) rest(n int, what string) {
	if n > 0 {
		m.sub("… and " + plural(n, "more "+what))
	}
}

// text is one line of corpus text whose signs of markup mean nothing.
func (m *markdown) text(s string) string { return escaper.Replace(knowledge.Line(s, 400)) }

var escaper = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `<`, `\<`, "`", "\\`", `*`, `\*`, `_`, `\_`, `|`, `\|`)

func (m *markdown) doc(d Doc) string {
	at := d.ID
	if d.Unit != "" {
		at += "#" + d.Unit
	}
	return m.at(d.Path, at)
}

func (m *markdown) at(path, address string) string { return m.text(path) + " · " + m.text(address) }

func number(n int) string { return strconv.Itoa(n) }

// plural is a number with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if head, ok := strings.CutSuffix(noun, "y"); ok {
		return number(n) + " " + head + "ies"
	}
	return number(n) + " " + noun + "s"
}
