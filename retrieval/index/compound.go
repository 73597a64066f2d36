package index

import (
	"slices"
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

// compound reads words joined by connectors from text[i:], emits their terms and
// returns where the rest begins.
func (a *analyzer) compound(text string, i int) int {
	a.pieces = a.pieces[:0]
	for {
		p := scanPiece(text, i)
		i = p.end
		if len(a.pieces) < maxPieces-1 {
			var n int
			p.join, n = connector(text, p)
			if p.join == '\t' && slices.ContainsFunc(a.pieces, func(q piece) bool { return q.join != '\t' }) {
				p.join, n = 0, 0
			}
			if n > 0 {
				i += n
			}
		}
		a.pieces = append(a.pieces, p)
		if p.join == 0 {
			break
		}
	}
	if ps := a.pieces; ps[0].join == '\t' && !thousandsBySpaces(ps) {
		a.pieces = ps[:1] // two words: the second is read again
		i = ps[0].end
	}
	switch ps := a.pieces; {
	case len(ps) == 1:
		a.pieceTerms(text, ps[0], plain)
		a.thousands(text, ps)
	case numeric(ps):
		a.number(text, ps)
	default:
		for _, p := range ps {
			a.pieceTerms(text, p, plain)
		}
		a.whole(text, ps)
		a.thousands(text, ps)
	}
	return a.suffix(text, i)
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
