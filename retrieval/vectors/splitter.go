package vectors

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// splitter cuts a text into the words and parts of words of a vocabulary, as a
// WordPiece tokenizer with BERT's normaliser does.
type splitter struct {
	Clean     bool   `json:"clean"`   // drop control characters, any space is one
	Chinese   bool   `json:"chinese"` // Chinese characters are words
	Accents   bool   `json:"accents"` // drop them
	Lowercase bool   `json:"lowercase"`
	Prefix    string `json:"prefix"` // of a part that goes on with a word
	Unknown   string `json:"unknown"`
	MaxChars  int    `json:"max_chars"` // a longer word is unknown
}

// maxPieces is how many pieces of a text count. The format's own program takes so many.
const maxPieces = 512

// pieces calls yield with the place in a sorted vocabulary of each piece of text. Words
// that the vocabulary has no pieces for are passed over. most is how many bytes its
// longest entry has.
func (s *splitter) pieces(text string, most int, find func(string) (int, bool), yield func(int)) {
	left := maxPieces
	var at []int
	for _, word := range s.words(text) {
		at = s.cut(at[:0], word, most, find)
		for _, i := range at[:min(len(at), left)] {
			yield(i)
		}
		if left -= len(at); left <= 0 {
			return
		}
	}
}

// cut appends the longest pieces that make up word, from its beginning; nothing where a
// part of it has none.
func (s *splitter) cut(at []int, word string, most int, find func(string) (int, bool)) []int {
	if utf8.RuneCountInString(word) > s.MaxChars {
		return at
	}
	whole := len(at)
	for rest := word; rest != ""; {
		end := min(len(rest), most)
		for end < len(rest) && !utf8.RuneStart(rest[end]) {
			end++
		}
		for end > 0 {
			piece := rest[:end]
			if len(rest) < len(word) {
				piece = s.Prefix + piece
			}
			if i, ok := find(piece); ok && piece != s.Unknown {
				at = append(at, i)
				break
			}
			_, size := utf8.DecodeLastRuneInString(rest[:end])
			end -= size
		}
		if end == 0 {
			return at[:whole]
		}
		rest = rest[end:]
	}
	return at
}

// words normalises text and cuts it at spaces and around punctuation.
func (s *splitter) words(text string) []string {
	text = s.normal(strings.ToValidUTF8(text, ""))
	var out []string
	begin := 0
	flush := func(end int) {
		if end > begin {
			out = append(out, text[begin:end])
		}
	}
	for i, r := range text {
		switch {
		case unicode.IsSpace(r):
			flush(i)
			begin = i + utf8.RuneLen(r)
		case punctuation(r):
			flush(i)
			begin = i + utf8.RuneLen(r)
			out = append(out, text[i:begin])
		}
	}
	flush(len(text))
	return out
}

func (s *splitter) normal(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case s.Clean && unicode.IsSpace(r):
			b.WriteByte(' ')
		case s.Clean && (r == 0 || r == utf8.RuneError || unicode.Is(unicode.C, r)):
		case s.Chinese && chinese(r):
			b.WriteByte(' ')
			b.WriteRune(r)
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	text = b.String()
	if s.Accents {
		text = strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, norm.NFD.String(text))
	}
	if s.Lowercase {
		text = strings.ToLower(text)
	}
	return text
}

// punctuation is what stands for itself: all ASCII signs, and what Unicode calls so.
func punctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7f && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	}
	return unicode.IsPunct(r)
}

// chineseBlocks are the blocks whose characters BERT's normaliser sets apart.
var chineseBlocks = [][2]rune{
	{0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0x20000, 0x2A6DF}, {0x2A700, 0x2B73F}, {0x2B740, 0x2B81F}, {0x2B920, 0x2CEAF}, {0x2F800, 0x2FA1F},
}

func chinese(r rune) bool {
	return r >= 0x3400 && slices.ContainsFunc(chineseBlocks, func(b [2]rune) bool { return b[0] <= r && r <= b[1] })
}
