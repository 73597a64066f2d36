package main

// costsLyon is the small workbook Tomasz Wilk attaches to his reply: what the
// launch in Lyon is expected to cost, quote by quote.
func costsLyon() ([]byte, error) {
	return workbook{
		about: properties{"Launch costs Lyon", "Claire Besson", "2026-02-22T19:05:00Z"},
		sheets: []sheet{{
			name:   "Launch Lyon",
			widths: []float64{36, 24, 14, 14},
			rows: [][]cell{
				{header("What"), header("Who"), header("Quote"), header("Needed by")},
				{text("400 posters and 1,000 leaflets"), text("Imprimerie Guillotière"), eur(312), date("2026-03-04")},
				{text("Three notices on local radio"), text("Radio Pentes"), eur(240), date("2026-03-11")},
				{text("Coffee and cake for the neighbours"), text("Traiteur Saône"), eur(180), date("2026-04-17")},
				{text("Total"), blank(), total("SUM(C2:C4)", 732)},
			},
		}},
	}.bytes()
}
