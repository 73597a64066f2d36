package semantics

import (
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
)

func said(list []Saying) string {
	var out []string
	for _, s := range list {
		out = append(out, s.Text)
	}
	return strings.Join(out, " / ")
}

func TestDecisions(t *testing.T) {
	for _, c := range []struct{ md, want string }{
		{"The board approved the budget of 2026 for the three offices.", "whole"},
		{"It was agreed that the office moves to Lyon in the summer.", "whole"},
		{"Der Vorstand beschließt die Anschaffung einer neuen Bohrmaschine.", "whole"},
		{"Der Antrag auf eine längere Pause wurde abgelehnt, mit drei Stimmen.", "whole"},
		{"Le conseil a décidé de fermer l'atelier pendant le mois d'août.", "whole"},
		{"La junta acordó comprar dos bancos nuevos para el taller de Lyon.", "whole"},
		{"The board decided that the tenant must leave the hall in May.", "whole"},
		{"Il est convenu que M. Moreau doit envoyer le devis avant le mois d'avril.", "whole"},
		{"Journeys abroad are approved by the finance director of the company.", ""},
		{"The board did not say whether it was agreed that the office moves.", ""},
		{"If the board approved the budget, the office could move this summer.", ""},
		{"The budget must be approved before it is adopted by the council.", ""},
		{"Has the board decided to open a third workshop in the city of Porto?", ""},
		{"The approved amounts are the ones in the budget workbook of the treasurer.", ""},
		{"All of the litigation between the two companies was resolved in November.", ""},
		{"Mr. Cravens was granted options to purchase many shares of our stock.", ""},
		{"We tested and rejected a solution that avoided the guards of the loop.", ""},
		{"They decided that nothing would come of it and went home early.", ""},
	} {
		k := derive(t, knowledge.Section, c.md+"\n\nThe second paragraph says something else about another matter.\n\nAnd there is a third one, so that nothing is loose.")
		want := c.want
		if want == "whole" {
			want = c.md
		}
		if got := said(k.Decisions); got != want {
			t.Errorf("%q: decisions %q", c.md, got)
		}
	}
	k := derive(t, knowledge.Section, "# Beschlüsse\n\n- Die Miete der Halle steigt auf 750 EUR im Monat.\n- Das Fest findet im Juni statt und nicht im Mai.\n\n# Sonstiges\n\n- Bram Desmet hat einen Drucker gefunden.")
	if len(k.Decisions) != 2 || k.Decisions[0].Cue != "Beschlüsse" {
		t.Errorf("under a heading of decisions: %+v", k.Decisions)
	}
}

func TestObligations(t *testing.T) {
	for _, c := range []struct{ md, cue string }{
		{"The tenant must return the keys on the last day of the lease.", "must"},
		{"Each supplier shall keep the records for at least ten years.", "shall"},
		{"Der Mieter darf nicht ohne Zustimmung in die Wände bohren.", "darf nicht"},
		{"Die Leitung ist verpflichtet, jeden Unfall noch am selben Tag zu melden.", "ist verpflichtet"},
		{"Le locataire doit rendre les clés le dernier jour du contrat.", "doit"},
		{"El arrendatario deberá devolver las llaves el último día del contrato.", "deberá"},
		{"Listed below are five fields in which the staff are required to be trained.", ""},
		{"He must have left the keys in the car that evening.", ""},
		{"Must we go through all of this again in the spring?", ""},
		{"It must be returned before the end of the month in good order.", ""},
		{"There are some measures that you must take before the roof is done.", ""},
		{"Ask the office what must be done about the roof and the pane.", ""},
		{"Of this development I shall try to give a brief account below.", ""},
		{"Beside each file lies X.must.txt with the phrases of the text.", ""},
		{"The words \"MUST\" and \"SHALL\" are to be read as in another paper of ours.", ""},
		{"The share of must-phrases that were found stands in the last column.", ""},
		{"The hues of roses and of lilies glow\nThese soon must wither in their earth\nFrom whence the fair have equal birth.", ""},
		{"I must say that the soup was better than the last time.", ""},
	} {
		k := derive(t, knowledge.Section, c.md+"\n\nThe second paragraph says something else about another matter.\n\nAnd there is a third one, so that nothing is loose.")
		switch {
		case c.cue == "" && len(k.Obligations) > 0:
			t.Errorf("%q is no obligation", c.md)
		case c.cue != "" && (len(k.Obligations) != 1 || k.Obligations[0].Text != c.md || k.Obligations[0].Cue != c.cue):
			t.Errorf("%q: %+v", c.md, k.Obligations)
		}
	}
}

