package text

import (
	"context"
	"strings"

	"quire/extract"
	"quire/internal/lazy"
	"quire/knowledge"
)

// Sizes of a part in bytes of the original: from minPart on it may end, at
// maxPart it must.
const (
	minPart = 4 << 10
	maxPart = 16 << 10
)

// maxLiteral is how much code or log goes into one block: what a passage holds.
const maxLiteral = 1500

// minDefinition is how many bytes of source code a part has before a definition
// ends it: small ones stay together.
const minDefinition = 200

// partition gathers paragraphs into blocks and blocks into parts.
type partition struct {
	nature      nature
	title       string // of the part: what it defines
	next        string // and what the next paragraph defines
	from, to    string // first and last moment of a log
	blocks      []extract.Block
	first, last int // lines of the part
	size        int
	ordinal     int
	literal     *paragraph // open block of code or log
	underlines  string     // characters that underline headings, by level
	margins     []int      // where the markers of the open list stand, by level
	number      int        // number of its last item, 0 for a bullet
}

// begins reports whether a new part begins with a paragraph: a definition in
// source code.
func (p *partition) begins(ps *paragraph) bool {
	if p.nature != program {
		return false
	}
	title := defined(ps.lines)
	if title == "" || p.title != "" && p.size > 0 && p.size < minDefinition {
		return false
	}
	ends := p.size >= minDefinition
	p.next = title
	return ends
}

// add takes a paragraph and reports whether the part ends after it.
func (p *partition) add(ps paragraph) bool {
	if p.next != "" {
		p.title, p.next = p.next, ""
	}
	if p.first == 0 {
		p.first = ps.first
	}
	p.last = ps.last()
	p.size += ps.size
	switch {
	case p.nature == settings:
		p.addSettings(ps)
	case p.nature == program:
		p.addLiteral(ps)
	case p.marked(&ps), len(ps.lines) > 1 && p.heading(&ps):
	case literal(ps.lines):
		if m := moment(ps.lines[0]); m != "" && p.from == "" {
			p.from = m
		}
		if m := moment(ps.lines[len(ps.lines)-1]); m != "" {
			p.to = m
		}
		p.addLiteral(ps)
	case p.numbered(&ps), p.list(&ps):
	default:
		p.addText(extract.Text(flow(ps.lines)), ps.first, ps.last())
	}
	return p.size >= maxPart || p.size >= minPart && hash(strings.Join(ps.lines, "\n"))%4 == 0
}

// heading makes a heading of a line that is underlined, and maybe overlined. It
// reports whether it did.
func (p *partition) heading(ps *paragraph) bool {
	at := 0
	if underline(ps.lines[0]) != 0 && len(ps.lines) > 2 {
		at = 1
	}
	title, rule := strings.TrimSpace(ps.lines[at]), ps.lines[at+1]
	c := underline(rule)
	if c == 0 || underline(title) != 0 || len([]rune(title)) > len(strings.TrimSpace(rule))+2 || len(title) > knowledge.MaxTitle {
		return false
	}
	if at == 1 && underline(ps.lines[0]) != c {
		return false
	}
	level := strings.IndexByte(p.underlines, c) + 1
	if level == 0 {
		p.underlines += string(c)
		level = len(p.underlines)
	}
	p.addHeading(ps, level, title, at+2)
	return true
}

// marked makes a heading of a line that begins with one to six equals signs and
// a space, as AsciiDoc and wikis write it. It reports whether it did.
func (p *partition) marked(ps *paragraph) bool {
	rest := strings.TrimLeft(ps.lines[0], "=")
	level := len(ps.lines[0]) - len(rest)
	title := strings.TrimSpace(strings.TrimRight(strings.TrimSpace(rest), "="))
	if level == 0 || level > 6 || rest == "" || rest[0] != ' ' || title == "" || len(title) > knowledge.MaxTitle {
		return false
	}
	p.addHeading(ps, level, title, 1)
	return true
}

