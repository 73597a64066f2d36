package semantics

import "strings"

// dayMonth reads 12 March 2026, 12th of March, 2026, 12. März 2026, 1er mars
// 2026, 12 de marzo de 2026, 12-Mar-2026; end is behind the day.
func dayMonth(s string, i, end int, lang string) (writtenDate, bool) {
	at := after(s, end, "st", "nd", "rd", "th", "er", `\.`, ".", "º", "°", "ª")
	word := gap(s, at)
	if word == end && at < len(s) && s[at] == '-' {
		word = at + 1
	}
	if next := after(s, word, "of the ", "of ", "de ", "d'", "d’", "di "); next != word {
		word = next
	}
	wordEnd := letters(s, word)
	m := month(s[word:wordEnd], lang)
	if m == 0 || word == end {
		return writtenDate{}, false
	}
	year := beforeYear(s, wordEnd)
	yearEnd := digitRun(s, year)
	if yearEnd-year != 4 || year == wordEnd {
		return writtenDate{}, false
	}
	return day(i, yearEnd, number(s[year:yearEnd]), m, number(s[i:end]))
}

// beforeYear passes over what stands between the name of a month and the year.
func beforeYear(s string, i int) int {
	if i < len(s) && s[i] == '-' {
		return i + 1
	}
	i = after(s, i, ".", ",")
	i = gap(s, i)
	if next := after(s, i, "de ", "del ", "of "); next != i {
		i = next
	}
	return i
}

// monthBefore returns the month whose name stands before i, and where it begins.
func monthBefore(s string, i int, lang string) (m, start int) {
	at := gapBefore(s, i)
	for _, w := range []string{" de", " del", " of"} {
		if strings.HasSuffix(s[:at], w) {
			at = gapBefore(s, at-len(w)+1)
			break
		}
	}
	if at == i || at == 0 {
		return 0, 0
	}
	if c := s[at-1]; c == '.' || c == ',' {
		at--
	}
	start = lettersBefore(s, at)
	return month(s[start:at], lang), start
}

// monthDay reads March 12, 2026 and March 12th 2026; end is behind the day.
func monthDay(s string, i, end int, lang string) (writtenDate, bool) {
	m, start := monthBefore(s, i, lang)
	if m == 0 || !boundedBefore(s, start) {
		return writtenDate{}, false
	}
	at := after(s, end, "st", "nd", "rd", "th")
	at = after(s, at, ",")
	year := gap(s, at)
	yearEnd := digitRun(s, year)
	if yearEnd-year != 4 || year == end {
		return writtenDate{}, false
	}
	return day(start, yearEnd, number(s[year:yearEnd]), m, number(s[i:end]))
}

// yearFirst reads 2026-03-12 with or without a time, 2026/03/12, 2026.03.12,
// 2026-03, 2026-Q3, 2026 Q3, 2026年3月12日; end is behind the year.
func yearFirst(s string, i, end int) (writtenDate, bool) {
	y := number(s[i:end])
	if d, ok := ideographicDate(s, i, end, y); ok {
		return d, true
	}
	if end >= len(s) {
		return writtenDate{}, false
	}
	if q := after(s, end, "-q", " q", "q"); q != end && q < len(s) && isDigit(s[q]) {
		return inQuarter(i, q+1, y, number(s[q:q+1]))
	}
	sep := s[end]
	if sep != '-' && sep != '/' && sep != '.' || otherCalendar(y) {
		return writtenDate{}, false
	}
	monthEnd := digitRun(s, end+1)
	if n := monthEnd - end - 1; n < 1 || n > 2 {
		return writtenDate{}, false
	}
	m := number(s[end+1 : monthEnd])
	if monthEnd < len(s) && s[monthEnd] == sep {
		dayEnd := digitRun(s, monthEnd+1)
		if n := dayEnd - monthEnd - 1; n >= 1 && n <= 2 {
			d, ok := day(i, dayEnd, y, m, number(s[monthEnd+1:dayEnd]))
			return withTime(s, d), ok
		}
	}
	// 2010-11 may be the season 2010 to 2011.
	if sep != '-' || monthEnd-end-1 != 2 || m == (y+1)%100 {
		return writtenDate{}, false
	}
	return inMonth(i, monthEnd, y, m)
}

// withTime takes the time of day of an ISO time into the written form.
func withTime(s string, d writtenDate) writtenDate {
	i := d.end
	if i+6 > len(s) || s[i] != 'T' || !isDigit(s[i+1]) {
		return d
	}
	i++
	for i < len(s) && (isDigit(s[i]) || s[i] == ':' || s[i] == '.' && i+1 < len(s) && isDigit(s[i+1])) {
		i++
	}
	d.end = after(s, i, "z")
	if d.end+6 <= len(s) && (s[d.end] == '+' || s[d.end] == '-') && s[d.end+3] == ':' {
		d.end += 6
	}
	return d
}

// ideographicDate reads 2026年3月12日 and 2026년 3월 12일.
func ideographicDate(s string, i, end, y int) (writtenDate, bool) {
	at := after(s, end, "年", "년")
	if at == end {
		return writtenDate{}, false
	}
	m := gap(s, at)
	monthEnd := digitRun(s, m)
	at = after(s, monthEnd, "月", "월")
	if monthEnd == m || monthEnd-m > 2 || at == monthEnd {
		return writtenDate{}, false
	}
	d := gap(s, at)
	dayEnd := digitRun(s, d)
	last := after(s, dayEnd, "日", "일")
	if dayEnd == d || dayEnd-d > 2 || last == dayEnd {
		date, ok := inMonth(i, at, y, number(s[m:monthEnd]))
		return date, ok
	}
	return day(i, last, y, number(s[m:monthEnd]), number(s[d:dayEnd]))
}
