package numfmt

import (
	"math"
	"strconv"
	"strings"
)

// decimal is a number as spreadsheets show it: at most 15 significant digits,
// 0.d1d2d3… × 10^exp, without the noise of the binary form. No digits means zero.
type decimal struct {
	digits string
	exp    int
}

const significant = 15

// toDecimal drops the sign of v, which must be finite.
func toDecimal(v float64) decimal {
	s := strconv.FormatFloat(math.Abs(v), 'e', significant-1, 64)
	mantissa, exp, _ := strings.Cut(s, "e")
	n, _ := strconv.Atoi(exp)
	d := decimal{strings.TrimRight(mantissa[:1]+mantissa[2:], "0"), n + 1}
	if d.digits == "" {
		d.exp = 0
	}
	return d
}

// round returns d with at most places digits after the point, halves away from
// zero.
func (d decimal) round(places int) decimal {
	keep := d.exp + places
	switch {
	case keep >= len(d.digits):
		return d
	case keep < 0:
		return decimal{}
	}
	up := d.digits[keep] >= '5'
	b := []byte(d.digits[:keep])
	if up {
		i := len(b) - 1
		for ; i >= 0; i-- {
			if b[i]++; b[i] <= '9' {
				break
			}
			b[i] = '0'
		}
		if i < 0 {
			b = append([]byte{'1'}, b...)
			d.exp++
		}
	}
	d.digits = strings.TrimRight(string(b), "0")
	if d.digits == "" {
		return decimal{}
	}
	return d
}

// shift multiplies by 10^n.
func (d decimal) shift(n int) decimal {
	if d.digits != "" {
		d.exp += n
	}
	return d
}

func (d decimal) isZero() bool { return d.digits == "" }

// split returns the digits before and after the point, without padding zeros:
// "" and "05" for 0.05.
func (d decimal) split() (whole, frac string) {
	switch {
	case d.digits == "":
		return "", ""
	case d.exp <= 0:
		return "", strings.Repeat("0", -d.exp) + d.digits
	case d.exp >= len(d.digits):
		return d.digits + strings.Repeat("0", d.exp-len(d.digits)), ""
	}
	return d.digits[:d.exp], d.digits[d.exp:]
}
