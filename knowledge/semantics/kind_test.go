package semantics

import (
	"strings"
	"testing"

	"quire/extract"
	"quire/knowledge"
)

func kindCode(k Knowledge) string {
	if k.Kind == nil {
		return ""
	}
	return k.Kind.Code
}

func TestKind(t *testing.T) {
	book := "| Date | Payee | Purpose | Amount |\n| 2026-01-05 | Immo | Rent | 1,280.00 |\n| 2026-01-06 | Gas | Heating | 312.40 |\n| 2026-01-07 | Bank | Fees | 12.00 |\n" +
		"| 2026-01-08 | Paper | Office | 36.50 |\n| 2026-01-09 | Water | House | 40.00 |"
	for _, c := range []struct{ name, want, md string }{
		{"contract en", Contract, "# Service agreement\n\nThis text is made by and between Alder Works and Birch House.\n\n## Termination\n\nEither side may end it with a month of notice."},
		{"contract de", Contract, "# Mietvertrag über Geschäftsräume\n\nZwischen Anna Hofer, im Folgenden genannt Vermieterin, und dem Verein Lange Bank wird folgender Vertrag geschlossen.\n\n## Kündigung\n\nDie Frist beträgt drei Monate."},
		{"contract fr", Contract, "# Contrat de location\n\nEntre les soussignés, il a été convenu ce qui suit.\n\n## Résiliation\n\nLe préavis est de trois mois pour les deux parties."},
		{"contract es", Contract, "# Contrato de arrendamiento\n\nLas partes acuerdan lo siguiente sobre el local de la calle Mayor.\n\n## Fianza\n\nLa fianza es de dos meses de renta y se devuelve al final."},
		{"amendment en", Contract, "# Amendment 1 to maintenance contract LC-2201\n\nThe parties amend the contract LC-2201 of 3 March 2022 as follows. The fee is 5,200 EUR from April on."},
		{"minutes en", Minutes, "# Minutes of the board\n\nPresent: Odile Marchand, Bram Desmet\n\n## Any other business\n\nThe printer is found and everybody is content with that."},
		{"minutes de", Minutes, "# Protokoll der Vorstandssitzung\n\nAnwesend: Lena Hofer, Jakob Reiter\n\nDer Haushalt wurde einstimmig beschlossen und die Sitzung danach geschlossen."},
		{"minutes fr", Minutes, "# Compte rendu du conseil\n\nPrésents : Claire Besson, Paul Garnier\n\n## Questions diverses\n\nPersonne ne prend la parole et la salle est rendue à midi."},
		{"minutes es", Minutes, "# Acta de la reunión\n\nAsistentes: Ana López, Juan Pérez\n\n## Ruegos y preguntas\n\nNadie toma la palabra y la sala queda libre a mediodía."},
		{"report en", Report, "# Annual report of the Lyon office\n\nThis report describes the work of the office in the past year.\n\n## Findings\n\nThe office spent more than before on repairs."},
		{"report de", Report, "# Jahresbericht 2025\n\nDieser Bericht beschreibt die Arbeit der Werkstatt im vergangenen Jahr.\n\n## Empfehlungen\n\nDie Werkstatt braucht eine bessere Lüftung als bisher."},
		{"report fr", Report, "# Rapport sur les ateliers\n\nLe présent rapport décrit le travail des ateliers pendant une année.\n\n## Recommandations\n\nIl faut une meilleure ventilation dans la salle."},
		{"report es", Report, "# Informe anual\n\nEl presente informe describe el trabajo del taller durante un año.\n\n## Conclusiones\n\nEl taller necesita una ventilación mejor que la de ahora."},
		{"invoice en", Invoice, "# Invoice\n\nInvoice number: 2024-0815\n\nAmount due: 312.40 EUR\n\nPlease pay the sum to the account that is named below."},
		{"invoice de", Invoice, "# Rechnung\n\nRechnungsnummer: RE-2024-15\n\nRechnungsdatum: 3. März 2026\n\nDer Betrag ist zahlbar innerhalb von 14 Tagen ohne Abzug."},
		{"invoice fr", Invoice, "# Facture\n\nNuméro de facture : F-2024-15\n\nNet à payer : 312,40 EUR\n\nLe montant est payable à réception de la présente."},
		{"invoice es", Invoice, "# Factura\n\nNúmero de factura: F-2024-15\n\nTotal a pagar: 312,40 EUR\n\nEl importe se paga por transferencia a la cuenta de abajo."},
		{"ledger", Ledger, "# What we paid\n\n" + book},
		{"letter en", Letter, "Subject: your roof\n\nDear Mr Garnier,\n\nThe roof leaks again and the pane is still cracked since the winter.\n\nYours sincerely,\n\nHanne Verbeke"},
		{"letter de", Letter, "Betreff: Dach\n\nSehr geehrte Frau Hofer,\n\ndas Dach ist wieder undicht und die Scheibe hat seit dem Winter einen Sprung.\n\nMit freundlichen Grüßen\n\nJakob Reiter"},
		{"policy en", Policy, "# Travel policy\n\nThis policy applies to everybody who travels for the office.\n\n## Scope\n\nTrains first, and cars where there is no train."},
		{"policy de", Policy, "# Werkstattordnung Graz\n\nDiese Ordnung gilt in der Werkstatt und hängt neben der Tür an der Wand."},
		{"policy fr", Policy, "# Règlement intérieur\n\nLe présent règlement vaut pour toutes les personnes dans l'atelier."},
		{"policy es", Policy, "# Reglamento del taller\n\nEste reglamento vale para todas las personas que trabajan en el taller."},
		{"resume en", Resume, "# Curriculum vitae\n\n## Work experience\n\nThree years in a bicycle shop in Ghent, then four in Lyon.\n\n## Education\n\nA school for mechanics in Bruges."},
		{"resume de", Resume, "# Lebenslauf\n\n## Berufserfahrung\n\nDrei Jahre in einer Fahrradwerkstatt in Graz, danach vier in Lyon."},

		{"a word of a title is not enough", "", "# Report\n\nWe met and talked about many things for a long time."},
		{"policy research is no policy", "", "# Policy research paper on trains\n\nTrains are faster than they were in the years before the war.\n\n## Scope\n\nWe looked at four countries."},
		{"a text about contracts", "", "# How to read a contract you did not write\n\nA contract has parts, and this text goes through them one after the other.\n\n## Checklist\n\nRead it twice before you sign anything."},
		{"a story", "", "# The minutes before dawn\n\nShe was present when the light came, and nobody else in the house was awake."},
		{"an account of the account", "", "# Verrechnung der Beiträge\n\nDie Beiträge werden im Herbst verrechnet und im Winter ausgezahlt."},
		{"a plan of dates and sums", "", "# Openings\n\n| City | Day | Cost |\n| Lyon | 2026-04-18 | 44,590 |\n| Graz | 2026-06-13 | 32,780 |\n| Porto | 2026-10-10 | 17,690 |\n| Bonn | 2026-11-10 | 17,000 |\n| Nice | 2026-12-10 | 18,000 |"},
		{"a chat", "", "Hi Tom,\n\nthe key is below the mat and the cat has been fed already today."},
	} {
		k := derive(t, knowledge.Section, c.md)
		if got := kindCode(k); got != c.want {
			t.Errorf("%s: kind %q, want %q: %+v", c.name, got, c.want, k.Kind)
		}
		if k.Kind != nil {
			if points, sorts := weigh(k.Kind.Signs); sorts < 2 || points != k.Kind.Points {
				t.Errorf("%s: %d sorts of sign, %d points of %d", c.name, sorts, points, k.Kind.Points)
			}
		}
	}
}

