package retrieval

import (
	"fmt"
	"strconv"
	"strings"

	"quire/knowledge"
)

// place returns the narrowest locator that covers a span of a unit: lines and
// boxes of the blocks it touches are joined, tables are cut down to its rows; where they have none, or lie on
// different things, it is the unit's.
func place(u *knowledge.Unit, text string, s knowledge.Span) knowledge.Locator {
	var joined knowledge.Locator
	for i := range u.Blocks {
		b := &u.Blocks[i]
		if b.Span[1] <= s[0] || b.Span[0] >= s[1] {
			continue
		}
		here, narrowed := lineLocator(u, text, b, s)
		if b.Locator.IsZero() && !narrowed {
			return u.Locator
		}
		if r, ok := cells(text, b, s); ok {
			here = here.Without("range").With("range", r)
		}
		if joined.IsZero() {
			joined = here
			continue
		}
		next, ok := join(joined, here)
		if !ok {
			return u.Locator
		}
		joined = next
	}
	if joined.IsZero() {
		return u.Locator
	}
	return joined
}

// join returns a locator that covers both: the same lines or box key over equal
// other keys.
func join(a, b knowledge.Locator) (knowledge.Locator, bool) {
	if a.String() == b.String() {
		return a, true
	}
	for _, key := range []string{"lines", "rows"} {
		if a.Get(key) != "" && b.Get(key) != "" && a.Without(key).String() == b.Without(key).String() {
			from, _, ok1 := bounds(a.Get(key))
			_, to, ok2 := bounds(b.Get(key))
			if ok1 && ok2 && from <= to {
				return a.Without(key).With(key, fmt.Sprintf("%d-%d", from, to)), true
			}
		}
	}
	if a.Get("bbox") != "" && b.Get("bbox") != "" && a.Without("bbox").String() == b.Without("bbox").String() {
		x, ok1 := box(a.Get("bbox"))
		y, ok2 := box(b.Get("bbox"))
		if ok1 && ok2 {
			return a.Without("bbox").With("bbox", fmt.Sprintf("%d,%d,%d,%d", min(x[0], y[0]), min(x[1], y[1]), max(x[2], y[2]), max(x[3], y[3]))), true
		}
	}
	return knowledge.Locator{}, false
}

// bounds reads "10-20" or "10".
func bounds(s string) (from, to int, ok bool) {
	a, b, two := strings.Cut(s, "-")
	from, err1 := strconv.Atoi(a)
	if !two {
		return from, from, err1 == nil
	}
	to, err2 := strconv.Atoi(b)
	return from, to, err1 == nil && err2 == nil
}

func box(s string) (b [4]int, ok bool) {
	parts := strings.Split(s, ",")
	if len(parts) != 4 {
		return b, false
	}
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil {
			return b, false
		}
		b[i] = n
	}
	return b, true
}
