package pdf

import (
	"fmt"
	"strconv"
	"strings"
)

// pageLabels prints the labels of pages, as "1=i 5=1": the physical page and its
// label, wherever a label is not the one after that of the page before. It is ""
// where the labels are the physical numbers.
func pageLabels(labels []string) string {
	var b strings.Builder
	plain := true
	for i, l := range labels {
		plain = plain && l == strconv.Itoa(i+1)
		if l == "" || i > 0 && follows(labels[i-1], l) {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%d=%s", i+1, l)
	}
	if plain {
		return ""
	}
	return b.String()
}

// follows reports whether b is the label after a: the same prefix and a number, in
// digits or Roman, that is one more.
func follows(a, b string) bool {
	digits := func(s string) (string, int) {
		prefix := strings.TrimRight(s, "0123456789")
		n, err := strconv.Atoi(s[len(prefix):])
		if err != nil {
			return s, -1
		}
		return prefix, n
	}
	p, m := digits(a)
	q, n := digits(b)
	if m >= 0 && n >= 0 {
		return p == q && n == m+1
	}
	upper := strings.ToUpper(a) == a
	m, n = roman(strings.ToLower(a)), roman(strings.ToLower(b))
	return m > 0 && n == m+1 && upper == (strings.ToUpper(b) == b)
}
