package proof

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"quire/knowledge/semantics"
)

// dateOf reads an EDTF date of a day, a month, a quarter or a year.
func dateOf(s string) *value {
	from, _, _ := strings.Cut(s, "/")
	v := &value{kind: date}
	parts := strings.Split(from, "-")
	if strings.Contains(s, "/") {
		v.unit = s // an interval is matched as it is written
	}
	for i, into := range []*int{&v.year, &v.month, &v.day} {
		if i < len(parts) {
			n, err := strconv.Atoi(parts[i])
			if err != nil {
				return nil
			}
			*into = n
		}
	}
	return v
}

// dayAndMonth reads 12 March, March 12, 12. März, le 1er mars, 12 de marzo without
// a year; the digits begin at i. A month with a year, March 2026, is read too.
func dayAndMonth(s string, i int, lang string) *value {
	end := i
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	n, _ := strconv.Atoi(s[i:min(end, i+4)])
	before, start := wordBefore(s, i)
	if before == "of" || before == "de" || before == "del" {
		if w, at := wordBefore(s, start); semantics.Month(w, lang) > 0 {
			before, start = w, at
		}
	}
	m := monthName(before, lang)
	if end-i == 4 && n >= 1900 && n <= 2100 && m > 0 {
		return &value{start: start, end: end, kind: date, year: n, month: m}
	}
	if end-i > 2 || n < 1 || n > 31 {
		return nil
	}
	at := end
	for _, o := range []string{"st", "nd", "rd", "th", "er", ".", "º", "ª"} {
		if strings.HasPrefix(s[at:], o) {
			at += len(o)
			break
		}
	}
	word, wordEnd := wordAfter(s, at)
	if word == "of" || word == "de" {
		if w, e := wordAfter(s, wordEnd); monthName(w, lang) > 0 {
			word, wordEnd = w, e
		}
	}
	if after := monthName(word, lang); after > 0 && at < len(s) {
		return &value{start: i, end: wordEnd, kind: date, month: after, day: n}
	}
	if m > 0 && (at == len(s) || s[at] != ':') {
		return &value{start: start, end: at, kind: date, month: m, day: n}
	}
	return nil
}

// monthName is Month without the names that are words of every day where the
// letters are small.
func monthName(w, lang string) int {
	if w == "may" || w == "mar" || w == "march" || w == "mars" && lang == "eng" || w == "sept" && lang == "fra" || w == "mai" && lang == "eng" {
		return 0
	}
	return semantics.Month(strings.ToLower(w), lang)
}

func wordBefore(s string, i int) (string, int) {
	end := i
	for end > 0 && (s[end-1] == ' ' || s[end-1] == '.' || s[end-1] == ',' || s[end-1] == '\n') {
		end--
	}
	start := end
	for start > 0 {
		r, n := utf8.DecodeLastRuneInString(s[:start])
		if !letter(r) {
			break
		}
		start -= n
	}
	if end == i && i > 0 {
		return "", i
	}
	return s[start:end], start
}

func wordAfter(s string, i int) (string, int) {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || strings.HasPrefix(s[i:], "\u00a0")) {
		_, n := utf8.DecodeRuneInString(s[i:])
		i += n
	}
	end := i
	for end < len(s) {
		r, n := utf8.DecodeRuneInString(s[end:])
		if !letter(r) {
			break
		}
		end += n
	}
	return s[i:end], end
}

// clockAt reads 14:30, 2.30 pm, 6 p.m., 14.30 Uhr, 15 Uhr, 9 h 30, 14h.
func clockAt(s string, i int, lang string) *value {
	h, end := digitsAt(s, i, 2)
	if end == i || h > 24 || i > 0 && (s[i-1] == '.' || s[i-1] == ',' || s[i-1] == ':') {
		return nil
	}
	minutes, at, sure := 0, end, false
	rest := s[end:]
	switch {
	case strings.HasPrefix(rest, ":"):
		if m, e := digitsAt(s, end+1, 2); e == end+3 && m < 60 {
			minutes, at, sure = m, e, true
		}
	case strings.HasPrefix(rest, "."):
		if m, e := digitsAt(s, end+1, 2); e == end+3 && m < 60 {
			if word, _ := wordAfter(s, e); slices.Contains([]string{"uhr", "am", "pm", "a", "p"}, strings.ToLower(word)) {
				minutes, at = m, e
			}
		}
	case lang == "fra" && (strings.HasPrefix(rest, " h ") || strings.HasPrefix(rest, " h") || strings.HasPrefix(rest, "h")):
		at = end + strings.IndexByte(rest, 'h') + 1
		if r, _ := utf8.DecodeRuneInString(s[at:]); at < len(s) && letter(r) {
			return nil
		}
		sure = true
		space := at
		if space < len(s) && s[space] == ' ' {
			space++
		}
		if m, e := digitsAt(s, space, 2); e == space+2 && m < 60 {
			minutes, at = m, e
		}
	}
	if word, e := wordAfter(s, at); word != "" {
		low := strings.ToLower(word)
		if (low == "a" || low == "p") && strings.HasPrefix(s[e:], ".m") {
			low, e = low+"m", e+len(".m")
			if strings.HasPrefix(s[e:], ".") && e+1 < len(s) && s[e+1] != '\n' {
				e++
			}
		}
		switch {
		case low == "uhr":
			at, sure = e, true
			if m, f := digitsAt(s, min(e+1, len(s)), 2); f == e+3 && m < 60 && minutes == 0 {
				minutes, at = m, f
			}
		case low == "am" || low == "pm":
			if lang == "deu" && !sure {
				break
			}
			if low == "pm" && h < 12 {
				h += 12
			}
			at, sure = e, true
		}
	}
	if !sure {
		return nil
	}
	total := int64(h*60 + minutes)
	return &value{start: i, end: at, kind: clock, readings: []*big.Rat{big.NewRat(total, 1)}, step: big.NewRat(1, 1)}
}

func digitsAt(s string, i, most int) (n, end int) {
	end = i
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		n = n*10 + int(s[end]-'0')
		end++
		if end-i > most {
			return 0, i
		}
	}
	return n, end
}

// matchDate reports whether evidence e says the date v. years are those that stand
// around the evidence, for dates without one.
func matchDate(v, e *value, years func() []int) (ok bool, doubt string) {
	if v.unit != "" || e.unit != "" {
		return v.unit == e.unit, ""
	}
	if v.month != 0 && v.month != e.month || v.day != 0 && v.day != e.day {
		return false, ""
	}
	if v.year == 0 || v.year == e.year {
		return true, ""
	}
	if e.year != 0 {
		return false, ""
	}
	for _, y := range years() {
		if y == v.year {
			return true, ""
		}
	}
	return true, fmt.Sprintf("the passage does not say the year %d", v.year)
}
