package html

import (
	"strings"
	"time"
)

// instants are the layouts of a moment with its zone, days those of a calendar
// day or less.
var (
	instants = []string{
		time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05.999999999Z0700", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 Z07:00",
		"2006-01-02 15:04:05 -0700", "2006-01-02T15:04Z0700", time.RFC1123Z, "Mon, 2 Jan 2006 15:04:05 -0700",
	}
	days = []string{
		"2006-01-02", "2006/01/02", "2006-1-2", "2006/1/2", "20060102", "January 2, 2006", "Jan 2, 2006", "2 January 2006", "2 Jan 2006",
		"Monday, January 2, 2006", "Mon, 2 Jan 2006", "02.01.2006", "2.1.2006",
	}
	local = []string{"2006-01-02T15:04:05", "2006-01-02T15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04"}
)

// isoDate reads a date as web pages write it. A moment with a zone becomes RFC
// 3339 UTC; one without a zone, whose moment nobody knows, only its day; "" where
// v is neither.
func isoDate(v string) string {
	v = strings.Join(strings.Fields(v), " ")
	if v == "" || len(v) > 60 {
		return ""
	}
	for _, zone := range []string{" GMT", " UTC"} {
		if s, ok := strings.CutSuffix(v, zone); ok {
			v = s + " +0000"
		}
	}
	for _, layout := range instants {
		if t, err := time.Parse(layout, v); err == nil && sensible(t) {
			return t.UTC().Format(time.RFC3339)
		}
	}
	for _, layout := range local {
		if t, err := time.Parse(layout, v); err == nil && sensible(t) {
			return t.Format(time.DateOnly)
		}
	}
	for _, layout := range days {
		if t, err := time.Parse(layout, v); err == nil && sensible(t) {
			return t.Format(time.DateOnly)
		}
	}
	for _, layout := range []string{"2006-01", "2006"} {
		if t, err := time.Parse(layout, v); err == nil && sensible(t) {
			return v
		}
	}
	return ""
}

// sensible leaves out the years that stand for "unknown".
func sensible(t time.Time) bool { return t.Year() >= 1000 && t.Year() < 3000 }
