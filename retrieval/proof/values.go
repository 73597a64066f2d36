package proof

import (
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/knowledge/semantics"
)

// kind is what a value measures.
type kind string

const (
	number   kind = "number"
	money    kind = "amount"
	quantity kind = "quantity"
	date     kind = "date"
	clock    kind = "time"
	ordinal  kind = "ordinal"
)

// value is a number, an amount, a measure, a date or a time as a text writes it.
type value struct {
	start, end int
	kind       kind
	readings   []*big.Rat // in base units
	step       *big.Rat   // one unit of the last digit written, in base units
	unit       string     // currency or dimension
	scaled     bool       // written with a word for thousand or million
	year       int        // of a date; 0 is not said
	month, day int
	bound      class // at least, about …
}

func wordValue(start, end, n int, ord bool) *value {
	v := &value{start: start, end: end, kind: number, readings: []*big.Rat{big.NewRat(int64(n), 1)}, step: big.NewRat(1, 1)}
	if ord {
		v.kind = ordinal
	}
	return v
}

// values finds the values of a text that are written with digits, in order.
func values(s, lang string) []*value {
	var out []*value
	for i := 0; i < len(s); {
		if c := s[i]; c < '0' || c > '9' {
			i++
			continue
		}
		v := valueAt(s, i, lang)
		if v == nil {
			for i < len(s) && (s[i] >= '0' && s[i] <= '9') {
				i++
			}
			continue
		}
		if n := len(out); n > 0 && v.start < out[n-1].end {
			v.start = out[n-1].end
		}
		out = append(out, v)
		i = max(v.end, i+1)
	}
	return out
}

func valueAt(s string, i int, lang string) *value {
	if r, ok := semantics.ReadDate(s, i, lang); ok && len(r.Values) > 0 {
		if v := dateOf(r.Values[0]); v != nil {
			v.start, v.end = r.Start, r.End
			return v
		}
	}
	if v := dayAndMonth(s, i, lang); v != nil {
		return v
	}
	if r, _ := utf8.DecodeLastRuneInString(s[:i]); unicode.IsLetter(r) || r == '_' {
		if _, ok := semantics.ReadAmount(s, i, lang); !ok {
			return nil // A4, v2
		}
	}
	if v := clockAt(s, i, lang); v != nil {
		return v
	}
	if r, ok := semantics.ReadAmount(s, i, lang); ok {
		v := &value{start: r.Start, end: r.End, kind: money, unit: r.Currency}
		v.read(s[i:r.End], r.Values, big.NewRat(1, 1))
		return v
	}
	r, scaled := semantics.ReadNumber(s, i, lang)
	if len(r.Values) == 0 || r.End <= i {
		return nil
	}
	if next, _ := utf8.DecodeRuneInString(s[r.End:]); r.End < len(s) && letter(next) && !scaled {
		if u, end, ok := unitAt(s, r.End); ok {
			return measured(s, i, r, u, end)
		}
		if o := ordinalEnd(s, r.End); o > 0 {
			n := &value{start: i, end: o, kind: ordinal}
			n.read(s[i:r.End], r.Values, big.NewRat(1, 1))
			return n
		}
		return nil // 5G, 3rd-party
	}
	if u, end, ok := unitAt(s, r.End); ok {
		v := measured(s, i, r, u, end)
		v.scaled = scaled
		return v
	}
	v := &value{start: r.Start, end: r.End, kind: number, scaled: scaled}
	v.read(s[i:r.End], r.Values, big.NewRat(1, 1))
	if y, err := strconv.Atoi(s[i:r.End]); err == nil && r.End-i == 4 && y >= 1900 && y <= 2100 && r.Start == i {
		v.year = y // a year, if the other side is a date
	}
	return v
}

func measured(s string, i int, r semantics.Reading, u unit, end int) *value {
	v := &value{start: r.Start, end: end, kind: quantity, unit: u.dimension}
	v.read(s[i:r.End], r.Values, u.factor)
	return v
}

// read takes the decimals of a value and its last written place.
func (v *value) read(written string, decimals []string, factor *big.Rat) {
	for _, d := range decimals {
		x, ok := new(big.Rat).SetString(d)
		if !ok {
			continue
		}
		v.readings = append(v.readings, new(big.Rat).Mul(x, factor))
	}
	v.step = new(big.Rat).Set(factor)
	digits := 0
	for _, c := range written {
		if c >= '0' && c <= '9' {
			digits++
		}
	}
	if len(v.readings) == 0 {
		return
	}
	// The last place written: decimals of the value itself, or, behind a word for
	// thousand or million, as many digits as were written.
	whole, part, _ := strings.Cut(strings.TrimPrefix(decimals[0], "-"), ".")
	switch {
	case part != "":
		v.step.Mul(v.step, pow10(-len(part)))
	case len(whole) > digits:
		v.step.Mul(v.step, pow10(len(whole)-digits))
		v.scaled = true
	}
}

func pow10(n int) *big.Rat {
	x := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(n, -n))), nil)
	if n < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), x)
	}
	return new(big.Rat).SetInt(x)
}

// unitAt reads the unit behind a number that ends at i: the longest one of up to
// three words.
func unitAt(s string, i int) (unit, int, bool) {
	at := i
	for at < len(s) && (s[at] == ' ' || s[at] == '-' || strings.HasPrefix(s[at:], "\u00a0") || strings.HasPrefix(s[at:], "\u202f")) {
		_, n := utf8.DecodeRuneInString(s[at:])
		at += n
	}
	if at-i > 4 {
		return unit{}, 0, false
	}
	var best unit
	end, found := 0, false
	stop := at
	for range 3 {
		for stop < len(s) {
			r, n := utf8.DecodeRuneInString(s[stop:])
			if !letter(r) && !strings.ContainsRune("%°²³/", r) && !(stop > at && unicode.IsDigit(r)) {
				break
			}
			stop += n
		}
		w := strings.ToLower(s[at:stop])
		if u, ok := units()[w]; ok && written(w, s[at:stop]) {
			best, end, found = u, stop, true
		}
		if stop >= len(s) || s[stop] != ' ' && s[stop] != '-' {
			break
		}
		stop++
	}
	if found && end < len(s) && end-at == 1 && s[at] == 'm' && s[end] == '.' {
		found = false
	}
	return best, end, found
}

// written reports whether a short unit stands in the letters that it is written with: 5G is
// no weight, and "to" no terabyte.
func written(unit, as string) bool {
	switch unit {
	case "to", "go", "mo":
		return as != unit
	case "l":
		return true
	}
	return len(unit) > 1 || unit == as
}

func ordinalEnd(s string, i int) int {
	for _, o := range []string{"st", "nd", "rd", "th", "er", "ème", "e", "re"} {
		if strings.HasPrefix(s[i:], o) {
			if r, _ := utf8.DecodeRuneInString(s[i+len(o):]); i+len(o) == len(s) || !letter(r) {
				return i + len(o)
			}
		}
	}
	return 0
}
