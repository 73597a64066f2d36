package proof

import (
	"strings"
	"unicode/utf8"

	"quire/knowledge/semantics"
)

// Passage is text of the corpus that may carry a statement.
type Passage struct {
	Source   string // id
	Path     string
	Title    string
	Language string // ISO 639-3
	Date     string // of the document, EDTF
	Tier     string
	Speaker  string // of what was said in a conversation: user, assistant
	Unit     string
	Start    int      // of Text in the unit
	Text     string   // Markdown, as published
	Headings []string // above it
	Header   string   // cells of its table's header row, divided by " | "
	Record   []string // rows above its first row that belong to the same record
	Cited    bool     // the statement cites it
	Outdated string   // why it supports nothing: superseded, stale; "" where it does
	Disputes []Dispute

	pieces []piece
	around []int // years that stand around its pieces
	dated  bool  // around is filled in
}

// piece is the evidence that a statement is compared with.
type piece struct {
	line
	passage    *Passage
	start, end int     // in the passage's text
	around     []token // of headings, title and the sentence before
	before     int     // how many of them are of the sentence before
	lead       [2]int  // of a list item: what its list is led in with; empty where nothing is
	proseCells []int   // of a table row: the cells that are sentences, which are pieces of their own too
}

// Prepare reads a passage. Judge does so where it is needed; a caller that asks for
// many statements keeps the result by keeping p.
func (p *Passage) prepare() []piece {
	if p.pieces != nil {
		return p.pieces
	}
	p.pieces = []piece{}
	if p.Language == "" || p.Language == "und" {
		p.Language = codeOf(p.Text, "und") // a short document: its small words may tell
	}
	context := p.contextTokens()
	masked := mask(p.Text)
	header := cellsOf(p.Header)
	lead := [2]int{} // the sentence before a list that ends with a colon
	for at := 0; at < len(masked); {
		end := blockEnd(masked, at)
		block := masked[at:end]
		switch {
		case strings.HasPrefix(block, "|"):
			header, lead = p.rows(at, block, header, context), [2]int{}
		case listItem(block) && lead[1] > 0:
			p.item(at, block, lead, context)
		default:
			p.prose(at, block, context)
			lead = leadIn(at, block)
		}
		at = end
		for at < len(masked) && masked[at] == '\n' {
			at++
		}
	}
	return p.pieces
}

// blockEnd returns where the paragraph, the list item or the table at i ends.
func blockEnd(s string, i int) int {
	table := s[i] == '|'
	for at := i; ; {
		n := strings.IndexByte(s[at:], '\n')
		if n < 0 {
			return len(s)
		}
		at += n + 1
		if at >= len(s) || s[at] == '\n' || (s[at] == '|') != table || !table && listItem(s[at:]) {
			return at
		}
	}
}

// listItem reports that a line begins an item of a list.
func listItem(s string) bool {
	s = strings.TrimLeft(s, " ")
	for _, m := range []string{"- ", "* ", "+ ", "• ", "– "} {
		if strings.HasPrefix(s, m) {
			return true
		}
	}
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n > 0 && n < 4 && (strings.HasPrefix(s[n:], ". ") || strings.HasPrefix(s[n:], ") "))
}

func (p *Passage) prose(at int, block string, context []token) {
	lead := leadOf(block)
	p.sentences(at+lead, block[lead:], context)
}

// sentences makes a piece of each sentence of a text.
func (p *Passage) sentences(at int, text string, context []token) {
	var before []token
	for _, s := range semantics.Sentences(text) {
		from, to := at+s[0], at+s[1]
		l := read(p.masked(from, to), p.Language, from)
		p.pieces = append(p.pieces, piece{line: l, passage: p, start: from, end: to, around: append(before[:len(before):len(before)], context...), before: len(before)})
		before = l.tokens
	}
}

