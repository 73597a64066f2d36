package tokens

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// Characters of every class that the rule knows, in any order, are counted as the
// vocabulary counts them.
func TestWordsAreCutAsTheVocabularyCuts(t *testing.T) {
	count, c := reference(t), New()
	alphabet := []rune("aZéÉßſKǅʰªアあ漢א\u0301\u0903\u20dd１5½Ⅷ٣ \t\n\r\u0085\u00a0\u2003\u2028\u200b'’\"/-|.,$€🙂\u0000\ufffd\U000e0001sStTmMdDrRvVlLeE")
	rng := rand.New(rand.NewPCG(7, 2))
	for range 60_000 {
		var b strings.Builder
		for range 1 + rng.IntN(9) {
			for n, r := rng.IntN(3), alphabet[rng.IntN(len(alphabet))]; n >= 0; n-- {
				b.WriteRune(r)
			}
		}
		s := b.String()
		if rng.IntN(20) == 0 {
			s = s[:len(s)-1] + "\xff" + s[len(s)-1:]
		}
		if got, want := c.piece(&memory{young: map[string]int{}}, s), count(s); got != want {
			t.Fatalf("%q has %d tokens, counted %d", s, want, got)
		}
	}
}

// Rows of figures: pieces that did not occur before, of words that did.
func BenchmarkCountFigures(b *testing.B) {
	rng := rand.New(rand.NewPCG(8, 1))
	var rows strings.Builder
	for range 20_000 {
		for range 8 {
			rows.WriteString("| ")
			rows.WriteString(strconv.FormatFloat(rng.Float64()*1e6, 'f', 2, 64))
			rows.WriteByte(' ')
		}
		rows.WriteString("|\n")
	}
	text, c := rows.String(), New()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		c.Count(text)
	}
}
