package proof

import (
	"quire/knowledge"
	"quire/knowledge/semantics"
	"slices"
	"strings"
)

// rows reads a table. A first row with a rule below it is its header.
func (p *Passage) rows(at int, block string, header []string, context []token) []string {
	lines := strings.SplitAfter(block, "\n")
	for i, text := range lines {
		row := strings.TrimRight(text, "\n")
		switch {
		case row == "" || knowledge.IsTableRule(p.Text[at:at+len(row)]):
		case i+1 < len(lines) && knowledge.IsTableRule(strings.TrimRight(lines[i+1], "\n")):
			header = knowledge.SplitRow(row)
			if valued(row) { // a table without a header: its first row says something too
				p.row(at, row, nil, context)
				header = nil
			}
		default:
			p.row(at, row, header, context)
		}
		at += len(text)
	}
	return header
}

// valued reports that most cells of a row but the first hold values.
func valued(row string) bool {
	n, cells := 0, knowledge.SplitRow(row)
	for _, c := range cells {
		if len(values(c, "eng")) > 0 {
			n++
		}
	}
	return n > 0 && n*2 >= len(cells)
}

func (p *Passage) row(at int, row string, header []string, context []token) {
	pc := piece{passage: p, start: at, end: at + len(row), around: context}
	pc.line = line{text: row, lang: languages()[p.Language], table: true, header: map[int][]token{}}
	unit := "" // of a cell that is one
	for i, c := range cellSpans(row) {
		text := row[c[0]:c[1]]
		if i < len(header) {
			pc.header[i] = read(header[i], p.Language, 0).tokens
			text = withUnit(text, header[i])
		}
		if _, ok := units()[strings.ToLower(text)]; ok {
			unit = text
		} else if unit != "" && i >= len(header) {
			text = withUnit(text, "["+unit+"]")
		}
		cell := read(text, p.Language, at+c[0])
		for _, t := range cell.tokens {
			t.cell, t.clause, t.first = i, i, false
			t.end = min(t.end, at+c[1])
			pc.tokens = append(pc.tokens, t)
		}
	}
	for i, c := range cellSpans(row) {
		if isProse(pc.cell(i)) {
			pc.proseCells = append(pc.proseCells, i)
			p.sentences(at+c[0], row[c[0]:c[1]], append(pc.shortCells(), context...))
		}
	}
	p.pieces = append(p.pieces, pc)
}

// A cell that says something by itself has so many words that bear meaning, and so many
// small ones between them.
const (
	proseWords = 5
	smallWords = 2
)

func isProse(cell []token) bool {
	n := bearing(cell)
	return n >= proseWords && len(cell)-n >= smallWords
}

// cell returns the tokens of a cell.
func (pc *piece) cell(i int) []token {
	from := slices.IndexFunc(pc.tokens, func(t token) bool { return t.cell == i })
	if from < 0 {
		return nil
	}
	to := from
	for to < len(pc.tokens) && pc.tokens[to].cell == i {
		to++
	}
	return pc.tokens[from:to]
}

// shortCells returns the words of the cells that say what a row is about, and of its
// header.
func (pc *piece) shortCells() (out []token) {
	last := 0
	for _, t := range pc.tokens {
		last = max(last, t.cell)
	}
	for i := range last + 1 {
		out = append(out, pc.header[i]...)
		if cell := pc.cell(i); !isProse(cell) {
			out = append(out, cell...)
		}
	}
	return out
}

// withUnit gives a bare number the unit that its header says in brackets or at its
// end: Amount (EUR), amount_eur, Share in %.
func withUnit(cell, header string) string {
	t := strings.TrimSpace(cell)
	if t == "" || strings.Trim(t, "0123456789.,'- \u00a0−") != "" || strings.Count(t, "-") > 1 {
		return cell
	}
	fields := strings.FieldsFunc(header, func(r rune) bool { return !letter(r) && !strings.ContainsRune("%€$£²³/", r) })
	for i := len(fields) - 1; i >= 0; i-- {
		w := fields[i]
		if semantics.CurrencyCode(strings.ToUpper(w)) != "" && (len(w) == 3 || len(w) < 3 && !letter(rune(w[0]))) || strings.ContainsAny(w, "€£") {
			return cell + " " + strings.ToUpper(w)
		}
		if u, ok := units()[strings.ToLower(w)]; ok && (strings.ContainsAny(header, "([%") || u.dimension == "percent") && i == len(fields)-1 {
			return cell + " " + w
		}
	}
	return cell
}

// cellSpans returns where the cells of a row stand, without white space.
func cellSpans(row string) [][2]int {
	var out [][2]int
	start := 0
	if strings.HasPrefix(row, "|") {
		start = 1
	}
	for i := start; i <= len(row); i++ {
		if i < len(row) && row[i] == '\\' {
			i++
			continue
		}
		if i == len(row) && strings.TrimSpace(row[start:]) == "" {
			break
		}
		if i >= len(row) || row[i] == '|' {
			end := min(i, len(row))
			cell := row[start:end]
			left := len(cell) - len(strings.TrimLeft(cell, " "))
			out = append(out, [2]int{start + left, start + left + len(strings.TrimSpace(cell))})
			start = i + 1
		}
	}
	return out
}

func cellsOf(header string) []string {
	if header == "" {
		return nil
	}
	rows := strings.Split(header, " / ")
	return strings.Split(rows[len(rows)-1], " | ")
}
