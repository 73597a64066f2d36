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
	cites := citer(known)
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
	blank := p.cites.blank(body[lead:])
	kind := "sentence"
	if p.item {
		kind = "item"
	}
	spans := semantics.Sentences(mask(blank))
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

// citer knows which ids name documents.
type citer func(id string) bool

// list lists the addresses and link targets in a piece of an answer.
func (known citer) list(s string) []string {
	var out []string
	known.each(s, func(from, to int, cite string) { out = append(out, cite) })
	return out
}

// blank puts spaces in the place of citations, so that offsets stay. The
// text of a link stays where it reads as words.
func (known citer) blank(s string) string {
	b := []byte(s)
	known.each(s, func(from, to int, cite string) {
		for i := from; i < to; i++ {
			if b[i] != '\n' {
				b[i] = ' '
			}
		}
	})
	return string(b)
}

// each calls f with each address, and with the target of each link and the
// brackets around it.
func (known citer) each(s string, f func(from, to int, cite string)) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == ']' && i+1 < len(s) && s[i+1] == '(':
			if end := strings.IndexByte(s[i:], ')'); end > 0 {
				open := strings.LastIndexByte(s[:i], '[')
				target := strings.TrimSpace(s[i+2 : i+end])
				from := i
				if open >= 0 && (isAddress(s[open+1:i]) || len(s[open+1:i]) < 4 || strings.Contains(s[open+1:i], target)) {
					from = open // a note mark or an address, no words
				}
				f(from, i+end+1, target)
				i += end
			}
		case (s[i] == 'q' || s[i] == 'o' || s[i] == 'i') && (i == 0 || !wordByte(s[i-1])):
			end := i
			for end < len(s) && (wordByte(s[end]) || strings.IndexByte("#@~-.", s[end]) >= 0 && end+1 < len(s) && wordByte(s[end+1])) {
				end++
			}
			if !isAddress(s[i:end]) || allLetters(s[i:end]) && !known(s[i:end]) {
				continue
			}
			from, to := i, end
			for from > 0 && to < len(s) && strings.IndexByte("[(`<", s[from-1]) >= 0 && strings.IndexByte("])`>", s[to]) >= 0 {
				from--
				to++
			}
			if to < len(s) && s[to] == '(' { // [address](target) is handled as a link
				continue
			}
			f(from, to, s[i:end])
			i = to - 1
		}
	}
}

func wordByte(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
}

func isAddress(s string) bool {
	if len(s) < knowledge.IDLength || strings.ContainsAny(s[:knowledge.IDLength], "018 ABCDEFGHIJKLMNOPQRSTUVWXYZ-.#@~_9") {
		return false
	}
	_, err := knowledge.ParseAddress(s)
	return err == nil
}

func allLetters(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !letter(r) }) < 0
}
