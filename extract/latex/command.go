package latex

import (
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// arguments are commands that say nothing, by the number of arguments they take.
var arguments = map[string]int{
	"documentclass": 1, "usepackage": 1, "RequirePackage": 1, "vspace": 1, "hspace": 1, "setlength": 2, "addtolength": 2, "rule": 2, "setcounter": 2,
	"addtocounter": 2, "pagestyle": 1, "thispagestyle": 1, "bibliographystyle": 1, "label": 1, "index": 1, "color": 1, "definecolor": 3, "hypersetup": 1,
	"linespread": 1, "fontsize": 2, "selectlanguage": 1, "newlength": 1, "newcounter": 1, "newtheorem": 2, "geometry": 1, "cline": 1, "cmidrule": 1,
	"graphicspath": 1, "hyphenation": 1, "pagenumbering": 1, "renewenvironment": 3, "newenvironment": 3, "DeclareMathOperator": 2, "theoremstyle": 1,
	"captionsetup": 1, "lstset": 1, "phantom": 1, "nocite": 1, "pdfbookmark": 2, "markboth": 2, "markright": 1, "addcontentsline": 3, "settowidth": 2,
}

// sections are the commands that head a part, by their level.
var sections = map[string]int{"part": 1, "chapter": 2, "section": 3, "subsection": 4, "subsubsection": 5, "paragraph": 6, "subparagraph": 7}

// command reads one command.
func (r *reader) command() {
	at := r.pos
	r.pos++
	if r.pos >= len(r.src) {
		return
	}
	if c := r.src[r.pos]; !letter(c) {
		r.symbol(c)
		return
	}
	start := r.pos
	for r.pos < len(r.src) && letter(r.src[r.pos]) {
		r.pos++
	}
	name := r.src[start:r.pos]
	if r.pos < len(r.src) && r.src[r.pos] == '*' {
		r.pos++
	}
	_, macro := r.shared.macros[name]
	switch n, drop := arguments[name]; {
	case macro:
		r.special(at, name)
	case drop:
		for range n {
			r.argument()
		}
	case sections[name] > 0:
		r.section(at, name)
	case name == "begin":
		r.environment(at, r.argument())
	case name == "end":
		r.end(r.argument())
	case accents[name] != 0 && r.accent(name):
	case letters[name] != "":
		r.write(letters[name])
		r.skipSpace()
	default:
		r.special(at, name)
	}
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '@' }

// symbol reads a command of one character that is no letter.
func (r *reader) symbol(c byte) {
	switch c {
	case '\\':
		r.pos++
		if r.pos < len(r.src) && r.src[r.pos] == '*' {
			r.pos++
		}
		r.optional()
		r.text.WriteString(hardBreak)
	case '(':
		r.until(`\)`, func(s string) { r.write("$" + s + "$") })
	case '[':
		if end := strings.Index(r.src[r.pos:min(len(r.src), r.pos+maxFormula)], `\]`); end >= 0 {
			r.formula(r.src[r.pos+1:r.pos+end], r.pos+end+2)
			return
		}
		r.pos++
	case '-', '/', '!', '+', '<', '>':
		r.pos++
	case ' ', '\n', '\t', ',', ';', ':':
		r.pos++
		r.text.WriteByte(' ')
	default:
		if accents[string(c)] != 0 && r.accent(string(c)) {
			return
		}
		r.write(string(c))
		r.pos++
	}
}

// until hands what stands before a mark to use, and goes behind it.
func (r *reader) until(mark string, use func(string)) {
	r.pos++
	if end := strings.Index(r.src[r.pos:min(len(r.src), r.pos+maxFormula)], mark); end >= 0 {
		use(r.src[r.pos : r.pos+end])
		r.pos += end + len(mark)
	}
}

func (r *reader) skipSpace() {
	for r.pos < len(r.src) && (r.src[r.pos] == ' ' || r.src[r.pos] == '\t') {
		r.pos++
	}
	if strings.HasPrefix(r.src[r.pos:], "{}") {
		r.pos += 2
	}
}

// optional reads an argument in brackets, "" where there is none.
func (r *reader) optional() string {
	if r.pos >= len(r.src) || r.src[r.pos] != '[' {
		return ""
	}
	depth := 0
	for i := r.pos + 1; i < len(r.src) && i < r.pos+4096; i++ {
		switch r.src[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth--
		case ']':
			if depth <= 0 {
				s := r.src[r.pos+1 : i]
				r.pos = i + 1
				return s
			}
		}
	}
	return ""
}

// argument reads the next argument as it is written, options in front of it
// passed over.
func (r *reader) argument() string {
	at := r.pos
	for r.pos < len(r.src) && strings.IndexByte(" \t\n", r.src[r.pos]) >= 0 {
		r.pos++
	}
	r.optional()
	if r.pos >= len(r.src) || r.src[r.pos] != '{' {
		if r.pos < len(r.src) && r.src[r.pos] == '\\' && at == r.pos { // \newcommand\name
			end := r.pos + 1
			for end < len(r.src) && letter(r.src[end]) {
				end++
			}
			s := r.src[r.pos:end]
			r.pos = end
			return s
		}
		r.pos = at
		return ""
	}
	depth := 0
	window := maxArgument
	if r.unclosed > 50 {
		window = 1 << 10 // this source does not close its arguments
	}
	for i := r.pos; i < min(len(r.src), r.pos+window); i++ {
		switch r.src[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				s := r.src[r.pos+1 : i]
				r.pos = i + 1
				return s
			}
		}
	}
	r.unclosed++
	r.pos++ // never closed: what it holds is read as text
	return ""
}

// section makes a heading.
func (r *reader) section(at int, name string) {
	here := r.pos
	r.pos = at
	r.flush()
	r.pos = here
	title := strings.ReplaceAll(r.piece(r.argument()), "\n", " ")
	if title == "" || r.inline {
		r.write(title)
		return
	}
	r.begin = at
	r.emit(extract.Head(min(sections[name]-r.shared.top+1, 6), title))
	for _, n := range r.notes {
		r.emit(extract.Block{Kind: knowledge.NoteText, Text: n})
	}
	r.notes, r.begin = nil, r.pos
}
