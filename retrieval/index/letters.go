package index

import (
	"unicode"
	"unicode/utf8"
)

// invisible reports whether r is a character that only steers display.
func invisible(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF || r >= 0x80 && unicode.Is(unicode.Cf, r)
}

// appendBase appends the base form of one character of a decomposed word:
// nothing for accents, vowel points and the Arabic stretcher.
func appendBase(b []byte, r rune) []byte {
	switch {
	case r < utf8.RuneSelf:
		return append(b, byte(r))
	case stripped(r):
		return b
	case r >= 0x0660 && unicode.Is(unicode.Nd, r):
		return append(b, '0'+digitValue(r))
	}
	if s := baseLetter(r); s != "" {
		return append(b, s...)
	}
	return utf8.AppendRune(b, r)
}

// stripped reports whether r is an accent, vowel point or the Arabic stretcher.
func stripped(r rune) bool {
	switch {
	case r >= 0x0300 && r <= 0x036F, r >= 0x0591 && r <= 0x05C7, r >= 0x064B && r <= 0x065F, r == 0x0670,
		r >= 0x06D6 && r <= 0x06ED, r == tatweel, r >= 0x1AB0 && r <= 0x1AFF, r >= 0x1DC0 && r <= 0x1DFF,
		r >= 0x20D0 && r <= 0x20FF:
		return true
	}
	return false
}

// digitValue returns the value of a decimal digit: each script's ten digits stand
// in a row, and every row of the table begins with a zero.
func digitValue(r rune) byte {
	for _, t := range unicode.Nd.R16 {
		if r >= rune(t.Lo) && r <= rune(t.Hi) {
			return byte((r - rune(t.Lo)) % 10)
		}
	}
	for _, t := range unicode.Nd.R32 {
		if r >= rune(t.Lo) && r <= rune(t.Hi) {
			return byte((r - rune(t.Lo)) % 10)
		}
	}
	return 0
}

// baseLetter returns the base of letters whose stroke or ligature Unicode does
// not decompose, and of Arabic letters that keyboards interchange.
func baseLetter(r rune) string {
	switch r {
	case 'ø':
		return "o"
	case 'ł':
		return "l"
	case 'đ', 'ð':
		return "d"
	case 'ħ':
		return "h"
	case 'ı':
		return "i"
	case 'ŧ':
		return "t"
	case 'þ':
		return "th"
	case 'æ':
		return "ae"
	case 'œ':
		return "oe"
	case 'ى', 'ی':
		return "ي"
	case 'ة':
		return "ه"
	case 'ک':
		return "ك"
	}
	return ""
}
