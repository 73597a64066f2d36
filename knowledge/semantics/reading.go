package semantics

import "quire/knowledge"

// The functions of this file read single values out of any text, by the rules
// that Derive reads documents with.

// Reading is a value found in text.
type Reading struct {
	Start, End int
	Values     []string // one, or every reading where the language does not decide; dates in EDTF
	Currency   string   // of an amount: ISO 4217, or the sign where several currencies share it
}

// ReadDate reads the date whose first digits stand at i: its day, its year or its
// quarter. It may begin before i.
func ReadDate(s string, i int, lang string) (Reading, bool) {
	d, ok := dateAt(s, i, lang)
	if !ok {
		return Reading{}, false
	}
	return Reading{d.start, d.end, either(d.value, d.readings), ""}, true
}

// ReadAmount reads the amount of money whose first digit stands at i. It may begin
// before i, with its currency.
func ReadAmount(s string, i int, lang string) (Reading, bool) {
	a, ok := amountAt(s, i, lang)
	if !ok {
		return Reading{}, false
	}
	values := either(a.value, a.readings)
	return Reading{a.start, a.end, values, a.currency}, len(values) > 0
}

// ReadNumber reads the number whose first digit stands at i, with the word for
// thousand or million behind it. scaled reports such a word.
func ReadNumber(s string, i int, lang string) (r Reading, scaled bool) {
	end := numberEnd(s, i)
	value, readings := parseNumber(s[i:end], lang)
	r = Reading{i, end, either(value, readings), ""}
	power, scaleEnd, known := scale(s, end, lang)
	if known && power > 0 && bounded(s, scaleEnd) {
		for j, v := range r.Values {
			r.Values[j] = shift(v, power)
		}
		r.End, scaled = scaleEnd, true
	}
	if start, minus := minusBefore(s, i); minus {
		r.Start = start
		for j, v := range r.Values {
			r.Values[j] = "-" + v
		}
	}
	return r, scaled
}

func either(value string, readings []string) []string {
	if value != "" {
		return []string{value}
	}
	return readings
}

// CurrencyCode returns the currency that s names alone, "" where it names none.
func CurrencyCode(s string) string {
	if codes()[s] {
		return s
	}
	for _, c := range signs {
		if c.sign == s {
			return c.currency
		}
	}
	return ""
}

// Month returns the number of a month by its name, 0 where word is none.
func Month(word, lang string) int { return month(word, lang) }

// LanguageOf returns the language of a text, "und" where it does not decide.
func LanguageOf(s string) string {
	code, _ := detect(s, "")
	return code
}

// Sentences returns the sentences of a paragraph without white space around them.
func Sentences(body string) []knowledge.Span {
	var out []knowledge.Span
	eachSentence(body, func(s knowledge.Span) bool {
		out = append(out, s)
		return true
	})
	return out
}
