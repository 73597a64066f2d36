package semantics

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"quire/knowledge"
)

// Saying is a quoted sentence with the words that make it a decision, an obligation
// or an open point.
type Saying struct {
	Quote
	Cue string `json:"cue"` // the words that decided, as written, or the heading it stands under
}

// The caps of decisions, obligations and open points.
const (
	maxDecisions   = 30
	maxObligations = 40
)

// mode is what a sentence's words say about its force.
type mode uint8

const (
	resolves mode = 1 << iota // a decision was taken
	obliges                   // somebody must or must not
	hedges                    // a condition, a possibility, a wish, a denial: nothing is decided
	recounts                  // the word is one of guessing, "must have been", or of habit, "are approved by"
)

// forceRules are words, pairs and triples, each list with what it says.
var forceRules = []struct {
	mode mode
	list string
}{
	{resolves, "was approved|were approved|is approved|are approved|has approved|have approved|approved the|approved a|board approved|council approved|committee approved|" +
		"decided to|decided that|has decided|have decided|was decided|it was agreed|was agreed that|were agreed|agreed to|agreed that|resolved to|resolved that|it was resolved|" +
		"was adopted|were adopted|is adopted|was rejected|were rejected|rejected the"},
	{resolves, "beschließt|beschliesst|beschloss|beschlossen|wurde genehmigt|wurden genehmigt|wird genehmigt|genehmigte|wurde vereinbart|wurde abgelehnt|wurden abgelehnt|entschied|entschieden"},
	{resolves, "a décidé|ont décidé|est décidé|a été décidé|a approuvé|est approuvé|est approuvée|a été approuvé|a été approuvée|a adopté|est adopté|est adoptée|a été adopté|a été adoptée|" +
		"été rejeté|été rejetée|été convenu|il est convenu"},
	{resolves, "decidió|decidieron|acordó|acordaron|aprobó|aprobaron|se acuerda|se aprueba|fue aprobado|fue aprobada|fue rechazado|fue rechazada|" +
		"foi aprovado|foi aprovada|foi decidido|decidiu|ficou combinado|ha deciso|stato approvato|stato deciso"},
	{obliges, "must|shall|is required to|are required to|is obliged to|are obliged to|is obligated to|has the duty to|is prohibited|are prohibited|is forbidden"},
	{obliges, "muss|müssen|ist verpflichtet|sind verpflichtet|verpflichtet sich|verpflichten sich|darf nicht|dürfen nicht|ist untersagt|ist verboten"},
	{obliges, "doit|doivent|est tenu de|est tenue de|sont tenus de|sont tenues de|s engage à|s engagent à|est interdit|est interdite"},
	{obliges, "debe|deben|deberá|deberán|está obligado|están obligados|se compromete a|se obliga a|queda prohibido|queda prohibida|deve|devem|dovrà|deverá"},
	// With these a sentence resolves nothing by itself.
	{hedges, "if|whether|unless|may|might|can|could|would|should|will|not|never|nobody|no|until|when|once|asks|asked|proposes|proposed|propose|" +
		"falls|wenn|sofern|ob|kann|könnte|können|würde|sollte|soll|sollen|nicht|kein|keine|bevor|sobald|bis|schlägt|" +
		"si|peut|pourrait|ne|pas|avant|quand|lorsque|aucun|aucune|puede|podría|cuando|antes|ninguna|ningún|não|se pode|quando|ainda|ninguém"},
	// With these a word of duty tells what is likely, or is a manner of speaking, and a
	// word of decision tells what is usual.
	{recounts, "must have|must be wrong|must be right|must be a|must admit|must say|must confess|shall we|shall i|must i|must we|muss wohl|müssen wohl|doit avoir|debe haber|debe de|" +
		"if you must|i must|i shall|one must be|ne er shall|we shall see|you shall hear|needless to say|listed below are|" +
		"is approved by|are approved by|is adopted by|are adopted by|wird genehmigt von|wird genehmigt durch|est approuvé par|est approuvée par"}, // a rule says who approves
}

// forceWords holds the phrases of forceRules by the key of their words.
var forceWords = sync.OnceValue(func() map[uint64]mode {
	out := map[uint64]mode{}
	for _, r := range forceRules {
		for key := range wordSet(r.list)() {
			out[key] |= r.mode
		}
	}
	return out
})

// forceful are the longest words of the phrases that decide or oblige: a sentence
// without any of them need not be read.
var forceful = sync.OnceValue(func() map[uint64]bool {
	out := map[uint64]bool{}
	for _, r := range forceRules {
		if r.mode&(resolves|obliges) == 0 {
			continue
		}
		for entry := range strings.SplitSeq(r.list, "|") {
			var longest word
			eachWord(entry, func(w word) {
				if w.letters > longest.letters {
					longest = w
				}
			})
			out[longest.key] = true
		}
	}
	return out
})

