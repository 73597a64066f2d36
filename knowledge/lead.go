package knowledge

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Leads keeps the rows of a table that the next row may go on with: in a record
// of several rows the first names it, and those below leave its first cells
// empty. The same holds of groups inside groups.
type Leads struct {
	open []lead // each begins in a column further right than the one before
}

type lead struct {
	column int // of the first cell with text
	cells  []string
	unit   string
	span   Span
}

// maxLeads and maxLeadText bound what is quoted of the rows above.
const (
	maxLeads    = 4
	maxLeadText = 200
)

// Row takes the next row of the table, which stands at s in the text of a unit.
func (l *Leads) Row(unit, line string, s Span) {
	cells := SplitRow(line)
	column := filledFrom(cells)
	if column == len(cells) {
		return
	}
	keep := len(l.open)
	for keep > 0 && l.open[keep-1].column >= column {
		keep--
	}
	if keep < len(l.open) && l.open[keep].column == column && isMark(l.open[keep].cells[column], cells[column]) {
		l.open = l.open[:keep]
		return
	}
	l.open = append(l.open[:keep:keep], lead{column, cells, unit, s})
}

// isMark reports whether two rows begin with the same tick, cross or short word
// ("x", "yes", "FALSE"): it marks each of them and names none of what follows.
func isMark(a, b string) bool { return a == b && utf8.RuneCountInString(a) <= len("FALSE") }

// Above quotes the rows that a row goes on with, outermost first: of each the
// cells above those that the row, or the next of them, leaves empty.
func (l *Leads) Above(line string) []Ref {
	cells := SplitRow(line)
	return l.above(filledFrom(cells))
}

func (l *Leads) above(column int) []Ref {
	var out []Ref
	for i := len(l.open) - 1; i >= 0; i-- {
		a := &l.open[i]
		if a.column >= column {
			continue
		}
		out = append(out, Ref{Text: named(a.cells[a.column:min(column, len(a.cells))]), Unit: a.unit, Span: a.span})
		if column = a.column; len(out) == maxLeads {
			break
		}
	}
	slices.Reverse(out)
	return out
}

// within quotes the rows that the rest of a row goes on with, which was cut
// behind these cells: those above, and its own cells up to there.
func (l *Leads) within(unit string, cells []string, s Span) []Ref {
	out := l.above(filledFrom(cells))
	if text := named(cells); text != "" {
		out = append(out, Ref{Text: text, Unit: unit, Span: s})
	}
	return out
}

// named prints cells as far as they are quoted.
func named(cells []string) string {
	var b strings.Builder
	for _, c := range cells {
		const most = utf8.UTFMax * maxLeadText
		if c == "" || b.Len() > most {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(" | ")
		}
		if len(c) > most {
			c = strings.ToValidUTF8(c[:most], "")
		}
		b.WriteString(c)
	}
	return Line(b.String(), maxLeadText)
}

// cellEnds returns where the cells of a table line end in it.
func cellEnds(line string) []int {
	var out []int
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] == '\\' && i+1 < len(line) && line[i+1] == '|':
			i++
		case line[i] == '|':
			out = append(out, i)
		}
	}
	return out
}

func filledFrom(cells []string) int {
	if i := slices.IndexFunc(cells, func(c string) bool { return c != "" }); i >= 0 {
		return i
	}
	return len(cells)
}

// Read takes the rows of a table block and gives each passage that begins behind
// the table's start what it goes on with. text is that of the unit.
func (l *Leads) Read(u *Unit, b *Block, text string) {
	header := b.HeaderRows
	next := 0 // passage
	for at := b.Span[0]; at < b.Span[1]; {
		end := lineEnd(text, at, b.Span[1])
		s := Span{at, at + len(strings.TrimSuffix(text[at:end], "\n"))}
		line := text[s[0]:s[1]]
		at = end
		if IsTableRule(line) {
			continue
		}
		for next < len(u.Passages) && u.Passages[next].Span[0] < s[0] {
			next++
		}
		if next < len(u.Passages) && u.Passages[next].Span[0] == s[0] {
			if header <= 0 {
				u.Passages[next].Record = l.Above(line)
			}
			next++
		}
		next = l.inside(u, next, line, s)
		if header--; header < 0 {
			l.Row(u.Name, line, s)
		}
	}
}

// inside gives the passages that begin inside a row what they go on with, and
// returns the number of the first one behind it.
func (l *Leads) inside(u *Unit, next int, line string, s Span) int {
	if next == len(u.Passages) || u.Passages[next].Span[0] >= s[1] {
		return next
	}
	cells, ends, whole := SplitRow(line), cellEnds(line), 0
	for ; next < len(u.Passages) && u.Passages[next].Span[0] < s[1]; next++ {
		p := &u.Passages[next]
		for whole < min(len(ends), len(cells)) && ends[whole] < p.Span[0]-s[0] {
			whole++
		}
		p.Record = l.within(u.Name, cells[:whole], s)
	}
	return next
}
