package main

import "fmt"

// budgetLine is one approved amount of the budget for the openings.
type budgetLine struct {
	office, item string
	approved     float64
	deadline     string
}

// budgetLines are the approved lines as of 20 February 2026. The marketing
// line of Lyon is 500 EUR here and 750 EUR in the minutes of 17 February.
var budgetLines = []budgetLine{
	{"Lyon", "Rent, ten months", 14500, "2026-03-03"},
	{"Lyon", "Deposit", 2900, "2026-02-27"},
	{"Lyon", "Fit-out", 18200, "2026-04-10"},
	{"Lyon", "Tools", 6400, "2026-03-20"},
	{"Lyon", "Marketing", 500, "2026-03-12"},
	{"Lyon", "Training", 1200, "2026-03-21"},
	{"Lyon", "Insurance", 890, "2026-03-01"},
	{"Graz", "Rent, seven months", 6860, "2026-06-01"},
	{"Graz", "Deposit", 1960, "2026-03-06"},
	{"Graz", "Fit-out", 12600, "2026-05-29"},
	{"Graz", "Ventilation", 3800, "2026-06-05"},
	{"Graz", "Tools", 5250, "2026-05-15"},
	{"Graz", "Marketing", 600, "2026-05-08"},
	{"Graz", "Training", 950, "2026-05-16"},
	{"Graz", "Insurance", 760, "2026-06-01"},
	{"Porto", "Rent, four months", 1200, "2026-09-01"},
	{"Porto", "Fit-out", 9700, "2026-09-30"},
	{"Porto", "Tools", 4900, "2026-09-18"},
	{"Porto", "Marketing", 450, "2026-09-04"},
	{"Porto", "Training", 800, "2026-09-12"},
	{"Porto", "Insurance", 640, "2026-09-01"},
}

// Rows before the first budget line, and the promised funding in EUR.
const (
	budgetHeadRows = 2
	grantCity      = 40000
	grantFund      = 35000
	memberShares   = 18000
)

func budgetWorkbook() ([]byte, error) {
	return workbook{
		about:  properties{"Budget 2026, three openings", "Tomasz Wilk", "2026-02-20T08:30:00Z"},
		sheets: []sheet{budgetSheet(), summarySheet(), assumptionSheet()},
	}.bytes()
}

func budgetSheet() sheet {
	s := sheet{
		name:   "Budget",
		widths: []float64{12, 24, 14, 14},
		merges: []string{"A1:D1"},
		rows: [][]cell{
			sheetTitle("Budget 2026 for the three openings, as of 20 February 2026", 4),
			{header("Office"), header("Item"), header("Approved"), header("Deadline")},
		},
	}
	for i, l := range budgetLines {
		s.rows = append(s.rows, []cell{text(l.office), text(l.item), eur(l.approved), date(l.deadline)})
		ref := fmt.Sprintf("C%d", budgetHeadRows+i+1)
		switch {
		case l.office == "Lyon" && l.item == "Marketing":
			s.notes = append(s.notes, cellNote{ref, "Tomasz Wilk",
				"Board of 17 February wants more here. I enter it when the minutes are signed."})
		case l.item == "Ventilation":
			s.notes = append(s.notes, cellNote{ref, "Tomasz Wilk",
				"Board of 17 February, after the visit of Jakob and Lena. Odile confirmed this line by telephone on 18 February."})
		}
	}
	return s
}

// officeTotal adds up the lines of one office, or of all when office is empty.
func officeTotal(office string) float64 {
	sum := 0.0
	for _, l := range budgetLines {
		if office == "" || l.office == office {
			sum += l.approved
		}
	}
	return sum
}

func summarySheet() sheet {
	last := budgetHeadRows + len(budgetLines)
	all := officeTotal("")
	contingency := all * 0.05
	promised := float64(grantCity + grantFund + memberShares)
	s := sheet{
		name:   "Summary",
		widths: []float64{34, 16, 12},
		rows:   [][]cell{{header("Office"), header("Total"), header("Share")}},
	}
	for i, office := range []string{"Lyon", "Graz", "Porto"} {
		f := fmt.Sprintf("SUMIF(Budget!A3:A%d,A%d,Budget!C3:C%d)", last, i+2, last)
		s.rows = append(s.rows, []cell{text(office), formula(f, officeTotal(office)),
			share(fmt.Sprintf("B%d/B5", i+2), officeTotal(office)/all)})
	}
	s.rows = append(s.rows,
		[]cell{text("All openings"), total("SUM(B2:B4)", all)},
		[]cell{text("Contingency, five per cent"), formula("B5*Assumptions!B2", contingency)},
		[]cell{text("Needed"), total("B5+B6", all+contingency)},
		blanks(2),
		[]cell{text("City of Ghent, grant"), eur(grantCity)},
		[]cell{text("Oever fund, grant"), eur(grantFund)},
		[]cell{text("Member shares"), eur(memberShares)},
		[]cell{text("Promised"), total("SUM(B9:B11)", promised)},
		[]cell{text("Missing, lent by the reserve"), total("B7-B12", all+contingency-promised)})
	return s
}

func assumptionSheet() sheet {
	return sheet{
		name:   "Assumptions",
		hidden: true,
		widths: []float64{44, 14},
		rows: [][]cell{
			{header("Assumption"), header("Value")},
			{text("Contingency"), {number: 0.05, format: percent}},
			{text("Rent Lyon, a month"), eur(1450)},
			{text("Rent Graz, a month"), eur(980)},
			{text("Rent Porto, a month"), eur(300)},
			{text("Reserve before the loan"), eur(21400)},
			{text("Reserve must not fall below"), eur(12000)},
			{text("Posters Lyon, copies"), number(400)},
		},
	}
}