// leadIn returns where the last sentence of a paragraph stands that leads in a list.
func leadIn(at int, block string) [2]int {
	n := len(strings.TrimRight(block, " \n"))
	if n == 0 || block[n-1] != ':' || listItem(block) {
		return [2]int{}
	}
	lead := leadOf(block)
	s := semantics.Sentences(block[lead:n])
	if len(s) == 0 || s[len(s)-1].Len() > maxLeadIn {
		return [2]int{}
	}
	return [2]int{at + lead + s[len(s)-1][0], at + lead + s[len(s)-1][1]}
}

// maxLeadIn is how long a sentence that leads in a list may be, in bytes.
const maxLeadIn = 400

// item reads an item of a list with the sentence that leads the list in: members may not,
// and what they may not. Its further sentences stand for themselves.
func (p *Passage) item(at int, block string, lead [2]int, context []token) {
	n := leadOf(block)
	sentences := semantics.Sentences(block[n:])
	if len(sentences) == 0 {
		return
	}
	from, to := at+n+sentences[0][0], at+n+sentences[0][1]
	text := p.masked(lead[0], lead[1]) + strings.Repeat(" ", from-lead[1]) + p.masked(from, to)
	p.pieces = append(p.pieces, piece{line: read(text, p.Language, lead[0]), passage: p, start: from, end: to, around: context, lead: lead})
	if rest := at + n + sentences[0][1]; rest < at+len(block) {
		p.prose(rest, block[rest-at:], context)
	}
}

// leadOf is the length of the marker before a list item or heading.
func leadOf(block string) int {
	n := len(block) - len(strings.TrimLeft(block, " #>-*+•–"))
	d := n
	for d < len(block) && block[d] >= '0' && block[d] <= '9' {
		d++
	}
	if d > n && d-n < 4 && d+1 < len(block) && (block[d] == '.' || block[d] == ')') && block[d+1] == ' ' {
		return d + 2
	}
	return n
}

func (p *Passage) masked(from, to int) string { return mask(p.Text[from:to]) }

func (p *Passage) contextTokens() []token {
	var out []token
	for _, s := range append(append([]string{p.Title, pathWords(p.Path)}, p.Headings...), p.Record...) {
		out = append(out, read(s, p.Language, 0).tokens...)
	}
	return out
}

// pathWords are the words of a path, without the root and the ending.
func pathWords(path string) string {
	if i := strings.LastIndexByte(path, '.'); i > strings.LastIndexByte(path, '/') {
		path = path[:i]
	}
	_, path, _ = strings.Cut(path, "/")
	return strings.NewReplacer("/", " . ", "-", " ", "_", " ").Replace(path)
}

// years are those that stand around a piece, for dates without one. Few statements ask.
func (pc *piece) years() []int {
	p := pc.passage
	if p.dated {
		return p.around
	}
	p.dated = true
	for _, s := range append([]string{p.Date, p.Title, pathWords(p.Path), p.Text}, p.Headings...) {
		for _, v := range values(s, "eng") {
			if v.year > 0 {
				p.around = append(p.around, v.year)
			}
		}
	}
	return p.around
}

// mask puts spaces in the place of Markdown's marks, so that offsets stay: emphasis,
// code marks, escapes, and the targets of links.
func mask(s string) string {
	if !strings.ContainsAny(s, "*_`[\\") {
		return s
	}
	b := []byte(s)
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '*', '`':
			b[i] = ' '
		case '\\':
			if i+1 < len(b) && b[i+1] < utf8.RuneSelf && b[i+1] != '|' {
				b[i] = ' '
				i++
			}
		case '_':
			if i == 0 || b[i-1] == ' ' || i+1 == len(b) || b[i+1] == ' ' {
				b[i] = ' '
			}
		case ']':
			if i+1 < len(b) && b[i+1] == '(' {
				if end := strings.IndexByte(s[i:], ')'); end > 0 {
					for j := i; j <= i+end; j++ {
						if b[j] != '\n' {
							b[j] = ' '
						}
					}
					i += end
					continue
				}
			}
			b[i] = ' '
		case '[':
			b[i] = ' '
		}
	}
	return string(b)
}
