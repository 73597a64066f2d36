package semantics

import (
	"strings"
	"unicode/utf8"
)

// decimalComma and decimalPoint are the languages that decide what 1.234 and
// 1,234 are. French groups with spaces, so it says what a comma is and not what
// a point is; it is in the first list for the comma only.
var (
	decimalComma = lazySet("deu|fra|spa|ita|por|nld|dan|nob|nno|swe|fin|pol|ces|slk|slv|hrv|srp|bos|bul|rus|ukr|bel|ron|ell|tur|cat|glg|eus|hun|est|lav|lit|ind|vie|isl")
	decimalPoint = lazySet("eng|cmn|jpn|kor|tha|heb|hin|mar|ben|tam|tel|kan|mal|guj|pan|gle|cym|mlt|tgl|swh")
)

// numberEnd returns where the number whose first digit stands at i ends: digits
// with points, commas, apostrophes and spaces before groups of three.
func numberEnd(s string, i int) int {
	first := digitRun(s, i)
	end := first
	for end < len(s) {
		n, grouping := separator(s[end:])
		if n == 0 {
			return end
		}
		next := digitRun(s, end+n)
		digits := next - end - n
		if digits == 0 || grouping && (digits != 3 || first-i > 3) {
			return end
		}
		end = next
	}
	return end
}

// separator returns the length of the separator that s begins with, and whether
// it can only stand before a group of three digits.
func separator(s string) (n int, grouping bool) {
	switch s[0] {
	case '.', ',':
		return 1, false
	case ' ', '\'':
		return 1, true
	}
	if n := wideSpace(s); n > 0 {
		return n, true
	}
	if strings.HasPrefix(s, "’") {
		return len("’"), true
	}
	return 0, false
}

// parseNumber reads a written number without sign as lang writes it. value is a
// decimal with a point and no grouping, its decimals as written. Where the
// language does not decide, value is empty and readings holds both. Neither
// means that s is no number.
func parseNumber(s, lang string) (value string, readings []string) {
	var b strings.Builder
	points, commas := 0, 0
	for _, r := range s {
		switch {
		case '0' <= r && r <= '9':
		case r == '.':
			points++
		case r == ',':
			commas++
		case r == ' ' || r == '\'' || r == '’' || r == '\u00a0' || r == '\u202f' || r == '\u2009':
			continue
		default:
			return "", nil
		}
		b.WriteRune(r)
	}
	plain := b.String()
	switch {
	case plain == "" || !isDigit(plain[0]) || !isDigit(plain[len(plain)-1]):
		return "", nil
	case points+commas == 0:
		return trimZeros(plain), nil
	case points > 0 && commas > 0:
		return bothSeparators(plain, points, commas), nil
	}
	sep := ","
	if points > 0 {
		sep = "."
	}
	if points+commas > 1 {
		return grouped(plain, sep), nil
	}
	whole, part, _ := strings.Cut(plain, sep)
	asDecimal := trimZeros(whole) + "." + part
	if len(part) != 3 || len(whole) > 3 || whole[0] == '0' || strings.ContainsAny(s, "' \u00a0\u202f\u2009’") {
		return asDecimal, nil
	}
	asWhole := trimZeros(whole + part)
	switch decides(sep, lang) {
	case decimal:
		return asDecimal, nil
	case grouping:
		return asWhole, nil
	}
	return "", []string{asWhole, asDecimal}
}

type meaning int

const (
	open meaning = iota
	decimal
	grouping
)

// decides says what a single point or comma before three digits is in lang.
func decides(sep, lang string) meaning {
	comma := sep == ","
	switch {
	case decimalPoint()[lang] && comma, decimalComma()[lang] && !comma && lang != "fra":
		return grouping
	case decimalPoint()[lang], decimalComma()[lang] && comma:
		return decimal
	}
	return open
}

// bothSeparators reads a number with points and commas: the one that comes last
// and once is the decimal one.
func bothSeparators(s string, points, commas int) string {
	sep, dec := ",", "."
	if strings.LastIndexByte(s, ',') > strings.LastIndexByte(s, '.') {
		sep, dec = ".", ","
	}
	if dec == "." && points > 1 || dec == "," && commas > 1 {
		return ""
	}
	whole, part, _ := strings.Cut(s, dec)
	if whole = grouped(whole, sep); whole == "" {
		return ""
	}
	return whole + "." + part
}

// grouped joins groups of three digits, or of two before the last as in India;
// "" where the groups are others.
func grouped(s, sep string) string {
	groups := strings.Split(s, sep)
	if len(groups[0]) > 3 || len(groups[0]) == 0 {
		return ""
	}
	for i, g := range groups[1:] {
		last := i == len(groups)-2
		if len(g) != 3 && (last || len(g) != 2 || sep != ",") {
			return ""
		}
	}
	return trimZeros(strings.Join(groups, ""))
}

func trimZeros(s string) string {
	if t := strings.TrimLeft(s, "0"); t != "" {
		return t
	}
	return "0"
}

// shift multiplies a decimal by ten to the power of n.
func shift(value string, n int) string {
	whole, part, _ := strings.Cut(value, ".")
	for ; n > 0; n-- {
		if part == "" {
			whole += "0"
		} else {
			whole, part = whole+part[:1], part[1:]
		}
	}
	whole = trimZeros(whole)
	if strings.Trim(part, "0") == "" {
		return whole
	}
	return whole + "." + part
}

// minusBefore reports a minus sign right before i, and where it begins. A hyphen
// between two words or numbers is none.
func minusBefore(s string, i int) (start int, ok bool) {
	if strings.HasSuffix(s[:i], "−") {
		return i - len("−"), true
	}
	if i > 0 && s[i-1] == '-' {
		if r, _ := utf8.DecodeLastRuneInString(s[:i-1]); i == 1 || r == ' ' || r == '\n' || r == '(' || r == '|' || r == '\u00a0' {
			return i - 1, true
		}
	}
	return i, false
}
