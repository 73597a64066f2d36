package proof

import "testing"

// Sentences as people write them: what a sentence denies, demands or aims at, in whatever
// form, is what it says, and no more.
func TestKindsOfSentences(t *testing.T) {
	for _, c := range []struct{ passage, statement, verdict string }{
		// A phrase of two words keeps the mark of a passive that is a part of it.
		{"The Harbour Plan supersedes the Quay Plan.", "The Harbour Plan is superseded by the Quay Plan.", "contradicted"},
		{"The Harbour Plan supersedes the Quay Plan.", "The Quay Plan is superseded by the Harbour Plan.", "supported"},
		{"The Quay Plan was replaced by the Harbour Plan.", "The Harbour Plan was replaced by the Quay Plan.", "contradicted"},
		// Who does it is several.
		{"The river is entitled to care by the city and the county.", "The city and the county are entitled to care by the river.", "contradicted"},
		{"The plan was approved by the board and the council.", "The board and the council approved the plan.", "supported"},
		{"The plan was approved by the board and sent to Lyon.", "The board approved the plan.", "supported"},
		// Two things that change places around what is said of them.
		{"La rivière a droit à la protection de la ville et du canton.", "La ville et le canton ont droit à la protection de la rivière.", "contradicted"},
		{"The children chose the lessons of their parents.", "The parents chose the lessons of their children.", "contradicted"},
		{"The mill is the heart of the town and has a right to protection by the town and the County.", "The town and the County have a right to protection by the mill.", "contradicted"},
		{"La rivière est le coeur de la ville et a droit à la protection de la ville et de l'État.", "La ville et l'État ont droit à la protection de la rivière.", "contradicted"},
		// What is said of something else.
		{"The mill is the oldest house in Graz and stands by the river.", "The river is the oldest house in Graz.", "partial"},
		{"The mill is the oldest house in Graz and stands by the river.", "The mill stands by the river.", "supported"},
		{"In May the board approved the plan.", "The plan was approved in May.", "supported"},
		// Words that only look alike.
		{"The internal audit of the harbour took a week.", "The international audit of the harbour took a week.", "partial"},
		{"The secretary opened the letter in May.", "The secret letter was opened in May.", "partial"},
		{"The factory was closed in May for repairs.", "The factor was closed in May for repairs.", "partial"},
		{"Several policies were changed by the council.", "Several policy papers were changed by the council.", "partial"},
		{"The universities of the region opened a library.", "The university of the region opened a library.", "supported"},
		{"Das Gesetz der Stadt ist die Grundlage der Arbeit des Rates.", "Die Arbeit des Rates ist die Grundlage des Gesetzes der Stadt.", "contradicted"},
		{"La voluntad del pueblo es la base de la autoridad del poder.", "La autoridad del poder es la base de la voluntad del pueblo.", "contradicted"},
		{"Cada filial de Olmedo cierra los lunes.", "Los lunes cierra cada filial de Olmedo.", "supported"},
		{"While grants pay for beds and lamps, loans pay for boats of the crew.", "Grants pay for boats of the crew.", "partial"},
		{"While grants pay for beds and lamps, loans pay for boats of the crew.", "Loans pay for boats of the crew.", "supported"},
		{"The way to tell a wet dock from a dry dock is that a wet dock is open to the tide.", "A dry dock is open to the tide.", "partial"},
		{"The way to tell a wet dock from a dry dock is that a wet dock is open to the tide.", "A wet dock is open to the tide.", "supported"},
		{"Jan Kolar, who is supported by the harbour team, is the head of Arvo.", "Jan Kolar has the support of the harbour team.", "supported"},
		{"The plan that the board approved was sent to Graz.", "The plan approved by the board was sent to Graz.", "supported"},
		{"The brand with the highest trust in May 2020 was the Arvo.", "In May 2020 the Arvo was the brand with the highest trust.", "supported"},
		// Shares.
		{"The mill costs 27 million euros a year and staff is 30% of this, which is 8.1 million euros.", "Staff is 30% of the 8.1 million euros that the mill costs.", "partial"},
		{"Staff is 30% of the 27 million euros that the mill costs.", "30% of the 27 million euros that the mill costs is staff.", "supported"},
		{"Parks are one of the four duties of the city.", "Parks are one of the city's four duties.", "supported"},
		{"Parks are one of the four duties of the city.", "Parks are one of the city's three duties.", "contradicted"},
		// Conditions in another form.
		{"If you work on a large harbour, you should use the tide table.", "Those who work on a large harbour should use the tide table.", "supported"},
		{"If you work on a large harbour, you should use the tide table.", "People should use the tide table.", "partial"},
		{"Under the Mozart deal the fees are paid by the city, more or less.", "Under the Mozart deal the fees are paid by the city.", "supported"},
		{"Grants differ from loans: while grants pay for beds, lamps and sheets, loans pay for the boats of the crew.", "Grants pay for the boats of the crew.", "partial"},
		{"La voluntad del pueblo es la base de la autoridad del poder; esta voluntad se expresa en mayo.", "La autoridad del poder es la base de la voluntad del pueblo.", "contradicted"},
		// A list and what leads it in.
		{"Members of the crew may not:\n\n- paint the boats\n- sell the lamps", "Members of the crew may sell the lamps.", "contradicted"},
		{"Members of the crew may not:\n\n- paint the boats\n- sell the lamps", "Members of the crew may not sell the lamps.", "supported"},
		{"Members of the crew may not:\n\n- paint the boats\n- sell the lamps", "The lamps are sold.", "contradicted"},
		{"The tide table is not meant for:\n\n1. boats with sails\n2. rafts of the school", "The tide table is not meant for rafts of the school.", "supported"},
		// Numbers in words.
		{"The roof costs £3 million.", "The roof costs three million pounds.", "supported"},
		{"The roof costs 3 million euros.", "The roof costs three million euros.", "supported"},
		{"The roof costs 3 million euros.", "The roof costs three thousand euros.", "contradicted"},
		{"The door of the roof costs £3.", "The door of the roof costs four pounds.", "unsupported"},
		{"The bridge lowers the toll of the harbour, because it has no gate.", "The bridge raises the toll of the harbour, because it has a gate.", "contradicted"},
		{"Dogs are not allowed in the hall of the school.", "Dogs are forbidden in the hall of the school.", "supported"},
		// What may be in one clause and cannot in another.
		{"Cracks may be present, but can not be measured until the wall of the harbour is dry.", "Cracks are present, but they can not be measured until the wall of the harbour is dry.", "partial"},
		{"Cracks may be present, but can not be measured until the wall of the harbour is dry.", "Cracks can not be measured until the wall of the harbour is dry.", "supported"},
		// What the sentence before says is said by it alone.
		{"If you did not lock the boat, it might have been stolen. The lock of the boat Marta was opened on Sunday.", "The boat Marta was stolen.", "partial"},
		// Cells that are sentences.
		{"| Headings | Set all headings of clauses and of parts in small letters. | Capital headings of clauses are not allowed by the house of the press. |", "All headings of clauses and of parts are set in capital letters, because small letters are not allowed by the house of the press.", "contradicted"},
		{"| Headings | Set all headings of clauses and of parts in small letters. | Capital headings of clauses are not allowed by the house of the press. |", "Capital headings of clauses are not allowed by the house of the press.", "supported"},
		{"| MAIN_USER | The user of the boat including adopted crew of the harbour town. When no adopted crew is present, it is that of USER. |", "MAIN_USER is the user of the boat excluding adopted crew of the harbour town.", "contradicted"},
		{"| MAIN_USER | The user of the boat including adopted crew of the harbour town. When no adopted crew is present, it is that of USER. |", "MAIN_USER is the user of the boat including adopted crew of the harbour town.", "supported"},
		// Averages.
		{"Die Teilnehmer verdienen durchschnittlich 500 Euro im Monat.", "Die Teilnehmer verdienen mindestens 500 Euro im Monat.", "partial"},
		{"The average cost of a visit is 46 euros.", "A visit costs 46 euros on average.", "supported"},
		{"The average cost of a visit is 46 euros.", "A visit costs 46 euros.", "partial"},
		{"This code is an extension of our old Harbour Code.", "The old Harbour Code is an extension of this code.", "contradicted"},
		{"The head of the office is Ruth Amari.", "Ruth Amari is the head of the office.", "supported"},
		{"Ruth Amari is the head of the office.", "The office's head is Ruth Amari.", "supported"},
		{"A barn is the root of the trade.", "The trade is the root of the barn.", "contradicted"},
		{"El descuido y el desprecio de los derechos han originado actos de barbarie.", "Los actos de barbarie han originado el descuido y el desprecio de los derechos.", "contradicted"},
		{"The stage is not there to justify tools but rather to inform the crew.", "The stage is there to justify tools rather than to inform the crew.", "partial"},
		{"The stage is not there to justify tools but rather to inform the crew.", "The stage is there to inform the crew rather than to justify tools.", "supported"},
		{"After salt, wool is the second main good of the harbour.", "After wool, salt is the second main good of the harbour.", "contradicted"},
		{"After salt, wool is the second main good of the harbour.", "Salt is the second main good of the harbour after wool.", "contradicted"},
		{"After salt, wool is the second main good of the harbour.", "Wool is the second main good of the harbour after salt.", "supported"},
		{"For stays of up to 90 days the visa of the town is a short visa, for stays of more than 90 days the visa of the town is a long visa.", "For stays of up to 90 days, the visa of the town is a long visa.", "contradicted"},
		{"| Body weight | kg | 553 |", "The body weight is 553 kg.", "supported"},
		{"| Body weight | kg | 553 |", "The body weight is 553 g.", "contradicted"},
		// What is aimed at, asked or refused is not what is.
		{"Arvo works with foreign schools to train their teachers.", "Foreign schools train the teachers of Arvo.", "partial"},
		{"The council asked the firm to repair the bridge.", "The firm repaired the bridge.", "partial"},
		{"The council decided to sell the old mill.", "The council sold the old mill.", "partial"},
		{"The council offered to pay the driver.", "The council pays the driver.", "partial"},
		{"The council managed to sell the old mill.", "The council sold the old mill.", "supported"},
		{"The council decided to sell the old mill.", "The council decided to sell the mill.", "supported"},
		{"The grant helps schools to buy computers.", "The grant helps schools buy computers.", "supported"},
		{"Members are required to sign the register.", "Members must sign the register.", "supported"},
		{"Der Rat beschloss, die alte Mühle zu verkaufen.", "Der Rat verkaufte die alte Mühle.", "partial"},
		{"Le conseil a décidé de vendre le vieux moulin.", "Le conseil a vendu le vieux moulin.", "partial"},
		{"El consejo decidió vender el molino viejo.", "El consejo vendió el molino viejo.", "partial"},
		// Working with someone is the same seen from the other side.
		{"Arvo works with foreign schools to train their teachers.", "Foreign schools work with Arvo to train their teachers.", "supported"},
		{"Ruth Amari met with Jan Kolar in Graz.", "Jan Kolar met with Ruth Amari in Graz.", "supported"},
		{"Ruth Amari argued with Jan Kolar about the roof in Graz.", "Jan Kolar argued with Ruth Amari about the roof in Graz.", "supported"},
		{"Ruth Amari left with Jan Kolar's keys for Graz.", "Jan Kolar left with Ruth Amari's keys for Graz.", "contradicted"},
		// Only, beside more.
		{"Everyone has the right to hold shares alone as well as together with others.", "Everyone has the right to hold shares only together with others.", "partial"},
		// What is compulsory is not the same as another thing that must be.
		{"L'atelier doit être ouvert, l'accès aux cours supérieurs doit être gratuit.", "L'atelier supérieur est obligatoire.", "partial"},
		{"Entry to higher courses shall be open to all.", "Higher courses are compulsory.", "partial"},
		{"Swimming lessons are mandatory.", "Swimming lessons are compulsory.", "supported"},
		{"Swimming lessons are mandatory.", "Swimming lessons are optional.", "contradicted"},
		{"Der Schwimmunterricht ist obligatorisch.", "Der Schwimmunterricht ist verpflichtend.", "supported"},
		// What is denied again with nor.
		{"Nul ne peut être privé de sa place, ni du droit de changer de place.", "Nul n'a droit à une place.", "partial"},
		{"Nobody may be deprived of a desk, nor of the right to change it.", "Nobody has the right to a desk.", "partial"},
		{"Nul ne sera tenu dehors ni à la porte ; la traite est interdite.", "Nul ne sera tenu dehors.", "supported"},
		// What nobody may, no one shall.
		{"No one shall be locked in the yard.", "Nobody may be locked in the yard.", "supported"},
		{"Visitors must not enter the yard.", "Visitors may not enter the yard.", "supported"},
		{"Visitors must not enter the yard.", "Visitors do not have to enter the yard.", "partial"},
		{"Besucher dürfen den Hof nicht betreten.", "Besucher müssen den Hof nicht betreten.", "partial"},
		{"Nul ne doit entrer dans la cour.", "Nul ne peut entrer dans la cour.", "supported"},
		{"Nadie debe entrar en el patio.", "Nadie puede entrar en el patio.", "supported"},
		{"Nul ne peut être obligé de faire partie d'un club de lecture.", "Nul ne peut être obligé de faire partie d'un club de lecture.", "supported"},
		{"Le prix sera peut-être revu par le conseil.", "Le prix sera revu par le conseil.", "partial"},
		// A condition of the way it is done is none of whether.
		{"Everyone who works is paid a fair wage, topped up, if necessary, by the city.", "Everyone who works is paid a fair wage.", "supported"},
		{"The fee is paid back, if the course is cancelled.", "The fee is paid back.", "partial"},
		// What may be or is limited in another clause.
		{"OASIS is a series of steps that can bring order to planning.", "OASIS is a series of steps.", "supported"},
		{"For press campaigns, your plan may take a few hours, while for long term campaigns the analysis alone may take weeks.", "A plan may take a few hours for press campaigns.", "supported"},
		{"For press campaigns, your plan may take a few hours, while for long term campaigns the analysis alone may take weeks.", "A plan may take a few weeks for press campaigns.", "contradicted"},
		{"Jeder hat das Recht, zum Schutz seiner Ruhe Vereine zu bilden und ihnen beizutreten.", "Jeder hat das Recht, Vereine zu bilden.", "supported"},
		{"Overseas, Arvo International (AI) works with foreign schools to train their teachers.", "Foreign schools work with Arvo International to train their teachers.", "supported"},
	} {
		j := judgeOne(c.passage, c.statement)
		if string(j.Verdict) != c.verdict {
			t.Errorf("%q against %q: %s, want %s: %v", c.statement, c.passage, j.Verdict, c.verdict, j.Reasons)
		}
	}
}

// This guide is the guide that the document's title names.
func TestThisGuideIsTheOneOfTheTitle(t *testing.T) {
	for _, c := range []struct{ title, statement, verdict string }{
		{"Harbour Operations", "The Harbour Operations guide was updated in May 2021.", "supported"},
		{"Harbour Operations", "The Quay Operations guide was updated in May 2021.", "partial"},
		{"Harbour Operations", "The Harbour Operations leaflet was updated in May 2021.", "partial"},
		{"Harbour Operations", "The Harbour Operations guide was updated in June 2021.", "unsupported"},
	} {
		s := Split(c.statement, noID)
		j := Judge(&s[0], []*Passage{{Source: "q", Path: "c/p.md", Title: c.title, Text: "This guide was updated in May 2021 by Jan Kolar on behalf of the office.", Language: "eng"}})
		if string(j.Verdict) != c.verdict {
			t.Errorf("%q: %s, want %s: %v", c.statement, j.Verdict, c.verdict, j.Reasons)
		}
	}
}
