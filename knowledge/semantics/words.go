package semantics

import (
	"unicode"
	"unicode/utf8"
)

// word is a word of running text: its hash in lower case, and that of its first
// seven letters, which stands for its stem in every language of inflected words.
type word struct {
	key, stem uint64
	letters   int  // characters, digits included
	number    bool // begins with a digit
	at, end   int  // bytes of the text
}

const stemLetters = 7

// eachWord calls f with the words of s in order. Scripts without spaces between
// words give pairs of neighbouring characters.
func eachWord(s string, f func(w word)) {
	var w word
	var last rune // of the run of wide characters before, 0 at its start
	for i := 0; i < len(s); {
		at := i
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		i += n
		if r >= 0x0e00 && wide(r) {
			flushWord(&w, at, f)
			if last != 0 {
				key := pairKey(uint64(last), uint64(r))
				f(word{key: key, stem: key, letters: 4, at: at - utf8.RuneLen(last), end: i})
			}
			last = r
			continue
		}
		last = 0
		if !wordRune(r) {
			flushWord(&w, at, f)
			continue
		}
		if w.letters == 0 {
			w.at = at
		}
		w.add(r)
	}
	flushWord(&w, len(s), f)
}

func flushWord(w *word, end int, f func(word)) {
	if w.letters > 0 {
		w.end = end
		f(*w)
		*w = word{}
	}
}

func (w *word) add(r rune) {
	switch {
	case 'A' <= r && r <= 'Z':
		r |= 0x20
	case r >= utf8.RuneSelf:
		r = unicode.ToLower(r)
	}
	if w.letters == 0 {
		w.key = 14695981039346656037
		w.number = '0' <= r && r <= '9'
	}
	w.key = (w.key ^ uint64(r)) * 1099511628211
	if w.letters < stemLetters {
		w.stem = w.key
	}
	w.letters++
}

// pairKey is the key of two words in a row; of the second alone where the first
// is 0.
func pairKey(first, second uint64) uint64 {
	if first == 0 {
		return second
	}
	return (first*31 ^ second) * 1099511628211
}

func wordRune(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
}

// wide reports characters of scripts that are written without spaces.
func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan)
}
