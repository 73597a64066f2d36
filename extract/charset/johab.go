package charset

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/korean"
)

// Johab (KS X 1001 annex 3) is the encoding of Korean under DOS: a syllable is a
// set high bit and three numbers of five bits for its initial consonant, vowel
// and final consonant. The numbers leave gaps, so each is looked up: -1 is no
// code, 0 is "none" of that part.
var (
	johabInitial = [32]int{-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}
	johabVowel   = [32]int{-1, -1, 0, 1, 2, 3, 4, 5, -1, -1, 6, 7, 8, 9, 10, 11, -1, -1, 12, 13, 14, 15, 16, 17, -1, -1, 18, 19, 20, 21, -1, -1}
	johabFinal   = [32]int{-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, -1, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, -1, -1}
)

// Letters that stand alone, by the same numbers.
const (
	loneInitials = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
	loneFinals   = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
)

func decodeJohab(b []byte) string {
	var out strings.Builder
	out.Grow(len(b) + len(b)/2)
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] < 0x80:
			out.WriteByte(b[i])
		case i+1 == len(b):
			out.WriteRune(utf8.RuneError)
		default:
			r := johabRune(b[i], b[i+1])
			out.WriteRune(r)
			if r != utf8.RuneError || b[i+1] >= 0x80 {
				i++
			}
		}
	}
	return out.String()
}

func johabRune(hi, lo byte) rune {
	if hi >= 0xd9 {
		return johabSymbol(hi, lo)
	}
	code := int(hi)<<8 | int(lo)
	initial, vowel, final := johabInitial[code>>10&31], johabVowel[code>>5&31], johabFinal[code&31]
	switch {
	case initial < 0 || vowel < 0 || final < 0:
		return utf8.RuneError
	case initial > 0 && vowel > 0:
		return rune(0xac00 + ((initial-1)*21+vowel-1)*28 + final)
	case initial > 0 && final == 0:
		return []rune(loneInitials)[initial-1]
	case initial == 0 && vowel > 0 && final == 0:
		return rune(0x314f + vowel - 1)
	case initial == 0 && vowel == 0 && final > 0:
		return []rune(loneFinals)[final-1]
	}
	return utf8.RuneError
}

// johabSymbol reads signs and ideographs, which stand in the order of KS X 1001:
// each first byte covers two rows of 94.
func johabSymbol(hi, lo byte) rune {
	var row int
	switch {
	case hi >= 0xd9 && hi <= 0xde:
		row = (int(hi)-0xd9)*2 + 1
	case hi >= 0xe0 && hi <= 0xf9:
		row = (int(hi)-0xe0)*2 + 42
	default:
		return utf8.RuneError
	}
	var column int
	switch {
	case lo >= 0x31 && lo <= 0x7e:
		column = int(lo) - 0x31
	case lo >= 0x91 && lo <= 0xfe:
		column = int(lo) - 0x91 + 78
	default:
		return utf8.RuneError
	}
	if column >= 94 {
		row, column = row+1, column-94
	}
	out, err := korean.EUCKR.NewDecoder().Bytes([]byte{byte(0xa0 + row), byte(0xa1 + column)})
	r, _ := utf8.DecodeRune(out)
	if err != nil {
		return utf8.RuneError
	}
	return r
}
