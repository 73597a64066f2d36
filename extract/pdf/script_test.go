package pdf

import (
	"strings"
	"testing"
)

func TestRaisedAndLoweredDigitsKeepTheirMeaning(t *testing.T) {
	// Parts are drawn one behind the other: a part in ^ or _ is raised or lowered.
	for _, c := range []struct {
		parts []string
		want  string
	}{
		{[]string{"of 10", "^6", " people"}, "of 10^6 people"},
		{[]string{"of 10", "^23", " people"}, "of 10^23 people"},
		{[]string{"of 10", "^-6", " m"}, "of 10^-6 m"},
		{[]string{"5 m", "^2", " each"}, "5 m^2 each"},
		{[]string{"a word", "^12", " goes on"}, "a word^12 goes on"},
		{[]string{"at the end.", "^3"}, "at the end.3"},
		{[]string{"SO", "_4", "^2-"}, "SO4^2-"},
		{[]string{"of H", "_2", "O there"}, "of H2O there"},
		{[]string{"it is 108", "_2", " in base"}, "it is 108_2 in base"},
		{[]string{"the 3", "^rd", " of May"}, "the 3rd of May"},
	} {
		s := onePage(func(p *buildPage) {
			x := 60.0
			for _, part := range c.parts {
				size, y := 11.0, 100.0
				switch part[0] {
				case '^':
					part, size, y = part[1:], 6.5, 95.7
				case '_':
					part, size, y = part[1:], 6.5, 101.5
				}
				p.text(x, y, size, part)
				for i := range part {
					x += size * float64(width(part[i])) / 1000
				}
			}
		})
		for _, x := range engines() {
			if got := strings.Join(blocksOf(t, x, s), "|"); got != "paragraph: "+c.want {
				t.Errorf("%s: %q comes as %q", x.Name(), c.want, got)
			}
		}
	}
}