func TestADutyThatIsRepeatedIsListedOnce(t *testing.T) {
	duty := "The tenant must return the keys on the last day of the lease."
	k := derive(t, knowledge.Section, duty+" The garden is open.\n\n"+duty+"\n\nThere is a third paragraph, so that nothing is loose.")
	if len(k.Obligations) != 1 {
		t.Errorf("obligations: %q", said(k.Obligations))
	}
}

func TestTerms(t *testing.T) {
	for _, c := range []struct{ md, term, by string }{
		{`"Premises" means the ground floor of the house.`, "Premises", ByMeaning},
		{`The “Works” shall mean all repairs of the roof.`, "Works", ByMeaning},
		{`„Gerät“ bezeichnet jede Maschine mit einem Netzstecker.`, "Gerät", ByMeaning},
		{`« Atelier » désigne la salle du rez-de-chaussée.`, "Atelier", ByMeaning},
		{`«Taller» significa la sala de la planta baja.`, "Taller", ByMeaning},
		{`Birch House, a cooperative of Ghent (the "Tenant"), pays the rent.`, "Tenant", ByShortName},
		{`Birch House, ein Verein in Graz (im Folgenden „Mieter“), zahlt.`, "Mieter", ByShortName},
		{`Birch House, une coopérative (ci-après « le Preneur »), paie.`, "", ""},
		{`Birch House, una cooperativa (en adelante, «Inquilino»), paga.`, "Inquilino", ByShortName},
		{`The Data Protection Officer (DPO) answers within a month.`, "DPO", ByAbbreviation},
		{`The code of conduct (COC) hangs on the door.`, "", ""},
		{`He said "nothing" and went on (as always).`, "", ""},
		{`They sold it (the "new" one) for less.`, "", ""},
		{`The answer (NO) came late.`, "", ""},
		{"| Term | Definition |\n| Bench | A table to work at |\n| Vice | A tool that holds |", "Bench", ByGlossary},
		{"Made between Holz Bauer GmbH (\"Supplier\") and the city of Graz.", "Supplier", ByShortName},
		{"As the chapter on chairs (\"Supplier\") says, there are many.", "", ""},
		{"| Name | Definition |\n| Bench | A table to work at |\n| Vice | A tool that holds |", "", ""},
	} {
		k := derive(t, knowledge.Section, c.md)
		switch {
		case c.term == "" && len(k.Terms) > 0:
			t.Errorf("%q defines %+v", c.md, k.Terms)
		case c.term != "" && (len(k.Terms) == 0 || k.Terms[0].Text != c.term || k.Terms[0].By != c.by || k.Terms[0].Definition == nil):
			t.Errorf("%q: %+v", c.md, k.Terms)
		}
	}
}

func TestIdentifiers(t *testing.T) {
	for _, c := range []struct{ md, kind, value string }{
		{"Invoice number: 2024-0815", "invoice-number", "2024-0815"},
		{"Rechnungs-Nr.: RE-2024/15", "invoice-number", "RE-2024/15"},
		{"Facture n° : F2024-15", "invoice-number", "F2024-15"},
		{"Número de factura: A-2024-7", "invoice-number", "A-2024-7"},
		{"| Vertragsnummer | V-88.120 |\n| Ort | Graz |", "contract-number", "V-88.120"},
		{"See contract no. 4500012345 of last year.", "contract-number", "4500012345"},
		{"Pay to AT61 1904 3002 3457 3201 within ten days.", "iban", "AT61 1904 3002 3457 3201"},
		{"IBAN GB82WEST12345698765432.", "iban", "GB82WEST12345698765432"},
		{"See https://doi.org/10.1371/journal.pone.0012345 for more.", "doi", "10.1371/journal.pone.0012345"},
		{"ISBN: 978-3-16-148410-0", "isbn", "978-3-16-148410-0"},
		{"Pay to AT61 1904 3002 3457 3202 within ten days.", "", ""}, // one digit off
		{"The order number is on the invoice.", "", ""},
		{"Reference: 12 March 2026", "", ""},
		{"Invoice number 12 of the year.", "", ""},
		{"Account number **** 3201", "", ""},
	} {
		k := derive(t, knowledge.Section, c.md)
		switch {
		case c.kind == "" && len(k.Identifiers) > 0:
			t.Errorf("%q holds %+v", c.md, k.Identifiers)
		case c.kind != "" && (len(k.Identifiers) != 1 || k.Identifiers[0].Kind != c.kind || k.Identifiers[0].Text != c.value):
			t.Errorf("%q: %+v", c.md, k.Identifiers)
		}
	}
}

