package retrieval

import (
	"fmt"
	"slices"
	"strings"

	"quire/knowledge"
)

// inWords says where a span of a unit stands in the original, for a person who opens
// it there: "page 3, second table, row "Lyon"". all names the whole unit. A part that the
// record does not know is left out.
func inWords(u *knowledge.Unit, text string, all bool, s knowledge.Span) string {
	l := place(u, text, s)
	if all {
		l = u.Locator
	}
	if all {
		s = knowledge.Span{0, len(text)}
	}
	numbers := rowNumbers(u, text, s)
	if numbers != "" && numbers == l.Get("lines") {
		l = l.Without("lines") // a line each
	}
	parts := locatorWords(l)
	if from, to, two := strings.Cut(numbers, "-"); two && from != to {
		parts = append(parts, "rows "+numbers)
	} else if two {
		parts = append(parts, "row "+from)
	}
	if !all {
		parts = append(parts, blockWords(u, text, s)...)
	}
	return strings.Join(parts, ", ")
}

// locatorWords are the keys of a locator that a person can follow. A box and a shape's
// name are for programs.
func locatorWords(l knowledge.Locator) []string {
	var parts []string
	for _, w := range []struct{ key, one, many string }{
		{"page", "page %s", ""}, {"slide", "slide %s", ""}, {"sheet", "sheet %q", ""}, {"part", "mail part %s", ""},
		{"range", "cell %s", "cells %s"}, {"rows", "row %s", "rows %s"}, {"lines", "line %s", "lines %s"},
	} {
		value := l.Get(w.key)
		if value == "" {
			continue
		}
		if from, to, two := strings.Cut(value, "-"); two && from == to {
			value = from
		}
		if from, to, two := strings.Cut(value, ":"); two && from == to {
			value = from
		}
		form := w.one
		if w.many != "" && strings.ContainsAny(value, "-:") {
			form = w.many
		}
		parts = append(parts, fmt.Sprintf(form, value))
	}
	return parts
}

// blockWords names the blocks of a unit that a span meets, where they are of one kind.
func blockWords(u *knowledge.Unit, text string, s knowledge.Span) []string {
	var met *knowledge.Block
	var first, last, n int // places among the blocks of the kind, from 1
	for i := range u.Blocks {
		b := &u.Blocks[i]
		if b.Span[1] <= s[0] || b.Span[0] >= s[1] {
			continue
		}
		if met != nil && met.Kind != b.Kind {
			return nil
		}
		place := 0
		for k := range u.Blocks[:i+1] {
			if u.Blocks[k].Kind == b.Kind {
				place++
			}
		}
		if met == nil {
			met, first = b, place
		}
		last = place
	}
	if met == nil {
		return nil
	}
	for i := range u.Blocks {
		if u.Blocks[i].Kind == met.Kind {
			n++
		}
	}
	name := strings.ReplaceAll(string(met.Kind), "-", " ")
	var parts []string
	switch {
	case first != last:
		return append(parts, fmt.Sprintf("%ss %d to %d", name, first, last))
	case met.Kind == knowledge.Table && n == 1 && (met.Locator.Get("sheet") != "" || u.Kind == knowledge.Rows):
		// the cells or rows say which
	case n == 1:
		parts = append(parts, name)
	default:
		parts = append(parts, ordinal(first)+" "+name)
	}
	if met.Kind == knowledge.Table && met.Span.Within(len(text)) {
		parts = append(parts, rowWords(u, met, text, s)...)
	}
	return parts
}

// maxLabel bounds the characters of a row's or column's name.
const maxLabel = 60

// rowWords names the rows of a table that a span meets by their first cell, and the
// column where it lies inside one cell.
func rowWords(u *knowledge.Unit, b *knowledge.Block, text string, s knowledge.Span) []string {
	var header []string
	if u.Header != nil {
		header = knowledge.SplitRow(lastLine(u.Header.Text))
	}
	left := b.HeaderRows
	for line := range strings.SplitSeq(text[b.Span[0]:b.Span[1]], "\n") {
		if left == 0 {
			break
		}
		if !knowledge.IsTableRule(line) {
			header = knowledge.SplitRow(line)
			left--
		}
	}
	m := metRows(text, b, s)
	if len(m.rows) == 0 || len(m.rows) == m.all {
		return nil
	}
	numbered := rowNumbers(u, text, s) != "" // said before the label
	from, to := rowLabel(m.rows[0]), rowLabel(m.rows[len(m.rows)-1])
	var parts []string
	switch {
	case from == "" || to == "":
		return nil
	case len(m.rows) > 1:
		return []string{word("rows ", numbered) + fmt.Sprintf("%q to %q", from, to)}
	case m.first < b.HeaderRows:
		parts = append(parts, "header row")
	default:
		parts = append(parts, word("row ", numbered)+fmt.Sprintf("%q", from))
	}
	if c := cellAt(m.rows[0], s[0]-m.start, s[1]-m.start); c > 0 && c < len(header) && header[c] != "" {
		parts = append(parts, fmt.Sprintf("column %q", knowledge.Line(header[c], maxLabel)))
	}
	return parts
}

func word(w string, said bool) string {
	if said {
		return ""
	}
	return w
}

func rowLabel(line string) string {
	cells := knowledge.SplitRow(line)
	if i := slices.IndexFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" }); i >= 0 {
		return knowledge.Line(cells[i], maxLabel)
	}
	return ""
}

// cellAt returns the cell of a table line, from 0, that holds bytes from to to; -1 where
// they lie in several.
func cellAt(line string, from, to int) int {
	if from < 0 || to > len(line) || from >= to {
		return -1
	}
	cell := -1
	for i := range line {
		if line[i] != '|' || i > 0 && line[i-1] == '\\' {
			continue
		}
		if from <= i && i < to {
			return -1
		}
		if i < from {
			cell++
		}
	}
	return cell
}

func lastLine(s string) string {
	s = strings.TrimRight(s, "\n")
	return s[strings.LastIndexByte(s, '\n')+1:]
}

func ordinal(n int) string {
	words := []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if n <= len(words) {
		return words[n-1]
	}
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, suffix)
}
