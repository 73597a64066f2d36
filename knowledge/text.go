package knowledge

import (
	"strings"
	"unicode"
)

// This file holds both directions of one encoding: how a block becomes Markdown
// in text.md (Render) and how its text is read back (Plain). Only what would
// change block structure is escaped, by one backslash, so that most lines are
// the source's own characters. Plain(Render(x)) gives back x but for white space
// at line ends.

// Escape makes lines of a paragraph safe: none of them starts a heading, list,
// quote, table, rule, code block, HTML block or link definition.
func Escape(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = escapeLine(l)
	}
	return strings.Join(lines, "\n")
}

func escapeLine(l string) string {
	l = strings.Trim(l, " \t")
	if l == "" {
		return l
	}
	if n := digits(l); n > 0 && n < len(l) {
		switch {
		case l[n] == '\\', (l[n] == '.' || l[n] == ')') && (n+1 == len(l) || l[n+1] == ' ' || l[n+1] == '\t'):
			return l[:n] + `\` + l[n:]
		}
		return l
	}
	if structural(l) {
		return `\` + l
	}
	return l
}

// structural reports whether Markdown would read the start of l as structure.
// Being too careful only costs a backslash; the reverse loses a line.
func structural(l string) bool {
	switch l[0] {
	case '\\', '>', '|':
		return true
	case '#':
		rest := strings.TrimLeft(l, "#")
		return len(l)-len(rest) <= 6 && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
	case '-', '+', '*', '_', '=':
		return len(l) == 1 || l[1] == ' ' || l[1] == '\t' || strings.Trim(l, string(l[0])+" \t") == ""
	case '`', '~':
		return strings.HasPrefix(l, "```") || strings.HasPrefix(l, "~~~")
	case '<':
		return len(l) > 1 && (l[1] == '/' || l[1] == '!' || l[1] == '?' || 'a' <= l[1]|0x20 && l[1]|0x20 <= 'z')
	case '[':
		return strings.Contains(l, "]:")
	case '$':
		return strings.HasPrefix(l, "$$")
	case ':':
		return len(l) == 1 || l[1] == ' ' || l[1] == '-'
	}
	return false
}

// digits returns how many ASCII digits s begins with, at most 9.
func digits(s string) int {
	n := 0
	for n < len(s) && n < 9 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// Unescape undoes Escape.
func Unescape(md string) string {
	if !strings.Contains(md, `\`) {
		return md
	}
	lines := strings.Split(md, "\n")
	for i, l := range lines {
		lines[i] = unescapeLine(l)
	}
	return strings.Join(lines, "\n")
}

func unescapeLine(l string) string {
	if strings.HasPrefix(l, `\`) {
		return l[1:]
	}
	if n := digits(l); n > 0 && n < len(l) && l[n] == '\\' {
		return l[:n] + l[n+1:]
	}
	return l
}

// A space keeps the backslash at the end of a line from escaping its <br>.
var cellEscaper = strings.NewReplacer(`|`, `\|`, `<br>`, `\<br>`, "\\\n", `\ <br>`, "\n", `<br>`)
var cellUnescaper = strings.NewReplacer(`\|`, `|`, `\<br>`, `<br>`, `\ <br>`, "\\\n", `<br>`, "\n")

// EscapeCell makes s safe inside a table row: "|" gets a backslash, a line break
// becomes <br>, and three dashes alone get a backslash, so that no row of them
// looks like the line under a header.
func EscapeCell(s string) string {
	s = strings.TrimSpace(s)
	if dashes(s) {
		return `\` + s
	}
	return cellEscaper.Replace(s)
}

func unescapeCell(md string) string {
	md = strings.TrimSpace(md)
	if dashes(md) {
		return strings.TrimPrefix(md, `\`)
	}
	return cellUnescaper.Replace(md)
}

func dashes(s string) bool { return strings.TrimLeft(s, `\`) == "---" }

// SplitRow returns the cells of one table line, escapes undone.
func SplitRow(line string) []string {
	line = strings.TrimSpace(line)
	line = strings.TrimPrefix(line, "|")
	var cells []string
	start := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			if i+1 < len(line) && line[i+1] == '|' {
				i++
			}
		case '|':
			cells = append(cells, unescapeCell(line[start:i]))
			start = i + 1
		}
	}
	if rest := strings.TrimSpace(line[start:]); rest != "" {
		cells = append(cells, unescapeCell(rest))
	}
	return cells
}

// TableRule is the line under a table's first row.
func TableRule(columns int) string {
	return "|" + strings.Repeat(" --- |", max(columns, 1))
}

// IsTableRule reports whether line is what TableRule wrote.
func IsTableRule(line string) bool {
	rest, ok := strings.CutPrefix(line, "| --- |")
	return ok && strings.ReplaceAll(rest, " --- |", "") == ""
}

// Plain returns the text of a block, or of a part of one, without markers and
// escapes. md is a piece of the unit's text inside the block's span, which
// starts at byte offset from of that span; a piece should start and end at line
// ends or inside a line of running text. Cells of a row are separated by tabs.
// It is the only function that undoes the encoding: the index, quotations and
// trace compare its result.
func Plain(b *Block, md string, from int) string {
	if from < b.Lead {
		md = md[min(b.Lead-from, len(md)):]
		from = b.Lead
	}
	switch b.Kind {
	case Code, Formula:
		return plainFence(md, from <= b.Lead)
	case Table:
		return plainTable(md)
	case Quote:
		lines := strings.Split(md, "\n")
		for i, l := range lines {
			lines[i] = unescapeLine(strings.TrimPrefix(strings.TrimPrefix(l, ">"), " "))
		}
		return strings.Join(lines, "\n")
	case ListItem:
		lines := strings.Split(md, "\n")
		for i, l := range lines {
			if i > 0 || from == b.Lead {
				l = unescapeLine(strings.TrimLeft(l, " "))
			}
			lines[i] = l
		}
		return strings.Join(lines, "\n")
	case Heading:
		return md
	}
	return Unescape(md)
}

func plainTable(md string) string {
	var rows []string
	for line := range strings.SplitSeq(md, "\n") {
		if line != "" && !IsTableRule(line) {
			rows = append(rows, strings.Join(SplitRow(line), "\t"))
		}
	}
	return strings.Join(rows, "\n")
}

func plainFence(md string, atStart bool) string {
	if atStart {
		open, rest, _ := strings.Cut(md, "\n")
		fence := fenceOf(open)
		if fence == "" {
			return md
		}
		rest = strings.TrimSuffix(rest, fence)
		return strings.TrimSuffix(rest, "\n")
	}
	i := strings.LastIndexByte(md, '\n') + 1
	if last := md[i:]; fenceOf(last) == last && last != "" {
		return strings.TrimSuffix(md[:i], "\n")
	}
	return md
}

// fenceOf returns the run of ` or $ that line begins with, if it is a fence.
func fenceOf(line string) string {
	for _, c := range []string{"`", "$"} {
		n := len(line) - len(strings.TrimLeft(line, c))
		if c == "`" && n >= 3 || c == "$" && n >= 2 {
			return line[:n]
		}
	}
	return ""
}

// Fence returns a code fence longer than any run of backticks in text.
func Fence(text string) string {
	longest, run := 2, 0
	for i := range len(text) {
		if text[i] == '`' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	return strings.Repeat("`", longest+1)
}

// PlainText returns the text of the span [start,end) of a unit's text without
// markers and escapes, block by block.
func (u *Unit) PlainText(text string, span Span) string {
	var out strings.Builder
	for i := range u.Blocks {
		b := &u.Blocks[i]
		from, to := max(b.Span[0], span[0]), min(b.Span[1], span[1])
		if from >= to {
			continue
		}
		if out.Len() > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(Plain(b, text[from:to], from-b.Span[0]))
	}
	return out.String()
}

// CountText counts characters that are not white space, and words: runs of
// letters, marks and digits, where each ideograph or kana stands alone.
func CountText(s string) (chars, words int) {
	in := false
	for _, r := range s {
		if !unicode.IsSpace(r) {
			chars++
		}
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			words++
			in = false
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			if !in {
				words++
			}
			in = true
		default:
			in = false
		}
	}
	return chars, words
}

// Line makes s one line of at most n characters for a title, path or heading:
// line breaks and tabs become spaces, other control and bidirectional format
// characters are dropped, what is cut off is marked with "…".
func Line(s string, n int) string {
	var b strings.Builder
	count, space := 0, false
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case unicode.IsSpace(r):
			space = b.Len() > 0
			continue
		case Steers(r), r == '\uFEFF':
			continue
		}
		if count >= n-1 || space && count >= n-2 {
			b.WriteString("…")
			break
		}
		if space {
			b.WriteByte(' ')
			count++
			space = false
		}
		b.WriteRune(r)
		count++
	}
	return b.String()
}

// MaxTitle is how many characters of a title or heading are kept: longer ones
// are paragraphs that a style made look like a heading.
const MaxTitle = 200
