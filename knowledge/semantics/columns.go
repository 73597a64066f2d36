package semantics

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// columnReader counts what the cells of one column are.
type columnReader struct {
	filled, numbers, dates int
	dashes, signs          int    // cells of dashes, which say that there is nothing; cells of other signs alone
	sign                   string // of the first cell of signs
	unit                   string // of the first number
	mixed                  bool   // another number shows another unit
}

func (c *columnReader) cell(text, lang string) {
	if text == "" {
		return
	}
	c.filled++
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		if strings.Trim(text, "-–—−") == "" {
			c.dashes++
		} else if c.signs++; c.signs == 1 {
			c.sign = text
		}
		return
	}
	if isDateCell(text, lang) {
		c.dates++
		return
	}
	unit, ok := numberCell(text, lang)
	if !ok {
		return
	}
	if c.numbers == 0 {
		c.unit = unit
	} else if unit != c.unit {
		c.mixed = true
	}
	c.numbers++
}

func (c *columnReader) column() Column {
	out := Column{Type: TextColumn, Filled: c.filled}
	switch {
	case c.filled == 0:
		out.Type = EmptyColumn
	case c.numbers > 0 && c.numbers*10 >= (c.filled-c.dashes)*9:
		out.Type, out.Others = NumberColumn, c.filled-c.numbers
		if !c.mixed {
			out.Unit = c.unit
		}
	case c.dates > 0 && c.dates*10 >= (c.filled-c.dashes)*9:
		out.Type, out.Others = DateColumn, c.filled-c.dates
	}
	return out
}

// onlySigns reports a column of currency signs or brackets, which layout gave a place of
// their own: the figure stands in the next one.
func (c *columnReader) onlySigns() bool { return c.signs > 0 && c.signs+c.dashes == c.filled }

// isDateCell reports a cell that is a date, with or without a time of day.
func isDateCell(s, lang string) bool {
	i := strings.IndexAny(s, "0123456789")
	if i < 0 || len(s) > 40 {
		return false
	}
	d, ok := dateAt(s, i, lang)
	if !ok || d.start != 0 {
		return false
	}
	for _, c := range s[d.end:] {
		if !unicode.IsDigit(c) && !strings.ContainsRune(" :.TZ", c) {
			return false
		}
	}
	return true
}

// maxUnitChars is the length of the longest unit that a cell may show: "kWh/m²".
const maxUnitChars = 8

// numberCell reports a cell that is a number, and the unit or currency it shows.
// Numbers with leading zeros are identifiers.
func numberCell(s, lang string) (unit string, ok bool) {
	if len(s) > 60 {
		return "", false
	}
	t := s
	if strings.HasPrefix(t, "(") && strings.HasSuffix(t, ")") {
		t = t[1 : len(t)-1] // the minus of accounts
	}
	i := strings.IndexAny(t, "0123456789")
	if i < 0 {
		return "", false
	}
	end := numberEnd(t, i)
	before := strings.Trim(t[:i], " -+−\u00a0")
	after := strings.Trim(t[end:], " \u00a0\u202f-–")
	value, readings := parseNumber(t[i:end], lang)
	if value == "" && readings == nil || t[i] == '0' && end-i > 1 && isDigit(t[i+1]) {
		return "", false
	}
	if before != "" {
		currency, at := currencyBefore(t[:i], len(strings.TrimRight(t[:i], "-−+")))
		if currency == "" || strings.Trim(t[:at], " -−+") != "" || after != "" {
			return "", false
		}
		return currency, true
	}
	if after == "" {
		return "", true
	}
	if currency, at := currencyAfter(t, end); currency != "" && strings.TrimSpace(t[at:]) == "" {
		return currency, true
	}
	return after, isUnit(after)
}

// isUnit reports a short run of letters and unit signs.
func isUnit(s string) bool {
	if utf8.RuneCountInString(s) > maxUnitChars {
		return false
	}
	for _, r := range s {
		if !unicode.IsLetter(r) && !strings.ContainsRune("%‰°/²³µ·^", r) {
			return false
		}
	}
	return true
}
