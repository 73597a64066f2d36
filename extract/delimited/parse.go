package delimited

import "strings"

// record is one row of the original.
type record struct {
	cells       []string
	number      int // from 1; empty lines count, as they do in a spreadsheet
	first, last int // lines
}

func (r *record) empty() bool {
	for _, c := range r.cells {
		if strings.TrimSpace(c) != "" {
			return false
		}
	}
	return true
}

// maxQuoted is how long a quoted cell can be, four times what a spreadsheet
// holds in one. A mark that is closed later than that was never an opening one.
const maxQuoted = 128 << 10

// parser reads records from a text.
type parser struct {
	most      int  // cells of one record; of a longer one the rest is passed over
	passed    bool // that was so
	rest      string
	separator byte
	stops     string // what ends a cell without quotation marks
	number    int
	line      int
	// open is how much of the text was left behind the stretch in which a cell
	// was looked for that an opening mark begins, in vain: no other mark in that
	// stretch needs to be tried, which keeps the parser linear.
	open int
}

func newParser(text string, separator byte, most int) *parser {
	return &parser{most: most, rest: text, separator: separator, stops: string([]byte{separator, '\r', '\n'}), line: 1, open: len(text)}
}

// next returns the next record; ok is false at the end.
func (p *parser) next() (r record, ok bool) {
	if p.rest == "" {
		return record{}, false
	}
	p.number++
	r = record{number: p.number, first: p.line, last: p.line}
	for {
		cell, end := p.cell()
		if len(r.cells) < p.most {
			r.cells = append(r.cells, cell)
		} else {
			p.passed = true
		}
		r.last = p.line
		if end {
			p.line++
			return r, true
		}
	}
}

// cell reads one cell and what ends it; end is true where that is the end of the
// record.
func (p *parser) cell() (cell string, end bool) {
	if strings.HasPrefix(p.rest, `"`) {
		if cell, n, ok := p.quoted(); ok {
			p.line += breaks(p.rest[:n])
			p.rest = p.rest[n:]
			return cell, p.terminator()
		}
	}
	i := strings.IndexAny(p.rest, p.stops)
	if i < 0 {
		i = len(p.rest)
	}
	cell, p.rest = p.rest[:i], p.rest[i:]
	return cell, p.terminator()
}

// terminator skips the separator or the line end that rest begins with and
// reports whether the record ends.
func (p *parser) terminator() bool {
	switch {
	case p.rest == "":
		return true
	case p.rest[0] == p.separator:
		p.rest = p.rest[1:]
		return false
	case strings.HasPrefix(p.rest, "\r\r\n"): // CR LF that was converted twice
		p.rest = p.rest[3:]
	case strings.HasPrefix(p.rest, "\r\n"):
		p.rest = p.rest[2:]
	default:
		p.rest = p.rest[1:]
	}
	return true
}

// quoted reads a cell in quotation marks: n is its length in rest with them. A
// mark inside is closing only where a separator or the end of the line follows,
// spaces aside. ok is false where none does.
func (p *parser) quoted() (cell string, n int, ok bool) {
	s := p.rest[:min(len(p.rest), maxQuoted)]
	for i := max(1, len(p.rest)-p.open); i < len(s); i++ {
		if s[i] != '"' {
			continue
		}
		if i+1 < len(s) && s[i+1] == '"' {
			i++
			continue
		}
		after := strings.TrimLeft(s[i+1:], " ")
		if len(s) == len(p.rest) && after == "" || after != "" && (after[0] == p.separator || after[0] == '\r' || after[0] == '\n') {
			return strings.ReplaceAll(s[1:i], `""`, `"`), len(s) - len(after), true
		}
	}
	p.open = len(p.rest) - len(s)
	return "", 0, false
}

// breaks counts line ends.
func breaks(s string) int {
	if !strings.ContainsAny(s, "\r\n") {
		return 0
	}
	return strings.Count(s, "\n") + strings.Count(s, "\r") - strings.Count(s, "\r\n")
}