// readMode says what a sentence's words say about its force, and where the first
// words that say so stand, which say first; end is -1 where none do. A hedge behind them
// is part of what was decided.
func readMode(words []word) (m, first mode, at, end int) {
	end = -1
	for i := range words {
		key := uint64(0)
		for n := range min(3, len(words)-i) {
			key = pairKey(key, words[i+n].key)
			said := forceWords()[key]
			if said&hedges != 0 && end < 0 {
				m |= hedges
			}
			m |= said &^ hedges
			if said&(resolves|obliges) != 0 && (end < 0 || i == at) {
				first, at, end = said, i, i+n
			}
		}
	}
	return m, first, at, end
}

// force says what a sentence is, and by which words. Questions are neither, and a
// sentence that leans on the one before, or on a list behind it, would mislead alone.
func (c *sentence) force() (decision, obligation bool, cue knowledge.Span) {
	if !c.forceful || strings.HasSuffix(c.text, "?") || strings.HasSuffix(c.text, ":") || c.block.Kind == knowledge.Heading {
		return false, false, cue
	}
	words := wordsOf(c.block.text[c.span[0]:c.span[1]], nil)
	m, first, at, end := readMode(words)
	if end < 0 || m&recounts != 0 || c.dangling && at > 0 { // but "it was agreed that" leans on nothing
		return false, false, cue
	}
	cue = knowledge.Span{c.span[0] + words[at].at, c.span[0] + words[end].end}
	if insideName(c.block.text, cue) || verse(c.text) {
		return false, false, cue
	}
	switch {
	case first&resolves != 0 && m&hedges == 0: // what was decided may be a duty
		return true, false, cue
	case m&obliges != 0 && at > 0 && !relative(words, at): // a sentence that begins with the word of duty asks or is cut
		return false, true, cue
	}
	return false, false, cue
}

// insideName reports that a word is a part of a name of a file or of a code: X.must.txt.
func insideName(s string, at knowledge.Span) bool {
	before := at[0] > 0 && strings.IndexByte("./_-@", s[at[0]-1]) >= 0
	behind := at[1]+1 < len(s) && strings.IndexByte("./_@-", s[at[1]]) >= 0 && asciiLetter(s[at[1]+1])
	quote := at[1] < len(s) && s[at[1]] == '"' || strings.HasPrefix(s[at[1]:], "”") || strings.HasPrefix(s[at[1]:], "“")
	return before || behind || quote
}

// verse reports a sentence of lines that all begin with a capital or a mark of quotation:
// nobody owes what a poem says.
func verse(s string) bool {
	n := 0
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimLeft(line, " \t\"“„«'’")
		if r, _ := utf8.DecodeRuneInString(line); line == "" || len(line) > 70 || !unicode.IsUpper(r) {
			return false
		}
		n++
	}
	return n > 2
}

// pronouns and joining words that make "what you must do" a part of speech, not a duty.
var (
	pronouns = wordSet("i|you|we|they|it|he|she|one|man|wir|sie|ich|er|es|il|elle|on|nous|vous|ils|elles")
	joining  = wordSet("that|which|what|how|when|whether|if|where|why|as|was|wie|wann|ob|die|das|den|que|qui|ce|comment|quand|lo|cómo|cuando")
)

// relative reports that the word of duty at words[i] belongs to a clause about a duty:
// "measures that you must take".
func relative(words []word, i int) bool {
	return i >= 2 && pronouns()[words[i-1].key] && joining()[words[i-2].key] || i >= 1 && joining()[words[i-1].key]
}

// duties collects decisions and obligations, in reading order.
func (k *Knowledge) duties(v *view, all []sentence) {
	seen := map[string]bool{} // a text in two places says it once
	for i := range all {
		c := &all[i]
		if c.forceful || c.block.Kind == knowledge.ListItem {
			key := titleKey(c.text)
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		under := v.underDecisions(c.block)
		decision, obligation, cue := c.force()
		switch {
		case under != nil && !c.dangling && c.opening:
			k.decided(c, under.plain(under.whole()))
		case decision:
			k.decided(c, c.block.plain(cue))
		case obligation && len(k.Obligations) < maxObligations:
			k.Obligations = append(k.Obligations, Saying{c.block.quote(c.span), c.block.plain(cue)})
		case obligation:
			k.Omitted.Obligations++
		}
	}
}

func (k *Knowledge) decided(c *sentence, cue string) {
	if len(k.Decisions) == maxDecisions {
		k.Omitted.Decisions++
		return
	}
	k.Decisions = append(k.Decisions, Saying{c.block.quote(c.span), cue})
}

// decisionHeadings are headings under which each item is a decision.
var decisionHeadings = lazySet("decisions|decisions taken|decisions made|resolutions|beschlüsse|beschlossen|entscheidungen|gefasste beschlüsse|décisions|décisions prises|" +
	"acuerdos|acuerdos adoptados|decisiones|decisões|deliberações|o que ficou combinado|decisioni")

// underDecisions returns the heading of decisions that b is an item under, nil where
// there is none: a paragraph there may say anything.
func (v *view) underDecisions(b *block) *block {
	if b.section == 0 || b.Kind != knowledge.ListItem {
		return nil
	}
	h := &v.blocks[b.section-1]
	if h.Span.Len() < 60 && decisionHeadings()[headingKey(h.plain(h.whole()))] {
		return h
	}
	return nil
}
