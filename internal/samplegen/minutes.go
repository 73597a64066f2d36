package main

// boardMinutes are the minutes of 17 February 2026. They raise the marketing
// line of Lyon to 750 EUR, which the budget workbook does not show yet.
func boardMinutes() ([]byte, error) {
	return wordDocument{
		about: properties{"Minutes of the board meeting of 17 February 2026", "Bram Desmet", "2026-02-18T09:12:00Z"},
		body:  append(minutesOpening(), minutesDecisions()...),
		comments: []note{{0, "Tomasz Wilk", "TW", "2026-02-19T17:40:00Z",
			"The workbook still says 500 EUR for this line. I change it when the chair has signed, please do not promise more before that."}},
		footnotes: []note{{id: 1, text: "912 of 1,284 attempts, see the evaluation report by Sofia Antunes of 9 January 2026."}},
	}.bytes()
}

func minutesOpening() []string {
	return []string{
		styled("Title", words("Minutes of the board meeting")),
		styled("", bold("Date: "), words("Tuesday 17 February 2026, 19:00 to 21:25, De Brug, Ghent")),
		styled("", bold("Present: "), words("Odile Marchand (chair), Bram Desmet (secretary), Yusuf Aydin, Lena Hofer by telephone; Hanne Verbeke (director) and Tomasz Wilk (treasurer) without a vote")),
		styled("", bold("Status: "), words("draft, not yet signed by the chair")),

		styled("Heading1", words("1. Look back at 2025")),
		styled("", words("Hanne Verbeke presents the evaluation. Seventy-one per cent of all attempts ended with a working object"),
			footnoteMark(1), words(". The board is content with that and notes that kitchen appliances are the hard part. Yusuf Aydin asks whether we should stop accepting them. Nobody wants to: people come with a mixer and return with a bicycle.")),
		styled("", words("The board thanks the 34 volunteers and asks Mei Lin to write to each of them by hand.")),

		styled("Heading1", words("2. The three openings")),
		styled("", words("Lena Hofer reports from Graz. The room is larger than advertised and has no ventilation. The estimate for a wall unit is 3,800 EUR. After a short silence Odile Marchand says that a workshop in which people cannot breathe is not a workshop. The amount is added to the budget.")),
		styled("", words("The opening days move: Lyon forward to 18 April, Graz forward to 13 June, Porto back to 10 October because of the summer school. Hanne Verbeke writes a second version of the strategy.")),
		styled("", words("Registration for the first training closes on "),
			deleted(101, "Bram Desmet", "2026-02-18T09:05:00Z", "31 March 2026"),
			inserted(102, "Bram Desmet", "2026-02-18T09:05:00Z", "12 March 2026"),
			words(". The posters for Lyon have to be up before that day, otherwise nobody knows that there is anything to register for.")),
	}
}

func minutesDecisions() []string {
	return []string{
		styled("Heading1", words("3. Money")),
		styled("", words("The openings cost 95,060 EUR, with five per cent of contingency 99,813 EUR. Promised are 93,000 EUR. Tomasz Wilk proposes to borrow the difference from the reserve instead of cutting the training days.")),
		styled("Heading2", words("Decisions")),
		numbered(words("The second version of the strategy is adopted. Four in favour, none against.")),
		numbered(words("The marketing budget for Lyon is raised to "), commented(0, bold("750 EUR")),
			words(", because Claire Besson wants notices on the local radio. Three in favour, one abstention.")),
		numbered(words("The ventilation in Graz, 3,800 EUR, is approved. Four in favour.")),
		numbered(words("The reserve lends the openings up to 7,000 EUR, to be returned before the end of 2027. Four in favour.")),
		numbered(words("The workbenches for Lyon are ordered from Menuiserie Arbin for 6,400 EUR in two instalments; three quotes were on the table. Four in favour.")),

		styled("Heading1", words("4. Who does what")),
		grid([]int{4600, 2400, 2000},
			[]string{"Action", "Who", "By"},
			[]string{"Posters, leaflets and radio notices for Lyon", "Claire Besson", "12 March 2026"},
			[]string{"Second version of the strategy", "Hanne Verbeke", "20 February 2026"},
			[]string{"Order the ventilation for Graz", "Jakob Reiter", "2 April 2026"},
			[]string{"Ask Ponte Nova about the ramp", "Inês Carvalho", "30 April 2026"},
			[]string{"Enter the decisions into the workbook", "Tomasz Wilk", "after signature"}),

		styled("Heading1", words("5. Any other business")),
		styled("", words("Bram Desmet has found a printer who prints on the backs of old maps. The board would like to see one. The next meeting is on Tuesday 17 March 2026 at the same place.")),
	}
}
