package tokens

import (
	"unicode"
	"unicode/utf8"
)

// The vocabulary's rule cuts text into words before it looks for tokens, and no token
// goes over a cut. The rule is a regular expression with backtracking; wordEnd finds the
// same cuts in one pass. Its alternatives, in this order:
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+ and a contraction
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]* and a contraction
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n/]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+

// class says in which sets of the rule a character is.
type class uint8

const (
	letter class = 1 << iota
	number
	space
	upper // \p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}
	lower // \p{Ll}\p{Lm}\p{Lo}\p{M}
	lineEnd
)

var ascii = func() (t [utf8.RuneSelf]class) {
	for r := range rune(utf8.RuneSelf) {
		t[r] = classify(r)
	}
	return t
}()

func classOf(r rune) class {
	if r < utf8.RuneSelf {
		return ascii[r]
	}
	return classify(r)
}

func classify(r rune) (c class) {
	switch {
	case unicode.In(r, unicode.Lu, unicode.Lt):
		return letter | upper
	case unicode.Is(unicode.Ll, r):
		return letter | lower
	case unicode.In(r, unicode.Lm, unicode.Lo):
		return letter | upper | lower
	case unicode.Is(unicode.M, r):
		return upper | lower
	case unicode.Is(unicode.N, r):
		return number
	case r == '\r' || r == '\n':
		return space | lineEnd
	case unicode.IsSpace(r):
		return space
	}
	return 0
}

// wordEnd returns the length of the first word of s, which is valid UTF-8 and not
// empty.
func wordEnd(s string) int {
	first, size := utf8.DecodeRuneInString(s)
	c := classOf(first)
	if c&(letter|number|lineEnd) == 0 && size < len(s) {
		if n := lettersEnd(s[size:], lower); n > 0 {
			return size + n
		}
	}
	if n := lettersEnd(s, lower); n > 0 {
		return n
	}
	if c&(letter|number|lineEnd) == 0 && size < len(s) {
		if n := lettersEnd(s[size:], upper); n > 0 {
			return size + n
		}
	}
	if n := lettersEnd(s, upper); n > 0 {
		return n
	}
	if c&number != 0 {
		return span(s, number, 3)
	}
	if n := signsEnd(s, first); n > 0 {
		return n
	}
	return spacesEnd(s)
}

// lettersEnd matches a run of upper and then of lower characters at the start of s and
// a contraction after it. One of the class need is in it: where no lower one follows the
// first run, the run itself is cut back behind its last character that is lower too.
func lettersEnd(s string, need class) int {
	high := span(s, upper, len(s))
	end := high + span(s[high:], lower, len(s))
	if need == upper && high == 0 {
		return 0
	}
	if need == lower && end == high {
		for end > 0 {
			r, size := utf8.DecodeLastRuneInString(s[:end])
			if classOf(r)&lower != 0 {
				break
			}
			end -= size
		}
		if end == 0 {
			return 0
		}
	}
	return end + contraction(s[end:])
}

func contraction(s string) int {
	if len(s) < 2 || s[0] != '\'' {
		return 0
	}
	low := func(i int) byte {
		if i < len(s) && s[i] < utf8.RuneSelf {
			return s[i] | 0x20
		}
		return 0
	}
	switch a, b := low(1), low(2); {
	case a == 's', a == 't', a == 'm', a == 'd':
		return 2
	case a == 'r' && b == 'e', a == 'v' && b == 'e', a == 'l' && b == 'l':
		return 3
	}
	return 0
}

// span returns the length of the first characters of a class, most of them.
func span(s string, of class, most int) int {
	n := 0
	for i, r := range s {
		if n == most || classOf(r)&of == 0 {
			return i
		}
		n++
	}
	return len(s)
}

// signsEnd matches what is neither space, letter nor number, a blank before it, and
// ends of lines and slashes behind it.
func signsEnd(s string, first rune) int {
	from := 0
	if first == ' ' {
		from = 1
	}
	end := len(s)
	for i, r := range s[from:] {
		if classOf(r)&(space|letter|number) != 0 {
			end = from + i
			break
		}
	}
	if end == from {
		return 0
	}
	for end < len(s) && (s[end] == '\r' || s[end] == '\n' || s[end] == '/') {
		end++
	}
	return end
}

// spacesEnd matches white space: to its last end of line, else all but the last of it
// where something follows.
func spacesEnd(s string) int {
	end := span(s, space, len(s))
	for i := end - 1; i >= 0; i-- {
		if s[i] == '\r' || s[i] == '\n' {
			return i + 1
		}
	}
	if end == len(s) {
		return end
	}
	if _, last := utf8.DecodeLastRuneInString(s[:end]); last < end {
		return end - last
	}
	return end
}
