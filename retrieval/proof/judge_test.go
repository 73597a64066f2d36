package proof

import (
	"slices"
	"strings"
	"testing"
)

// TestJudge holds statements against one passage each. The word behind the statement
// is the check that must find the fault, "" where there is none.
func TestJudge(t *testing.T) {
	budget := "The approved marketing budget for the Lyon office is 500 euros and the deadline is March 12."
	pairs := "For new shelves, Lyon received 500 euros and Graz received 600 euros."
	table := "| Office | Item | Approved | Paid |\n| --- | --- | --- | --- |\n| Lyon | Marketing | 500 EUR | 300 EUR |\n| Graz | Marketing | 600 EUR | 200 EUR |"
	for _, c := range []struct{ passage, statement, verdict, check string }{
		{budget, budget, "supported", ""},
		{budget, "EUR 500 was approved for marketing in Lyon, due 12 March.", "supported", ""},
		{budget, "The approved marketing budget for the Lyon office is 900 euros.", "contradicted", "number"},
		{budget, "The approved marketing budget for the Lyon office is 500 dollars.", "contradicted", "number"},
		{budget, "The approved marketing budget for the Lyon office is 500 thousand euros.", "contradicted", "number"},
		{budget, "The approved marketing budget for the Lyon office is not 500 euros.", "contradicted", "negation"},
		{budget, "The approved marketing budget for the Porto office is 500 euros.", "partial", "name"},
		{budget, "The deadline for the Lyon office is March 21.", "contradicted", "date"},
		{budget, "The approved marketing budget for the Lyon office is more than 500 euros.", "contradicted", "number"},
		{budget, "The approved marketing budget for the Lyon office is about 510 euros.", "contradicted", "number"},
		{"The fee is 498 euros.", "The fee is about 500 euros.", "supported", ""},
		{pairs, "Graz received 500 euros for new shelves.", "contradicted", "pairing"},
		{pairs, "Graz received 600 euros for new shelves, Lyon received 500 euros.", "supported", ""},
		{table, "Marketing in Lyon has 500 euros approved.", "supported", ""},
		{table, "Marketing in Lyon has 500 euros paid.", "contradicted", "pairing"},
		{table, "Marketing in Lyon has 600 euros approved.", "contradicted", "number"},
		{"Lena Hofer paid Paul Garnier for the room.", "Paul Garnier paid Lena Hofer for the room.", "contradicted", "order"},
		{"Lena Hofer paid Paul Garnier for the room.", "Paul Garnier was paid by Lena Hofer for the room.", "supported", ""},
		{"Lena Hofer paid Paul Garnier for the room.", "Lena Hofer was paid by Paul Garnier for the room.", "contradicted", "order"},
		{"Members may bring guests.", "Members must bring guests.", "contradicted", "modality"},
		{"Some members bring guests.", "All members bring guests.", "contradicted", "quantifier"},
		{"Sales in Lyon rose by 12 per cent in 2025.", "Sales in Lyon fell by 12 per cent in 2025.", "contradicted", "direction"},
		{"Welding is forbidden in the hall.", "Welding is not allowed in the hall.", "supported", ""},
		{"At most eight guests are in the hall.", "At least eight guests are in the hall.", "contradicted", "direction"},
		{"A card costs 18 euros a year.", "The card costs 18 euros each year.", "supported", ""},
		{"Most cards expire in the year 2026.", "All cards expire in the year 2026.", "contradicted", "quantifier"},
		{"Purchases of 1,000 to 5,000 EUR: the treasurer decides.", "A purchase of 3,000 EUR is decided by the treasurer.", "partial", "number"},
		{"Purchases of 1,000 to 5,000 EUR: the treasurer decides.", "A purchase of 6,000 EUR is decided by the treasurer.", "contradicted", "number"},
		{"Purchases above 5,000 EUR: the board decides.", "A purchase of 6,000 EUR is decided by the board.", "partial", "number"},
		{"Purchases above 5,000 EUR: the board decides.", "A purchase of 4,000 EUR is decided by the board.", "contradicted", "number"},
		{"We sit on the 3rd floor of the hall.", "We sit on the 4th floor of the hall.", "contradicted", "number"},
		{"The hall opens at 2.30 p.m. on Mondays.", "The hall opens at 14:30 on Mondays.", "supported", ""},
		{"The hall opens at 2.30 p.m. on Mondays.", "The hall opens at 14:40 on Mondays.", "contradicted", "time"},
		{"Late visitors were half as likely to come back.", "Late visitors were twice as likely to come back.", "partial", ""},
		{"The opening days move: Lyon forward, Graz forward, Porto back.", "The opening in Graz costs more than the opening in Porto.", "partial", "word"},
		{"If the rent is late, the landlord charges a fee.", "The landlord charges a fee.", "partial", "modality"},
		{"The rent is 1,234,567 euros.", "The rent is 1.2 million euros.", "supported", ""},
		{"The lease runs for 36 months.", "The lease runs for three years.", "supported", ""},
		{"Die Werkstatt öffnet am 18. April 2026.", "Am 18.04.2026 öffnet die Werkstatt.", "supported", ""},
		{"Die Werkstatt öffnet am 18. April 2026.", "Die Werkstatt öffnet nicht am 18. April 2026.", "contradicted", "negation"},
		{"L'atelier n'ouvre pas le lundi.", "L'atelier ouvre le lundi.", "contradicted", "negation"},
		{"El taller abre el 12 de marzo de 2026.", "El taller abre el 13 de marzo de 2026.", "contradicted", "date"},
	} {
		j := judgeOne(c.passage, c.statement)
		if string(j.Verdict) != c.verdict {
			t.Errorf("%q against %q: %s, want %s: %v", c.statement, c.passage, j.Verdict, c.verdict, j.Reasons)
		}
		if c.check != "" && !slices.ContainsFunc(j.Faults, func(f Fault) bool { return f.Check == c.check }) {
			t.Errorf("%q against %q: no fault of %s: %v", c.statement, c.passage, c.check, j.Reasons)
		}
		if j.Verdict != NotCheckable && len(j.Evidence) == 0 {
			t.Errorf("%q: %s without evidence", c.statement, j.Verdict)
		}
	}
}

