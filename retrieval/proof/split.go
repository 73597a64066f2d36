package proof

import (
	"strings"

	"quire/knowledge"
	"quire/knowledge/semantics"
)

// Statement is one thing that an answer says.
type Statement struct {
	Text     string // without citations and marks
	Line     int    // of the answer, from 1
	Start    int    // of it in the answer, in bytes, and its end
	End      int
	Kind     string   // sentence, item, cell
	Heading  string   // it stands under
	Cites    []string // as written: addresses and targets of links
	Language string   // of the answer as a whole, ISO 639-3
	Skip     string   // why it cannot be checked

	quotes []string
	parsed *line // by read, once
	code   string
}

// read takes the statement apart, once: the language of the answer is known by then.
func (s *Statement) read() (*line, string) {
	if s.parsed == nil {
		s.code = codeOf(s.Text, s.Language)
		l := read(s.Text, s.code, 0)
		s.parsed = &l
	}
	return s.parsed, s.code
}

func (s *Statement) cites() bool { return len(s.Cites) > 0 }

// Split takes an answer, text or Markdown, apart into statements: sentences, items
// of lists, and rows of tables with their headers. Code, headings and rules are
// left out.
//
// known says whether an id names a document. It is asked of what could be a word too: an
// id of letters alone has thirteen of them, as "investigation" has.
func Split(answer string, known func(id string) bool) []Statement {
	cites := citer{known: known, notes: notesOf(answer)}
	p := splitter{answer: answer, cites: cites, language: semantics.LanguageOf(mask(cites.blank(answer)))}
	lines := strings.SplitAfter(answer, "\n")
	at, fence := 0, ""
	for i := 0; i < len(lines); {
		line := lines[i]
		trimmed := strings.TrimSpace(line)
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			p.flush(at)
			fence = trimmed[:3]
		case trimmed == "" || strings.Trim(trimmed, "-=*_ ") == "":
			p.flush(at)
		case noteLine(trimmed) != "":
			p.flush(at)
		case strings.HasPrefix(trimmed, "#"):
			p.flush(at)
			p.heading = strings.TrimSpace(strings.TrimLeft(trimmed, "#"))
		case strings.HasPrefix(trimmed, "|"):
			p.flush(at)
			n, size := 0, 0
			for i+n < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[i+n]), "|") {
				size += len(lines[i+n])
				n++
			}
			p.table(at, lines[i:i+n])
			at += size
			i += n
			continue
		case listItem(trimmed):
			p.flush(at)
			p.open, p.item = at, true
		case p.open < 0:
			p.open = at
		}
		at += len(line)
		i++
	}
	p.flush(at)
	return p.out
}

type splitter struct {
	cites    citer
	answer   string
	language string
	heading  string
	open     int // where the paragraph begins, -1 where none is open
	item     bool
	out      []Statement
	started  bool
}

// flush takes the paragraph that ends at end apart.
func (p *splitter) flush(end int) {
	if !p.started {
		p.started = true
		if p.open == 0 && end == 0 {
			p.open = -1
			return
		}
	}
	if p.open < 0 || end <= p.open {
		p.open, p.item = -1, false
		return
	}
	body := p.answer[p.open:end]
	lead := 0
	for {
		n := leadOf(body[lead:])
		if n == 0 {
			break
		}
		lead += n
	}
	if p.item {
		lead += taskMark(body[lead:])
	}
	blank := p.cites.blank(body[lead:])
	kind := "sentence"
	if p.item {
		kind = "item"
	}
	spans := sentencesOf(mask(blank))
	for i, s := range spans {
		from, to := p.open+lead+s[0], p.open+lead+s[1]
		stop := end
		if i+1 < len(spans) {
			stop = p.open + lead + spans[i+1][0]
		}
		p.add(kind, from, to, p.answer[from:stop], mask(blank[s[0]:s[1]]))
	}
	p.open, p.item = -1, false
}

// taskMark is the length of the box of an item in a list of tasks.
func taskMark(item string) int {
	for _, m := range []string{"[ ] ", "[x] ", "[X] "} {
		if strings.HasPrefix(item, m) {
			return len(m)
		}
	}
	return 0
}

// add keeps a statement. raw is its text with what follows up to the next one, where
// citations stand.
func (p *splitter) add(kind string, from, to int, raw, text string) {
	text = strings.Join(strings.Fields(text), " ")
	text = strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(text, " .", "."), " ,", ","), "( )", "")
	if strings.Trim(text, " .,;:()[]-–") == "" {
		if n := len(p.out); n > 0 { // a citation behind the full stop
			p.out[n-1].Cites = append(p.out[n-1].Cites, p.cites.list(raw)...)
		}
		return
	}
	s := Statement{Text: text, Line: 1 + strings.Count(p.answer[:from], "\n"), Start: from, End: to, Kind: kind, Heading: p.heading, Cites: p.cites.list(raw), Language: p.language}
	s.quotes = quotesOf(text)
	if strings.HasSuffix(text, ":") {
		s.Skip = "it only introduces what follows"
	}
	p.out = append(p.out, s)
}

// table makes a statement of each row, its cells with their headers.
func (p *splitter) table(at int, lines []string) {
	var header []string
	for i, line := range lines {
		row := strings.TrimSpace(line)
		start := at + strings.Index(line, "|")
		at += len(line)
		if strings.Trim(row, "|-: ") == "" {
			continue
		}
		cells := knowledge.SplitRow(row)
		if i+1 < len(lines) && strings.Trim(strings.TrimSpace(lines[i+1]), "|-: ") == "" {
			header = cells
			continue
		}
		var parts []string
		for c, cell := range cells {
			cell = strings.TrimSpace(p.cites.blank(cell))
			if cell == "" {
				continue
			}
			if c > 0 && c < len(header) && len(values(cell, "eng")) > 0 {
				cell = header[c] + ": " + cell
			}
			parts = append(parts, cell)
		}
		if len(parts) > 0 {
			p.add("cell", start, start+len(row), row, mask(strings.Join(parts, " – ")))
		}
	}
}
