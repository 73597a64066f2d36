package proof

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quire/knowledge/semantics"
)

// Long gaps change no sentence and no place of one.
func TestSentencesBesideLongGaps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"The rent is 500.", "It rose", "by 3.", "April", "Dr.", "Weiß says: no!", "“Yes.”", "See [1].", "e.g.", "\n", "Ünal", "。"}
	gaps := []string{" ", "  ", "\t", strings.Repeat(" ", 64), strings.Repeat(" ", 65), strings.Repeat(" \t", 400), strings.Repeat("\u00a0", 90)}
	for range 2000 {
		var b strings.Builder
		for range 1 + r.IntN(9) {
			b.WriteString(pieces[r.IntN(len(pieces))])
			b.WriteString(gaps[r.IntN(len(gaps))])
		}
		text := b.String()
		if got, want := sentencesOf(text), semantics.Sentences(text); !slices.Equal(got, want) {
			t.Fatalf("%q\nhas the sentences %v, not %v", text, got, want)
		}
	}
}

func TestAnAnswerOfAHugeGap(t *testing.T) {
	answer := "The rent is 500." + strings.Repeat(" ", 500_000) + "It is due in May." + strings.Repeat("*", 300_000) + " Or in June."
	got := Split(answer, noID)
	if len(got) != 3 || got[1].Text != "It is due in May." || answer[got[1].Start:got[1].End] != got[1].Text || got[2].Text != "Or in June." {
		t.Errorf("%d statements: %+v", len(got), got)
	}
}
