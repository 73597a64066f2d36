package proof

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// token is a word or a value of a text.
type token struct {
	start, end int    // bytes of the text
	fold       string // lower case, without accents
	stem       string
	class      class
	concepts   []string
	axes       []pole
	capital    bool   // begins with one
	name       bool   // stands in capitals where its language has small letters
	value      *value // set where the token is a value
	clause     int    // number of the clause it stands in
	cell       int    // of a table row: its column, from 0
	role       role
	apart      pole // of words that only look alike: the line of the table, the group in it
	first      bool // begins a sentence
	phrase     bool // begins an entry of several words
}

type pole struct {
	axis string
	side int
}

// bears reports whether a token says something that evidence must say too.
func (t *token) bears() bool {
	return t.value != nil || t.class&(stop|notOnly|light|negation|modal|quantifier|bound|approx|opinion|than) == 0 || len(t.axes) > 0
}

// bare takes case and accents off.
func bare(s string) string {
	ascii := true
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii {
		return strings.ToLower(s)
	}
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(s)) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r == 'ß':
			b.WriteString("ss")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func letter(r rune) bool { return unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) }

// foldedWords returns the words of an entry of a table.
func foldedWords(s string, l *language) []string {
	var out []string
	for _, t := range scanWords(s, l) {
		out = append(out, t.fold)
	}
	return out
}

// scanWords divides text into words and the digits between them. An apostrophe
// divides what an elision joined; "n't" and "'s" are parts of their own.
func scanWords(s string, l *language) []token {
	var out []token
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !letter(r) && !unicode.IsDigit(r) {
			i += n
			continue
		}
		start, digit := i, unicode.IsDigit(r)
		for i < len(s) {
			r, n = utf8.DecodeRuneInString(s[i:])
			if !letter(r) && !unicode.IsDigit(r) {
				break
			}
			digit = digit || unicode.IsDigit(r)
			i += n
		}
		word := s[start:i]
		if l != nil && l.code == "eng" && !digit {
			if rest := s[i:]; strings.HasSuffix(strings.ToLower(word), "n") && (strings.HasPrefix(rest, "'t") || strings.HasPrefix(rest, "’t")) && len(word) > 1 {
				_, n := utf8.DecodeRuneInString(rest)
				stem := word[:len(word)-1]
				if low := strings.ToLower(stem); low == "ca" {
					stem = "can"
				} else if low == "wo" {
					stem = "will"
				}
				out = append(out, token{start: start, end: i - 1, fold: strings.ToLower(stem)}, token{start: i - 1, end: i + n + 1, fold: "n't"})
				i += n + 1
				continue
			}
			if strings.HasPrefix(s[i:], "'s") || strings.HasPrefix(s[i:], "’s") {
				_, n := utf8.DecodeRuneInString(s[i:])
				if next, _ := utf8.DecodeRuneInString(s[min(i+n+1, len(s)):]); !letter(next) || i+n+1 >= len(s) {
					out = append(out, token{start: start, end: i, fold: bare(word)})
					i += n + 1
					continue
				}
			}
		}
		out = append(out, token{start: start, end: i, fold: bare(word)})
	}
	if len(out) == 0 && strings.TrimSpace(s) == "n't" {
		return []token{{fold: "n't"}}
	}
	return out
}

// tag fills in what the tables say of the words.
func tag(s string, ts []token, l *language) {
	for i := range ts {
		t := &ts[i]
		word := s[t.start:t.end]
		t.stem = t.fold
		if l != nil {
			t.stem = l.stemOf(strings.ToLower(norm.NFC.String(word)))
		}
		r, _ := utf8.DecodeRuneInString(word)
		t.first = i == 0 || sentenceEnds(s[ts[i-1].end:t.start])
		upper := unicode.IsUpper(r)
		t.capital = upper
		t.name = upper && (!t.first || len(word) > 1 && strings.ToUpper(word) == word)
		if l != nil && l.code == "deu" {
			t.name = upper && !t.first
		}
	}
	if l == nil {
		return
	}
	for i := range ts {
		ts[i].apart = l.apartOf(ts[i].fold)
	}
	for i := 0; i < len(ts); i++ {
		found := false
		taken := 1
		for _, p := range l.entries[ts[i].fold] {
			if !matchesAt(ts, i, p.words) || p.hyphen && s[ts[i].end:ts[i+1].start] != "-" {
				continue
			}
			if found && len(p.words) < taken {
				if ts[i].bears() && len(ts[i].concepts)+len(ts[i].axes) == 0 {
					ts[i].concepts = append(ts[i].concepts, p.concepts...) // superseded by is superseded
				}
				continue
			}
			found, taken = true, len(p.words)
			ts[i].phrase = taken > 1
			ts[i].apply(p)
			for j := i + 1; j < i+len(p.words); j++ {
				ts[j].class |= stop | l.alone(ts[j].fold)&(than|passive)
			}
		}
		if !found && len(ts[i].fold) > 4 {
			for _, p := range l.stemmed[ts[i].stem] {
				if !lookAlike(ts[i].apart, l.apartOf(p.words[0])) && !(p.axis != "" && learned(ts[i].fold, ts[i].stem)) {
					ts[i].apply(p)
				}
			}
		}
		i += taken - 1
	}
	for i := range ts {
		if u, ok := units()[ts[i].fold]; ok && len(ts[i].fold) > 1 {
			ts[i].concepts = append(ts[i].concepts, "unit:"+u.dimension+u.factor.String())
		}
	}
	// A capital inside a sentence makes a name of what is else a small word: May, Will.
	for i := range ts {
		if t := &ts[i]; t.name && l.code != "deu" && t.class&(light|may|some|plan) != 0 && len(t.axes) == 0 {
			t.class = 0
		}
	}
}

// alone is the class of a word that is an entry of its own: than in more than.
func (l *language) alone(fold string) class {
	for _, p := range l.entries[fold] {
		if len(p.words) == 1 {
			return p.class
		}
	}
	return 0
}

func (t *token) apply(p *phrase) {
	t.class |= p.class
	t.concepts = append(t.concepts, p.concepts...)
	if p.axis != "" {
		t.axes = append(t.axes, pole{p.axis, p.pole})
	}
	if p.number > 0 {
		t.value = wordValue(t.start, t.end, p.number, p.ordinal)
	}
}

func matchesAt(ts []token, i int, words []string) bool {
	if i+len(words) > len(ts) {
		return false
	}
	for j, w := range words {
		if ts[i+j].fold != w {
			return false
		}
	}
	return true
}

func sentenceEnds(gap string) bool { return strings.ContainsAny(gap, ".!?:•|\"“„«") }

const digits = "0123456789"