// numbered makes a heading of a line that stands alone behind a number with
// points in it, as chapters are numbered. It reports whether it did.
func (p *partition) numbered(ps *paragraph) bool {
	if len(ps.lines) != 1 {
		return false
	}
	m := numberedLine().FindStringSubmatch(ps.lines[0])
	if m == nil || len(m[0]) > maxNumbered || strings.Contains(m[0], "..") || strings.Contains(m[0], ". .") {
		return false
	}
	p.addHeading(ps, min(strings.Count(strings.TrimRight(m[1], "."), ".")+1, 6), strings.TrimSpace(m[0]), 1)
	return true
}

// maxNumbered is how many bytes a heading with a number has at most.
const maxNumbered = 100

var numberedLine = lazy.Regexp(`^ {0,3}(\d{1,2}(?:\.\d{1,2}){1,4}\.?)[ \t]+[\p{Lu}\p{Lo}"“(].*[\p{L}\p{N})?!"”]\s*$`)

// addText adds a block that stands on some lines.
func (p *partition) addText(b extract.Block, first, last int) {
	p.closeLiteral()
	b.Locator = lines(first, last)
	p.blocks = append(p.blocks, b)
}

// addHeading adds a heading that takes the first n lines of a paragraph, and the
// lines behind it as a paragraph of their own.
func (p *partition) addHeading(ps *paragraph, level int, title string, n int) {
	p.addText(extract.Head(level, title), ps.first, ps.first+n-1)
	if rest := ps.lines[n:]; len(rest) > 0 {
		p.add(paragraph{lines: rest, first: ps.first + n})
	}
}

// underline returns the character a line consists of, 0 where it is no rule of
// three or more of the characters that authors of plain text underline with.
func underline(line string) byte {
	line = strings.TrimSpace(line)
	if len(line) < 3 || !strings.ContainsRune("=-~^\"'*+#", rune(line[0])) || strings.Trim(line, line[:1]) != "" {
		return 0
	}
	return line[0]
}

// addSettings makes a heading of each name in brackets; the lines below it stay as
// they are.
func (p *partition) addSettings(ps paragraph) {
	from := 0
	for i, l := range ps.lines {
		m := section().FindStringSubmatch(l)
		if m == nil {
			continue
		}
		if i > from {
			p.addLiteral(paragraph{lines: ps.lines[from:i:i], first: ps.first + from})
		}
		if m[2] != "" { // with the comment behind the name
			m[1] += " " + m[2]
		}
		p.addText(extract.Head(1+strings.Count(m[1], "."), m[1]), ps.first+i, ps.first+i)
		from = i + 1
	}
	if from < len(ps.lines) {
		p.addLiteral(paragraph{lines: ps.lines[from:], first: ps.first + from})
	}
}

func (p *partition) addLiteral(ps paragraph) {
	if p.literal != nil && p.literal.size+ps.size > maxLiteral {
		p.closeLiteral()
	}
	if p.literal == nil {
		p.literal = &ps
		return
	}
	for n := p.literal.last() + 1; n < ps.first; n++ {
		p.literal.lines = append(p.literal.lines, "")
	}
	p.literal.lines = append(p.literal.lines, ps.lines...)
	p.literal.size += ps.size
}

func (p *partition) closeLiteral() {
	if p.literal == nil {
		return
	}
	p.blocks = append(p.blocks, extract.Block{
		Kind: knowledge.Code, Text: strings.Join(p.literal.lines, "\n"), Locator: lines(p.literal.first, p.literal.last()),
	})
	p.literal = nil
}

// flush delivers the part that is open, if any.
func (p *partition) flush(ctx context.Context, sink extract.Sink) error {
	p.closeLiteral()
	if len(p.blocks) == 0 {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	p.ordinal++
	u := extract.Unit{
		Name: knowledge.UnitName(knowledge.Part, p.ordinal), Kind: knowledge.Part, Ordinal: p.ordinal,
		Title: p.title, Locator: lines(p.first, p.last), Blocks: p.blocks,
	}
	if p.title == "" && p.from != "" && p.to != "" {
		u.Title = p.from + " – " + p.to
	}
	p.blocks, p.first, p.size, p.from, p.to = nil, 0, 0, "", ""
	return sink.Unit(u)
}
