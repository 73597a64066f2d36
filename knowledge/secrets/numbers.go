package secrets

import "strings"

// numberRules know numbers by their check digits.
func numberRules() []rule {
	return []rule{
		{name: "credit-card", find: findCards},
		{name: "iban", find: findIBANs},
	}
}

var digitRun = lazy(`[0-9](?:[ \x{00a0}\x{202f}-]?[0-9]){12,63}`)

// findCards looks in every run of digits, grouped or not, for a number that
// begins and ends where a group does.
func findCards(text, _ string) []span {
	if !hasDigit(text) {
		return nil
	}
	var out []span
	for _, run := range digitRun().FindAllStringIndex(text, -1) {
		if run[0] > 0 && isWordByte(text[run[0]-1]) || run[1] < len(text) && isWordByte(text[run[1]]) {
			continue // a part of a longer name or number
		}
		out = append(out, closedParts(text, run, 13, 19, isCard)...)
	}
	return out
}

// closedParts returns the parts of text[run] that valid accepts, longest first and
// without overlap: from a group's start to a group's end, with min to max letters
// and digits.
func closedParts(text string, run []int, minLen, maxLen int, valid func(string) bool) []span {
	var out []span
	for start := run[0]; start < run[1]; start++ {
		if !isWordByte(text[start]) || start > run[0] && isWordByte(text[start-1]) {
			continue
		}
		best, compact := 0, make([]byte, 0, maxLen)
		for end := start; end < run[1] && len(compact) < maxLen; end++ {
			if !isWordByte(text[end]) {
				continue
			}
			compact = append(compact, text[end])
			closed := end+1 == run[1] || !isWordByte(text[end+1])
			if closed && len(compact) >= minLen && valid(string(compact)) {
				best = end + 1
			}
		}
		if best > 0 {
			out = append(out, span{start, best})
			start = best
		}
	}
	return out
}

// isCard checks the issuer's range, the length that goes with it and the Luhn sum.
func isCard(digits string) bool {
	n := len(digits)
	ok := false
	switch two := digits[:2]; {
	case digits[0] == '4':
		ok = n == 13 || n == 16 || n == 19
	case two >= "51" && two <= "55", digits[:4] >= "2221" && digits[:4] <= "2720":
		ok = n == 16
	case two == "34" || two == "37":
		ok = n == 15
	case two == "30" || two == "36" || two == "38" || two == "39":
		ok = n >= 14
	case two == "35" || two == "60" || two == "62" || two == "64" || two == "65":
		ok = n >= 16
	}
	return ok && luhn(digits)
}

func luhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// Grouped account numbers are written in capitals; compact ones in either case.
var ibanRun = lazy(`\b(?:[A-Z]{2}[0-9]{2}(?:[ \x{00a0}\x{202f}-]?[A-Z0-9]){11,60}|[A-Za-z]{2}[0-9]{2}[A-Za-z0-9]{11,30})\b`)

func findIBANs(text, _ string) []span {
	if !hasDigit(text) {
		return nil
	}
	var out []span
	for _, run := range ibanRun().FindAllStringIndex(text, -1) {
		out = append(out, closedParts(text, run, 15, 34, isIBAN)...)
	}
	return out
}

// isIBAN computes ISO 13616's remainder: the country and check digits moved to the
// end, letters read as 10 to 35.
func isIBAN(s string) bool {
	s = strings.ToUpper(s)
	if s[0] < 'A' || s[0] > 'Z' || s[1] < 'A' || s[1] > 'Z' || !isDigit(s[2]) || !isDigit(s[3]) {
		return false
	}
	rest := 0
	for _, c := range []byte(s[4:] + s[:4]) {
		if isDigit(c) {
			rest = (rest*10 + int(c-'0')) % 97
		} else {
			rest = (rest*100 + int(c-'A') + 10) % 97
		}
	}
	return rest == 1
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWordByte(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
