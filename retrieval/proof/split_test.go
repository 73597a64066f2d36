package proof

import "testing"

func TestSplit(t *testing.T) {
	answer := "# Budget\n\nThe rent is 500. It is due in May [q7m2kx4tb3rqa#sec2@0-310~8f3a1c].\n\n" +
		"```\nThe code is 5.\n```\n\n- Tools cost 90, see [the list](docs/tools.tsv).\n- And:\n\n| Office | Rent |\n|---|---|\n| Lyon | 500 EUR |\n"
	want := []struct {
		text, kind  string
		line, cites int
	}{
		{"The rent is 500.", "sentence", 3, 0}, {"It is due in May.", "sentence", 3, 1}, {"Tools cost 90, see the list.", "item", 9, 1},
		{"And:", "item", 10, 0}, {"Lyon – Rent: 500 EUR", "cell", 14, 0},
	}
	got := Split(answer, noID)
	if len(got) != len(want) {
		t.Fatalf("%d statements: %+v", len(got), got)
	}
	for i, w := range want {
		g := got[i]
		if g.Text != w.text || g.Kind != w.kind || g.Line != w.line || len(g.Cites) != w.cites {
			t.Errorf("%d: %q %s line %d, %d citations; want %+v", i, g.Text, g.Kind, g.Line, len(g.Cites), w)
		}
		if g.Start < 0 || g.End > len(answer) || g.Start >= g.End {
			t.Errorf("%d: span %d-%d", i, g.Start, g.End)
		}
	}
	if got[3].Skip == "" {
		t.Error("a line that only introduces others is to be checked")
	}
}

// FuzzSplit: any answer is taken apart into spans of itself, in order.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{"", "A. B.", "| a | b |\n|---|---|\n| 1 | 2 |", "- x\n- y [q7m2kx4tb3rqa]\n", "[](", "```\n", "“a b c d”", "\\", "1. \n2)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, st := range Split(s, noID) {
			if st.Start < 0 || st.End > len(s) || st.Start > st.End {
				t.Fatalf("span %d-%d of %d", st.Start, st.End, len(s))
			}
			Judge(&st, []*Passage{{Text: s, Language: "eng"}})
		}
	})
}

// noID knows no documents.
func noID(string) bool { return false }

func TestAWordIsNoCitation(t *testing.T) {
	const answer = "The investigation of other organizations ended in May."
	if got := Split(answer, noID); len(got) != 1 || len(got[0].Cites) != 0 || got[0].Text != answer {
		t.Errorf("%+v", got)
	}
	known := func(id string) bool { return id == "organizations" }
	if got := Split(answer, known); len(got) != 1 || len(got[0].Cites) != 1 || got[0].Cites[0] != "organizations" {
		t.Errorf("%+v", got)
	}
}
