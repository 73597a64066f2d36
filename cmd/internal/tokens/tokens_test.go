package tokens

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"
)

func reference(t testing.TB) func(string) int {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	return func(s string) int {
		n, err := codec.Count(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
}

func TestCountEqualsTheVocabularysOwn(t *testing.T) {
	count, c := reference(t), New()
	parts := []string{
		"word", "Word", "WORD", "don't", "l'été", " ", "  ", "\n", "\n\n", "\t", "1234567", "3.14", "漢字", "かな", "한국어", "ไทย", "—", "│ ", "| a | b |",
		"!", "...", "://", "/", "\\n", "\"", "é", "\u00a0", "\u2003", "\u0301", "🙂", "_x_", "-", "'s", "'S", "\r\n", "Straße", "ﬁ",
	}
	rng := rand.New(rand.NewPCG(3, 1))
	for range 20_000 {
		var b strings.Builder
		for range 1 + rng.IntN(12) {
			b.WriteString(parts[rng.IntN(len(parts))])
			if rng.IntN(2) == 0 {
				b.WriteByte(' ')
			}
		}
		s := b.String()
		if got, want := c.Count(s), count(s); got != want {
			t.Fatalf("%q has %d tokens, counted %d", s, want, got)
		}
	}
}

func TestCountOfRealDocuments(t *testing.T) {
	count, c := reference(t), New()
	files, _ := filepath.Glob("../../../sample-corpus/documents/*/*.md")
	if len(files) < 4 {
		t.Fatalf("only %d documents found", len(files))
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := c.Count(string(b)), count(string(b)); got != want {
			t.Errorf("%s has %d tokens, counted %d", f, want, got)
		}
	}
}

func BenchmarkCount(b *testing.B) {
	data, err := os.ReadFile("../../../sample-corpus/documents/plans/strategy-2026.md")
	if err != nil {
		b.Fatal(err)
	}
	text, ref, c := string(data), reference(b), New()
	b.Run("vocabulary", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			ref(text)
		}
	})
	b.Run("counter", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			c.Count(text)
		}
	})
}

// Hundreds of bytes without a space are bounded, not counted: never below the count.
func TestEndlessPiecesHaveABound(t *testing.T) {
	count, c := reference(t), New()
	rng := rand.New(rand.NewPCG(4, 1))
	for _, letters := range []string{"abcdefghijklmnopqrstuvwxyz", "ABCxyz019+/=", "漢字かな", "a'9b"} {
		set := []rune(letters)
		var b strings.Builder
		for b.Len() <= endless {
			b.WriteRune(set[rng.IntN(len(set))])
		}
		s := b.String()
		if got, want := c.Count(s), count(s); got < want || got > len(s) {
			t.Errorf("%.20s… of %d bytes has %d tokens, said %d", s, len(s), want, got)
		}
	}
}
