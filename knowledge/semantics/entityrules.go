package semantics

import (
	"strings"
	"sync"
)

// The words of this file announce names. They are few on purpose: a name without one
// of them is not told from other capitals.

// peopleRules are labels in front of names of people, by the part that those have.
var peopleRules = []struct{ role, labels string }{
	{"present", "present|attendees|in attendance|participants|anwesend|anwesende|teilnehmer|teilnehmende|teilnehmerinnen und teilnehmer|présents|étaient présents|participants|asistentes|presentes"},
	{"absent", "apologies|absent|entschuldigt|excusé|excusée|excusés|absents|ausentes|excusados"},
	{"author", "author|authors|written by|prepared by|report by|compiled by|autor|autorin|verfasser|verfasserin|verfasst von|erstellt von|auteur|auteurs|autrice|rédigé par|rédaction|elaborado por|redactado por|autora|autores"},
	{"chair", "chair|chairperson|chaired by|vorsitz|sitzungsleitung|présidence|président de séance|presidencia|preside"},
	{"minute-taker", "minute taker|minutes taken by|secretary|protokoll|protokollführung|schriftführer|schriftführerin|secrétaire|secrétaire de séance|secretario|secretaria"},
	{"signatory", "signed by|signed for|signatory|unterzeichnet von|signé par|firmado por"},
	{"contact", "contact|contact person|ansprechpartner|ansprechpartnerin|ansprechperson|interlocuteur|personne à contacter|persona de contacto|contacto"},
	{"approver", "approved by|reviewed by|genehmigt von|freigegeben von|geprüft von|approuvé par|validé par|aprobado por|revisado por"},
}

// peopleLabels are the labels of peopleRules.
var peopleLabels = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, r := range peopleRules {
		for label := range strings.SplitSeq(r.labels, "|") {
			out[label] = true
		}
	}
	return out
})

// placeLabels are labels in front of a place.
const placeLabels = "place|venue|location|ort|sitzungsort|veranstaltungsort|tagungsort|lieu|lieu de réunion|lugar|lugar de celebración|luogo"

// honorificRules are words in front of the name of a person. Short ones count in the
// languages that have them, and as they are written.
var honorificRules = []struct{ words, langs, form string }{
	{"mr|mrs|ms|herr|herrn|frau|mme|mlle|monsieur|madame", "", "|Mr|Mrs|Ms|Herr|Herrn|Frau|Mme|Mlle|Monsieur|Madame|"},
	{"dr|prof|professor", "eng deu", "|Dr|Prof|Professor|"},
	{"sr|sra|señor|señora|don|doña", "spa", "|Sr|Sra|Señor|Señora|señor|señora|"},
	{"senhor|senhora", "por", "|Senhor|Senhora|"},
}

// legalForms are words behind the name of an organisation.
var legalForms = []struct{ words, langs, form string }{
	{"gmbh|ug|ggmbh", "", "|GmbH|gGmbH|UG|"},
	{"ltd|llc|llp|plc|inc", "", "|Ltd|LTD|LLC|LLP|PLC|plc|Inc|"},
	{"corp", "eng", "|Corp|"},
	{"sarl|s à r l|eurl", "", "|SARL|S.à r.l|S.à.r.l|EURL|"},
	{"sas|sa|sasu|sci", "fra", "|SAS|SA|SASU|"},
	{"sa|sl|s a|s l|slu|s l u|s a u", "spa", "|SA|SL|S.A|S.L|SLU|S.L.U|S.A.U|"},
	{"ag|kg|ohg|e v|eg|gbr", "deu", "|AG|KG|OHG|e. V|e.V|eG|GbR|"},
	{"s p a|srl|s r l", "", "|S.p.A|Srl|S.r.l|"},
	{"b v|n v", "nld eng", "|B.V|N.V|"},
	{"bv|nv|vzw", "nld", "|BV|NV|VZW|vzw|"},
	{"lda|ltda", "por spa", "|Lda|Ltda|"},
}

// notNames are words that stand with a capital where a name may begin and are no part
// of one.
var notNames = lazySet("the|a|an|our|your|their|his|her|its|this|that|these|those|by|with|from|for|of|at|in|on|to|between|and|or|as|if|when|where|while|using|under|see|dear|attn|" +
	"mr|mrs|ms|dr|prof|company|firm|landlord|tenant|supplier|customer|client|contractor|buyer|seller|subsidiary|parent|copyright|re|cc|via|per|both|all|" +
	"der|die|das|den|dem|des|ein|eine|einer|eines|unser|unsere|firma|lieferant|auftraggeber|auftragnehmer|vermieter|vermieterin|mieter|mieterin|kunde|gesellschaft|unternehmen|tochter|durch|für|von|mit|bei|an|zwischen|und|oder|im|in|zur|zum|" +
	"le|la|les|un|une|du|de|des|notre|votre|société|entreprise|entre|et|ou|par|pour|avec|chez|bailleur|preneur|" +
	"el|los|las|una|nuestra|su|empresa|sociedad|compañía|con|por|para|y|o|arrendador|arrendatario|herr|frau|herrn|monsieur|madame|señor|señora|mme")

// notPeople are words that make a run of capitals a body or a role, not a person.
var notPeople = lazySet("board|team|staff|members|member|committee|office|department|council|group|association|company|university|institute|ministry|agency|all|none|everyone|others|guests|" +
	"vorstand|beirat|mitglieder|ausschuss|abteilung|verein|universität|institut|amt|gäste|alle|niemand|geschäftsführung|" +
	"comité|conseil|équipe|bureau|membres|direction|service|association|université|junta|equipo|consejo|miembros|dirección|asociación|universidad|" +
	"january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|date|time|agenda|minutes|project|manager|director|" +
	"page|section|chapter|table|figure|appendix|annex|the|and|und|name|names|email|phone|services|policy|data|information|communications|research|centre|center|unit|desk|line|" +
	"street|road|avenue|house|hall|room|press|media|general|public|digital|national|government|commissioner|customer|support|help|privacy|protection|officer|lead|leads|head")

// particles are small words inside names of people.
var particles = lazySet("de|van|von|der|den|la|le|du|da|dos|das|di|del|bin|al|y|zu|ten|ter|af|st|e|i")
