package semantics

import (
	"strings"

	"quire/knowledge"
)

// answerWords are the words of a rule that holds or does not hold.
var answerWords = wordSet("allowed|permitted|required|included|mandatory|compulsory|available|possible|approved|accepted|refundable|covered|insured|" +
	"erlaubt|gestattet|zulässig|erforderlich|enthalten|inbegriffen|verpflichtend|verfügbar|möglich|genehmigt|versichert|" +
	"autorisé|autorisée|permis|permise|requis|requise|inclus|incluse|obligatoire|disponible|possible|" +
	"permitido|permitida|requerido|requerida|incluido|incluida|obligatorio|obligatoria|disponible|posible|" +
	"consentito|permesso|richiesto|incluso|obbligatorio|toegestaan|vereist|inbegrepen|verplicht")

// denials are the words that turn a sentence round and say nothing else.
var denials = wordSet("not|never|no|nicht|nie|kein|keine|keinen|keiner|keinerlei|ne|n|pas|non|niet|geen|nao|não|jamais")

// answerParts are of what every one of the answer words has one: a cheap look for them.
var answerParts = finderOf("llowed|ermitted|equired|ncluded|andatory|ompulsory|vailable|ossible|pproved|ccepted|efundable|overed|nsured|" +
	"erlaubt|gestattet|zulässig|erforderlich|enthalten|begriffen|verpflicht|verfügbar|möglich|genehmigt|versichert|" +
	"utorisé|permis|requis|nclus|bligato|isponible|ermitid|equerid|ncluid|osible|consentito|permesso|richiesto|toegestaan|vereist|inbegrepen")

// answer adds the claim of a sentence that says whether something is so: its words
// without the denial, and whether there was one.
func (r *claimReader) answer(b *block, s knowledge.Span, text string, tokens []token) {
	cue, no := -1, -1
	denied := 0
	for i := range tokens {
		switch {
		case denials()[tokens[i].key]:
			if i > 0 && denials()[tokens[i-1].key] || i > 1 && denied == 1 && b.elided(text, tokens[no], tokens[i]) {
				continue // ne … pas is one denial
			}
			denied++
			no = i
		case answerWords()[tokens[i].key]:
			cue = i
		}
	}
	if cue < 0 || denied > 1 {
		return
	}
	key, words := uint64('a'), 0
	for i := range tokens {
		t := &tokens[i]
		if denials()[t.key] || articles()[t.key] {
			continue
		}
		key = pairKey(key, t.key)
		words++
	}
	if words < minClaimWords {
		return
	}
	value, from := "yes", tokens[cue].start
	if denied == 1 {
		value, from = "no", min(from, tokens[no].start)
	}
	to := max(tokens[cue].end, from)
	if no >= 0 {
		to = max(to, tokens[no].end)
	}
	at := knowledge.Span{s[0] + from, s[0] + to}
	r.add(knowledge.Claim{
		Key: hashText(key), Kind: 'y', Named: named(text, tokens, knowledge.Span{}, r.lang), Value: value, Unit: b.unit.Name, Span: at, Written: written(b.plain(at)),
	}, words)
}

// elided reports the two halves of a French denial.
func (b *block) elided(text string, first, second token) bool {
	a, z := strings.ToLower(text[first.start:first.end]), strings.ToLower(text[second.start:second.end])
	return (a == "ne" || a == "n") && (z == "pas" || z == "jamais")
}

// yesNo reads a cell that answers a question.
func yesNo(cell string) string {
	switch strings.ToLower(strings.TrimSpace(cell)) {
	case "yes", "ja", "oui", "sí", "si", "sì", "sim", "✓", "✔", "true":
		return "yes"
	case "no", "nein", "non", "não", "nee", "✗", "✘", "false":
		return "no"
	}
	return ""
}
