package semantics

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"quire/knowledge"
)

// TableProfile says what a table holds without repeating it.
type TableProfile struct {
	Unit     string         `json:"unit"`              // where it begins
	Span     knowledge.Span `json:"span"`              // of its part in that unit
	Rows     int            `json:"rows"`              // without header rows, in all units it goes through
	Profiled int            `json:"profiled,omitzero"` // rows that were looked at, where not all
	Columns  []Column       `json:"columns,omitempty"`
	More     int            `json:"more_columns,omitzero"`
	Signs    int            `json:"sign_columns,omitzero"` // columns of currency signs or brackets alone, which are not listed
}

// Column is one column of a table.
type Column struct {
	Header *Quote     `json:"header,omitempty"` // the cell of the last header row
	Type   ColumnType `json:"type"`
	Filled int        `json:"filled"`          // cells with text
	Others int        `json:"others,omitzero"` // cells of another type than the column's
	Unit   string     `json:"unit,omitempty"`  // unit or currency that every cell of a number column shows
	Total  *Total     `json:"total,omitempty"` // of a table whose last row is one of totals
}

// ColumnType is what at least nine in ten filled cells of a column are.
type ColumnType string

// The column types.
const (
	NumberColumn ColumnType = "number"
	DateColumn   ColumnType = "date"
	TextColumn   ColumnType = "text"
	EmptyColumn  ColumnType = "empty"
)

// maxProfiledRows bounds the cost of a long table: types show early.
const maxProfiledRows = 5000

// tableProfiles profiles the tables of the body. A table that goes on in the
// next unit (row ranges of a sheet) is one. What has one row or one column is
// mostly layout and has no profile.
func tableProfiles(v *view, lang string) (out []TableProfile, more int) {
	var open *tableReader
	closeTable := func() {
		if open != nil {
			switch p := open.finish(); {
			case p.Rows < 2 || len(p.Columns) < 2 || p.saysNothing(): // layout, not data
			case len(out) < maxTables:
				out = append(out, p)
			default:
				more++
			}
			open = nil
		}
	}
	for i := range v.blocks {
		b := &v.blocks[i]
		if b.Kind != knowledge.Table {
			continue
		}
		if open == nil || !continues(b) {
			closeTable()
			open = &tableReader{lang: lang, first: b}
		}
		open.read(b)
	}
	closeTable()
	return out, more
}

// continues reports that b goes on with the table of the unit before: it is the
// first block of a row range and has no rule under its first row.
func continues(b *block) bool {
	if b.unit.Kind != knowledge.Rows || &b.unit.Blocks[0] != b.Block {
		return false
	}
	_, rest, _ := strings.Cut(b.body(), "\n")
	line, _, _ := strings.Cut(rest, "\n")
	return !knowledge.IsTableRule(line)
}

// tableReader reads one table row by row.
type tableReader struct {
	lang     string
	first    *block
	rows     int
	profiled int
	columns  []columnReader
	headers  []*Quote
	top      *tableRow      // its first row, where nothing says that it is a header
	caption  bool           // its one header row has one cell with text: the row behind it may be the header
	second   knowledge.Span // of that row, in the first block
	blocks   []*block       // that it goes through
	last     tableRow
}

func (t *tableReader) read(b *block) {
	header := 0
	if b == t.first {
		header = b.HeaderRows
	}
	t.blocks = append(t.blocks, b)
	b.lines(func(s knowledge.Span) bool {
		line := b.text[s[0]:s[1]]
		switch {
		case knowledge.IsTableRule(line):
		case header > 0:
			header--
			if header == 0 {
				t.headers = headerCells(b, s)
				t.caption = b.HeaderRows == 1 && len(t.headers) > 1 && filledCells(t.headers) == 1
			}
		case t.caption && t.rows == 0 && namesColumns(headerCells(b, s)):
			t.caption, t.second = false, s
			t.headers = headerCells(b, s)
		case b == t.first && b.HeaderRows == 0 && t.top == nil:
			t.top = &tableRow{b, s}
		case t.rows >= maxProfiledRows:
			t.rows++
		default:
			t.rows++
			t.profiled++
			t.last = tableRow{b, s}
			t.row(knowledge.SplitRow(line))
		}
		return true
	})
}

