package pdf

import (
	"slices"
	"strings"
	"testing"
)

// displayed turns a Hebrew text around, numbers and all, as it looks from the left.
func displayed(s string) string {
	rs := []rune(s)
	slices.Reverse(rs)
	return string(rs)
}

func TestRightToLeftLinesAreReadInOrder(t *testing.T) {
	one, two := displayed("שלום"), displayed("עולם")
	for _, c := range []struct {
		name string
		draw func(p *buildPage)
		want string
	}{
		{"two words in an English line, each drawn on its own", func(p *buildPage) {
			p.text(60, 100, 10, "The phrase").hebrew(115, 100, 10, two).hebrew(141, 100, 10, one).text(165, 100, 10, "means hello.")
		}, "The phrase שלום עולם means hello."},
		{"the same drawn at once", func(p *buildPage) {
			p.text(60, 100, 10, "The phrase").hebrew(115, 100, 10, two+" "+one).text(165, 100, 10, "means hello.")
		}, "The phrase שלום עולם means hello."},
		{"a line with numbers", func(p *buildPage) {
			p.hebrew(60, 100, 10, "."+one+" 1,200 "+two+" 03-555-1234 "+one)
		}, "שלום 03-555-1234 עולם 1,200 שלום."},
		{"brackets that are given as they look", func(p *buildPage) {
			p.hebrew(60, 100, 10, "."+one+" (1869 "+two+") "+one)
		}, "שלום (עולם 1869) שלום."},
		{"a number with a colon behind it", func(p *buildPage) {
			p.hebrew(60, 100, 10, one+" "+two+" :12 "+one)
		}, "שלום 12: עולם שלום"},
		{"English words in a Hebrew line", func(p *buildPage) {
			p.hebrew(60, 100, 10, "."+one).text(90, 100, 10, "OPEN DATA 7").hebrew(159, 100, 10, two+" "+one)
		}, "שלום עולם OPEN DATA 7 שלום."},
	} {
		got := blocksOf(t, warmed(), onePage(c.draw))
		if want := "paragraph: " + c.want; strings.Join(got, "|") != want {
			t.Errorf("%s: got %q, want %q", c.name, got, want)
		}
	}
}
