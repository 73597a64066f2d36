package numfmt

import "strings"

// layout is where the digits of a number section stand among its tokens.
type layout struct {
	whole, frac, power []int // indices of digit tokens before the point, after it, after E
	point, exp         int   // index of the first point and exponent, -1 without
	grouped            bool  // thousands are separated
	shift              int   // powers of ten: +2 a percent sign, -3 a trailing comma
	slash              int   // index of the slash of a fraction, -1 without
}

func (s *section) arrange() layout {
	l := layout{point: -1, exp: -1, slash: s.slash()}
	lastDigit, commas := -1, 0
	endWhole := func() {
		l.shift -= 3 * commas
		commas = 0
	}
	for i, t := range s.tokens {
		switch t.kind {
		case digit:
			switch {
			case l.exp >= 0:
				l.power = append(l.power, i)
			case l.point >= 0:
				l.frac = append(l.frac, i)
			default:
				l.whole = append(l.whole, i)
				l.grouped = l.grouped || commas > 0
			}
			commas = 0
			lastDigit = i
		case comma:
			if lastDigit >= 0 && (i == lastDigit+1 || commas > 0) {
				commas++
			}
		case point:
			if l.point < 0 && l.exp < 0 {
				endWhole()
				l.point = i
			}
		case exponent_:
			if l.exp < 0 {
				endWhole()
				l.exp = i
			}
		case percent:
			l.shift += 2
		}
	}
	endWhole()
	return l
}

// number shows the magnitude d.
func (s *section) number(d decimal) string {
	if out, ok := s.fraction(d); ok {
		return out
	}
	l := &s.layout
	d = d.shift(l.shift)
	power := 0
	if l.exp >= 0 {
		d, power = normalise(d, len(l.whole), len(l.frac))
	}
	whole, frac := d.round(len(l.frac)).split()
	digits := make([]string, len(s.tokens))
	fillRight(s.tokens, digits, l.whole, whole)
	if l.grouped {
		group(digits, l.whole)
	}
	fillLeft(s.tokens, digits, l.frac, frac)
	fillRight(s.tokens, digits, l.power, strings.TrimPrefix(exponent(power, 1, false), "-"))
	if len(l.whole) == 0 && l.point >= 0 {
		digits[l.point] = whole // ".00" shows 12.5 as 12.50
	}
	var b strings.Builder
	for i, t := range s.tokens {
		switch t.kind {
		case digit:
			b.WriteString(digits[i])
		case point:
			b.WriteString(digits[i] + ".")
		case comma: // grouping and scaling were dealt with
			if len(l.whole)+len(l.frac) == 0 {
				b.WriteByte(',')
			}
		case exponent_:
			switch {
			case power < 0:
				b.WriteString("E-")
			case t.text == "+":
				b.WriteString("E+")
			default:
				b.WriteString("E")
			}
		default:
			b.WriteString(t.text)
		}
	}
	return b.String()
}

// normalise scales d so that it has whole digits before the point at most, with
// exponents in steps of that many.
func normalise(d decimal, whole, frac int) (decimal, int) {
	if d.isZero() {
		return d, 0
	}
	step := max(whole, 1)
	at := func(exp int) int { // largest multiple of step that is below exp
		p := exp - 1
		if m := p % step; m < 0 {
			p -= m + step
		} else {
			p -= m
		}
		return p
	}
	power := at(d.exp)
	scaled := d.shift(-power).round(frac)
	if scaled.exp > step { // rounding made one more digit
		power = at(scaled.exp + power)
		scaled = d.shift(-power)
	}
	return scaled, power
}

// fillRight puts value onto the digit tokens at slots from the right; what is
// left over goes before the first.
func fillRight(tokens []token, digits []string, slots []int, value string) {
	for i := len(slots) - 1; i >= 0; i-- {
		switch {
		case i == 0 && value != "":
			digits[slots[i]], value = value, ""
		case value != "":
			digits[slots[i]], value = value[len(value)-1:], value[:len(value)-1]
		case tokens[slots[i]].text == "0":
			digits[slots[i]] = "0"
		}
	}
}

// fillLeft puts value onto the digit tokens at slots from the left; zeros at the
// end are shown where a "0" asks for them.
func fillLeft(tokens []token, digits []string, slots []int, value string) {
	for _, at := range slots {
		switch {
		case value != "":
			digits[at], value = value[:1], value[1:]
		case tokens[at].text == "0":
			digits[at] = "0"
		}
	}
	// A zero may be asked for behind places that are left empty: 0.#0.
	seen := false
	for i := len(slots) - 1; i >= 0; i-- {
		if digits[slots[i]] != "" {
			seen = true
		} else if seen {
			digits[slots[i]] = "0"
		}
	}
}

// group puts a comma before every third digit from the right.
func group(digits []string, slots []int) {
	n := 0
	for i := len(slots) - 1; i >= 0; i-- {
		var b []byte
		s := digits[slots[i]]
		for j := len(s) - 1; j >= 0; j-- {
			if n > 0 && n%3 == 0 {
				b = append(b, ',')
			}
			b = append(b, s[j])
			n++
		}
		for l, r := 0, len(b)-1; l < r; l, r = l+1, r-1 {
			b[l], b[r] = b[r], b[l]
		}
		digits[slots[i]] = string(b)
	}
}
