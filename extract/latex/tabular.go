package latex

import (
	"strconv"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// tabular makes a table of the rows of a tabular environment.
func (r *reader) tabular(at int, body string) {
	here := r.pos
	var rows [][]extract.Cell
	filled := false
	header := 0
	for i, line := range parts(body, `\\`) {
		if i == 1 && (strings.HasPrefix(strings.TrimSpace(line), `\hline`) || strings.HasPrefix(strings.TrimSpace(line), `\midrule`)) {
			header = 1
		}
		var row []extract.Cell
		text := false
		for _, c := range parts(line, "&") {
			cell, more := r.cell(c)
			text = text || cell.Text != ""
			row = append(row, cell)
			for range more {
				row = append(row, extract.Cell{})
			}
		}
		if text {
			rows, filled = append(rows, row), true
		}
	}
	if r.inline {
		for _, row := range rows {
			for _, c := range row {
				r.write(c.Text + " ")
			}
		}
		return
	}
	links, images, notes := r.links, r.images, r.notes
	r.links, r.images, r.notes = nil, 0, nil
	r.pos = at
	r.flush()
	r.pos, r.begin = here, at
	r.links, r.images = links, images
	if filled {
		r.emit(extract.Block{Kind: knowledge.Table, Rows: rows, HeaderRows: min(header, len(rows))})
	}
	r.notes = notes
	r.begin = r.pos
}

// cell reads a cell and returns how many further columns it covers.
func (r *reader) cell(src string) (extract.Cell, int) {
	s := strings.TrimSpace(src)
	sub := &reader{src: s}
	for _, rule := range []string{`\hline`, `\toprule`, `\midrule`, `\bottomrule`} {
		if rest, ok := strings.CutPrefix(sub.src, rule); ok {
			sub.src = strings.TrimSpace(rest)
		}
	}
	if rest, ok := strings.CutPrefix(sub.src, `\multicolumn`); ok {
		sub.src = rest
		n, err := strconv.Atoi(strings.TrimSpace(sub.argument()))
		sub.argument()
		if text := sub.argument(); err == nil && n > 0 && n < 1000 {
			return extract.Cell{Text: r.piece(text), ColSpan: n}, n - 1
		}
	}
	return extract.Cell{Text: r.piece(s)}, 0
}

// parts divides a source at a mark that stands in no group and no environment.
func parts(s, mark string) []string {
	var out []string
	depth, from := 0, 0
	for i := 0; i < len(s); {
		switch {
		case depth <= 0 && strings.HasPrefix(s[i:], mark):
			out = append(out, s[from:i])
			i += len(mark)
			from = i
			continue
		case strings.HasPrefix(s[i:], `\begin{`):
			depth++
		case strings.HasPrefix(s[i:], `\end{`):
			depth--
		case s[i] == '\\':
			i++
		case s[i] == '{':
			depth++
		case s[i] == '}':
			depth--
		case s[i] == '%':
			if end := strings.IndexByte(s[i:], '\n'); end >= 0 {
				i += end
			}
		}
		// the braces of \begin{x} are counted with their group
		i++
	}
	return append(out, s[min(from, len(s)):])
}
