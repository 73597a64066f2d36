package semantics

import (
	"quire/knowledge"
	"testing"
)

// A number in brackets behind a word is a mark: another edition of the same text has
// another one there, and neither gives a value.
func TestFootnoteMarksAreNoClaims(t *testing.T) {
	for text, want := range map[string]int{
		"The change came late, and yet there the nightingale[16] filled the desert.":     0,
		"The change came late, and yet there the nightingale\\[16\\] filled the desert.": 0,
		"The change came late, and yet there the nightingale^[16] filled the desert.":    0,
		"The change came late, and yet there 16 nightingales filled the desert.":         1,
		"The change came late, and yet there the nightingale (16) filled the desert.":    1,
	} {
		got := 0
		for _, c := range derive(t, knowledge.Section, text).Facts.Joins.Claims {
			if c.Value == "16" {
				got++
			}
		}
		if got != want {
			t.Errorf("%q: %d claims, want %d", text, got, want)
		}
	}
}
