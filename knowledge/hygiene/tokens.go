package hygiene

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word of folded text: a run of letters, digits and underscores, or
// one ideograph or kana.
type token struct {
	text     string
	sentence int
	gap      int  // bytes since the token before
	digits   bool // it holds one
}

// tokenize cuts folded text into words, and joins those that were written letter
// by letter.
func tokenize(s string, v *vocabulary) []token {
	out := make([]token, 0, len(s)/6+4)
	sentence, last := 0, 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case ideograph(r):
			out = append(out, token{text: s[i : i+n], sentence: sentence, gap: i - last})
			last = i + n
		case wordRune(r):
			end := i + n
			digits := r <= '9' && r >= '0'
			for end < len(s) {
				if c := s[end]; c < utf8.RuneSelf {
					if !asciiWord[c] {
						break
					}
					digits = digits || c <= '9'
					end++
					continue
				}
				next, m := utf8.DecodeRuneInString(s[end:])
				if !wordRune(next) || ideograph(next) {
					break
				}
				end += m
			}
			n = end - i
			if word := strings.Trim(s[i:end], "_"); word != "" {
				out = append(out, token{s[i:end], sentence, i - last, digits})
				last = end
			}
		case ends(r) && endsHere(s[i+n:], r):
			sentence++
		}
		i += n
	}
	return joinLetters(out, v)
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return asciiWord[r]
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// asciiWord has the ASCII characters of folded words.
var asciiWord = func() (in [utf8.RuneSelf]bool) {
	for _, c := range "abcdefghijklmnopqrstuvwxyz0123456789_" {
		in[c] = true
	}
	return in
}()

func ideograph(r rune) bool {
	return r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

func ends(r rune) bool {
	switch r {
	case '.', '!', '?', '。', '؟', '\u037e':
		return true
	}
	return false
}

// endsHere reports whether a full stop with rest behind it ends a sentence.
func endsHere(rest string, r rune) bool {
	return r == '。' || rest == "" || rest[0] == ' ' || rest[0] == '\n' || rest[0] == '\t'
}

// leastLetters is how many single letters in a row make a spaced word.
const leastLetters = 8

// joinLetters replaces runs of single letters by the words that they spell.
func joinLetters(toks []token, v *vocabulary) []token {
	var out []token
	for i := 0; i < len(toks); {
		end := i
		for end < len(toks) && single(toks[end].text) {
			end++
		}
		if end-i < leastLetters {
			end = max(end, i+1)
			if out != nil {
				out = append(out, toks[i:end]...)
			}
			i = end
			continue
		}
		if out == nil {
			out = append(make([]token, 0, len(toks)), toks[:i]...)
		}
		out = append(out, spell(toks[i:end], v)...)
		i = end
	}
	if out == nil {
		return toks
	}
	return out
}

func single(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	return n == len(s) && unicode.IsLetter(r) && !ideograph(r)
}

// spell joins single letters. Wider gaps part the words; without any, the words
// are looked for in the vocabulary.
func spell(toks []token, v *vocabulary) []token {
	narrow := toks[1].gap
	for _, t := range toks[1:] {
		narrow = min(narrow, t.gap)
	}
	var out []token
	var word strings.Builder
	flush := func() {
		for _, w := range v.cut(word.String()) {
			out = append(out, token{text: w, sentence: toks[0].sentence})
		}
		word.Reset()
	}
	for i, t := range toks {
		if i > 0 && t.gap > narrow {
			flush()
		}
		word.WriteString(t.text)
	}
	flush()
	return out
}
