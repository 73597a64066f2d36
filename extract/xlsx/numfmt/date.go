package numfmt

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// moment is a point in time of a spreadsheet, rounded to what is shown.
type moment struct {
	year, month, day int
	weekday          time.Weekday
	hour, min, sec   int
	frac             int64 // of a second, in units of 10^-places
	total            int64 // since day 0, in units of 10^-places seconds; for [h]
	places           int
	names            *names // nil: English
}

const (
	maxSerial = 2958466 // day after 9999-12-31 in the 1900 system
	daySecs   = 86400
)

// clock returns the moment of the serial number v. ok is false for numbers that
// are no date: negative ones and those past the year 9999.
func clock(v float64, date1904 bool, places int) (m moment, ok bool) {
	ok = v >= 0 && v < maxSerial
	unit := int64(math.Pow10(places))
	if math.Abs(v) > 1e9 {
		return m, false
	}
	// The half of a microsecond undoes the noise of v before halves round up.
	m.total = int64(math.Floor(float64(math.Abs(v)*daySecs*float64(unit)) + 0.5 + 5e-7))
	m.places = places
	m.frac = m.total % unit
	secs := m.total / unit
	day := secs / daySecs
	rest := int(secs % daySecs)
	m.hour, m.min, m.sec = rest/3600, rest/60%60, rest%60
	m.calendar(int(day), date1904)
	return m, ok
}

func (m *moment) calendar(day int, date1904 bool) {
	switch {
	case date1904:
		day += 1462
	case day == 0: // shown as January 0
		m.year, m.month, m.day, m.weekday = 1900, 1, 0, time.Saturday
		return
	case day == 60: // the day that 1900 did not have
		m.year, m.month, m.day, m.weekday = 1900, 2, 29, time.Wednesday
		return
	}
	m.weekday = time.Weekday((day + 6) % 7)
	if day < 60 {
		day++
	}
	t := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, day)
	m.year, m.month, m.day = t.Year(), int(t.Month()), t.Day()
}

// places returns how many digits of a second the section shows.
func (s *section) places() int {
	n := 0
	for i := range s.tokens {
		if s.tokens[i].kind == point && s.afterSeconds(i) {
			for j := i + 1; j < len(s.tokens) && s.tokens[j].kind == digit; j++ {
				n++
			}
		}
	}
	return min(n, 6)
}

// afterSeconds reports whether the point at i follows seconds and precedes a 0.
func (s *section) afterSeconds(i int) bool {
	return i > 0 && i+1 < len(s.tokens) && s.tokens[i+1].kind == digit &&
		(s.tokens[i-1].kind == date || s.tokens[i-1].kind == elapsed) && s.tokens[i-1].text[0] == 's'
}

// date shows m.
func (s *section) date(m moment) string {
	m.names = s.names
	var b strings.Builder
	twelve := s.has(ampm)
	inFraction := false
	for i, t := range s.tokens {
		switch t.kind {
		case date:
			b.WriteString(m.field(t.text, twelve, s.minutes(i)))
		case elapsed:
			b.WriteString(m.elapsed(t.text))
		case ampm:
			b.WriteString(m.half(t.text))
		case point:
			if inFraction = s.afterSeconds(i); inFraction && m.places > 0 {
				b.WriteString("." + pad(m.frac, m.places))
			} else {
				b.WriteByte('.')
			}
			continue
		case digit:
			if !inFraction {
				b.WriteString(t.text)
			}
			continue
		default:
			b.WriteString(t.text)
		}
		inFraction = false
	}
	return b.String()
}

// minutes reports whether the m at token i means minutes: it follows hours or
// precedes seconds.
func (s *section) minutes(i int) bool {
	if s.tokens[i].text[0] != 'm' || len(s.tokens[i].text) > 2 {
		return false
	}
	for j := i - 1; j >= 0; j-- {
		if k := s.tokens[j].kind; k == date || k == elapsed {
			if s.tokens[j].text[0] == 'h' {
				return true
			}
			break
		}
	}
	for j := i + 1; j < len(s.tokens); j++ {
		if k := s.tokens[j].kind; k == date || k == elapsed {
			return s.tokens[j].text[0] == 's'
		}
	}
	return false
}

// field shows one run of date letters.
func (m *moment) field(code string, twelve, minutes bool) string {
	n := len(code)
	switch code[0] {
	case 'y', 'e':
		if code[0] == 'y' && n <= 2 {
			return pad(int64(m.year%100), 2)
		}
		return pad(int64(m.year), 4)
	case 'b': // Buddhist era
		if n <= 2 {
			return pad(int64((m.year+543)%100), 2)
		}
		return pad(int64(m.year+543), 4)
	case 'g': // names of eras are left out, the year is of the common era
		return ""
	case 'm':
		if minutes {
			return pad(int64(m.min), min(n, 2))
		}
		return m.monthName(n)
	case 'd':
		if n <= 2 {
			return pad(int64(m.day), n)
		}
		return m.dayName(n)
	case 'a':
		return m.dayName(n)
	case 'h':
		h := m.hour
		if twelve {
			h = (h+11)%12 + 1
		}
		return pad(int64(h), min(n, 2))
	}
	return pad(int64(m.sec), min(n, 2))
}

func (m *moment) monthName(n int) string {
	name := time.Month(m.month).String()
	short := name[:3]
	if m.names != nil {
		name, short = m.names.months[m.month-1], m.names.shortMonths[m.month-1]
	}
	switch {
	case n <= 2:
		return pad(int64(m.month), n)
	case n == 3:
		return short
	case n == 5:
		return name[:1]
	}
	return name
}

func (m *moment) dayName(n int) string {
	name := m.weekday.String()
	short := name[:3]
	if m.names != nil {
		name, short = m.names.days[m.weekday], m.names.shortDays[m.weekday]
	}
	if n <= 3 {
		return short
	}
	return name
}

// half shows the part of the day in the way the code writes it.
func (m *moment) half(code string) string {
	first, second, _ := strings.Cut(code, "/")
	if strings.EqualFold(code, "AM/PM") {
		first, second = "AM", "PM"
	}
	if m.hour >= 12 {
		return second
	}
	return first
}

// elapsed shows hours, minutes or seconds since day 0.
func (m *moment) elapsed(code string) string {
	secs := m.total / int64(math.Pow10(m.places))
	switch code[0] {
	case 'h':
		secs /= 3600
	case 'm':
		secs /= 60
	}
	return pad(secs, len(code))
}

func pad(n int64, width int) string {
	return fmt.Sprintf("%0"+strconv.Itoa(min(width, 20))+"d", n)
}
