package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// literal reports whether lines are code, a log, or columns: text in which the
// line breaks and the indentation carry meaning.
func literal(lines []string) bool {
	indented, columns, stamped, symbolic := 0, 0, 0, 0
	for _, l := range lines {
		trimmed := strings.TrimLeft(l, " \t")
		if l[0] == '\t' || len(l)-len(trimmed) >= 4 {
			indented++
		}
		if strings.Contains(trimmed, "\t") || strings.Count(trimmed, "   ") >= 2 {
			columns++
		}
		if stamp(trimmed) || moment(trimmed) != "" {
			stamped++
		}
		if code(trimmed) {
			symbolic++
		}
	}
	n := len(lines)
	switch {
	case n > 1 && indented*3 >= n && symbolic*4 >= n:
		return true
	case n > 1 && columns*2 > n, stamped*2 > n:
		return true
	case symbolic*2 > n:
		return true
	}
	return false
}

// stamp reports whether a line begins as lines of logs do: with a date or time,
// or something in brackets with digits, and goes on behind it.
func stamp(l string) bool {
	l = strings.TrimLeft(l, "[(<")
	digits, marks := 0, 0
	for i := range min(len(l), 19) {
		switch c := l[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c == ':' || c == '-' || c == '.' || c == '/' || c == 'T' || c == ',' || c == ' ':
			if digits > 0 {
				marks++
			}
		default:
			return digits >= 6 && marks >= 2
		}
	}
	return digits >= 8 && marks >= 4 && len(l) > 19
}

// code reports whether a line reads as source code: it ends as statements do or
// has more operators and brackets than prose ever has.
func code(l string) bool {
	l = strings.TrimRight(l, " \t")
	if l == "" {
		return false
	}
	switch l[len(l)-1] {
	case '{', '}', ';', '\\':
		return true
	}
	for _, start := range []string{"//", "/*", "#include", "#!", "import ", "package ", "def ", "func ", "return ", "$ ", "@"} {
		if strings.HasPrefix(l, start) && (len(start) < 3 || !strings.HasSuffix(l, ".")) {
			return true
		}
	}
	symbols := 0
	for i := range len(l) {
		if strings.IndexByte(`{}[]()<>=;|&$#@\/_*+^~%`, l[i]) >= 0 {
			symbols++
		}
	}
	return symbols*6 > len(l) && symbols >= 3
}

// flow joins the lines of a paragraph that was wrapped at a margin. Verse,
// addresses and lists, whose lines end where they mean to, stay as they are.
func flow(lines []string) string {
	if !wrapped(lines) {
		return strings.Join(lines, "\n")
	}
	var b strings.Builder
	for i, l := range lines {
		l = strings.TrimSpace(l)
		if i > 0 && l != "" {
			prev, _ := utf8.DecodeLastRuneInString(b.String())
			next, _ := utf8.DecodeRuneInString(l)
			if !unspaced(prev) || !unspaced(next) {
				b.WriteByte(' ')
			}
		}
		b.WriteString(l)
	}
	return b.String()
}

// wrapped reports whether all lines but the last reach near one margin and none
// begins as an item of a list.
func wrapped(lines []string) bool {
	margin := 0
	for _, l := range lines {
		margin = max(margin, utf8.RuneCountInString(l))
	}
	if len(lines) < 2 || margin < 30 || margin > 200 {
		return false
	}
	for i, l := range lines {
		if i < len(lines)-1 && utf8.RuneCountInString(l)*10 < margin*7 {
			return false
		}
		if i > 0 && item(strings.TrimLeft(l, " \t")) {
			return false
		}
	}
	return true
}

// item reports whether a line begins with a bullet, a number or a mark of
// quotation, or with one of the signs by which light markup structures lines.
func item(l string) bool {
	if l == "" {
		return false
	}
	head, _, spaced := strings.Cut(l, " ")
	switch {
	case !spaced:
		return strings.ContainsRune("|>+", rune(l[0]))
	case strings.Trim(head, "-*+>|#=•–·") == "", strings.HasPrefix(l, ".. "), l[0] == ':' || l[0] == '|' || l[0] == '>':
		return true
	}
	n := strings.TrimRight(head, ".)")
	return n != head && len(n) <= 4 && strings.TrimFunc(n, func(r rune) bool { return unicode.IsDigit(r) || r == '(' || r == '.' }) == "" ||
		len(n) == 1 && n != head
}

// unspaced reports whether r belongs to a script that is written without spaces.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xff60
}