func judgeOne(passage, statement string) Judgement {
	s := Split(statement, noID)
	return Judge(&s[0], []*Passage{{Source: "q", Path: "c/p.md", Text: passage, Language: codeOf(passage, "und")}})
}

func TestSupersededEvidenceSupportsNothing(t *testing.T) {
	s := Split("The fee is 12 euros.", noID)
	j := Judge(&s[0], []*Passage{{Source: "q1", Text: "The fee is 12 euros.", Language: "eng", Outdated: "fees-2.md is a later version"}})
	if j.Verdict != Unsupported || !strings.Contains(strings.Join(j.Reasons, " "), "later version") {
		t.Errorf("%s %v", j.Verdict, j.Reasons)
	}
}

func TestPassagesThatDisagreeAreNamedOnBothSides(t *testing.T) {
	s := Split("The fee is 12 euros.", noID)
	j := Judge(&s[0], []*Passage{
		{Source: "q1", Path: "a.md", Text: "The fee is 12 euros.", Language: "eng"}, {Source: "q2", Path: "b.md", Text: "The fee is 15 euros.", Language: "eng"},
	})
	if j.Verdict != Partial || len(j.Evidence) != 1 || len(j.Conflicts) != 1 {
		t.Errorf("%s, %d for, %d against", j.Verdict, len(j.Evidence), len(j.Conflicts))
	}
}

func TestAValueInConflictSupportsInPart(t *testing.T) {
	text := "The hall measures 140 square metres and has 12 windows."
	at := strings.Index(text, "140")
	for statement, want := range map[string]Verdict{
		"The hall measures 140 square metres.":     Partial,
		"The hall has 12 windows.":                 Supported,
		"The hall measures 150 square metres.":     Contradicted,
		"The hall measures over 130 square metres": Partial,
	} {
		s := Split(statement, noID)
		p := &Passage{Source: "q1", Path: "a.md", Text: text, Language: "eng", Disputes: []Dispute{{Start: at, End: at + 3, Here: "140", There: "165", Path: "b.md"}}}
		j := Judge(&s[0], []*Passage{p})
		disputed := want != Supported
		if j.Verdict != want || len(j.Disputes) == 1 != disputed || strings.Contains(strings.Join(j.Reasons, " "), "b.md has “165”") != (want == Partial) {
			t.Errorf("%q: %s, %d disputes: %v", statement, j.Verdict, len(j.Disputes), j.Reasons)
		}
	}
}

