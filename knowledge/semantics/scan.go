package semantics

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The functions of this file read forwards or backwards from an offset in the
// Markdown of a block. All of them return the offset they came to.

// digitRun returns where the digits that begin at i end.
func digitRun(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// number reads up to four digits.
func number(s string) int {
	n := 0
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// gap returns where the white space at i ends: spaces of any width, and one line
// end with the indentation behind it, because layout breaks dates in two.
func gap(s string, i int) int {
	start, newline := i, false
	for i < len(s) && i-start < 12 {
		switch c := s[i]; {
		case c == ' ':
			i++
		case c == '\n' && !newline:
			newline = true
			i++
		default:
			n := wideSpace(s[i:])
			if n == 0 {
				return i
			}
			i += n
		}
	}
	return i
}

// wideSpace returns the length of the no-break or thin space that s begins with.
func wideSpace(s string) int {
	for _, w := range []string{"\u00a0", "\u202f", "\u2009"} {
		if strings.HasPrefix(s, w) {
			return len(w)
		}
	}
	return 0
}

// gapBefore is gap read backwards from i.
func gapBefore(s string, i int) int {
	for end := i; i > 0 && end-i < 12; {
		if c := s[i-1]; c == ' ' || c == '\n' {
			i--
			continue
		}
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if r != '\u00a0' && r != '\u202f' && r != '\u2009' {
			return i
		}
		i -= n
	}
	return i
}

// letters returns where the run of letters at i ends, at most 24 bytes on.
func letters(s string, i int) int {
	for end := min(len(s), i+24); i < end; {
		c := s[i]
		if c < utf8.RuneSelf {
			if c|0x20 < 'a' || c|0x20 > 'z' {
				return i
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsLetter(r) {
			return i
		}
		i += n
	}
	return i
}

// lettersBefore returns where the run of letters that ends at i begins.
func lettersBefore(s string, i int) int {
	for stop := i - 24; i > 0 && i > stop; {
		c := s[i-1]
		if c < utf8.RuneSelf {
			if c|0x20 < 'a' || c|0x20 > 'z' {
				return i
			}
			i--
			continue
		}
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if !unicode.IsLetter(r) {
			return i
		}
		i -= n
	}
	return i
}

// after returns the offset behind the first of words (in lower case) that stands
// at i in any case, i where none does.
func after(s string, i int, words ...string) int {
	for _, w := range words {
		if i+len(w) <= len(s) && strings.EqualFold(s[i:i+len(w)], w) {
			return i + len(w)
		}
	}
	return i
}

// bounded reports that no letter or digit stands at i.
func bounded(s string, i int) bool {
	if i >= len(s) {
		return true
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
}

// boundedBefore reports that no letter or digit ends at i.
func boundedBefore(s string, i int) bool {
	if i == 0 {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
}
