package latex

import (
	"context"
	"sort"
	"strings"
	"unicode/utf8"

	"quire/extract"
	"quire/knowledge"
)

// maxDepth bounds arguments in arguments and macros in macros; maxArgument is how
// far the end of an argument is looked for, maxFormula that of a formula: without
// them a source of openings only would take quadratic time.
const (
	maxDepth    = 60
	maxArgument = 16 << 10
	maxFormula  = 8 << 10
)

// reader walks one source. A reader of a piece of it (an argument, a cell) has no
// lines and makes no blocks.
type reader struct {
	ctx      context.Context
	src      string
	pos      int
	starts   []int // of lines; nil for a piece
	shared   *shared
	depth    int
	inline   bool
	unclosed int // arguments without an end so far

	text   strings.Builder
	begin  int // where the paragraph begins
	links  []knowledge.Link
	images int
	notes  []string // footnotes of the paragraph

	out    []piece
	meta   knowledge.Metadata
	title  string
	author string
	date   string
	quote  int
	lists  []list
	marker string // of the item that begins
	item   bool
}

// shared is what all readers of one source have in common.
type shared struct {
	macros map[string]string
	used   int // macros replaced so far
	notes  int // footnotes so far
	top    int // level of the highest section command
}

type list struct {
	ordered bool
	number  int
}

func newReader(ctx context.Context, src string) *reader {
	r := &reader{ctx: ctx, src: src, starts: []int{0}, shared: &shared{macros: map[string]string{}, top: 3}}
	for i := range len(src) {
		if src[i] == '\n' {
			r.starts = append(r.starts, i+1)
		}
	}
	for level, name := range []string{`\part{`, `\chapter{`, `\section{`} {
		if strings.Contains(src, name) {
			r.shared.top = level + 1
			break
		}
	}
	return r
}

// piece returns what a part of the source says, on one line or with the line
// breaks that it sets.
func (r *reader) piece(src string) string {
	if r.depth >= maxDepth {
		return src
	}
	sub := &reader{ctx: r.ctx, src: src, shared: r.shared, depth: r.depth + 1, inline: true}
	sub.run()
	r.links = append(r.links, sub.links...)
	r.images += sub.images
	r.notes = append(r.notes, sub.notes...)
	return tidy(sub.text.String())
}

