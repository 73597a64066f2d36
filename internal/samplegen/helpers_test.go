package main

import (
	"slices"
	"testing"
)

func TestWindows1252(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"Graz", "Graz"},
		{"Mühlgasse", "M\xfchlgasse"},
		{"€ 3,800 – “neu”", "\x80 3,800 \x96 \x93neu\x94"},
		{"须", "?"},
	} {
		if got := string(windows1252(tc.text)); got != tc.want {
			t.Errorf("%q is %q, want %q", tc.text, got, tc.want)
		}
	}
}

func TestPDFStringEscapes(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"rent", "(rent)"},
		{"(the tenant)", `(\(the tenant\))`},
		{`a\b`, `(a\\b)`},
		{"Sébastien", `(S\351bastien)`},
	} {
		if got := pdfString(tc.text); got != tc.want {
			t.Errorf("%q is %s, want %s", tc.text, got, tc.want)
		}
	}
}

func TestWrapKeepsWordsAndWidth(t *testing.T) {
	lines := wrap("the tenant hands back the premises empty and swept", 10, 100)
	for _, line := range lines {
		if textWidth(line, 10) > 100 {
			t.Errorf("%q is wider than 100 points", line)
		}
	}
	if len(lines) < 2 || lines[0] != "the tenant hands back" {
		t.Errorf("lines %q", lines)
	}
	if got := wrap("Sébastien-Gryphe", 10, 5); !slices.Equal(got, []string{"Sébastien-Gryphe"}) {
		t.Errorf("a long word became %q", got)
	}
}

func TestParseProse(t *testing.T) {
	got := parseProse("# A\n\n## B\n\none\ntwo\n\n| x | y |\n| 1 | 2 |\n\n%%\n")
	want := []blockKind{title, heading, paragraph, table, pageBreak}
	if len(got) != len(want) {
		t.Fatalf("%d blocks, want %d", len(got), len(want))
	}
	for i, kind := range want {
		if got[i].kind != kind {
			t.Errorf("block %d is of kind %d, want %d", i, got[i].kind, kind)
		}
	}
	if got[2].text != "one two" || !slices.Equal(got[3].rows[1], []string{"1", "2"}) {
		t.Errorf("blocks %+v", got)
	}
}

func TestDateIsTheSerialNumberOfTheDay(t *testing.T) {
	for _, tc := range []struct {
		iso  string
		want float64
	}{
		{"1900-03-01", 61},
		{"2026-01-01", 46023},
		{"2026-03-12", 46093},
	} {
		if got := date(tc.iso).number; got != tc.want {
			t.Errorf("%s is %v, want %v", tc.iso, got, tc.want)
		}
	}
}
