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
	parts := locatorWords(l)
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
	case met.Kind == knowledge.Table && n == 1 && met.Locator.Get("sheet") != "":
		// the cells say which
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
	var header, rows []string
	row, only, start, left := 0, "", 0, b.HeaderRows
	if u.Header != nil {
		header = knowledge.SplitRow(lastLine(u.Header.Text))
	}
	at := b.Span[0]
	for line := range strings.SplitSeq(text[b.Span[0]:b.Span[1]], "\n") {
		end := at + len(line)
		if !knowledge.IsTableRule(line) {
			if at < s[1] && end > s[0] {
				rows, only, start = append(rows, line), line, at
			}
			if row < left {
				header = knowledge.SplitRow(line)
			}
			row++
		}
		at = end + 1
	}
	if len(rows) == 0 || len(rows) == row {
		return nil
	}
	from, to := rowLabel(rows[0]), rowLabel(rows[len(rows)-1])
	switch {
	case from == "" || to == "":
		return nil
	case len(rows) > 1:
		return []string{fmt.Sprintf("rows %q to %q", from, to)}
	}
	parts := []string{fmt.Sprintf("row %q", from)}
	if c := cellAt(only, s[0]-start, s[1]-start); c > 0 && c < len(header) && header[c] != "" {
		parts = append(parts, fmt.Sprintf("column %q", knowledge.Line(header[c], maxLabel)))
	}
	return parts
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
