package email

import (
	"net/mail"
	"strings"
	"time"
)

// zoned and unzoned are layouts that mail programs use instead of the standard's.
var (
	zoned = []string{
		time.RFC3339, "2006-01-02 15:04:05 -0700", "Mon, 2 Jan 2006 15:04:05 -0700", "Mon, 2 Jan 06 15:04:05 -0700", "2 Jan 06 15:04:05 -0700",
		"Mon Jan 2 15:04:05 -0700 2006", "Mon Jan 2 15:04:05 2006 -0700", "Monday, 2 January 2006 15:04:05 -0700", "Mon, 2 January 2006 15:04:05 -0700",
		"Mon, 2 Jan 2006 15.04.05 -0700", "Mon, 2-Jan-2006 15:04:05 -0700", "Monday, 02-Jan-06 15:04:05 -0700", "Monday, January 2, 2006 15:04:05 -0700",
	}
	unzoned = []string{
		"Mon, 2 Jan 2006 15:04:05", "2 Jan 2006 15:04:05", "Mon, 2 Jan 2006 15:04", "Mon Jan 2 15:04:05 2006", "2006-01-02 15:04:05",
		"2006-01-02T15:04:05", "2 Jan 2006", "Mon, 2 Jan 2006", "2006-01-02", "1/2/2006 3:04:05 PM", "1/2/2006 3:04 PM",
		"Monday, January 2, 2006 3:04 PM", "Monday, 2 January 2006 15:04:05",
	}
)

// isoDate reads a Date field. The answer is RFC 3339 in UTC; only the day where
// the field has no zone; "" where it is no date.
func isoDate(field string) string {
	field = strings.Join(strings.Fields(field), " ")
	if field == "" || len(field) > 100 {
		return ""
	}
	if t, err := mail.ParseDate(field); err == nil {
		return utc(t)
	}
	if i := strings.IndexByte(field, '('); i > 0 {
		field = strings.TrimSpace(field[:i])
	}
	for _, zone := range []string{" GMT", " UTC", " UT", " Z"} {
		if s, ok := strings.CutSuffix(field, zone); ok {
			field = s + " +0000"
		}
	}
	for _, layout := range zoned {
		if t, err := time.Parse(layout, field); err == nil {
			return utc(t)
		}
	}
	for _, layout := range unzoned {
		if t, err := time.Parse(layout, field); err == nil && sensible(t) {
			return t.Format(time.DateOnly)
		}
	}
	return ""
}

func utc(t time.Time) string {
	if t = t.UTC(); !sensible(t) {
		return ""
	}
	return t.Format(time.RFC3339)
}

// sensible leaves out years that only a mistake gives.
func sensible(t time.Time) bool { return t.Year() >= 1970 && t.Year() < 2200 }
