package semantics

import (
	"unicode"
	"unicode/utf8"
)

// token is a word where it stands.
type token struct {
	start, end int
	key        uint64 // of its characters in lower case
	capital    bool   // begins with a capital letter
	digits     bool   // holds a digit
	letters    int    // how many letters it holds
	joined     bool   // only a space, a comma, a hyphen or an apostrophe stands between it and the token before
}

// eachToken calls f with the words of s in order. A character of a script without
// spaces is a word.
func eachToken(s string, f func(t token)) {
	var t token
	open, joined := false, false
	flush := func(end int) {
		if open {
			t.end = end
			f(t)
			open, joined = false, true
		}
	}
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		switch alone := r >= 0x0e00 && wide(r); {
		case alone:
			flush(i)
			t, open = token{start: i, key: newKey(r), letters: 1, joined: joined}, true
			flush(i + n)
		case !wordRune(r):
			flush(i)
			joined = joined && (r == ' ' || r == ',' || r == '-' || r == '\'' || r == '’')
		default:
			if !open {
				t, open = token{start: i, key: keySeed, capital: unicode.IsUpper(r), joined: joined}, true
			}
			t.add(r)
		}
		i += n
	}
	flush(len(s))
}

const keySeed = 14695981039346656037

func newKey(r rune) uint64 { return (keySeed ^ uint64(r)) * 1099511628211 }

func (t *token) add(r rune) {
	switch {
	case '0' <= r && r <= '9':
		t.digits = true
	case 'A' <= r && r <= 'Z':
		r |= 0x20
		t.letters++
	case r >= utf8.RuneSelf:
		t.digits = t.digits || unicode.IsDigit(r)
		r = unicode.ToLower(r)
		t.letters++
	default:
		t.letters++
	}
	t.key = (t.key ^ uint64(r)) * 1099511628211
}

// identifier reports a word of letters and digits, as names of machines, orders and
// contracts are.
func (t *token) identifier() bool { return t.digits && t.letters > 0 }
