package semantics

import "sync"

// The kinds of document that are told apart.
const (
	Contract = "contract"
	Minutes  = "minutes"
	Report   = "report"
	Invoice  = "invoice"
	Deck     = "deck"
	Ledger   = "ledger"
	Letter   = "letter"
	Form     = "form"
	Policy   = "policy"
	Resume   = "resume"
	Mail     = "mail"
)

// Points of a sign of a kind. A title says most, because it is chosen for the whole
// document; a phrase in the text may be about another one.
const (
	titlePoints   = 3
	shapePoints   = 3 // fields to fill in, columns of an account book, a salutation
	headingPoints = 2
	labelPoints   = 2
	phrasePoints  = 2
	kindThreshold = 5 // of signs of two sorts at least: no single word decides
	kindLead      = 2 // over the kind that comes next
	mostOfASort   = 2 // signs of one sort that count
)

// kindRule holds the words that are signs of a kind, in English, German, French and
// Spanish. Titles match at the end of a name or before a preposition; endings are
// those of German compounds.
type kindRule struct {
	kind                                      string
	titles, endings, headings, labels, phrase string
}

var kindRules = []kindRule{
	{
		kind: Contract,
		titles: "contract|agreement|lease|nda|memorandum of understanding|tenancy agreement|vertrag|vereinbarung|rahmenvertrag|" +
			"contrat|bail|convention|protocole d accord|contrato|convenio|acuerdo",
		endings: "vertrag|vereinbarung",
		headings: "term and termination|termination|governing law|confidentiality|limitation of liability|rent|deposit|notice period|premises|indemnification|" +
			"vertragsgegenstand|gegenstand des vertrags|kündigung|laufzeit|vertragslaufzeit|haftung|gerichtsstand|schlussbestimmungen|mietzins|miete|kaution|" +
			"objet du contrat|durée du contrat|résiliation|loyer|droit applicable|dépôt de garantie|" +
			"objeto del contrato|duración del contrato|resolución del contrato|legislación aplicable|renta|fianza",
		labels: "landlord|tenant|lessor|lessee|licensor|licensee|vermieter|mieter|vermieterin|mieterin|auftraggeber|auftragnehmer|" +
			"bailleur|preneur|locataire|arrendador|arrendatario",
		phrase: "hereinafter referred to as|hereinafter called|by and between|in witness whereof|the parties agree|the parties hereto|signed in two copies|" +
			"the landlord lets|the parties amend|contract is governed by|agreement is governed by|lease is governed by|governed by the laws of|this contract ends|this agreement ends|nachfolgend genannt|im folgenden genannt|die parteien vereinbaren|die vertragsparteien|wird folgender vertrag geschlossen|" +
			"salvatorische klausel|ci après dénommé|ci après dénommée|entre les soussignés|il a été convenu|les parties conviennent|" +
			"en adelante denominado|en adelante denominada|las partes acuerdan|las partes convienen",
	},
	{
		kind: Minutes,
		titles: "minutes|minutes of meeting|meeting minutes|meeting notes|minutes of the meeting|protokoll|sitzungsprotokoll|niederschrift|" +
			"compte rendu|procès verbal|acta|acta de reunión|acta de la reunión",
		endings:  "protokoll",
		headings: "action items|decisions|any other business|next meeting|beschlüsse|tagesordnung|verschiedenes|nächste sitzung|ordre du jour|décisions|questions diverses|prochaine réunion|orden del día|acuerdos|ruegos y preguntas|próxima reunión",
		labels: "present|attendees|apologies|in attendance|minute taker|chair|absent|anwesend|anwesende|teilnehmer|teilnehmende|entschuldigt|protokollführung|protokollführer|schriftführer|" +
			"présents|étaient présents|excusés|secrétaire de séance|asistentes|presentes|ausentes|excusados",
		phrase: "the meeting was opened|meeting opened at|the meeting closed|meeting closed at|was seconded|apologies were received|none against|" +
			"die sitzung wurde eröffnet|einstimmig beschlossen|einstimmig angenommen|bei einer enthaltung|la séance est ouverte|la séance est levée|" +
			"à l unanimité|se abre la sesión|se levanta la sesión|por unanimidad",
	},
	{
		kind: Report,
		titles: "report|annual report|progress report|evaluation report|final report|evaluation|bericht|jahresbericht|abschlussbericht|geschäftsbericht|" +
			"rapport|rapport annuel|informe|informe anual|memoria anual",
		endings: "bericht",
		headings: "executive summary|methodology|methods|how we worked|findings|key findings|recommendations|conclusions|conclusion|results|zusammenfassung|methodik|vorgehen|ergebnisse|" +
			"empfehlungen|fazit|schlussfolgerungen|synthèse|méthodologie|résultats|recommandations|conclusions|resumen ejecutivo|metodología|resultados|recomendaciones|conclusiones",
		phrase: "this report|the present report|dieser bericht|der vorliegende bericht|le présent rapport|ce rapport|este informe|el presente informe",
	},
	{
		kind:    Invoice,
		titles:  "invoice|tax invoice|proforma invoice|credit note|rechnung|schlussrechnung|gutschrift|facture|factura",
		endings: "",
		labels: "invoice number|invoice no|invoice date|amount due|bill to|total due|balance due|payment terms|rechnungsnummer|rechnungs nr|rechnung nr|rechnungsdatum|" +
			"zahlbar bis|gesamtbetrag|rechnungsbetrag|ust idnr|ust id nr|nettobetrag|numéro de facture|facture n|date de facture|net à payer|total ttc|total ht|" +
			"número de factura|factura n|factura nº|fecha de factura|base imponible|total a pagar",
		phrase: "please pay|payable within|zahlbar innerhalb|bitte überweisen|payable à réception|à régler avant|a pagar antes",
	},
	{
		kind:   Ledger,
		titles: "ledger|general ledger|cash book|account statement|bank statement|payments|journal entries|hauptbuch|kassenbuch|kontoauszug|buchungsjournal|zahlungen|grand livre|journal de caisse|relevé de compte|libro mayor|libro diario|extracto de cuenta|pagos",
	},
	{
		kind: Letter,
	},
	{
		kind:    Form,
		titles:  "form|application form|registration form|order form|formular|anmeldeformular|antrag|formulaire|formulaire d inscription|formulario|formulario de inscripción|solicitud",
		endings: "formular|antrag",
		phrase:  "please complete|please fill in|tick the box|for office use only|bitte ausfüllen|zutreffendes ankreuzen|veuillez remplir|cocher la case|rellene|marque con una x",
	},
	{
		kind: Policy,
		titles: "policy|guideline|guidelines|code of conduct|house rules|rules|standing orders|richtlinie|leitlinie|leitlinien|satzung|ordnung|hausordnung|verhaltenskodex|" +
			"politique|règlement|règlement intérieur|charte|política|reglamento|normativa|código de conducta",
		endings: "richtlinie|ordnung|satzung",
		headings: "scope|purpose and scope|who this applies to|responsibilities|compliance|geltungsbereich|anwendungsbereich|zuständigkeiten|zweck|" +
			"champ d application|responsabilités|ámbito de aplicación|responsabilidades",
		phrase: "this policy applies|this policy sets out|this policy replaces|this policy covers|this policy explains|purpose of this policy|these rules apply|these rules are|this guideline applies|diese richtlinie gilt|diese richtlinie regelt|diese ordnung gilt|diese ordnung regelt|" +
			"diese satzung|la présente politique|le présent règlement|la présente charte|esta política|la presente política|este reglamento|el presente reglamento",
	},
	{
		kind:   Resume,
		titles: "resume|cv|curriculum vitae|lebenslauf|currículum|currículum vitae|hoja de vida",
		headings: "work experience|professional experience|employment history|education|skills|berufserfahrung|ausbildung|beruflicher werdegang|kenntnisse|" +
			"expérience professionnelle|expériences professionnelles|formation|compétences|experiencia laboral|experiencia profesional|formación|formación académica|habilidades",
	},
}