func TestEntities(t *testing.T) {
	long := " The workshop opens in spring and closes in winter, as it did in the year before."
	lang := map[string]string{
		"de": " Die Werkstatt ist im Frühling offen und im Winter geschlossen, wie auch schon im Jahr davor.",
		"fr": " L'atelier ouvre au printemps et ferme en hiver, comme il le faisait déjà pendant l'année d'avant.",
		"es": " El taller abre en primavera y cierra en invierno, como ya lo hacía durante el año anterior.",
	}
	for _, c := range []struct{ md, more, kind, by, names string }{
		{"Present: Odile Marchand (chair), Bram Desmet and Mei Lin", long, Person, ByLabel, "Odile Marchand, Bram Desmet, Mei Lin"},
		{"Anwesend: Lena Hofer, Jakob Reiter; Gäste", lang["de"], Person, ByLabel, "Lena Hofer, Jakob Reiter"},
		{"Présents : Claire Besson et Paul Garnier", lang["fr"], Person, ByLabel, "Claire Besson, Paul Garnier"},
		{"Asistentes: Ana López y Juan Pérez", lang["es"], Person, ByLabel, "Ana López, Juan Pérez"},
		{"Present: Odile Marchand, Bram Desmet Apologies: Mei Lin", long, Person, ByLabel, "Odile Marchand, Bram Desmet, Mei Lin"},
		{"Present: Odile Marchand, Bram Desmet Next meeting: in May", long, Person, ByLabel, "Odile Marchand"},
		{"Présents : Claire Besson, M. Paul Garnier", lang["fr"], Person, ByLabel, "Claire Besson, M. Paul Garnier"},
		{"The letter came from Mr Paul Garnier on a Sunday.", long, Person, ByHonorific, "Mr Paul Garnier"},
		{"Der Brief kam von Frau Dr. Petra Huber an einem Sonntag.", lang["de"], Person, ByHonorific, "Frau Dr. Petra Huber"},
		{"We buy from Alder & Sons Ltd and from nobody else.", long, Organisation, ByLegalForm, "Alder & Sons Ltd"},
		{"Die Firma Holz Bauer GmbH liefert die Bretter.", lang["de"], Organisation, ByLegalForm, "Holz Bauer GmbH"},
		{"La facture de Menuiserie Arbin SARL est payée.", lang["fr"], Organisation, ByLegalForm, "Menuiserie Arbin SARL"},
		{"Compramos a Maderas Sol S.L. todos los tablones.", lang["es"], Organisation, ByLegalForm, "Maderas Sol S.L."},
		{"Venue: De Brug, Ghent", long, Place, ByLabel, "De Brug, Ghent"},
		{"Graz, 12. März 2026", "\n\n" + lang["de"], Place, ByDateline, "Graz"},
		{"We eat at Cafe de la Presse LLC on every Monday.", long, Organisation, ByLegalForm, "Cafe de la Presse LLC"},
		{"| Company | City |\n| 11 Main LLC | San Mateo |\n| Graz | Lyon |", "\n\n" + long, Organisation, ByLegalForm, "11 Main LLC"},
		{"| Team | Location | Stanley Cups |\n| Blues | STL | 1 |\n| Flyers | PHI | 2 |", "\n\n" + long, "", "", ""},
		{"Location: NYC-01", long, "", "", ""},
		{"Location: Online event", long, "", "", ""},
		{"Present: all members of the board", long, "", "", ""},
		{"Dear Ms, the gmbh is a German form, and Inc. means incorporated.", long, "", "", ""},
		{"In March, 12 people came.", long, "", "", ""},
		{"Monday, 12 March 2026", "\n\n" + long, "", "", ""},
	} {
		md := c.md + c.more
		if c.by == ByLabel || c.kind == "" {
			md = c.md + "\n\n" + c.more
		}
		k := derive(t, knowledge.Section, md)
		var names []string
		for _, e := range k.Entities {
			names = append(names, e.Text)
			if e.Kind != c.kind || e.By != c.by {
				t.Errorf("%q: %+v", c.md, e)
			}
		}
		if got := strings.Join(names, ", "); got != c.names && strings.Join(names, "; ") != c.names {
			t.Errorf("%q: names %q, want %q", c.md, got, c.names)
		}
	}
}

