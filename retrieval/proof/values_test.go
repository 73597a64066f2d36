package proof

import (
	"fmt"
	"testing"
)

func TestValuesOfAText(t *testing.T) {
	for _, c := range []struct{ text, code, want string }{
		{"The rent is 1,234.50 euros.", "eng", "amount EUR 2469/2"},
		{"Die Miete beträgt 1.234,50 Euro.", "deu", "amount EUR 2469/2"},
		{"Le loyer est de 3 millions d'euros.", "fra", "amount EUR 3000000"},
		{"Sales rose by 12 % in 2025.", "eng", "quantity percent 12; date 2025-0-0"},
		{"It lasts 36 months.", "eng", "quantity calendar 36"},
		{"We open at 14:30 and close at 6 pm.", "eng", "time 870; time 1080"},
		{"We open at 2.30 pm.", "eng", "time 870"},
		{"We open at 2:30 p.m. on Mondays and close at 6 p.m.", "eng", "time 870; time 1080"},
		{"Wir öffnen um 15 Uhr 30.", "deu", "time 930"},
		{"Wir öffnen um 14.30 Uhr und zahlen 14.30 Euro.", "deu", "time 870; amount EUR 143/10"},
		{"Ouvert de 9 h 30 à 18h.", "fra", "time 570; time 1080"},
		{"On 12 March 2026 and on March 13", "eng", "date 2026-3-12; date 0-3-13"},
		{"El 12 de marzo de 2026", "spa", "date 2026-3-12"},
		{"from 1,000 to 5,000 EUR", "eng", "number 1000; amount EUR 5000"},
		{"un disque de 2 To", "fra", "quantity data 2000000"},
		{"the 3rd floor", "eng", "ordinal 3"},
		{"sheet A4, version v2, a 5G net", "eng", ""},
	} {
		got := ""
		for _, v := range values(c.text, c.code) {
			if got != "" {
				got += "; "
			}
			got += string(v.kind)
			switch {
			case v.kind == date:
				got += fmt.Sprintf(" %d-%d-%d", v.year, v.month, v.day)
				continue
			case v.unit != "":
				got += " " + v.unit
			}
			got += " " + v.readings[0].RatString()
			if at := c.text[v.start:v.end]; at == "" {
				t.Errorf("%q: an empty span", c.text)
			}
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// Whether evidence says a value is one question with numbers, another with bounds, and
// for dates one of what is said of them.
func TestAValueIsHeldAgainstAnother(t *testing.T) {
	for _, c := range []struct {
		statement, passage string
		want               bool
	}{
		{"1.2 million euros", "1,234,567 euros", true},
		{"1.3 million euros", "1,234,567 euros", false},
		{"1,234 euros", "1,234.4 euros", true},
		{"about 500 euros", "498 euros", true},
		{"about 500 euros", "440 euros", false},
		{"at least 400 euros", "500 euros", true},
		{"at least 3 euros", "500 euros", false}, // no way to say 500
		{"more than 500 euros", "500 euros", false},
		{"at most 500 euros", "500 euros", true},
		{"500 euros", "500 dollars", false},
		{"three years", "36 months", true},
		{"12 March", "12 March 2026", true},
		{"12 March 2026", "12 March 2025", false},
		{"March 2026", "12 March 2026", true},
		{"12 March 2026", "March 2026", false},
		{"2026", "12 March 2026", true},
		{"the 3rd floor", "the 4th floor", false},
		{"the 3rd floor", "the third floor", true},
	} {
		s, p := read("It is "+c.statement+".", "eng", 0), read("It is "+c.passage+".", "eng", 0)
		one := func(l *line) *value {
			for i := range l.tokens {
				if v := l.tokens[i].value; v != nil {
					return v
				}
			}
			t.Fatalf("no value in %q", l.text)
			return nil
		}
		if got, _ := matchValue(one(&s), one(&p), &piece{passage: &Passage{}}); got != c.want {
			t.Errorf("%q against %q: %t", c.statement, c.passage, got)
		}
	}
	day, year := &value{kind: date, year: 2026, month: 3, day: 12}, &value{kind: date, month: 3, day: 12}
	if ok, doubt := matchDate(day, year, func() []int { return []int{2026} }); !ok || doubt != "" {
		t.Errorf("a year that stands around the passage: %t %q", ok, doubt)
	}
	if ok, doubt := matchDate(day, year, func() []int { return []int{2025} }); !ok || doubt == "" {
		t.Errorf("a year that nothing says: %t %q", ok, doubt)
	}
}