// tidy collapses white space; line breaks that were set stay.
func tidy(s string) string {
	var out []string
	for l := range strings.SplitSeq(s, hardBreak) {
		out = append(out, strings.Join(strings.Fields(l), " "))
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// hardBreak stands for a line break that the source sets, until the text is tidied.
const hardBreak = "\x00"

// document reads the whole source: the preamble for what it declares, then the
// body. A source without a body is a part of another one.
func (r *reader) document() {
	const start, end = `\begin{document}`, `\end{document}`
	if i := strings.Index(r.src, start); i >= 0 {
		preamble := newReader(r.ctx, r.src[:i])
		preamble.shared = r.shared
		preamble.run()
		r.title, r.author, r.date, r.meta = preamble.title, preamble.author, preamble.date, preamble.meta
		r.pos = i + len(start)
		if j := strings.LastIndex(r.src, end); j > r.pos {
			r.src = r.src[:j]
		}
	}
	r.begin = r.pos
	r.run()
	r.flush()
}

// run reads to the end of the source.
func (r *reader) run() {
	for steps := 0; r.pos < len(r.src); steps++ {
		if steps%4096 == 0 && r.ctx.Err() != nil {
			return
		}
		switch c := r.src[r.pos]; c {
		case '\\':
			r.command()
		case '%':
			r.comment()
		case '$':
			r.dollar()
		case '{', '}':
			r.pos++
		case '~':
			r.pos++
			r.text.WriteByte(' ')
		case '\n':
			r.newline()
		case '`', '\'', '-':
			r.typography(c)
		default:
			end := strings.IndexAny(r.src[r.pos:], "\\%${}~\n`'-")
			if end < 0 {
				end = len(r.src) - r.pos
			}
			r.write(r.src[r.pos : r.pos+end])
			r.pos += end
		}
	}
}

func (r *reader) write(s string) {
	if r.text.Len() == 0 && strings.TrimSpace(s) != "" {
		r.begin = r.pos
	}
	r.text.WriteString(strings.ReplaceAll(s, hardBreak, ""))
}

// comment skips to the end of the line, and what is white at the start of the next.
func (r *reader) comment() {
	end := strings.IndexByte(r.src[r.pos:], '\n')
	if end < 0 {
		r.pos = len(r.src)
		return
	}
	r.pos += end + 1
	for r.pos < len(r.src) && (r.src[r.pos] == ' ' || r.src[r.pos] == '\t') {
		r.pos++
	}
	if r.pos < len(r.src) && r.src[r.pos] == '\n' {
		r.flush() // an empty line
	}
}

// newline ends a line; an empty one behind it ends the paragraph.
func (r *reader) newline() {
	r.pos++
	at := r.pos
	for at < len(r.src) && (r.src[at] == ' ' || r.src[at] == '\t') {
		at++
	}
	if at < len(r.src) && r.src[at] == '\n' {
		r.pos = at
		r.flush()
		return
	}
	r.text.WriteByte('\n')
}

// typography reads quotation marks and dashes.
func (r *reader) typography(c byte) {
	n := 1
	for r.pos+n < len(r.src) && r.src[r.pos+n] == c && n < 3 {
		n++
	}
	marks := map[byte][3]string{'`': {"‘", "“", "“‘"}, '\'': {"’", "”", "”’"}, '-': {"-", "–", "—"}}
	r.write(marks[c][n-1])
	r.pos += n
}

// dollar reads a formula between dollar signs: $$ sets it as a block.
func (r *reader) dollar() {
	mark := "$"
	if strings.HasPrefix(r.src[r.pos:], "$$") {
		mark = "$$"
	}
	body := r.src[r.pos+len(mark):]
	body = body[:min(len(body), maxFormula)]
	end := 0
	for {
		i := strings.Index(body[end:], mark)
		if i < 0 || strings.Contains(body[:end+i], "\n\n") {
			r.write(mark)
			r.pos += len(mark)
			return
		}
		if end += i; end == 0 || body[end-1] != '\\' {
			break
		}
		end += len(mark)
	}
	if mark == "$$" {
		r.formula(body[:end], r.pos+2*len(mark)+end)
		return
	}
	r.write("$" + body[:end] + "$")
	r.pos += 2*len(mark) + end
}

// formula makes a block of a displayed formula that ends at end.
func (r *reader) formula(s string, end int) {
	if r.inline {
		r.write(" " + strings.TrimSpace(s) + " ")
		r.pos = end
		return
	}
	r.flush()
	r.begin, r.pos = r.pos, end
	r.emit(extract.Block{Kind: knowledge.Formula, Text: strings.TrimSpace(s)})
}

// flush makes a block of the running text.
func (r *reader) flush() {
	if r.inline {
		r.text.WriteByte(' ')
		return
	}
	text := tidy(r.text.String())
	r.text.Reset()
	if text != "" {
		for first := true; text != ""; first = false {
			n := cut(text)
			r.emit(r.block(text[:n], first))
			text = text[n:]
		}
	}
	for _, n := range r.notes {
		r.emit(extract.Block{Kind: knowledge.NoteText, Text: n})
	}
	r.notes = nil
	r.begin = r.pos
}

// cut returns how much of a text one block holds.
func cut(s string) int {
	if len(s) <= maxBlock {
		return len(s)
	}
	n := maxBlock
	if i := strings.LastIndexByte(s[:n], ' '); i > n/2 {
		return i + 1
	}
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// block is a paragraph as its place wants it.
func (r *reader) block(text string, first bool) extract.Block {
	b := extract.Text(text)
	switch {
	case r.item && first && len(r.lists) > 0:
		b.Kind, b.Level, b.Marker = knowledge.ListItem, min(len(r.lists)-1, 20), r.marker
		r.item = false
	case r.quote > 0:
		b.Kind = knowledge.Quote
	}
	return b
}

// emit adds a block that reaches from begin to here.
func (r *reader) emit(b extract.Block) {
	p := piece{block: b, first: r.lineOf(r.begin), links: r.links, images: r.images}
	p.last = max(p.first, r.lineOf(max(r.pos-1, 0)))
	r.links, r.images = nil, 0
	r.out = append(r.out, p)
}

func (r *reader) lineOf(at int) int { return sort.SearchInts(r.starts, at+1) }
