package relations

import (
	"strings"

	"quire/knowledge"
)

// outcome is what two values for one thing are to each other.
type outcome int

const (
	unclear outcome = iota // in two units, or one of them may be the other rounded
	agrees
	contradicts
)

// compareClaims compares the values of two claims of one key.
func compareClaims(a, b *knowledge.Claim) outcome {
	switch {
	case a.Kind != b.Kind:
		return unclear
	case a.Value == b.Value:
		return agrees
	case a.Kind == 'd':
		if strings.HasPrefix(a.Value, b.Value) || strings.HasPrefix(b.Value, a.Value) {
			return unclear
		}
		return contradicts
	case a.Kind == 'y':
		return contradicts
	}
	v, unit := cutUnit(a.Value)
	w, other := cutUnit(b.Value)
	switch {
	case unit != other:
		return unclear
	case v == w:
		return agrees
	case rounds(v, w), rounds(w, v):
		return unclear
	}
	return contradicts
}

// cutUnit cuts a number from its unit.
func cutUnit(value string) (number, unit string) {
	end := strings.LastIndexAny(value, "0123456789") + 1
	if at := strings.IndexByte(value, ' '); at >= 0 {
		end = at
	}
	return value[:end], strings.TrimSpace(value[end:])
}

// rounds reports that the first number may be the second one rounded: it has fewer
// decimals, or ends in two zeros or more, and is as near as those places allow, and no
// further than a twentieth.
func rounds(round, exact string) bool {
	x, places := digitsOf(round)
	y, more := digitsOf(exact)
	if x == "" || y == "" || strings.HasPrefix(round, "-") != strings.HasPrefix(exact, "-") {
		return false
	}
	step := int64(1)
	if zeros := len(x) - len(strings.TrimRight(x, "0")); places == 0 && zeros >= 2 {
		step = whole("1" + x[len(x)-zeros:])
	}
	for ; places < more; places++ {
		x += "0"
		step *= 10
	}
	y += strings.Repeat("0", places-more)
	if step == 1 || len(x) > 15 || len(y) > 15 {
		return false
	}
	distance := max(whole(x)-whole(y), whole(y)-whole(x))
	return 2*distance < step && 20*distance <= whole(y)
}

// digitsOf returns the digits of a decimal and how many of them stand behind the point.
func digitsOf(s string) (digits string, places int) {
	s = strings.TrimPrefix(s, "-")
	head, tail, _ := strings.Cut(s, ".")
	for _, r := range head + tail {
		if r < '0' || r > '9' {
			return "", 0
		}
	}
	return head + tail, len(tail)
}

func whole(digits string) int64 {
	n := int64(0)
	for _, r := range digits {
		n = n*10 + int64(r-'0')
	}
	return n
}
