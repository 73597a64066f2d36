package semantics

import (
	"fmt"
	"strings"
)

// Precision is how much of a date is said.
type Precision string

// The precisions. A quarter is an EDTF interval of its first and last month.
const (
	ByDay     Precision = "day"
	ByMonth   Precision = "month"
	ByQuarter Precision = "quarter"
	ByYear    Precision = "year"
)

// writtenDate is a date found in text.
type writtenDate struct {
	start, end int    // bytes of the text it was found in
	value      string // EDTF level 0; "" where there are several readings
	precision  Precision
	readings   []string // of an ambiguous date, day first and then month first
}

// dayFirst are the languages whose readers take 3/4/2026 for the third of April.
// English is not among them: its readers disagree, so does Canadian French, and
// the declared region of a document is mostly that of a template.
var dayFirst = lazySet("deu|fra|spa|ita|por|nld|dan|nob|nno|pol|ces|slk|slv|hrv|srp|bos|ukr|rus|bel|bul|mkd|ron|ell|tur|cat|glg|fin|est|lav|ind|vie|heb|arb")

// dateAt reads the date whose first digits stand at i: its day, its year, or the
// number of its quarter. lang decides between day and month.
func dateAt(s string, i int, lang string) (writtenDate, bool) {
	end := digitRun(s, i)
	glued := i > 0 && strings.IndexByte("/-.,_#@$", s[i-1]) >= 0 && !(s[i-1] == '-' && i == 1)
	var d writtenDate
	ok := false
	switch n := end - i; {
	case glued:
		return d, false
	case n == 4 && boundedBefore(s, i):
		if d, ok = yearFirst(s, i, end); !ok {
			d, ok = yearLast(s, i, end, lang)
		}
	case n <= 2 && boundedBefore(s, i):
		if d, ok = numericDate(s, i, end, lang); !ok {
			d, ok = dayMonth(s, i, end, lang)
		}
		if !ok {
			d, ok = monthDay(s, i, end, lang)
		}
		if !ok && n == 1 {
			d, ok = quarterOrdinal(s, i, end)
		}
	case n == 1 && i > 0 && (s[i-1] == 'Q' || s[i-1] == 'q' || s[i-1] == 'T') && boundedBefore(s, i-1):
		d, ok = quarterYear(s, i-1, number(s[i:end]), end)
	}
	if !ok || !bounded(s, d.end) || d.end+1 < len(s) && isDigit(s[d.end+1]) && strings.IndexByte(".-/", s[d.end]) >= 0 || inCode(s, d.start, d.end) {
		return writtenDate{}, false
	}
	return d, true
}

// inCode reports that what looks like a date goes on as an address or an identifier does
// (10.1017/S17), or begins behind a range of pages (1–12).
func inCode(s string, start, end int) bool {
	if end+1 < len(s) && s[end] == '/' && asciiLetter(s[end+1]) {
		return true
	}
	dash := strings.HasSuffix(s[:start], "–") || strings.HasSuffix(s[:start], "—")
	before := strings.TrimRight(s[:start], "–—")
	return dash && before != "" && isDigit(before[len(before)-1]) && strings.Contains(s[start:end], ". ")
}

// day makes a date of its parts; ok is false where there is no such day.
func day(start, end, y, m, d int) (writtenDate, bool) {
	if y < 1000 || y > 2999 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m) {
		return writtenDate{}, false
	}
	return writtenDate{start: start, end: end, value: isoDay(y, m, d), precision: ByDay}, true
}

func isoDay(y, m, d int) string { return fmt.Sprintf("%04d-%02d-%02d", y, m, d) }

func daysIn(y, m int) int {
	switch {
	case m == 2 && (y%4 == 0 && y%100 != 0 || y%400 == 0):
		return 29
	case m == 2:
		return 28
	case m == 4 || m == 6 || m == 9 || m == 11:
		return 30
	}
	return 31
}

func inMonth(start, end, y, m int) (writtenDate, bool) {
	if y < 1000 || y > 2999 || m < 1 || m > 12 {
		return writtenDate{}, false
	}
	return writtenDate{start: start, end: end, value: fmt.Sprintf("%04d-%02d", y, m), precision: ByMonth}, true
}

func inQuarter(start, end, y, q int) (writtenDate, bool) {
	if y < 1900 || y > 2199 || q < 1 || q > 4 {
		return writtenDate{}, false
	}
	value := fmt.Sprintf("%04d-%02d/%04d-%02d", y, q*3-2, y, q*3)
	return writtenDate{start: start, end: end, value: value, precision: ByQuarter}, true
}

// numericDate reads 12.03.2026, 12/03/2026 and 12-03-2026; end is behind the
// first number. Points mean day first wherever they are written.
func numericDate(s string, i, end int, lang string) (writtenDate, bool) {
	if end >= len(s) || strings.IndexByte("./-", s[end]) < 0 {
		return writtenDate{}, false
	}
	sep := s[end]
	second := skipSpaceAfterPoint(s, end+1, sep)
	end2 := digitRun(s, second)
	if end2 == second || end2-second > 2 || end2 >= len(s) || s[end2] != sep {
		return writtenDate{}, false
	}
	third := skipSpaceAfterPoint(s, end2+1, sep)
	end3 := digitRun(s, third)
	if end3-third != 4 {
		return writtenDate{}, false
	}
	a, b, y := number(s[i:end]), number(s[second:end2]), number(s[third:end3])
	if otherCalendar(y) {
		return writtenDate{}, false
	}
	dm, okDM := day(i, end3, y, b, a)
	if sep == '.' || okDM && dayFirst()[lang] {
		return dm, okDM
	}
	md, okMD := day(i, end3, y, a, b)
	switch {
	case !okMD:
		return dm, okDM
	case !okDM || dm.value == md.value:
		return md, true
	}
	return writtenDate{start: i, end: end3, precision: ByDay, readings: []string{dm.value, md.value}}, true
}

// otherCalendar reports a year that dates in figures have in the Iranian and Islamic
// calendars now, and hardly ever in the Gregorian one.
func otherCalendar(y int) bool { return y >= 1300 && y < 1500 }

func skipSpaceAfterPoint(s string, i int, sep byte) int {
	if sep == '.' && i < len(s) && s[i] == ' ' {
		return i + 1
	}
	return i
}
