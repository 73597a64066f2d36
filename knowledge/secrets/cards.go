package secrets

import "strings"

// exactCards finds card numbers as cards show them, in groups of the issuer, and as one
// run of digits. One run in ten of the right length and beginning passes the check by
// chance, so a run without groups counts only where a word speaks of cards, or where
// the text has no other run of that length that fails: columns of numbers have.
func exactCards(text string) []span {
	var loose []span
	failed := map[int]int{} // runs that look like card numbers and are none, by length
	for _, run := range digitRun().FindAllStringIndex(text, -1) {
		parts := closedParts(text, run, 13, 19, isCard)
		if len(parts) == 0 {
			failed[digitsIn(text[run[0]:run[1]])]++
		}
		for _, s := range parts {
			if standsAlone(text, s) {
				loose = append(loose, s)
			}
		}
	}
	var out []span
	for _, s := range loose {
		number := text[s[0]:s[1]]
		n := digitsIn(number)
		switch {
		case oneDigit(number) || n == 13:
		case n == len(number):
			if speaksOfCards(text, s) || failed[n] == 0 && n <= 16 {
				out = append(out, s)
			}
		case cardGroups(number):
			out = append(out, s)
		}
	}
	return out
}

// standsAlone reports whether digits are a number of their own: no part of a longer
// name, of an address, or of a decimal fraction.
func standsAlone(text string, run span) bool {
	if run[0] > 0 {
		c := text[run[0]-1]
		if isWordByte(c) || strings.IndexByte("-_/=.,#+&%@\\", c) >= 0 && !(c == '=' || c == ',' && run[0] > 1 && !isDigit(text[run[0]-2])) {
			return false
		}
	}
	if run[1] < len(text) {
		c := text[run[1]]
		if isWordByte(c) || strings.IndexByte("-_/@%", c) >= 0 {
			return false
		}
		if c == '.' && run[1]+1 < len(text) && isWordByte(text[run[1]+1]) {
			return false
		}
	}
	return true
}

func digitsIn(s string) int {
	n := 0
	for i := range len(s) {
		if isDigit(s[i]) {
			n++
		}
	}
	return n
}

func oneDigit(s string) bool {
	first := s[0]
	for i := range len(s) {
		if isDigit(s[i]) && s[i] != first {
			return false
		}
	}
	return true
}

// cardGroups reports the groups that cards show: four by four, the last of any length
// up to four, or 4-6-5 and 4-6-4; divided by one kind of character.
func cardGroups(s string) bool {
	fields := strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	lengths := make([]int, len(fields))
	for i, f := range fields {
		lengths[i] = len(f)
	}
	if len(fields) == 3 {
		return lengths[0] == 4 && lengths[1] == 6 && (lengths[2] == 5 || lengths[2] == 4)
	}
	for i, n := range lengths {
		if n != 4 && (i < len(lengths)-1 || n > 4) {
			return false
		}
	}
	return len(fields) >= 4
}

// cardWords speak of cards; ASCII letters small.
var cardWords = []string{"card", "karte", "visa", "mastercard", "maestro", "amex", "american express", "carte", "carta", "tarjeta", "cartão", "kaart", "карт", "cvv", "cvc"}

// cardReach is how far before a number a word may stand that speaks of it, in bytes:
// about a line.
const cardReach = 100

func speaksOfCards(text string, s span) bool {
	return mentions(asciiLower(text[max(0, s[0]-cardReach):min(len(text), s[1]+cardReach/2)]), cardWords)
}

// exactIBANs finds account numbers with the length of their country.
func exactIBANs(text string) []span {
	var out []span
	for _, run := range ibanRun().FindAllStringIndex(text, -1) {
		out = append(out, closedParts(text, run, 15, 34, func(s string) bool {
			return ibanLength[strings.ToUpper(s[:2])] == len(s) && isIBAN(s) && strings.Trim(s[4:], "0") != ""
		})...)
	}
	return out
}

// ibanLength is the length of account numbers by country, from SWIFT's IBAN registry.
var ibanLength = map[string]int{
	"AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27, "BR": 29, "BY": 28, "CH": 21, "CR": 22, "CY": 28,
	"CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FK": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23,
	"GL": 18, "GR": 27, "GT": 28, "HN": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28,
	"LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28,
	"NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33, "SA": 24, "SC": 31, "SD": 18, "SE": 24,
	"SI": 19, "SK": 24, "SM": 27, "SO": 23, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20, "YE": 30,
}
