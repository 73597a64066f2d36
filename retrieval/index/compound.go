package index

import (
	"unicode/utf8"
)

const (
	// maxPieces bounds a compound; a longer chain goes on as the next one.
	maxPieces = 16
	// maxWordBytes is how much of a word is read: a base64 blob is one word.
	maxWordBytes = 256
	// maxTermBytes is how long a term can be.
	maxTermBytes = 128
)

// piece is a stretch of word characters, and what joins it to the next.
type piece struct {
	start, end int
	ascii      bool // no character beyond ASCII
	digits     bool // nothing but ASCII digits
	camel      bool // an upper-case letter follows a lower-case one
	join       rune // the connector behind it, 0 at the end of the compound
}

// compound reads words joined by connectors from text[i:], emits their terms and
// returns where the rest begins.
func (a *analyzer) compound(text string, i int) int {
	a.pieces = a.pieces[:0]
	for {
		p := scanPiece(text, i)
		i = p.end
		if len(a.pieces) < maxPieces-1 {
			var n int
			if p.join, n = connector(text, p); n > 0 {
				i += n
			}
		}
		a.pieces = append(a.pieces, p)
		if p.join == 0 {
			break
		}
	}
	switch ps := a.pieces; {
	case len(ps) == 1:
		a.pieceTerms(text, ps[0], plain)
	case numeric(ps):
		a.number(text, ps)
	default:
		for _, p := range ps {
			a.pieceTerms(text, p, plain)
		}
		a.whole(text, ps)
	}
	return a.suffix(text, i)
}

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
	case '.', '_', '&', '@', '\'', '-':
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
	case '\u00A0', '\u2009', '\u202F':
		if !p.digits || p.end-p.start > 3 || !threeDigits(text[next:]) {
			return 0, 0
		}
		r = ' '
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

// pieceTerms emits a word in its forms, and the words inside a camelCase one.
func (a *analyzer) pieceTerms(text string, p piece, k kind) {
	src := text[p.start:min(p.end, p.start+maxWordBytes)]
	a.wordTerms(src, p.ascii, k)
	if !p.camel || len(src) == maxWordBytes {
		return
	}
	from := 0
	for i := 1; i < len(src); i++ {
		if isUpper(src[i]) && isLower(src[i-1]) {
			a.wordTerms(src[from:i], p.ascii, part)
			from = i
		}
	}
	a.wordTerms(src[from:], p.ascii, part)
}

func isUpper(b byte) bool { return b >= 'A' && b <= 'Z' }
func isLower(b byte) bool { return b >= 'a' && b <= 'z' }

// whole emits a compound in one piece. Hyphens, apostrophes and underscores fall
// out, so that e-mail, e_mail and eMail meet email; other connectors stay, and so
// does everything between numbers.
func (a *analyzer) whole(text string, ps []piece) {
	a.scratch = a.scratch[:0]
	ascii, initials := true, true
	for _, p := range ps {
		initials = initials && p.end-p.start == 1
	}
	for i, p := range ps {
		src := text[p.start:p.end]
		if i == 0 && len(src) > 1 && (src[0] == 'v' || src[0] == 'V') && p.join == '.' && allDigits(src[1:]) {
			src = src[1:] // a version is the same without its v
		}
		a.scratch = append(a.scratch, src...)
		ascii = ascii && p.ascii
		switch {
		case p.join == 0, p.join == '\'', p.join == '_', initials && p.join == '.':
		case p.join == '-' && !(p.digits && ps[i+1].digits):
		default:
			a.scratch = utf8.AppendRune(a.scratch, p.join)
		}
		if len(a.scratch) > maxWordBytes {
			return
		}
	}
	a.wordTerms(string(a.scratch), ascii, joined)
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// suffix emits the names of programming languages that end in ++ or #.
func (a *analyzer) suffix(text string, i int) int {
	p := a.pieces[len(a.pieces)-1]
	n := 0
	switch rest := text[i:]; {
	case len(rest) >= 2 && rest[:2] == "++":
		n = 2
	case len(rest) >= 1 && rest[0] == '#' && p.end-p.start == 1:
		n = 1
	}
	if n == 0 || !p.ascii || p.digits || p.end-p.start > 16 {
		return i
	}
	if i+n < len(text) {
		if c, _ := classAt(text, i+n); c != separator {
			return i
		}
	}
	for _, b := range []byte(text[p.start:p.end]) {
		a.buf = append(a.buf, lowerASCII(b))
	}
	a.buf = append(a.buf, text[i:i+n]...)
	a.end(joined)
	return i + n
}

func lowerASCII(b byte) byte {
	if isUpper(b) {
		b += 'a' - 'A'
	}
	return b
}
