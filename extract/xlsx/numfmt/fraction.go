package numfmt

import (
	"math"
	"strconv"
	"strings"
)

// fraction shows d in a section such as "# ?/?", "??/??" or "# ?/8"; ok is false
// where the section is not one.
func (s *section) fraction(d decimal) (out string, ok bool) {
	at := s.layout.slash
	if at < 0 {
		return "", false
	}
	numFirst := at
	for numFirst > 0 && s.tokens[numFirst-1].kind == digit {
		numFirst--
	}
	denLast, width, fixed := s.denominator(at)
	v, _ := strconv.ParseFloat(d.plain(), 64)
	whole := 0.0
	mixed := s.digitsBefore(numFirst)
	if mixed {
		whole, v = math.Modf(v)
	}
	num, den := ratio(v, fixed, width)
	if mixed && num == den && den > 0 {
		whole, num = whole+1, 0
	}
	var b strings.Builder
	if mixed {
		head := &section{tokens: s.tokens[:numFirst]}
		head.layout = head.arrange()
		shown := head.number(toDecimal(whole))
		if strings.TrimSpace(shown) == "" && num == 0 {
			shown = "0"
		}
		b.WriteString(shown)
	} else {
		b.WriteString(literals(s.tokens[:numFirst]))
	}
	if num > 0 || !mixed {
		b.WriteString(strconv.FormatInt(num, 10) + "/" + strconv.FormatInt(den, 10))
	}
	b.WriteString(literals(s.tokens[denLast:]))
	return b.String(), true
}

// slash returns the index of a slash with a digit right before it and a digit or
// number behind it, -1 without one.
func (s *section) slash() int {
	for i, t := range s.tokens {
		if t.kind != slash || i == 0 || s.tokens[i-1].kind != digit || i+1 == len(s.tokens) {
			continue
		}
		next := s.tokens[i+1]
		if next.kind == digit || next.kind == literal && next.text != "" && next.text[0] >= '1' && next.text[0] <= '9' {
			return i
		}
	}
	return -1
}

// denominator reads what stands behind the slash at: how many digits, or which
// fixed number; last is the index after it.
func (s *section) denominator(at int) (last, width int, fixed int64) {
	var number string
	for last = at + 1; last < len(s.tokens); last++ {
		t := s.tokens[last]
		switch {
		case t.kind == digit:
			width++
			if t.text == "0" {
				number += "0"
			}
			continue
		case t.kind == literal && t.text != "" && strings.Trim(t.text, "0123456789") == "":
			number += t.text
			continue
		}
		break
	}
	if strings.Trim(number, "0") != "" {
		fixed, _ = strconv.ParseInt(number[:min(len(number), 9)], 10, 64)
	}
	return last, min(width, 7), fixed
}

func (s *section) digitsBefore(i int) bool {
	for _, t := range s.tokens[:i] {
		if t.kind == digit {
			return true
		}
	}
	return false
}

func literals(tokens []token) string {
	var b strings.Builder
	for _, t := range tokens {
		if t.kind == literal {
			b.WriteString(t.text)
		}
	}
	return b.String()
}

// ratio returns the fraction nearest to v with that denominator, or the last of
// its continued fraction whose denominator has at most width digits: spreadsheets
// show 3 1/7 for pi although 3 14/99 is nearer.
func ratio(v float64, fixed int64, width int) (num, den int64) {
	if v > 1e12 {
		return int64(min(v, 1e15)), 1
	}
	if fixed > 0 {
		return int64(math.Round(v * float64(fixed))), fixed
	}
	limit := int64(math.Pow10(max(width, 1))) - 1
	var p0, q0, p1, q1 int64 = 0, 1, 1, 0
	for x := v; ; {
		a := int64(x)
		p2, q2 := a*p1+p0, a*q1+q0
		if q2 > limit {
			return p1, q1
		}
		p0, q0, p1, q1 = p1, q1, p2, q2
		rest := x - float64(a)
		if rest < 1e-9 || math.Abs(v-float64(p1)/float64(q1)) < 1e-12 {
			return p1, q1
		}
		x = 1 / rest
	}
}
