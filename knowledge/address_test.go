package knowledge

import "testing"

func TestAddressComesBackAsItWasPrinted(t *testing.T) {
	for _, s := range []string{
		"q7m2kx4tb3rqa", "q7m2kx4tb3rqa~8f3a1c", "q7m2kx4tb3rqa#p3", "q7m2kx4tb3rqa#sheet01.r1-60@0-310~8f3a1c", "q7m2#sec2@10-10",
	} {
		a, err := ParseAddress(s)
		if err != nil || a.String() != s {
			t.Errorf("%q came back as %q: %v", s, a, err)
		}
	}
}

func TestAddressRefusesWhatNamesNothing(t *testing.T) {
	for _, s := range []string{
		"", "x7m2kx4tb3rqa", "q", "q7m2kx4tb3rqa#", "q7m2kx4tb3rqa#P3", "q7m2kx4tb3rqa#p3@5", "q7m2kx4tb3rqa#p3@9-5", "q7m2kx4tb3rqa#p3@05-9",
		"q7m2kx4tb3rqa~8f3a1", "q7m2kx4tb3rqa~8F3A1C", "q7m2kx4tb3rqa0", "q7m2kx4tb3rqaa", "q1b2", "q7m2kx4tb3rqa#p3@-1-4", "q7m2kx4tb3rqa#p3@0-99999999999",
	} {
		if a, err := ParseAddress(s); err == nil {
			t.Errorf("%q was taken for %v", s, a)
		}
	}
}

func TestSourceIDsAreStable(t *testing.T) {
	// Overlays and citations are bound to these: they may never change.
	for _, c := range []struct {
		got, want string
	}{
		{SourceID("corpus", "plans/budget.md", 0), "qt4wykchqklgg"},
		{SourceID("corpus", "plans/budget.md", 1), "q22dlzan5sbdb"},
		{ChildID("qt4wykchqklgg", Loc("part", "1.2")), "qpntjifxkb4lj"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
		if !ValidID(c.got) {
			t.Errorf("%s is not valid", c.got)
		}
	}
	if SourceID("a", "b/c", 0) == SourceID("a/b", "c", 0) {
		t.Error("root and path run together")
	}
}

func FuzzParseAddress(f *testing.F) {
	f.Add("q7m2kx4tb3rqa#sheet01.r1-60@0-310~8f3a1c")
	f.Fuzz(func(t *testing.T, s string) {
		if a, err := ParseAddress(s); err == nil && a.String() != s {
			t.Fatalf("%q parses but prints as %q", s, a)
		}
	})
}
