package retrieval

import (
	"fmt"
	"strings"

	"quire/knowledge"
)

// rowsMet are the rows of a table that a span meets.
type rowsMet struct {
	rows        []string // their text
	start       int      // of the first of them in the unit's text
	first, last int      // from 0, rules left out
	lines       [2]int   // lines of the block, from 0, rules counted
	all         int      // rows of the table
	allLines    int
	columns     int // of its widest row
}

// metRows looks at a table block; no rows where the span meets none.
func metRows(text string, b *knowledge.Block, s knowledge.Span) rowsMet {
	m := rowsMet{}
	at := b.Span[0]
	for line := range strings.SplitSeq(strings.TrimRight(text[b.Span[0]:b.Span[1]], "\n"), "\n") {
		end := at + len(line)
		if !knowledge.IsTableRule(line) {
			if at < s[1] && end > s[0] {
				if len(m.rows) == 0 {
					m.first, m.start, m.lines[0] = m.all, at, m.allLines
				}
				m.rows, m.last, m.lines[1] = append(m.rows, line), m.all, m.allLines
			}
			m.columns = max(m.columns, len(knowledge.SplitRow(line)))
			m.all++
		}
		m.allLines++
		at = end + 1
	}
	return m
}

// numbers are the numbers of the rows in the original, from 1; ok is false where it has
// none.
func (m *rowsMet) numbers(b *knowledge.Block) (first, last int, ok bool) {
	if len(m.rows) == 0 || b.FirstRow == 0 || b.FirstCol == 0 {
		return 0, 0, false
	}
	first, _ = b.Cell(m.first, 0)
	last, _ = b.Cell(m.last, 0)
	return first, last, true
}

// lineLocator narrows the lines of a table to those of the rows that a span meets. It
// counts lines where each row has one: in Markdown those of the block; in a file of rows
// those of its unit, which has as many as its name says that it has rows.
func lineLocator(u *knowledge.Unit, text string, b *knowledge.Block, s knowledge.Span) (knowledge.Locator, bool) {
	l := b.Locator
	if l.IsZero() {
		l = u.Locator
	}
	from, to, ok := bounds(l.Get("lines"))
	if b.Kind != knowledge.Table || !b.Span.Within(len(text)) || !ok {
		return l, false
	}
	m := metRows(text, b, s)
	if len(m.rows) == 0 {
		return l, false
	}
	narrow := func(first, last int) (knowledge.Locator, bool) {
		return l.Without("lines").With("lines", fmt.Sprintf("%d-%d", from+first, from+last)), true
	}
	if first, last, ok := m.numbers(b); ok {
		lo, hi, named := bounds(u.Name[strings.LastIndex(u.Name, ".r")+2:])
		if u.Kind != knowledge.Rows || !named || hi-lo != to-from || first < lo || last > hi {
			return l, false // a row of several lines: nobody knows which
		}
		return narrow(first-lo, last-lo)
	}
	if b.Locator.IsZero() || to-from+1 != m.allLines {
		return l, false
	}
	return narrow(m.lines[0], m.lines[1])
}

// rowNumbers are the rows of a file of rows that a span meets, as a person counts them
// there, from 1: "14-14". "" where it is no such file, or the span meets more than its
// table.
func rowNumbers(u *knowledge.Unit, text string, s knowledge.Span) string {
	if u.Kind != knowledge.Rows || !u.Locator.IsZero() && u.Locator.Get("lines") == "" {
		return ""
	}
	numbers := ""
	for i := range u.Blocks {
		b := &u.Blocks[i]
		if b.Span[1] <= s[0] || b.Span[0] >= s[1] {
			continue
		}
		if b.Kind != knowledge.Table || numbers != "" || !b.Span.Within(len(text)) {
			return ""
		}
		m := metRows(text, b, s)
		first, last, ok := m.numbers(b)
		if !ok {
			return ""
		}
		numbers = fmt.Sprintf("%d-%d", first, last)
	}
	return numbers
}
