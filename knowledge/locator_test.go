package knowledge

import (
	"strings"
	"testing"
)

func TestLocatorHasOnePrintedForm(t *testing.T) {
	for _, c := range []struct {
		loc  Locator
		want string
	}{
		{Locator{}, ""},
		{Loc("page", "3"), "page=3"},
		{Loc("page", "3", "bbox", "72000,90000,300000,102000"), "page=3&bbox=72000,90000,300000,102000"},
		{Loc("sheet", "P&L 100%", "range", "A1:F20"), "sheet=P%26L 100%25&range=A1:F20"},
		{Loc("member", "a/b.zip", "member", "c@d#e.docx"), "member=a/b.zip&member=c%40d%23e.docx"},
		{Loc("heading", "two\nlines\x1b[2J\u202e"), "heading=two%0Alines%1B[2J%E2%80%AE"},
		{Loc("heading", "broken \xff byte"), "heading=broken %FF byte"},
		{Loc("heading", "Übersicht 概要"), "heading=Übersicht 概要"},
	} {
		got := c.loc.String()
		if got != c.want {
			t.Errorf("printed %q, want %q", got, c.want)
		}
		back, err := ParseLocator(got)
		if err != nil || back.String() != got {
			t.Errorf("%q does not come back: %v, %v", got, back, err)
		}
	}
}

func TestLocatorRefusesWhatItWouldNotPrint(t *testing.T) {
	for _, s := range []string{"page", "page=3&", "pages=3", "heading=a%4", "heading=a%zz", "heading=a%2fb", "heading=a#b", "=3", "sheet=a=b"} {
		if l, err := ParseLocator(s); err == nil {
			t.Errorf("%q was taken for %v", s, l)
		}
	}
}

func FuzzLocatorRoundTrip(f *testing.F) {
	for _, s := range []string{"", "Budget", "100%", "a&b=c", "\xff\xfe", "línea\n", "\u2028", "~!@#"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l := Loc("sheet", s, "range", "A1")
		if strings.ContainsAny(l.String(), "\n\r#@~!") {
			t.Fatalf("%q prints as %q", s, l)
		}
		back, err := ParseLocator(l.String())
		if err != nil || back.Get("sheet") != s {
			t.Fatalf("%q came back as %q: %v", s, back.Get("sheet"), err)
		}
	})
}

func FuzzParseLocator(f *testing.F) {
	f.Add("page=3&bbox=1,2,3,4")
	f.Add("member=a%2Fb")
	f.Fuzz(func(t *testing.T, s string) {
		if l, err := ParseLocator(s); err == nil && l.String() != s {
			t.Fatalf("%q parses but prints as %q", s, l)
		}
	})
}
