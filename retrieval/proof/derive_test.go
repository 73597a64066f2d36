package proof

import "testing"

// Sums and differences are worked out from the passages, and shown; what does not add up
// is not.
func TestSumsAndDifferencesAreWorkedOut(t *testing.T) {
	table := "| Office | Item | Cost (EUR) |\n| --- | --- | --- |\n| Lyon | Rent | 500 |\n| Lyon | Power | 120 |\n| Graz | Rent | 400 |"
	prose := "The library in Lyon holds 300 books.\n\nThe library in Graz holds 200 books."
	for _, c := range []struct {
		passage, statement, derived string
		verdict                     Verdict
	}{
		{prose, "Together, the libraries in Lyon and Graz hold 500 books.", "300 + 200 = 500", Supported},
		{prose, "Together, the libraries in Lyon and Graz hold 600 books.", "", Contradicted},
		{prose, "The difference between the books of the libraries in Lyon and Graz is 100.", "300 - 200 = 100", Supported},
		{table, "In total, Lyon costs 620 EUR.", "500 + 120 = 620 EUR", Supported},
		{table, "In total, Lyon costs 1,020 EUR.", "", Contradicted},
		{table, "The rent of Lyon and Graz adds up to 900 EUR.", "500 + 400 = 900 EUR", Supported},
	} {
		j := judgeOne(c.passage, c.statement)
		if j.Derived != c.derived || (j.Verdict == Supported) != (c.verdict == Supported) {
			t.Errorf("%q: %s, derived %q, want %s, %q: %v", c.statement, j.Verdict, j.Derived, c.verdict, c.derived, j.Reasons)
		}
	}
}

// A statement of two facts is supported by a piece for each; one of them false makes it
// contradicted, one of them unsaid partial.
func TestClausesAreCarriedByPiecesOfTheirOwn(t *testing.T) {
	passage := "Ruth Amari has directed the library since 2016.\n\nThe roof in Westering cost 8,100 euros."
	for statement, want := range map[string]Verdict{
		"Ruth Amari has directed the library since 2016, and the roof in Westering cost 8,100 euros.":   Supported,
		"Ruth Amari has directed the library since 2016, and the roof in Westering cost 9,100 euros.":   Contradicted,
		"Ruth Amari has directed the library since 2016, and the garden of Porto has twelve old trees.": Partial,
	} {
		j := judgeOne(passage, statement)
		if j.Verdict != want {
			t.Errorf("%q: %s, want %s: %v", statement, j.Verdict, want, j.Reasons)
		}
		if want == Partial && len(j.Uncovered) == 0 {
			t.Errorf("%q: nothing is named that is not carried", statement)
		}
	}
}

// A word with a digit is a code: what is said of one says nothing of another.
func TestACodeIsNoFormOfAnother(t *testing.T) {
	for statement, want := range map[string]Verdict{
		"The office in building21 opens at nine.": Supported,
		"The office in building22 opens at nine.": Partial,
	} {
		if j := judgeOne("The office in building21 opens at nine.", statement); j.Verdict != want {
			t.Errorf("%q: %s, want %s", statement, j.Verdict, want)
		}
	}
}