func TestPeopleOfAMail(t *testing.T) {
	md := "The key is below the mat.\n\nBest regards,\n\nMei Lin\n\n> On Monday Bram Desmet wrote:\n\n> Present: Odile Marchand"
	k := derive(t, knowledge.Message, md)
	if len(k.Entities) != 1 || k.Entities[0].Text != "Mei Lin" || k.Entities[0].By != BySignature {
		t.Errorf("people of a mail: %+v", k.Entities)
	}
}

func TestOpenPoints(t *testing.T) {
	for _, c := range []struct{ md, want string }{
		{"We have a hall. The price is to be decided by the board. It is cold there.", "The price is to be decided by the board."},
		{"The model enabled the mixtures of types to be determined in each sample.", ""},
		{"Many details of the matter remain to be determined in the clinic.", "Many details of the matter remain to be determined in the clinic."},
		{"The wizard marks parts with \"TODO:\" comments for those who change them.", ""},
		{"| Task | Who |\n| Paint | TBD |\n| Nails | Ann |", "Paint\tTBD"},
		{"Die Farbe ist noch offen, das Holz ist bestellt.", "Die Farbe ist noch offen, das Holz ist bestellt."},
		{"La date reste à définir avec la mairie.", "La date reste à définir avec la mairie."},
		{"La fecha queda pendiente de confirmar con la alcaldía.", "La fecha queda pendiente de confirmar con la alcaldía."},
		{"Everything is settled, and the tbd crowd went home.", ""},
	} {
		if got := said(derive(t, knowledge.Section, c.md).Open); got != c.want {
			t.Errorf("%q: open points %q", c.md, got)
		}
	}
}

func TestTotals(t *testing.T) {
	for _, c := range []struct {
		last string
		adds []string // by column: "", "yes" or the sum
	}{
		{"| Total | 30 | 35.50 |", []string{"", "yes", "yes"}},
		{"| Total | 33 | 35.50 |", []string{"", "30", "yes"}},
		{"| Summe | 30 |  |", []string{"", "yes", ""}},
		{"| Graz | 30 | 35.50 |", []string{"", "", ""}},
	} {
		k := derive(t, knowledge.Section, "| City | Chairs | Cost |\n| Lyon | 10 | 15.25 |\n| Porto | 20 | 20.25 |\n"+c.last)
		if len(k.Tables) != 1 {
			t.Fatalf("%q: %d tables", c.last, len(k.Tables))
		}
		wrong := 0
		for i, col := range k.Tables[0].Columns {
			got := ""
			if col.Total != nil {
				got = col.Total.Sum
				if col.Total.Adds {
					got = "yes"
				} else {
					wrong++
				}
			}
			if got != c.adds[i] {
				t.Errorf("%q, column %d: %q, want %q", c.last, i, got, c.adds[i])
			}
		}
		if told := slices.ContainsFunc(k.Gaps, func(g Gap) bool { return g.Code == GapTotalDiffers }); told != (wrong > 0) {
			t.Errorf("%q: gaps %+v", c.last, k.Gaps)
		}
	}
	k := derive(t, knowledge.Section, "| City | Chairs |\n| Lyon | 10 |\n| Total | 10 |\n| Porto | 20 |\n| Total | 30 |")
	for _, col := range k.Tables[0].Columns {
		if col.Total != nil {
			t.Errorf("a table with subtotals: %+v", col.Total)
		}
	}
}
