package numfmt

import (
	"strings"
	"unicode/utf8"
)

// kind is what a token of a format section stands for.
type kind uint8

const (
	literal   kind = iota
	digit          // 0 # ?
	point          // .
	comma          // , between or after digits
	percent        // %
	exponent_      // E+ E- e+ e-; text is the sign
	slash          // / of a fraction
	general_       // the word General
	text           // @
	date           // a run of one of y m d h s a b e g
	ampm           // AM/PM, A/P, 上午/下午; text as written
	elapsed        // [h] [mm] [ss]; text without brackets, lower case
)

// token is one piece of a section.
type token struct {
	kind kind
	text string
}

// maxTokens bounds what one section may hold: codes that people write have a few
// dozen at most, and a spreadsheet refuses more than 255 characters.
const maxTokens = 512

// scanner cuts one section of a format code into tokens and notes what stands in
// brackets.
type scanner struct {
	code string
	out  []token
	sec  *section
}

func scan(code string, sec *section) []token {
	s := scanner{code: code, sec: sec}
	for s.code != "" && len(s.out) < maxTokens {
		s.next()
	}
	return s.out
}

func (s *scanner) emit(k kind, text string, width int) {
	s.code = s.code[width:]
	if k == literal && len(s.out) > 0 && s.out[len(s.out)-1].kind == literal {
		s.out[len(s.out)-1].text += text
		return
	}
	s.out = append(s.out, token{k, text})
}

func (s *scanner) next() {
	c := s.code[0]
	switch c {
	case '"':
		s.quoted()
	case '\\':
		_, n := utf8.DecodeRuneInString(s.code[1:])
		s.emit(literal, s.code[1:1+n], 1+n)
	case '_': // a space as wide as the next character
		_, n := utf8.DecodeRuneInString(s.code[1:])
		s.emit(literal, " ", 1+n)
	case '*': // fills the column with the next character
		_, n := utf8.DecodeRuneInString(s.code[1:])
		s.emit(literal, "", 1+n)
	case '[':
		s.bracket()
	case '0', '#', '?':
		s.emit(digit, s.code[:1], 1)
	case '.':
		s.emit(point, ".", 1)
	case ',':
		s.emit(comma, ",", 1)
	case '%':
		s.emit(percent, "%", 1)
	case '/':
		s.emit(slash, "/", 1)
	case '@':
		s.emit(text, "@", 1)
	default:
		s.word()
	}
}

func (s *scanner) quoted() {
	body, _, closed := strings.Cut(s.code[1:], `"`)
	width := 1 + len(body)
	if closed {
		width++
	}
	s.emit(literal, body, width)
}

func (s *scanner) word() {
	for _, w := range []string{"AM/PM", "A/P", "上午/下午", "午前/午後", "오전/오후"} {
		if len(s.code) >= len(w) && strings.EqualFold(s.code[:len(w)], w) {
			s.emit(ampm, s.code[:len(w)], len(w))
			return
		}
	}
	if len(s.code) >= 7 && strings.EqualFold(s.code[:7], "General") {
		s.emit(general_, "", 7)
		return
	}
	c := s.code[0] | 0x20
	if c == 'e' && len(s.code) > 1 && (s.code[1] == '+' || s.code[1] == '-') {
		s.emit(exponent_, s.code[1:2], 2)
		return
	}
	if strings.IndexByte("ymdhsabeg", c) >= 0 {
		n := 1
		for n < len(s.code) && s.code[n]|0x20 == c {
			n++
		}
		s.emit(date, strings.ToLower(s.code[:n]), n)
		return
	}
	_, n := utf8.DecodeRuneInString(s.code)
	s.emit(literal, s.code[:n], n)
}

// bracket reads [Red], [>=100], [$€-407], [hh] and the like.
func (s *scanner) bracket() {
	body, _, closed := strings.Cut(s.code[1:], "]")
	if !closed {
		s.emit(literal, "[", 1)
		return
	}
	width := len(body) + 2
	lower := strings.ToLower(body)
	switch {
	case lower != "" && strings.Trim(lower, string(lower[0])) == "" && strings.IndexByte("hms", lower[0]) >= 0:
		s.emit(elapsed, lower, width)
	case strings.HasPrefix(body, "$"):
		s.currency(body[1:], width)
	default:
		if c, ok := parseCondition(body); ok {
			s.sec.cond = c
		}
		s.emit(literal, "", width) // colours and number shapes are not text
	}
}

// currency reads what stands behind "[$": a symbol, then "-" and a locale.
func (s *scanner) currency(body string, width int) {
	symbol, locale, _ := strings.Cut(body, "-")
	switch strings.ToUpper(locale) {
	case "F800", "X-SYSDATE":
		s.sec.system = isoDate
	case "F400", "X-SYSTIME":
		s.sec.system = isoTime
	default:
		if n := namesOf(locale); n != nil {
			s.sec.names = n
		}
	}
	s.emit(literal, symbol, width)
}
