package knowledge

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"
)

// The bound holds for strings made to be hard on it: rare pairs, marks before
// letters, contractions, digits beside digits of other scripts.
func TestBoundIsNeverBelowTheVocabulary(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(5, 5))
	parts := []string{
		"bq", "zj", "qk", "xq", "vw", "budget", "Lyon", "XQ", "ABc", "don't", "it'sabc", "'t", "'RE", " ", "  ", "\n", "/", "-", "--", ".", ",", "=", "(", "_", ":",
		"#", "@", "~", "&", "\"", "\\", "123", "1", "2026", "²", "٣", "１", "é", "ß", "日本", "한", "🙂", "qmro2qlryxbgl#sheet02.r1-60@14662-15947~08ea96", "sha256:", "ico-gcs/gcs/",
	}
	letters := "abcdefghijklmnopqrstuvwxyzqqzzxxjjkkvv"
	var said, real, length int
	for range 60_000 {
		var b strings.Builder
		for range 1 + r.IntN(14) {
			switch r.IntN(3) {
			case 0:
				b.WriteByte(letters[r.IntN(len(letters))])
			case 1:
				b.WriteByte("0123456789abcdef"[r.IntN(16)])
			default:
				b.WriteString(parts[r.IntN(len(parts))])
			}
		}
		s := b.String()
		n, err := codec.Count(s)
		if err != nil {
			t.Fatal(err)
		}
		if got := TokenBound(s); got < n {
			t.Fatalf("%q has %d tokens, the bound says %d", s, n, got)
		}
		said, real, length = said+TokenBound(s), real+n, length+len(s)
	}
	t.Logf("the bound is %.2f times the count, the length %.2f times", float64(said)/float64(real), float64(length)/float64(real))
	if said >= length {
		t.Error("the bound is no better than the length")
	}
}

// The facts that bound rests on, each held against the vocabulary.
func TestPairsThatBoundTakesForTokensAreTokens(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	for a := byte('a'); a <= 'z'; a++ {
		for _, s := range []string{" ", "/", "-", ".", ",", "=", "(", "_", ":"} {
			if n, err := codec.Count(s + string(a)); err != nil || n != 1 {
				t.Errorf("%q is %d tokens", s+string(a), n)
			}
		}
		for b := byte('a'); b <= 'z'; b++ {
			pair := string([]byte{a, b})
			if n, err := codec.Count(pair); err != nil || n == 1 == rarePairs[pair] {
				t.Errorf("%q is %d tokens, listed as rare: %v", pair, n, rarePairs[pair])
			}
		}
	}
}
