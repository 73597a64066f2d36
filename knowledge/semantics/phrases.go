package semantics

import (
	"strings"
	"sync"
)

// This file holds the word lists that say what a line is for. They are in the
// languages whose dates and numbers the package reads; a document in another
// language loses nothing but the hint.

func lazySet(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		m := map[string]bool{}
		for w := range strings.SplitSeq(words, "|") {
			m[w] = true
		}
		return m
	})
}

// wordSet is lazySet for hashes of words and of pairs of words, as eachWord
// gives them.
func wordSet(words string) func() map[uint64]bool {
	return sync.OnceValue(func() map[uint64]bool {
		m := map[uint64]bool{}
		for entry := range strings.SplitSeq(words, "|") {
			key := uint64(0)
			eachWord(entry, func(w word) { key = pairKey(key, w.key) })
			m[key] = true
		}
		return m
	})
}

// apparatus are headings of sections that are about the document, not its matter.
var apparatus = lazySet("contents|table of contents|list of figures|list of tables|index|references|bibliography|works cited|literature|" +
	"further reading|see also|external links|acknowledgements|acknowledgments|copyright|imprint|licence|license|disclaimer|" +
	"inhalt|inhaltsverzeichnis|abbildungsverzeichnis|tabellenverzeichnis|literatur|literaturverzeichnis|quellen|einzelnachweise|weblinks|impressum|" +
	"danksagung|sommaire|table des matières|bibliographie|références|remerciements|mentions légales|" +
	"índice|contenido|tabla de contenido|bibliografía|referencias|agradecimientos|indice|sommario|bibliografia|riferimenti|" +
	"inhoud|inhoudsopgave|literatuur|referências|conteúdo|sumário")

// abstracts are headings of a document's own summary.
var abstracts = lazySet("abstract|summary|executive summary|management summary|overview|key messages|key findings|at a glance|in brief|tl;dr|tldr|" +
	"zusammenfassung|kurzfassung|überblick|auf einen blick|résumé|synthèse|en bref|resumen|resumen ejecutivo|riassunto|sintesi|" +
	"samenvatting|resumo|sumário executivo|sammanfattning|resumé|sammendrag|streszczenie")

// generic are headings that are no title of a document.
var generic = lazySet("introduction|intro|background|preface|foreword|preamble|chapter|section|page|notes|note|home|menu|navigation|agenda|appendix|annex|" +
	"abstract|summary|executive summary|overview|einleitung|vorwort|präambel|kapitel|hintergrund|zusammenfassung|avant-propos|préface|préambule|" +
	"introducción|prólogo|preámbulo|introduzione|premessa|inleiding|voorwoord|introdução|prefácio|part i|part one|header|footer|title|subtitle|titel|titre|título|titolo|please wait|目录|目 录|目次|目錄|목차|目　录")

// closings end the newly written part of a message.
var closings = lazySet("best|best regards|kind regards|regards|warm regards|with kind regards|many thanks|thanks|thank you|thanks and regards|cheers|sincerely|" +
	"yours sincerely|yours faithfully|yours|best wishes|all the best|mit freundlichen grüßen|mit freundlichem gruß|freundliche grüße|viele grüße|" +
	"liebe grüße|beste grüße|herzliche grüße|mfg|vg|lg|gruß|grüße|cordialement|bien cordialement|bien à vous|salutations|saludos|un saludo|" +
	"atentamente|un cordial saludo|cordiali saluti|saluti|distinti saluti|met vriendelijke groet|groeten|atenciosamente|abraços")

// greetings open a message.
var greetings = lazySet("dear|hi|hello|hey|good|all|team|folks|sehr|liebe|lieber|hallo|guten|moin|bonjour|cher|chère|chers|madame|monsieur|salut|" +
	"hola|estimado|estimada|estimados|buenos|buenas|querido|querida|caro|cara|gentile|egregio|buongiorno|ciao|beste|geachte|dag|prezado|prezada|olá")

