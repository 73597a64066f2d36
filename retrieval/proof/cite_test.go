package proof

import (
	"slices"
	"strings"
	"testing"
)

// What is no citation stays text, however much of it there is: no bracket is searched for
// its other half to the end of the answer.
func TestBracketsAloneAreNoCitations(t *testing.T) {
	for _, s := range []string{"[", "](", "[a](", "](a)", "[^1"} {
		for _, st := range Split("The fee is 5 euros. "+strings.Repeat(s, 8_000/len(s)), noID) {
			if st.Start < 0 || st.Start > st.End {
				t.Errorf("%q: span %d-%d", s, st.Start, st.End)
			}
		}
	}
	if end := linkEnd("("+strings.Repeat("a", maxCitation)+")", 0); end != 0 {
		t.Errorf("a target of more than %d bytes ends at %d, want none", maxCitation, end)
	}
}

// Citations as people write them in Markdown: what is cited is found, and no mark of it is
// left in the statement.
func TestCitations(t *testing.T) {
	const said = "The Lyon training has 24 places."
	for _, c := range []struct {
		answer string
		cites  []string
	}{
		{"The Lyon training has 24 places [a](docs/a.md).", []string{"docs/a.md"}},
		{"The Lyon training has 24 places ([the guide](docs/a.md)).", []string{"docs/a.md"}},
		{"The Lyon training has 24 places ([the guide](docs/a.md \"A title (old)\")).", []string{"docs/a.md"}},
		{"The Lyon training has 24 places [g](<docs/my guide.md>).", []string{"docs/my guide.md"}},
		{"The Lyon training has 24 places [g](docs/guide_(old).md).", []string{"docs/guide_(old).md"}},
		{"The Lyon training has 24 places [](docs/a.md).", []string{"docs/a.md"}},
		{"The Lyon training has 24 places []().", nil},
		{"The Lyon training has 24 places.[^1]\n\n[^1]: docs/a.md\n", []string{"docs/a.md"}},
		{"The Lyon training has 24 places[^n].\n\n[^N]: see [the guide](docs/a.md) and q7m2kx4tb3rqa#sec2\n", []string{"docs/a.md", "q7m2kx4tb3rqa#sec2"}},
		{"The Lyon training has 24 places [g][ref].\n\n[ref]: <docs/my guide.md> \"title\"\n", []string{"docs/my guide.md"}},
		{"The Lyon training has 24 places [1].\n\n[1]: docs/a.md\n", []string{"docs/a.md"}},
		{"- [x] The Lyon training has 24 places [a](docs/a.md).", []string{"docs/a.md"}},
		{"- [ ] The Lyon training has 24 places.", nil},
		{"[^1]: docs/a.md\n[^1]\n", nil},
	} {
		got := Split(c.answer, noID)
		if c.answer[0] == '[' {
			if len(got) != 0 {
				t.Errorf("%q: %+v, want no statement", c.answer, got)
			}
			continue
		}
		if len(got) != 1 {
			t.Errorf("%q: %d statements: %+v", c.answer, len(got), got)
			continue
		}
		text := got[0].Text
		if c.answer[len(c.answer)-1] == '\n' && text == "The Lyon training has 24 places g." {
			text = said // the words of a link stay
		}
		if text != said || !slices.Equal(got[0].Cites, c.cites) {
			t.Errorf("%q: %q cites %q, want %q", c.answer, got[0].Text, got[0].Cites, c.cites)
		}
	}
}
