package numfmt

import (
	"math"
	"strconv"
	"strings"
)

// General shows v as a cell without a format does: nine decimals at most, eleven
// characters in all, an exponent where a number is too small or too large for
// that. Numbers of 12 to 15 digits before the point are shown whole (a
// spreadsheet turns them into an exponent): they are account and article numbers
// more often than quantities.
func General(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "#NUM!"
	}
	s := general(toDecimal(v))
	if v < 0 && s != "0" {
		return "-" + s
	}
	return s
}

func general(d decimal) string {
	switch {
	case d.isZero():
		return "0"
	case d.exp > significant, d.exp < -3 && len(d.digits)-d.exp > 9:
		return scientific(d, 5)
	case d.exp <= 11:
		// Ten digits fit beside the point; a zero before it is one of them.
		d = d.round(max(0, 10-max(d.exp, 1)))
	}
	return d.plain()
}

// plain prints d without an exponent.
func (d decimal) plain() string {
	whole, frac := d.split()
	if whole == "" {
		whole = "0"
	}
	if frac == "" {
		return whole
	}
	return whole + "." + frac
}

// scientific shows d with at most places digits after the point: 1.5E+20.
func scientific(d decimal, places int) string {
	m, exp := decimal{d.digits, 1}.round(places), d.exp-1
	if m.exp > 1 { // 9.999999 became 10
		m.exp, exp = 1, exp+1
	}
	return m.plain() + "E" + exponent(exp, 2, true)
}

// exponent prints n with a sign and at least width digits.
func exponent(n, width int, plus bool) string {
	sign := ""
	switch {
	case n < 0:
		sign, n = "-", -n
	case plus:
		sign = "+"
	}
	s := strconv.Itoa(n)
	return sign + strings.Repeat("0", max(0, width-len(s))) + s
}
