package index

import "unicode"

// class says what part a character plays in the division of text into terms.
type class uint8

const (
	separator class = iota
	word            // letters and numbers of scripts that put spaces between words
	digit           // decimal digits; they stand in words too
	mark            // combining marks: they continue a word
	ignored         // soft hyphens, joiners, direction marks: as if they were not there
	ideograph       // Han and Bopomofo
	kana
	hangul
	thai
	lao
	khmer
	myanmar
	tibetan
	tai // Tai Le, New Tai Lue, Tai Tham, Tai Viet
)

// spaceless reports whether c is a script whose words are not divided by spaces
// (or, as Hangul, carry particles), so that it is indexed in pairs of characters.
func (c class) spaceless() bool { return c >= ideograph }

// group is the unit of a run: Han and kana alternate within Japanese words.
func (c class) group() class {
	if c == kana {
		return ideograph
	}
	return c
}

// asciiClass holds the classes of ASCII. The underscore is a connector.
var asciiClass = [128]class{
	'0': digit, '1': digit, '2': digit, '3': digit, '4': digit, '5': digit, '6': digit, '7': digit, '8': digit, '9': digit,
	'A': word, 'B': word, 'C': word, 'D': word, 'E': word, 'F': word, 'G': word, 'H': word, 'I': word,
	'J': word, 'K': word, 'L': word, 'M': word, 'N': word, 'O': word, 'P': word, 'Q': word, 'R': word,
	'S': word, 'T': word, 'U': word, 'V': word, 'W': word, 'X': word, 'Y': word, 'Z': word,
	'a': word, 'b': word, 'c': word, 'd': word, 'e': word, 'f': word, 'g': word, 'h': word, 'i': word,
	'j': word, 'k': word, 'l': word, 'm': word, 'n': word, 'o': word, 'p': word, 'q': word, 'r': word,
	's': word, 't': word, 'u': word, 'v': word, 'w': word, 'x': word, 'y': word, 'z': word,
}

// block is a range of characters of one script without spaces.
type block struct {
	first, last rune
	class       class
}

// blocks are ordered. Within them letters and marks take the class, digits and
// punctuation keep their own.
var blocks = []block{
	{0x0E00, 0x0E7F, thai},
	{0x0E80, 0x0EFF, lao},
	{0x0F00, 0x0FFF, tibetan},
	{0x1000, 0x109F, myanmar},
	{0x1100, 0x11FF, hangul}, // conjoining jamo
	{0x1780, 0x17FF, khmer},
	{0x1950, 0x19DF, tai},
	{0x1A20, 0x1AAF, tai},
	{0x2E80, 0x2FDF, ideograph}, // radicals
	{0x3005, 0x3007, ideograph}, // iteration mark, closing mark, zero
	{0x3021, 0x3029, ideograph},
	{0x3031, 0x3035, kana},
	{0x3038, 0x303C, ideograph},
	{0x3041, 0x30FF, kana},
	{0x3100, 0x312F, ideograph}, // Bopomofo
	{0x3130, 0x318F, hangul},
	{0x31A0, 0x31BF, ideograph},
	{0x31F0, 0x31FF, kana},
	{0x3400, 0x4DBF, ideograph},
	{0x4E00, 0x9FFF, ideograph},
	{0xA960, 0xA97F, hangul},
	{0xA9E0, 0xA9FF, myanmar},
	{0xAA60, 0xAA7F, myanmar},
	{0xAA80, 0xAADF, tai},
	{0xAC00, 0xD7FF, hangul},
	{0xF900, 0xFAFF, ideograph},
	{0xFF66, 0xFF9F, kana}, // half width
	{0xFFA0, 0xFFDC, hangul},
	{0x1AFF0, 0x1B16F, kana},
	{0x20000, 0x3FFFD, ideograph},
}

// classOf returns the class of a character beyond ASCII. What no version of
// Unicode known here has named counts as a letter: a script that is newer than
// the tables is still found.
func classOf(r rune) class {
	if r < 0x0E00 {
		return classByTable(r)
	}
	for lo, hi := 0, len(blocks); lo < hi; {
		mid := (lo + hi) / 2
		switch b := &blocks[mid]; {
		case r < b.first:
			hi = mid
		case r > b.last:
			lo = mid + 1
		default:
			return classInBlock(r, b.class)
		}
	}
	if r >= 0x3200 && r <= 0x33FF || r >= 0x2100 && r <= 0x214F && unicode.IsLetter(r) {
		return word // squared and circled words: normalisation spells them out
	}
	return classByTable(r)
}

func classInBlock(r rune, c class) class {
	switch {
	case c == ideograph || c == hangul:
		return c
	case unicode.IsLetter(r):
		return c
	case unicode.IsMark(r):
		return c
	}
	return classByTable(r)
}

// isMark reports whether r is a combining mark.
func isMark(r rune) bool { return r >= 0x0300 && unicode.IsMark(r) }

func classByTable(r rune) class {
	switch {
	case unicode.IsLetter(r):
		return word
	case unicode.Is(unicode.Nd, r):
		return digit
	case unicode.IsMark(r):
		return mark
	case unicode.IsNumber(r):
		return word
	case unicode.Is(unicode.Cf, r):
		return ignored
	case unicode.In(r, unicode.Z, unicode.P, unicode.S, unicode.Cc, unicode.Co, unicode.Cs), r&0xFFFE == 0xFFFE, r == unicode.ReplacementChar:
		return separator
	}
	return word
}
