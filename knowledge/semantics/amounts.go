package semantics

import "strings"

// writtenAmount is an amount of money found in text.
type writtenAmount struct {
	start, end int
	value      string // decimal; "" where the language does not decide
	currency   string // ISO 4217, or the sign where several currencies share it
	readings   []string
}

// amountAt reads the amount whose first digit stands at i.
func amountAt(s string, i int, lang string) (writtenAmount, bool) {
	if i > 0 && (!boundedBefore(s, i) && currencyCode(s, i) == "" || strings.IndexByte(".,/#_", s[i-1]) >= 0) {
		return writtenAmount{}, false
	}
	end := numberEnd(s, i)
	value, readings := parseNumber(s[i:end], lang)
	if value == "" && readings == nil {
		return writtenAmount{}, false
	}
	a := writtenAmount{start: i, end: end, value: value, readings: readings}
	minusAt, minus := minusBefore(s, i)
	a.start = minusAt
	a.currency, a.start = currencyBefore(s, a.start)
	power, scaleEnd, known := scale(s, end, lang)
	if a.currency == "" {
		a.currency, a.end = currencyAfter(s, scaleEnd)
		if a.currency == "" {
			return writtenAmount{}, false
		}
	} else {
		if !minus {
			a.start, minus = minusBefore(s, a.start)
		}
		a.end = scaleEnd
	}
	if !bounded(s, a.end) && !isCurrencySign(s[:a.end]) || a.symbols(s, i, end) {
		return writtenAmount{}, false
	}
	a.finish(power, known, minus)
	return a, true
}

// symbols reports that the sign of currency is one of a formula, a reference to a cell or
// a name: $2+2=4$, $A$7, 3$4%5, the gene DKK1. The number stands from i to end.
func (a *writtenAmount) symbols(s string, i, end int) bool {
	before, behind := byte(' '), byte(' ')
	if a.start > 0 {
		before = s[a.start-1]
	}
	if a.end < len(s) {
		behind = s[a.end]
	}
	sum := behind == '+' && a.end+1 < len(s) && isDigit(s[a.end+1])
	switch text := s[a.start:a.end]; {
	case strings.HasSuffix(text, "$"):
		return strings.IndexByte("=+^_\\%#<>?", before) >= 0 || asciiLetter(behind) || isDigit(behind)
	case strings.Contains(text, "$"):
		return before == '$' || before == '!' || strings.IndexByte("=^_\\", behind) >= 0 || sum
	}
	return end-i == 1 && a.start+3 == i && currencyCode(s, i) != ""
}

func (a *writtenAmount) finish(power int, known, minus bool) {
	if !known { // a word whose power of ten the language does not decide
		a.value, a.readings = "", nil
		return
	}
	all := a.readings
	if a.value != "" {
		all = []string{a.value}
	}
	for i, v := range all {
		if power > 0 {
			v = shift(v, power)
		}
		if minus && strings.Trim(v, "0.") != "" {
			v = "-" + v
		}
		all[i] = v
	}
	if a.value != "" {
		a.value, a.readings = all[0], nil
	} else if power >= 6 && len(all) == 2 {
		// Nobody writes 1.234 million for 1234 million: the point is decimal. But 1,234K.
		a.value, a.readings = all[1], nil
	}
}

// scale reads a word or letter for thousand, million and so on at i: its power
// of ten and where it ends. known is false where lang does not decide which.
func scale(s string, i int, lang string) (power, end int, known bool) {
	word := gap(s, i)
	wordEnd := letters(s, word)
	w := strings.ToLower(s[word:wordEnd])
	if word > i && len(w) < 3 && w != "bn" && w != "md" && w != "k" {
		return 0, i, true
	}
	power, known = 0, true
	switch w {
	case "k", "tsd", "thousand", "tausend", "mille", "mil", "mila", "duizend", "tusen", "tys":
		power = 3
	case "m", "mn", "mm", "mio", "million", "millions", "millionen", "millones", "millón", "milioni", "milione", "milhões", "miljoen", "miljoner", "mln":
		power = 6
	case "bn", "b", "md", "mrd", "mds", "milliard", "milliards", "milliarden", "milliarde", "miliardi", "miljard", "miljarder", "mld":
		power = 9
	case "billion", "billions", "trillion", "trillions", "billionen", "billones":
		switch {
		case lang == "eng" && w[0] == 'b':
			power = 9
		case lang == "eng":
			power = 12
		case lang == "deu" || lang == "fra" || lang == "spa" || lang == "ita" || lang == "nld":
			power = 12
			if w[0] == 't' {
				power = 18
			}
		default:
			known = false
		}
	default:
		return 0, i, true
	}
	if (w == "mio" || w == "mrd" || w == "tsd" || w == "mln" || w == "mld") && wordEnd < len(s) && s[wordEnd] == '.' {
		wordEnd++
	}
	return power, wordEnd, known
}
