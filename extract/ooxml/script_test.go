package ooxml

import "testing"

func TestScriptsThatCouldBeMisreadAreMarked(t *testing.T) {
	for _, tt := range []struct {
		before, text string
		at           Script
		want         string
	}{
		{"10", "6", Raised, "^"}, {"10", "-6", Raised, "^"}, {"10", "−", Raised, "^"}, {"m", "2", Raised, "^"}, {"(a+b)", "2", Raised, "^"},
		{"word", "12", Raised, "^"}, {"1", "st", Raised, ""}, {"Na", "+", Raised, ""}, {"", "14", Raised, ""}, {"end.", "3", Raised, ""}, {"a ", "3", Raised, ""},
		{"101", "2", Lowered, "_"}, {"H", "2", Lowered, ""}, {"x", "i", Lowered, ""}, {"10", "6", OnLine, ""},
	} {
		if got := tt.at.Mark(tt.before, tt.text); got != tt.want {
			t.Errorf("between %q and %q (%d) stands %q, want %q", tt.before, tt.text, tt.at, got, tt.want)
		}
	}
}