// A value of another thing is no conflict, and another row no contradiction where one has
// it all.
func TestWhatIsAboutAnotherThingContradictsNothing(t *testing.T) {
	for _, c := range []struct {
		statement string
		passages  []string
		want      Verdict
	}{
		{"The training day for Lyon is on 21 March 2026.", []string{"21 March 2026: training day in Lyon.", "For Lyon, registration closes on 12 March 2026, nine days before the training day."}, Supported},
		{"The training day for Lyon is on 21 March 2026.", []string{"21 March 2026: training day in Lyon.", "The training day for Lyon is on 22 March 2026."}, Partial},
		{"Technobois received 94.20 EUR for solder and flux in January.", []string{"| payee | purpose | month | amount (EUR) |\n| --- | --- | --- | --- |\n| Technobois | Solder and flux | March | 91.80 |\n| Technobois | Solder and flux | January | 94.20 |"}, Partial},
		{"Graz opens on 13 June 2026, Porto opens on 10 October 2026.", []string{"The days move: Lyon opens forward on 18 April, Graz on 13 June 2026, Porto on 10 October 2026.", "Graz opens on 13 June 2026.", "Porto opens on 10 October 2026."}, Supported},
		{"Porto opens on 13 June 2026, Graz opens on 10 October 2026.", []string{"The days move: Lyon opens forward on 18 April, Graz on 13 June 2026, Porto on 10 October 2026.", "Graz opens on 13 June 2026.", "Porto opens on 10 October 2026."}, Contradicted},
	} {
		s := Split(c.statement, noID)
		var ps []*Passage
		for i, text := range c.passages {
			ps = append(ps, &Passage{Source: string(rune('a' + i)), Path: string(rune('a'+i)) + ".md", Text: text, Language: "eng"})
		}
		if j := Judge(&s[0], ps); j.Verdict != c.want {
			t.Errorf("%q: %s, want %s: %v", c.statement, j.Verdict, c.want, j.Reasons)
		}
	}
}

func TestWordsThatChangePlacesInACopy(t *testing.T) {
	passage := "The study of the effects of noise on workers was paid by the ministry of labour in Lyon."
	for _, c := range []struct{ statement, verdict, check string }{
		{passage, "supported", ""},
		{"The study of the effects of workers on noise was paid by the ministry of labour in Lyon.", "contradicted", "order"},
		{"The ministry of labour in Lyon paid the study of the effects of noise on workers.", "supported", ""},
		{"The study of the effects of noise on others was paid by the ministry of labour in Lyon.", "partial", "word"},
	} {
		j := judgeOne(passage, c.statement)
		if string(j.Verdict) != c.verdict || c.check != "" && !slices.ContainsFunc(j.Faults, func(f Fault) bool { return f.Check == c.check }) {
			t.Errorf("%q: %s, want %s by %s: %v", c.statement, j.Verdict, c.verdict, c.check, j.Reasons)
		}
	}
}

func TestOtherLanguagesFallBackToTheWords(t *testing.T) {
	for statement, want := range map[string]Verdict{
		"De huur van het pand bedraagt 900 euro per maand.":      Supported,
		"De huur van het pand bedraagt 950 euro per maand.":      Contradicted,
		"De huur van het pand bedraagt niet 900 euro per maand.": Partial,
	} {
		s := Split(statement, noID)
		s[0].Language = "nld"
		j := Judge(&s[0], []*Passage{{Source: "q", Text: "De huur van het pand bedraagt 900 euro per maand.", Language: "nld"}})
		if j.Verdict == Supported != (want == Supported) || j.Rules {
			t.Errorf("%q: %s, rules %t, want %s: %v", statement, j.Verdict, j.Rules, want, j.Reasons)
		}
	}
}
