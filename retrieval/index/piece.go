package index

import "unicode/utf8"

// piece is a stretch of word characters, and what joins it to the next.
type piece struct {
	start, end int
	ascii      bool // no character beyond ASCII
	digits     bool // nothing but ASCII digits
	camel      bool // an upper-case letter follows a lower-case one
	join       rune // the connector behind it, 0 at the end of the compound
}

// scanPiece reads the word that begins at text[i].
func scanPiece(text string, i int) piece {
	p := piece{start: i, ascii: true, digits: true}
	lower := false
	for i < len(text) {
		b := text[i]
		if b < utf8.RuneSelf {
			switch asciiClass[b] {
			case word:
				p.digits = false
				p.camel = p.camel || lower && b <= 'Z'
				lower = b >= 'a'
			case digit:
				lower = false
			default:
				p.end = i
				return p
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if c := classOf(r); c == separator || c.spaceless() || r == zeroWidthSpace {
			break
		}
		p.ascii, p.digits, lower = false, false, false
		i += n
	}
	p.end = i
	return p
}

const zeroWidthSpace = '\u200B'

// connector returns what joins p to the word behind it: the connector in one
// form for each meaning and its bytes, 0 where p stands alone.
func connector(text string, p piece) (rune, int) {
	if p.end == len(text) {
		return 0, 0
	}
	r, n := rune(text[p.end]), 1
	if r >= utf8.RuneSelf {
		r, n = utf8.DecodeRuneInString(text[p.end:])
	}
	next := p.end + n
	if r == '_' {
		for next < len(text) && text[next] == '_' {
			next++
		}
	}
	if next == len(text) {
		return 0, 0
	}
	c, _ := classAt(text, next)
	if c != word && c != digit {
		return 0, 0
	}
	switch r {
	case '.', '_', '&', '@', '\'', '-', '/':
	case '\u2019', '\u02BC', '\u05F3':
		r = '\''
	case '\u2010', '\u2011':
		r = '-'
	case '\u00B7', '\u05F4':
		r = '_'
	case ',', ':':
		if !p.digits || c != digit {
			return 0, 0
		}
	case '"':
		if !hebrew(text[p.start:p.end]) || !hebrew(text[next:]) {
			return 0, 0
		}
		r = '_'
	case '\u00A0', '\u2009', '\u202F', ' ':
		if !p.digits || p.end-p.start > 3 || !threeDigits(text[next:]) {
			return 0, 0
		}
		if r != ' ' {
			r = ' '
		} else {
			r = '\t' // it may divide two numbers
		}
	default:
		return 0, 0
	}
	return r, next - p.end
}

func hebrew(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r >= 0x0590 && r < 0x0600
}

// threeDigits reports whether s begins with a number of exactly three digits.
func threeDigits(s string) bool {
	for i := range 3 {
		if i >= len(s) || s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	if len(s) == 3 {
		return true
	}
	c, _ := classAt(s, 3)
	return c == separator
}