func (t *tableReader) row(cells []string) {
	for len(t.columns) < len(cells) {
		t.columns = append(t.columns, columnReader{})
	}
	for i, c := range cells {
		t.columns[i].cell(c, t.lang)
	}
}

// headerCells quotes the cells of a header row.
func headerCells(b *block, s knowledge.Span) []*Quote {
	var out []*Quote
	line := b.text[s[0]:s[1]]
	start := 1
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '|':
			cell := strings.TrimSpace(line[start:i])
			var q *Quote
			if cell != "" {
				at := s[0] + start + strings.Index(line[start:i], cell)
				quoted := b.quote(knowledge.Span{at, at + len(cell)})
				q = &quoted
			}
			out = append(out, q)
			start = i + 1
		}
	}
	return out
}

func filledCells(cells []*Quote) int {
	n := 0
	for _, c := range cells {
		if c != nil {
			n++
		}
	}
	return n
}

// namesColumns reports cells that all have a text without a digit.
func namesColumns(cells []*Quote) bool {
	return len(cells) > 1 && !slices.ContainsFunc(cells, func(c *Quote) bool { return c == nil || strings.ContainsAny(c.Text, "0123456789") })
}

// saysNothing reports a profile that names one column at most, and has figures or dates
// in none: that there are rows of text can be seen.
func (p *TableProfile) saysNothing() bool {
	named := 0
	for _, c := range p.Columns {
		if c.Type == NumberColumn || c.Type == DateColumn {
			return false
		}
		if c.Header != nil {
			named++
		}
	}
	return named < 2
}

// settleTop takes the first row for the header that nothing marks, or for data: a header
// has words or years, and figures or dates below them.
func (t *tableReader) settleTop() {
	if t.top == nil {
		return
	}
	cells := headerCells(t.top.block, t.top.span)
	figures := false
	for i := range t.columns {
		c := t.columns[i].column()
		figures = figures || (c.Type == NumberColumn || c.Type == DateColumn) && c.Filled > 1
	}
	if figures && filledCells(cells) > 1 && !slices.ContainsFunc(cells, func(q *Quote) bool { return q != nil && !headerWord(q.Text) }) {
		t.headers, t.second = cells, t.top.span
		return
	}
	t.rows++
	t.profiled++
	if t.last.block == nil {
		t.last = *t.top
	}
	t.row(knowledge.SplitRow(t.top.line()))
}

// headerWord reports a cell that can be the name of a column: without digits, or a year.
func headerWord(s string) bool {
	if year := strings.TrimPrefix(s, "FY"); len(year) == 4 && (strings.HasPrefix(year, "19") || strings.HasPrefix(year, "20")) && strings.Trim(year, "0123456789") == "" {
		return true
	}
	return !strings.ContainsAny(s, "0123456789") && strings.ContainsFunc(s, unicode.IsLetter)
}

func (t *tableReader) finish() TableProfile {
	t.settleTop()
	p := TableProfile{Unit: t.first.unit.Name, Span: t.first.Span, Rows: t.rows}
	if t.profiled < t.rows {
		p.Profiled = t.profiled
	}
	totals := t.totals()
	n := max(len(t.columns), len(t.headers))
	var carried *Quote // the header over a column of signs
	currency := ""
	for i := range n {
		c := Column{Type: EmptyColumn}
		var header *Quote
		if i < len(t.headers) {
			header = t.headers[i]
		}
		if i < len(t.columns) {
			if r := &t.columns[i]; r.onlySigns() {
				p.Signs++
				carried = cmp.Or(carried, header)
				currency, _ = currencyBefore(r.sign, len(r.sign))
				continue
			}
			c = t.columns[i].column()
		}
		if len(p.Columns) == maxColumns {
			continue
		}
		if c.Type == NumberColumn && c.Unit == "" {
			c.Unit = currency
		}
		c.Header, carried, currency = cmp.Or(header, carried), nil, ""
		if i < len(totals) {
			c.Total = totals[i]
		}
		p.Columns = append(p.Columns, c)
	}
	p.More = n - len(p.Columns) - p.Signs
	return p
}