var boilerplatePhrases = finderOf("all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|" +
	"tutti i diritti riservati|privacy policy|cookie policy|we use cookies|accept cookies|terms of use|terms and conditions apply|" +
	"this page intentionally left blank|this page is intentionally left blank|click here to|subscribe to our|sign up for our|skip to content|" +
	"skip to main content|this e-mail and any|has been scanned for|this email and any|this message is intended only|intended solely for the|if you are not the intended|" +
	"diese e-mail enthält vertrauliche|ce message et toutes les pièces jointes|please consider the environment|sent from my |von meinem iphone|" +
	"licensed under the|permission is hereby granted, free of charge|without warranties or conditions of any kind|javascript is disabled|for other uses, see|this article is about|not to be confused with|" +
	"enable javascript|isbn |issn |printed in |" +
	"© 19|© 20|©19|©20|copyright ©|copyright (c)|(c) copyright|crown copyright")

// cues are words and pairs of words that announce a finding, a decision or a duty.
var cues = wordSet("recommend|recommends|recommended|recommendation|recommendations|conclude|concludes|conclusion|conclusions|decided|decision|agreed|" +
	"approved|rejected|deadline|objective|purpose|therefore|must|shall|required|requires|important|significant|significantly|finding|findings|results|" +
	"shows|showed|found that|in summary|in conclusion|the aim|key findings|responsible|effective|" +
	"beschlossen|vereinbart|genehmigt|abgelehnt|ergebnis|ergebnisse|empfehlen|empfohlen|empfehlung|frist|ziel|wichtig|zusammenfassend|daher|müssen|muss|zuständig|" +
	"recommande|recommandation|conclut|décidé|approuvé|rejeté|échéance|objectif|résultats|résultat|donc|doit|doivent|en résumé|en conclusion|" +
	"recomienda|recomendación|concluye|decidió|acordó|aprobado|rechazado|plazo|objetivo|resultados|resultado|debe|deben|en resumen|por tanto|" +
	"raccomanda|conclude|deciso|approvato|scadenza|obiettivo|risultati|devono|aanbevolen|besluit|conclusie|doel|resultaten|moeten|decidido|aprovado|prazo")

// dangling are words that lean on a sentence before: quoted alone they mislead.
var dangling = wordSet("this|that|these|those|it|they|he|she|however|but|and|so|such|also|thus|hence|moreover|furthermore|here|there|then|" +
	"dies|diese|dieser|dieses|es|sie|er|aber|und|doch|jedoch|auch|außerdem|dabei|dazu|deshalb|" +
	"cela|cette|ce|ces|il|elle|ils|elles|mais|et|cependant|toutefois|ainsi|esto|esta|este|estos|estas|pero|y|además|sin embargo|" +
	"questo|questa|ma|inoltre|tuttavia|dit|deze|dat|maar|en|ook|echter|isto|isso|mas|também")

// functionWords are frequent words of four letters or more that carry no matter;
// shorter words of Latin, Greek and Cyrillic script are passed over anyway.
var functionWords = wordSet("that|this|with|from|have|been|were|will|would|their|there|they|which|when|what|where|while|than|then|these|those|into|such|also|" +
	"more|most|other|some|only|over|under|about|after|before|between|through|during|should|could|must|shall|does|each|both|your|them|being|because|" +
	"nicht|eine|einer|eines|einem|einen|oder|auch|sich|wird|werden|wurde|wurden|sind|sein|seine|haben|kann|können|dass|diese|dieser|dieses|durch|nach|" +
	"über|unter|beim|sowie|wenn|aber|noch|nur|mehr|zwischen|gegen|ohne|dans|pour|avec|sont|plus|cette|leur|leurs|être|avoir|nous|vous|mais|comme|entre|" +
	"sans|sous|elle|elles|tout|tous|toute|para|como|pero|este|esta|estos|estas|entre|cuando|donde|sobre|desde|hasta|tiene|todos|toda|todas|della|delle|" +
	"degli|dell|nella|sono|essere|anche|come|quando|dalla|voor|niet|worden|wordt|deze|zijn|door|naar|maar|pela|pelo|mais|são|como|quando")
