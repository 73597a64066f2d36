package hygiene

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold returns text as it reads: lower case, compatibility forms (full width,
// mathematical letters) as plain ones, without marks on letters and without
// characters that show nothing. Tables are folded the same way.
func fold(text string) string {
	text = unbroken(text)
	if plain(text) {
		return strings.ToLower(text)
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range norm.NFKD.String(text) {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(unicode.ToLower(r))
		case r >= firstTag && r <= lastTag:
			b.WriteRune(unicode.ToLower(r - tagOffset))
		case unseen(r):
		default:
			r = unicode.ToLower(r)
			if latin, ok := drawnLike[r]; ok {
				r = latin
			}
			b.WriteRune(r)
		}
	}
	return unmask(b.String())
}

// unbroken joins words that are divided at the end of a line.
func unbroken(text string) string {
	var b strings.Builder
	from := 0
	for at := 0; ; at++ {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			break
		}
		at += n
		if head, rest, ok := divided(text[from:at], text[at+1:]); ok {
			b.WriteString(head)
			from = len(text) - len(rest)
			at = from - 1
		}
	}
	if from == 0 {
		return text
	}
	b.WriteString(text[from:])
	return b.String()
}

// divided returns what stands before and after the sign by which a word goes on in the next line.
func divided(above, below string) (head, rest string, ok bool) {
	head = strings.TrimRight(above, " \t\r")
	sign, n := utf8.DecodeLastRuneInString(head)
	if sign != '-' && sign != '\u2010' && sign != '\u00ad' {
		return "", "", false
	}
	head, rest = head[:len(head)-n], strings.TrimLeft(below, " \t")
	before, _ := utf8.DecodeLastRuneInString(head)
	after, _ := utf8.DecodeRuneInString(rest)
	return head, rest, unicode.IsLetter(before) && unicode.IsLower(after)
}

func plain(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// unseen reports a character that stands between or on letters without changing
// how the word reads.
func unseen(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Variation_Selector) || r == '\u0640' || r == '\u115f' || r == '\u1160' || r == '\u3164'
}

// Tag characters repeat ASCII at an offset and are drawn as nothing.
const (
	firstTag  = 0xE0020
	lastTag   = 0xE007E
	tagOffset = 0xE0000
)

// smuggled reports a run of tag characters longer than the flag emoji that use
// them: text that only a program reads.
func smuggled(text string) bool {
	const longest = 8
	run := 0
	for i := 0; i+3 < len(text); {
		if text[i] != 0xF3 {
			i++
			run = 0
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if run++; r < firstTag || r > lastTag {
			run = 0
		}
		if run > longest {
			return true
		}
		i += n
	}
	return false
}

// drawnLike has letters that only look like a Latin one: small capitals and
// letters of phonetics.
var drawnLike = pairs("ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzɑaɡgıiɩiꞮi")

// lookAlike has letters of other alphabets that are written where a Latin one is
// meant. They are folded only in words that mix alphabets.
var lookAlike = pairs("аaвbсcԁdеeһhіiјjкkӏlмmнhоoрpԛqгrѕsтtуyхxԝwѵvαaβbεeηnιiκkνvοoρpτtυuχxγyωw")

func pairs(s string) map[rune]rune {
	m := map[rune]rune{}
	var from rune
	for i, r := range []rune(s) {
		if i%2 == 0 {
			from = r
		} else {
			m[from] = r
		}
	}
	return m
}

// unmask gives words that mix Latin letters with those of another alphabet their
// Latin reading. Where a text has such a word, others that are all look-alikes
// are read so too.
func unmask(s string) string {
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
	mixed := false
	for _, w := range words {
		if mixes(w) {
			mixed = true
			break
		}
	}
	if !mixed {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		n := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
		if n < 0 {
			n = len(s)
		}
		if w := s[:n]; mixes(w) || disguised(w) {
			for _, r := range w {
				if latin, ok := lookAlike[r]; ok {
					r = latin
				}
				b.WriteRune(r)
			}
		} else {
			b.WriteString(w)
		}
		s = s[n:]
		n = strings.IndexFunc(s, unicode.IsLetter)
		if n < 0 {
			n = len(s)
		}
		b.WriteString(s[:n])
		s = s[n:]
	}
	return b.String()
}

// mixes reports a word with Latin letters and look-alikes of another alphabet.
func mixes(w string) bool {
	latin, other := false, false
	for _, r := range w {
		latin = latin || 'a' <= r && r <= 'z'
		other = other || lookAlike[r] != 0
	}
	return latin && other
}

// disguised reports a word of look-alikes only.
func disguised(w string) bool {
	for _, r := range w {
		if lookAlike[r] == 0 {
			return false
		}
	}
	return w != ""
}