// A document that bears the signs of two kinds alike is neither.
func TestKindIsNoneWhereTwoKindsAgree(t *testing.T) {
	k := derive(t, knowledge.Section, "# Report: minutes of the audit\n\nPresent: Odile Marchand\n\nThis report was read aloud to all who had come.\n\n## Findings\n\nThe books are in order.\n\n## Any other business\n\nNone.")
	if k.Kind != nil {
		t.Errorf("kind %s", k.Kind.Code)
	}
}

func TestKindByFormat(t *testing.T) {
	mail := derive(t, knowledge.Message, "# Report\n\nDear all, the report is attached and the findings are on page two.")
	deck := derive(t, knowledge.Slide, "# Contract\n\nThe parties agree, by and between.")
	if kindCode(mail) != Mail || kindCode(deck) != Deck {
		t.Errorf("mail is %q, slides are %q", kindCode(mail), kindCode(deck))
	}
	field := extract.Block{Kind: knowledge.Field, Text: "Name: "}
	form := verified(t, assemble(t, knowledge.Metadata{}, extract.Unit{Kind: knowledge.Section, Blocks: []extract.Block{extract.Head(1, "Registration form"), field, field, field}}))
	if kindCode(form) != Form {
		t.Errorf("fields to fill in under a title are %q", kindCode(form))
	}
}

// Every rule has words in each of the four languages, or says why not by its absence
// here.
func TestKindRulesAreWordLists(t *testing.T) {
	for _, r := range kindRules {
		for _, list := range []string{r.titles, r.headings, r.labels, r.phrase} {
			for entry := range strings.SplitSeq(list, "|") {
				if list != "" && (entry == "" || strings.TrimSpace(entry) != entry || strings.ToLower(entry) != entry) {
					t.Errorf("%s: %q is not a phrase in lower case", r.kind, entry)
				}
			}
		}
	}
}
