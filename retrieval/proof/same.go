package proof

import (
	"slices"
	"strings"
)

// learned reports an ending that makes another word of a stem, and no form of the same one:
// enteric is not a form of enter.
func learned(fold, stem string) bool {
	ending, ok := strings.CutPrefix(fold, stem)
	return ok && slices.Contains([]string{"ic", "ical", "al", "ous", "ive", "ary", "ity"}, ending)
}

// apartOf returns the group of a word that is kept apart from others of its stem; plurals
// go with their singular.
func (l *language) apartOf(fold string) pole {
	for _, w := range []string{fold, strings.TrimSuffix(fold, "s"), strings.TrimSuffix(fold, "ies") + "y"} {
		if g, ok := l.apart[w]; ok {
			return g
		}
	}
	return pole{}
}

// lookAlike reports words of two groups of one line.
func lookAlike(a, b pole) bool { return a.side != b.side && a.axis == b.axis && a.side*b.side != 0 }

// same reports whether two words say the same.
func same(a, b *token) bool {
	if a.value != nil || b.value != nil {
		return false
	}
	if opposite(a, b) {
		return false
	}
	related := !lookAlike(a.apart, b.apart)
	if a.fold == b.fold || related && a.stem == b.stem && len(a.stem) > 2 {
		return true
	}
	for _, x := range a.axes {
		for _, y := range b.axes {
			if x == y {
				return true
			}
		}
	}
	if a.name && b.name && !a.first && !b.first && len(a.concepts)+len(b.concepts) == 0 {
		return false // two names are one only where they are spelt alike
	}
	for _, x := range a.concepts {
		for _, y := range b.concepts {
			if x == y {
				return true
			}
		}
	}
	return related && derived(a.fold, b.fold)
}

// opposite reports that two words stand at the two ends of one axis and at the
// same end of none.
func opposite(a, b *token) bool {
	found := false
	for _, x := range a.axes {
		for _, y := range b.axes {
			if x == y {
				return false
			}
			found = found || x.axis == y.axis
		}
	}
	return found
}

// Words of one stem that the stemmer keeps apart share this many letters at their
// start, and at most so many differ behind them: register, registration.
const (
	sharedLetters = 6
	freeLetters   = 5
)

// derived reports words of one family, and a word that is a part of a compound. A word
// with a digit is a code, which names one thing as it is spelt: room12, place21.
func derived(a, b string) bool {
	if strings.ContainsAny(a, digits) || strings.ContainsAny(b, digits) {
		return false
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < sharedLetters {
		return false
	}
	n := 0
	for n < len(a) && a[n] == b[n] {
		n++
	}
	if n >= sharedLetters && len(b)-n <= freeLetters && len(a)-n <= 3 {
		return !negatedForm(a, b)
	}
	return strings.HasSuffix(b, a) && len(b)-len(a) >= 4 || strings.HasPrefix(b, a) && len(b)-len(a) >= 5
}

// negatedForm reports endings that turn a word around: careful, careless.
func negatedForm(a, b string) bool {
	return strings.HasSuffix(a, "less") != strings.HasSuffix(b, "less") || strings.HasSuffix(a, "los") != strings.HasSuffix(b, "los")
}
