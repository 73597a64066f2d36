package retrieval

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// parsed is a query taken apart.
type parsed struct {
	words   string   // what is searched: plain words and the words of phrases
	phrases []string // that a passage must hold as they stand
	files   []string // quoted names of files
	without []string // words and phrases that it must not hold
	fields  []fieldTerm
	notes   []string // what was read otherwise than it may have been meant
}

// fieldTerm is name:value.
type fieldTerm struct {
	name, value string
	without     bool
}

// fieldNames are what may stand before a colon; everything else is a word.
var fieldNames = []string{"title", "path", "type", "author", "date", "sheet", "language", "kind", "page", "slide"}

// locatorNames may also stand before "=", as in printed locators.
var locatorNames = []string{"page", "slide", "sheet"}

// isFileName reports whether a quoted value looks like the name of a file: something
// before a dot, and at most five letters and digits, the first a letter, behind it.
func isFileName(s string) bool {
	i := strings.LastIndexByte(s, '.')
	if i <= 0 || unicode.IsSpace(rune(s[i-1])) || len(s)-i < 2 || len(s)-i > 6 || strings.Contains(s, ". ") {
		return false
	}
	for j, c := range []byte(s[i+1:]) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (j == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// parseQuery reads a query: words, "phrases", -exclusions, field:value. What has no
// meaning is a word.
func parseQuery(text string) (p parsed, err error) {
	var words []string
	for rest := text; ; {
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		if rest == "" {
			break
		}
		minus := false
		if len(rest) > 1 && rest[0] == '-' && !unicode.IsSpace(rune(rest[1])) && rest[1] != '-' && !unicode.IsDigit(rune(rest[1])) {
			minus, rest = true, rest[1:]
		}
		name, after := fieldAt(rest)
		if name != "" {
			rest = after
		}
		value, quoted, after, closed := valueAt(rest)
		rest = after
		if !closed {
			p.notes = append(p.notes, "a quotation mark without its partner: what follows it is read as words")
		}
		switch {
		case strings.TrimSpace(value) == "" && name != "":
			p.notes = append(p.notes, "nothing stands behind "+name+": it is read as a word")
			words = append(words, name)
		case strings.TrimSpace(value) == "":
		case name != "":
			p.fields = append(p.fields, fieldTerm{name, value, minus})
		case minus:
			p.without = append(p.without, value)
		case quoted && isFileName(value):
			p.files = append(p.files, value)
		case quoted:
			p.phrases = append(p.phrases, value)
			words = append(words, value)
		default:
			words = append(words, value)
		}
	}
	p.words = strings.Join(words, " ")
	if p.words == "" && len(p.fields) == 0 && len(p.files) == 0 && len(p.without) > 0 {
		return p, &BadQueryError{"the query only says what to leave out", "say what to look for besides: quire retrieve 'budget -draft'; to search for a word that begins with a hyphen, quote it"}
	}
	return p, nil
}

// fieldAt returns the field name that rest begins with, "" where there is none.
func fieldAt(rest string) (name, after string) {
	i := strings.IndexAny(rest, ":= \t\n\"")
	if i <= 0 || rest[i] != ':' && rest[i] != '=' {
		return "", rest
	}
	name = strings.ToLower(rest[:i])
	if known := fieldNames; rest[i] == '=' {
		if !slices.Contains(locatorNames, name) {
			return "", rest
		}
	} else if !slices.Contains(known, name) {
		return "", rest
	}
	return name, rest[i+1:]
}

// quotes are the marks that open a phrase, with those that close it.
var quotes = map[rune]string{'"': `"`, '“': `”“"`, '„': `“”"`, '«': `»`, '「': `」`}

// valueAt returns the word or phrase that rest begins with.
func valueAt(rest string) (value string, quoted bool, after string, closed bool) {
	for open, closers := range quotes {
		body, ok := strings.CutPrefix(rest, string(open))
		if !ok {
			continue
		}
		i := strings.IndexAny(body, closers)
		if i < 0 {
			return "", false, body, false
		}
		_, n := utf8.DecodeRuneInString(body[i:])
		return body[:i], true, body[i+n:], true
	}
	i := strings.IndexFunc(rest, unicode.IsSpace)
	if i < 0 {
		i = len(rest)
	}
	return rest[:i], false, rest[i:], true
}

// dateMatch reads the value of date: a beginning of a date (2026, 2026-03), a range
// (2025..2026-06), or a bound (>2025, >=2025, <2026, <=2026). Bounds are whole periods:
// >2025 begins with 2026.
func dateMatch(value string) (func(date string) bool, error) {
	bad := &BadQueryError{fmt.Sprintf("date:%s is not a date", value), "write date:2026, date:2026-03, date:2025..2026-06, date:>=2025 or date:<2026-03"}
	from, to, ranged := strings.Cut(value, "..")
	op := ""
	if !ranged {
		for _, o := range []string{">=", "<=", ">", "<"} {
			if rest, ok := strings.CutPrefix(value, o); ok {
				op, from = o, rest
				break
			}
		}
		to = from
	}
	for _, d := range []string{from, to} {
		if d != "" && !isDate(d) || from == "" && to == "" {
			return nil, bad
		}
	}
	at := func(d, bound string) int { return strings.Compare(d[:min(len(d), len(bound))], bound) }
	return func(d string) bool {
		switch op {
		case ">":
			return at(d, from) > 0
		case ">=":
			return at(d, from) >= 0
		case "<":
			return at(d, from) < 0
		case "<=":
			return at(d, from) <= 0
		}
		return (from == "" || at(d, from) >= 0) && (to == "" || at(d, to) <= 0)
	}, nil
}

// isDate reports whether s is a year, month or day.
func isDate(s string) bool {
	const form = "dddd-dd-dd"
	if len(s) != 4 && len(s) != 7 && len(s) != 10 {
		return false
	}
	for i := range len(s) {
		if digit := s[i] >= '0' && s[i] <= '9'; digit != (form[i] == 'd') || !digit && s[i] != '-' {
			return false
		}
	}
	return true
}
