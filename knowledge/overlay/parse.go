package overlay

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"quire/knowledge"
)

// Parse reads one overlay file, or one of statements, as its name says: an entry, a list of entries, or several such
// documents behind "---" lines. An entry that is not valid is a problem, and the
// others are kept.
func Parse(name string, data []byte) ([]Entry, []Problem) {
	p := &parser{file: name}
	if len(data) > MaxFileBytes {
		p.report(0, "", flaw{fmt.Sprintf("has more than %d bytes and was not read", MaxFileBytes), "split it into several files"})
		return nil, p.problems
	}
	if source, ok := statementsAbout(name); ok {
		if p.source = source; !knowledge.ValidID(source) {
			p.report(0, "", flaw{"its folder is not named by a source id, and was not read", "put it into " + Dir + "/q7m2kx4tb3rqa/, named by the id of the document that it is about"})
			return nil, p.problems
		}
	}
	for _, c := range documents(bytes.TrimPrefix(data, []byte("\ufeff"))) {
		p.document(c)
	}
	out := make([]Entry, 0, len(p.found))
	for _, e := range p.found {
		f := p.misplaced(&e)
		if f == nil {
			f = check(&e)
		}
		if f != nil {
			p.report(e.Line, e.Source, *f)
			continue
		}
		out = append(out, e)
	}
	slices.SortStableFunc(p.problems, func(a, b Problem) int { return a.Line - b.Line })
	return out, p.problems
}

// chunk is a stretch of a file that is parsed alone.
type chunk struct {
	line int // lines before it
	text []byte
}

// split cuts data before every line that begins with one of the marks.
func split(c chunk, marks ...string) []chunk {
	var out []chunk
	line, start := c.line, c.line
	var text []byte
	for l := range bytes.Lines(c.text) {
		if slices.ContainsFunc(marks, func(m string) bool { return begins(l, m) }) {
			out, start, text = append(out, chunk{start, text}), line, nil
		}
		text = append(text, l...)
		line++
	}
	return append(out, chunk{start, text})
}

// begins reports whether a line begins with a mark that white space or the end of
// the line follows.
func begins(line []byte, mark string) bool {
	rest, ok := bytes.CutPrefix(line, []byte(mark))
	return ok && (len(rest) == 0 || bytes.IndexByte([]byte(" \t\r\n"), rest[0]) >= 0)
}

// documents splits a YAML stream at its markers, which stand for nothing else
// wherever they begin a line, so that a broken document leaves the others whole.
func documents(data []byte) []chunk {
	out := split(chunk{0, data}, "---", "...")
	for i, c := range out {
		if begins(c.text, "...") {
			_, rest, _ := bytes.Cut(c.text, []byte("\n"))
			out[i] = chunk{c.line + 1, rest}
		}
	}
	return out
}

// parser collects the entries of one file.
type parser struct {
	file     string
	found    []Entry
	problems []Problem
	items    int // entries so far, good or bad

	source       string // of a file of statements: what they are about
	author, date string // of statements that name none
}

func (p *parser) report(line int, source string, f flaw) {
	p.problems = append(p.problems, Problem{File: p.file, Line: line, Source: source, What: f.what, Cure: f.cure})
}

// document reads one YAML document. Where it is broken as a whole and is a list,
// its items are read one by one: a stray colon costs its own entry.
func (p *parser) document(c chunk) {
	root, err := decode(c)
	if err == nil && p.source != "" {
		p.statements(root, c.line)
		return
	}
	if err == nil {
		p.root(root, c.line)
		return
	}
	items := split(c, "-")
	if len(items) < 3 || !onlyMarker(items[0].text) {
		p.broken(c, err)
		return
	}
	for _, item := range items[1:] {
		if p.items > MaxEntries {
			return
		}
		if root, err := decode(item); err != nil {
			p.broken(item, err)
		} else {
			p.root(root, item.line)
		}
	}
}

// onlyMarker reports whether there is nothing but comments and document markers.
func onlyMarker(text []byte) bool {
	for l := range bytes.Lines(text) {
		l = bytes.TrimSpace(l)
		if len(l) > 0 && l[0] != '#' && string(l) != "---" {
			return false
		}
	}
	return true
}

func decode(c chunk) (*yaml.Node, error) {
	var n yaml.Node
	if err := yaml.Unmarshal(c.text, &n); err != nil {
		return nil, err
	}
	if len(n.Content) == 0 {
		return nil, nil
	}
	return n.Content[0], nil
}

var yamlLine = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?`)

// broken reports text that is not YAML, at the line the parser names.
func (p *parser) broken(c chunk, err error) {
	if p.over(c.line + 1) {
		return
	}
	m := yamlLine.FindStringSubmatch(err.Error())
	line := c.line + 1
	if n, err := strconv.Atoi(m[1]); err == nil {
		line = c.line + n
	}
	what := "is not YAML: " + knowledge.Line(strings.TrimPrefix(err.Error(), m[0]), 120)
	p.report(line, "", flaw{what, `put texts behind "text: |" on lines of their own, indented by two spaces more`})
}

// root reads what a document holds: nothing, an entry, or a list of them. before
// is the number of lines before the document.
func (p *parser) root(n *yaml.Node, before int) {
	switch {
	case n == nil, n.Kind == yaml.ScalarNode && n.Tag == "!!null":
	case n.Kind == yaml.SequenceNode:
		for _, item := range n.Content {
			p.entry(item, before)
		}
	default:
		p.entry(n, before)
	}
}

// entry reads one entry. A flaw of its form drops it.
func (p *parser) entry(n *yaml.Node, before int) {
	if p.over(before + n.Line) {
		return
	}
	e := Entry{File: p.file, Line: before + n.Line}
	if f, line := fill(&e, n); f != nil {
		p.report(before+line, validSource(e.Source), *f)
		return
	}
	e.Text = strings.TrimRight(e.Text, "\r\n")
	p.inherit(&e)
	e.ownSource()
	p.found = append(p.found, e)
}

// over counts an entry, and reports whether it is beyond the limit, once.
func (p *parser) over(line int) bool {
	p.items++
	if p.items == MaxEntries+1 {
		p.report(line, "", flaw{fmt.Sprintf("this entry and those after it were not read: a file may hold %d", MaxEntries), "split it into several files"})
	}
	return p.items > MaxEntries
}

func validSource(s string) string {
	if knowledge.ValidID(s) {
		return s
	}
	return ""
}
