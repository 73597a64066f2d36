package latex

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// letters are commands that stand for characters.
var letters = map[string]string{
	"LaTeX": "LaTeX", "TeX": "TeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "ldots": "…", "dots": "…", "textellipsis": "…", "textbackslash": `\`,
	"textasciitilde": "~", "textasciicircum": "^", "textquotesingle": "'", "textquotedbl": `"`, "textless": "<", "textgreater": ">", "textbar": "|",
	"textbraceleft": "{", "textbraceright": "}", "textunderscore": "_", "textdollar": "$", "textbullet": "•", "textdegree": "°", "textendash": "–",
	"textemdash": "—", "S": "§", "P": "¶", "copyright": "©", "textcopyright": "©", "textregistered": "®", "texttrademark": "™", "pounds": "£",
	"textsterling": "£", "euro": "€", "texteuro": "€", "EUR": "€", "dag": "†", "ddag": "‡", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å",
	"o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "quad": " ", "qquad": " ", "textquoteleft": "‘", "textquoteright": "’",
	"textquotedblleft": "“", "textquotedblright": "”", "guillemotleft": "«", "guillemotright": "»", "glqq": "„", "grqq": "“", "slash": "/",
}

// accents are commands that put a mark on the letter behind them, as combining
// characters.
var accents = map[string]rune{
	"'": '\u0301', "`": '\u0300', "^": '\u0302', `"`: '\u0308', "~": '\u0303', "=": '\u0304', ".": '\u0307', "u": '\u0306', "v": '\u030c', "H": '\u030b',
	"c": '\u0327', "k": '\u0328', "r": '\u030a', "d": '\u0323', "b": '\u0331',
}

// accent writes the letter that an accent stands on. It reports whether one
// follows.
func (r *reader) accent(name string) bool {
	at := r.pos
	if !letter(name[0]) {
		r.pos++ // behind the mark
	}
	for r.pos < len(r.src) && r.src[r.pos] == ' ' {
		r.pos++
	}
	rest := r.src[r.pos:]
	closing := ""
	if rest != "" && rest[0] == '{' {
		rest, closing = rest[1:], "}"
		r.pos++
	}
	var base string
	switch {
	case len(rest) > 1 && rest[0] == '\\' && (rest[1] == 'i' || rest[1] == 'j') && (len(rest) == 2 || !letter(rest[2])):
		base = rest[1:2]
		r.pos += 2
	case rest != "" && letter(rest[0]) && rest[0] != '@' && (closing == "" || len(rest) > 1 && rest[1] == '}'):
		_, n := utf8.DecodeRuneInString(rest)
		base = rest[:n]
		r.pos += n
	default:
		r.pos = at
		return false
	}
	if closing != "" && r.pos < len(r.src) && r.src[r.pos] == '}' {
		r.pos++
	}
	r.write(norm.NFC.String(base + string(accents[name])))
	return true
}
