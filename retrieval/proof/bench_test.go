package proof

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// BenchmarkJudge takes 24 passages of five sentences apart and holds a statement against
// them, as a trace does for each statement of an answer. The words follow Zipf's law.
func BenchmarkJudge(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 5))
	letters := func() string {
		var w strings.Builder
		for range 2 + rng.IntN(3) {
			w.WriteString([]string{"ba", "do", "fi", "lu", "mer", "nost", "pra", "ting", "er", "ation"}[rng.IntN(10)])
		}
		return w.String()
	}
	words := make([]string, 5000)
	for i := range words {
		words[i] = letters()
	}
	zipf := rand.NewZipf(rng, 1.07, 8, uint64(len(words)-1))
	small := strings.Fields("the of a in to for with and by at from on")
	sentence := func() string {
		var t strings.Builder
		for range 8 {
			t.WriteString(small[rng.IntN(len(small))] + " " + words[zipf.Uint64()] + " ")
		}
		return fmt.Sprintf("The %s %s costs %d euros.", words[zipf.Uint64()], t.String(), 100+rng.IntN(90000))
	}
	var texts, said []string
	for range 24 * 8 {
		var t []string
		for range 5 {
			t = append(t, sentence())
		}
		said, texts = append(said, t[2]), append(texts, strings.Join(t, " "))
	}
	supported := 0
	for i := 0; b.Loop(); i++ {
		first := i % 8 * 24
		var ps []*Passage
		for k, text := range texts[first : first+24] {
			ps = append(ps, &Passage{Source: fmt.Sprint(k), Path: "docs/report.md", Title: "Report of the year", Headings: []string{"The costs"}, Text: text, Language: "eng"})
		}
		s := Split(said[first+i%24], noID)
		if s[0].Checkable() && s[0].SearchText() != "" && Judge(&s[0], ps).Verdict == Supported {
			supported++
		}
	}
	if supported == 0 {
		b.Error("no sentence is supported by the passage that it stands in")
	}
}
