package proof

import (
	"slices"
	"testing"
)

func TestQuotationsOfAStatement(t *testing.T) {
	for text, want := range map[string][]string{
		`The plan says "we open in May".`:          {"we open in May"},
		"Der Plan sagt „wir öffnen im Mai“.":       {"wir öffnen im Mai"},
		"Le plan dit « nous ouvrons en mai ».":     {" nous ouvrons en mai "},
		`The word "plan" is short.`:                nil,
		`An open "mark that nobody closes is none`: nil,
	} {
		if got := quotesOf(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A quotation is held word for word, but for white space and typography.
func TestAQuotationMustStandInThePassage(t *testing.T) {
	passage := "The board decided: we don’t open the\nhall before May."
	for statement, want := range map[string][2]string{
		`The board decided "we don't open the hall before May".`:  {},
		`The board decided “we don’t  open the hall before May.”`: {},
		`The board decided "we don't open the hall before June".`: {"june", "may."},
	} {
		j := judgeOne(passage, statement)
		i := slices.IndexFunc(j.Faults, func(f Fault) bool { return f.Check == "quotation" })
		switch {
		case want[0] == "" && (i >= 0 || j.Verdict != Supported):
			t.Errorf("%q: %s %v", statement, j.Verdict, j.Reasons)
		case want[0] != "" && (i < 0 || j.Verdict == Supported):
			t.Errorf("%q: %s, no fault of quotation: %v", statement, j.Verdict, j.Reasons)
		case want[0] != "" && (bare(j.Faults[i].Says) != want[0] || bare(j.Faults[i].Passage) != want[1]):
			t.Errorf("%q: says %q, passage %q", statement, j.Faults[i].Says, j.Faults[i].Passage)
		}
	}
}

func TestWhatASentenceSaysOfItsDocument(t *testing.T) {
	for _, c := range []struct {
		text, code          string
		replaces, withdrawn bool
	}{
		{"This paper replaces the fees of 2023.", "eng", true, false},
		{"This paper is superseded by the fees of 2025.", "eng", false, true},
		{"Dieses Papier ersetzt die Gebühren von 2023.", "deu", true, false},
		{"Diese Regel ist nicht mehr gültig.", "deu", false, true},
		{"Ce document remplace les tarifs de 2023.", "fra", true, false},
		{"Este documento sustituye a las tarifas de 2023.", "spa", true, false},
		{"The fees of 2023 were low.", "eng", false, false},
	} {
		if got := Replaces(c.text, c.code); got != c.replaces {
			t.Errorf("%q replaces: %t", c.text, got)
		}
		if got := Withdrawn(c.text, c.code); got != c.withdrawn {
			t.Errorf("%q withdrawn: %t", c.text, got)
		}
	}
}
