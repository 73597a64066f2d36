package claimgen

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mutation is a sentence that was made false.
type Mutation struct {
	Class string // swap-words, other-word
	Text  string
}

// farApart is how many words stand between two that are swapped, at least: neighbours
// often say the same in either order.
const farApart = 1

// wordOf are the words that a mutation may touch: small letters, five at least, so that
// no list of small words is needed and none is shared with what is measured.
var wordOf = regexp.MustCompile(`\p{L}+`)

func contentWords(s string) [][]int {
	var out [][]int
	for _, m := range wordOf.FindAllStringIndex(s, -1) {
		w := s[m[0]:m[1]]
		if r, _ := utf8.DecodeRuneInString(w); unicode.IsLower(r) && utf8.RuneCountInString(w) >= 5 && !inner(s, m) {
			out = append(out, m)
		}
	}
	return out
}

// inner reports a word that hangs together with another: a hyphen, an apostrophe.
func inner(s string, m []int) bool {
	const marks = "-'’_/.@"
	before, _ := utf8.DecodeLastRuneInString(s[:m[0]])
	after, n := utf8.DecodeRuneInString(s[m[1]:])
	next, _ := utf8.DecodeRuneInString(s[m[1]+n:])
	return strings.ContainsRune(marks, before) || strings.ContainsRune(marks, after) && unicode.IsLetter(next)
}

// Mutate makes a sentence false in two ways: two words of it change places, and one
// gives way to a word of others. A way that finds nothing to change is left out. What
// comes out is nearly always false or nonsense; one in a few hundred says the same.
func Mutate(rng *rand.Rand, sentence string, others []string) []Mutation {
	words := contentWords(sentence)
	var out []Mutation
	if len(words) < 2 {
		return nil
	}
	for range 20 {
		a, b := words[rng.IntN(len(words))], words[rng.IntN(len(words))]
		if a[0] > b[0] {
			a, b = b, a
		}
		x, y := sentence[a[0]:a[1]], sentence[b[0]:b[1]]
		if a[0] == b[0] || alike(x, y) || len(wordOf.FindAllString(sentence[a[1]:b[0]], -1)) < farApart || listed(sentence[a[1]:b[0]]) {
			continue
		}
		out = append(out, Mutation{"swap-words", sentence[:a[0]] + y + sentence[a[1]:b[0]] + x + sentence[b[1]:]})
		break
	}
	for range 20 {
		at, o := words[rng.IntN(len(words))], others[rng.IntN(len(others))]
		if alike(sentence[at[0]:at[1]], o) || strings.Contains(strings.ToLower(sentence), o) {
			continue
		}
		out = append(out, Mutation{"other-word", sentence[:at[0]] + o + sentence[at[1]:]})
		break
	}
	return out
}

// Words lists the words of a text that Mutate may put into a sentence, in order.
func Words(text string) []string {
	var out []string
	for _, m := range contentWords(text) {
		out = append(out, text[m[0]:m[1]])
	}
	return out
}

// alike reports two forms of one word: the same letters at the start.
func alike(a, b string) bool { return strings.HasPrefix(b, a[:min(len(a), 4)]) }

// listed reports that one word stands between two others, or a comma: "A and B" and
// "A, B" say the same when they are turned round.
func listed(gap string) bool {
	return len(strings.Fields(gap)) <= 1 || strings.ContainsAny(gap, ",;") && len(strings.Fields(gap)) <= 2
}
