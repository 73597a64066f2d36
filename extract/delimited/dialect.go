package delimited

import (
	"slices"
	"strings"
	"unicode"
)

// separators are tried in this order; the first of equals wins.
var separators = []byte{',', ';', '\t', '|'}

// Bounds of what is looked at to find separator and header.
const (
	sampleRecords = 200
	sampleBytes   = 64 << 10
)

// separatorOf returns the character that divides the cells of text: the one that
// gives the most records the same number of cells.
func separatorOf(text, format string) byte {
	usual := byte(',')
	if format == "tsv" {
		usual = '\t'
	}
	best, bestScore := usual, 0
	for _, s := range separators {
		score := regularity(text, s)
		if s == usual {
			score += score / 20 // the promised one needs less evidence
		}
		if score > bestScore {
			best, bestScore = s, score
		}
	}
	return best
}

// regularity is the share of records, in 1000, that have the commonest number of
// cells, a little more for more cells; 0 where that number is one.
func regularity(text string, separator byte) int {
	if len(text) > sampleBytes {
		text = text[:sampleBytes]
	}
	p := newParser(text, separator, sampleBytes)
	counts := map[int]int{}
	total := 0
	for total < sampleRecords {
		r, ok := p.next()
		if !ok {
			break
		}
		if !r.empty() {
			counts[len(r.cells)]++
			total++
		}
	}
	best, cells := 0, 0
	for n, c := range counts {
		if n > 1 && (c > best || c == best && n > cells) {
			best, cells = c, n
		}
	}
	if total == 0 {
		return 0
	}
	return best*1000/total + min(cells, 20)
}

// hint returns the separator that a first line "sep=;" names, as spreadsheets
// write it, and the text behind that line.
func hint(text string) (separator byte, rest string, ok bool) {
	line, rest, _ := strings.Cut(text, "\n")
	line = strings.Trim(strings.TrimSuffix(line, "\r"), `"`)
	if s, found := strings.CutPrefix(strings.ToLower(line), "sep="); found && len(s) == 1 {
		return s[0], rest, true
	}
	return 0, text, false
}

// hasHeader reports whether the first of some records names the columns: its
// cells are filled where those below are, different from each other and no numbers,
// and none of them is among the values below it.
func hasHeader(records []record) bool {
	if len(records) < 2 {
		return false
	}
	head := records[0].cells
	seen := map[string]bool{}
	empty := 0
	for i, c := range head {
		c = strings.TrimSpace(c)
		switch {
		case c == "":
			if below := func(r record) bool { return i < len(r.cells) && strings.TrimSpace(r.cells[i]) != "" }; slices.ContainsFunc(records[1:], below) {
				empty++
			}
			continue
		case seen[c], value(c), len(c) > 200:
			return false
		}
		seen[c] = true
	}
	if empty > 1 || len(seen) == 0 {
		return false
	}
	usual := map[int]int{}
	for _, r := range records[1:] {
		if !r.empty() {
			usual[len(r.cells)]++
		}
		for i, c := range r.cells {
			if i < len(head) && c != "" && strings.TrimSpace(c) == strings.TrimSpace(head[i]) && len(records) < 60 {
				return false
			}
		}
	}
	for n, c := range usual {
		if c*2 > len(records)-1 && len(head)*2 <= n {
			return false // a title above the table
		}
	}
	return true
}

// value reports whether a cell holds a number, date, amount or the like, which
// names of columns seldom are. A year alone may name a column.
func value(c string) bool {
	digits, letters := 0, 0
	for _, r := range c {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	year := digits == 4 && len(c) == 4 && (c[0] == '1' || c[0] == '2')
	return digits > 0 && letters <= digits/2 && !year
}
