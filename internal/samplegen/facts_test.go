package main

import (
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"testing"
)

// The story must stay coherent when somebody edits one of its documents:
// these tests hold the facts that need two documents, and the planted
// disagreements.

func TestHandWrittenDocumentsHoldThePlantedFacts(t *testing.T) {
	for _, tc := range []struct{ path, want string }{
		{"plans/strategy-2026.md", "registration closes on 31 March 2026"},
		{"plans/strategy-2026.md", "91,260 EUR"},
		{"plans/strategy-2026-v2.md", "registration closes on 12 March 2026"},
		{"plans/strategy-2026-v2.md", "95,060 EUR"},
		{"plans/strategy-2026-v2.md", "This second version replaces"},
		{"web/volunteer-guide.html", "Thursday 12 March 2026"},
		{"de/Werkstattordnung.md", "12. März 2026"},
		{"zh/志愿者须知.md", "2026年3月12日"},
		{"evaluation/summary.md", "76 per\ncent"},
		{"guidelines/purchasing.md", "until then the\nworkbook counts"},
		{"notes/porto-reuniao.md", "300 euros por mês"},
	} {
		if !strings.Contains(readCorpus(t, "documents/"+tc.path), tc.want) {
			t.Errorf("%s no longer says %q", tc.path, tc.want)
		}
	}
}

func TestGeneratedSourcesHoldThePlantedFacts(t *testing.T) {
	minutes := strings.Join(append(minutesOpening(), minutesDecisions()...), "")
	for _, tc := range []struct{ name, text, want string }{
		{"minutes", minutes, "750 EUR"},
		{"minutes", minutes, "Seventy-one per cent"},
		{"minutes", minutes, "12 March 2026"},
		{"report", reportText, "71 per cent"},
		{"question", lyonQuestionText, "Thursday 12 March"},
		{"opening letter", openingText, "jeudi 12 mars 2026"},
		{"lease Lyon", leaseLyonText, "six months before that day"},
		{"site visit", siteVisitText, "€ 3,800"},
		{"scan", leaseGrazText, "KÜNDIGUNG: DREI MONATE"},
	} {
		if !strings.Contains(tc.text, tc.want) {
			t.Errorf("%s no longer says %q", tc.name, tc.want)
		}
	}
}

func records(t *testing.T, path string, comma rune) [][]string {
	t.Helper()
	r := csv.NewReader(strings.NewReader(readCorpus(t, "documents/"+path)))
	r.Comma = comma
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

func amount(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func near(a, b float64) bool { return math.Abs(a-b) < 0.005 }

func TestPaymentsOfToolOrdersEqualTheToolList(t *testing.T) {
	ordered := map[string]float64{}
	for _, r := range records(t, "finance/tools.tsv", '\t') {
		line := amount(t, r[5])
		if !near(amount(t, r[3])*amount(t, r[4]), line) {
			t.Errorf("%s: %s times %s is not %s", r[0], r[3], r[4], r[5])
		}
		ordered[r[6]] += line
	}
	checked := 0
	for _, r := range records(t, "finance/payments.csv", ',') {
		if order, isTool := strings.CutPrefix(r[3], "Tools order "); isTool {
			checked++
			if !near(amount(t, r[5]), ordered[order]) {
				t.Errorf("order %s was paid with %s, the list says %.2f", order, r[5], ordered[order])
			}
		}
	}
	if checked != 3 {
		t.Errorf("%d paid tool orders, want 3", checked)
	}
}

func TestLyonMarketingLiesBetweenTheTwoBudgets(t *testing.T) {
	spent := 0.0
	for _, r := range records(t, "finance/payments.csv", ',') {
		if r[4] == "IG-1187" || r[4] == "RP-090" {
			spent += amount(t, r[5])
		}
	}
	if spent != 552 {
		t.Errorf("posters and radio cost %.2f, want 552: above 500 and below 750", spent)
	}
}

func TestBudgetTotals(t *testing.T) {
	for office, want := range map[string]float64{"Lyon": 44590, "Graz": 32780, "Porto": 17690, "": 95060} {
		if got := officeTotal(office); got != want {
			t.Errorf("total of %q is %v, want %v", office, got, want)
		}
	}
	for _, l := range budgetLines {
		if l.item == "Ventilation" && officeTotal("")-l.approved != 91260 {
			t.Error("without the ventilation the total should be that of the first strategy")
		}
		if l.office == "Lyon" && l.item == "Marketing" && l.approved != 500 {
			t.Error("the workbook should disagree with the minutes about marketing in Lyon")
		}
	}
}
