package charset

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// multi is a candidate encoding with two or more bytes a character.
type multi struct {
	name   string
	common string // its characters that texts use most, most frequent first
	rarity int
}

var multis = []multi{
	{"gb18030", simplified, 3},
	{"shift_jis", kanji, 3},
	{"euc-jp", kanji, 3},
	{"big5", traditional, 3},
	{"euc-kr", hangul, 3},
	{"johab", hangul, 6},
}

// rate gives points by character, on the scale of pairs: a character of two
// bytes counts as two pairs.
func (m multi) rate(sample []byte) rating {
	text, ok := decodeLabel(sample, m.name)
	if !ok {
		return rating{m.name, -1 << 30}
	}
	weight := map[rune]int{}
	for i, r := range []rune(m.common) {
		weight[r] = 12
		if i >= 200 {
			weight[r] = 9
		}
	}
	points := -m.rarity
	for i, r := range text {
		switch {
		case r < 0x80:
		case r == utf8.RuneError && len(text)-i <= 2*utf8.UTFMax:
			// the sample ends inside a character
		default:
			points += m.points(r, weight)
		}
	}
	return rating{m.name, points}
}

func (m multi) points(r rune, weight map[rune]int) int {
	switch {
	case r == utf8.RuneError:
		return costUndefined
	case weight[r] > 0:
		return weight[r]
	case r >= 0x3040 && r <= 0x30ff: // kana
		if m.common == kanji {
			return 11
		}
		return -4
	case r >= 0xff61 && r <= 0xff9f: // half-width kana, one byte each
		return 1
	case r >= 0x3000 && r <= 0x303f, r >= 0xff01 && r <= 0xff60:
		return 9
	case unicode.Is(unicode.Han, r):
		if m.common == hangul {
			return -5
		}
		return 1
	case unicode.Is(unicode.Hangul, r):
		return 2
	case strings.ContainsRune("“”‘’…—·《》", r):
		return 5
	case unicode.Is(unicode.Co, r):
		return costControl
	}
	return costSymbol
}