// kindLexicon holds the words of kindRules.
var kindLexicon = sync.OnceValue(func() *lexicon {
	l := &lexicon{}
	for _, r := range kindRules {
		l.add(r.titles, cue{class: kindTitle, code: r.kind, weight: titlePoints})
		l.add(r.headings, cue{class: kindHeading, code: r.kind, weight: headingPoints})
		l.add(r.labels, cue{class: kindLabel, code: r.kind, weight: labelPoints})
		l.add(r.phrase, cue{class: kindPhrase, code: r.kind, weight: phrasePoints})
	}
	return l
})

// notCompounds end like a title of kindRules and are another word.
var notCompounds = lazySet("unordnung|zuordnung|einordnung|anordnung|verordnung|größenordnung|beauftrag|übertrag|beitrag|wirtschaftsordnung|rechtsordnung")

// titleGoesOn are the words behind which the name of a document goes on about its
// matter: "agreement on", "Vertrag über", "contrat de".
var titleGoesOn = lazySet("of|for|on|to|between|with|about|and|in|at|by|from|concerning|regarding|über|zum|zur|für|mit|zwischen|der|des|vom|von|im|und|" +
	"de|du|des|d|sur|pour|entre|avec|la|le|les|et|del|sobre|para|con|y|el|los|a|en|no|nr|nº|n|und|version|draft|entwurf")

// columnsOfBooks are headers of the columns of an account book: one of the first
// list, or two of the second, beside a column of dates and one of amounts.
var (
	surelyBooked   = lazySet("debit|credit|balance|soll|haben|saldo|débit|crédit|solde|debe|haber")
	perhapsBooked  = lazySet("payee|paid to|paid from|account|booking text|reference|voucher|receipt|description|purpose|category|empfänger|konto|buchungstext|beleg|verwendungszweck|bénéficiaire|compte|libellé|pièce|beneficiario|cuenta|concepto|recipient|line|budget line|supplier|vendor|invoice")
	bookedAmount   = lazySet("amount|sum|betrag|montant|importe|debit|credit|soll|haben|débit|crédit|debe|haber")
	subjectOfALine = lazySet("re|subject|betreff|betrifft|objet|asunto|our reference|your reference|unser zeichen|ihr zeichen")
)
