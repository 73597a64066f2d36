package main

// launchDeck is what Hanne Verbeke shows to the members in March. Its fourth
// slide is hidden: it answers a question nobody has asked yet.
func launchDeck() ([]byte, error) {
	return deck{
		about: properties{"Three workshops in one year", "Hanne Verbeke", "2026-03-05T15:20:00Z"},
		slides: []slide{
			{
				title:   "Three workshops in one year",
				bullets: []string{"The Long Bench, members' evening in Ghent", "10 March 2026, Hanne Verbeke"},
				notes:   "Welcome everybody. Begin with the radio from Porto that plays for one hour and then goes quiet; it explains better than figures why we do this.",
			},
			{
				title: "What happens when",
				bullets: []string{
					"12/03/2026: last day to register for the Lyon training",
					"21/03/2026: training day in Lyon, 24 places",
					"Opening days",
					"\tLyon on 18 April",
					"\tGraz on 13 June",
					"\tPorto on 10 October",
				},
				notes: "On the evening of this talk there are two days left to register. 19 of the 24 places are taken. If somebody asks about the old date of 31 March: it was in the first version of the strategy and is no longer true.",
			},
			{
				title:   "What it costs",
				bullets: []string{"95,060 EUR for the three openings, before contingency"},
				rows: [][]string{
					{"Workshop", "Opening cost", "Largest line"},
					{"Lyon", "44,590 EUR", "Fit-out, 18,200 EUR"},
					{"Graz", "32,780 EUR", "Fit-out, 12,600 EUR"},
					{"Porto", "17,690 EUR", "Fit-out, 9,700 EUR"},
				},
				notes: "93,000 EUR are promised by the city, the Oever fund and the members. With contingency we need 99,813 EUR, so 6,813 EUR come from the reserve. Say it plainly, people like to know.",
			},
			{
				title: "If the Graz ventilation comes late",
				bullets: []string{
					"Open on 13 June with textiles and bicycles only",
					"Move the soldering day to Saturday 11 July",
					"Keep the three soldering stations in the cupboard until then",
				},
				notes:  "Keep this slide hidden unless somebody asks. Jakob plans to order the unit around 20 March; the supplier promised delivery within eight weeks.",
				hidden: true,
			},
			{
				title: "What we need from you",
				bullets: []string{
					"Two hosts from Ghent who travel to Lyon for the first month",
					"Your spare bench vices, not your spare printers",
					"A member share of 50 EUR from anyone who has not bought one",
				},
				notes: "End with the teapot from the evaluation. Then soup.",
			},
		},
	}.bytes()
}
