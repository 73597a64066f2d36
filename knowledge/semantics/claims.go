package semantics

import (
	"cmp"
	"slices"
	"strings"

	"quire/knowledge"
)

// The shape of a sentence whose figures are kept as claims, in bytes and words.
const (
	maxClaimBytes = 300
	minClaimWords = 3 // besides the value; two words and a value are no subject and attribute
	maxClaimWords = 45
)

// maxClaims bounds what is looked at of one document before the best are chosen.
const maxClaims = 4000

// claimReader collects the claims of a document.
type claimReader struct {
	lang  string
	all   []knowledge.Claim
	score []int
	byKey map[string]int // place in all; -1 where the document gives two values
}

// claimsOf returns what the document gives values for, what is called by name first,
// then what is said in most words. Where it gives two values for one thing, it is
// not known which of them holds, and neither is a claim.
func claimsOf(v *view, lang string) []knowledge.Claim {
	r := claimReader{lang: lang, byKey: map[string]int{}}
	for _, b := range v.proseBlocks() {
		if len(r.all) >= maxClaims {
			break
		}
		if body := b.body(); !strings.ContainsAny(body, "0123456789") && !answerParts().in(body) {
			continue
		}
		b.sentences(func(s knowledge.Span) bool {
			if s.Len() <= maxClaimBytes {
				r.sentence(b, s)
			}
			return len(r.all) < maxClaims
		})
	}
	for i := range v.blocks {
		if b := &v.blocks[i]; b.Kind == knowledge.Table && len(r.all) < maxClaims {
			r.table(b, headingAbove(v, b))
		}
	}
	order := make([]int, 0, len(r.all))
	for i := range r.all {
		if r.byKey[r.all[i].Key] == i {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.score[b], r.score[a]) })
	out := make([]knowledge.Claim, len(order))
	for i, at := range order {
		out[i] = r.all[at]
	}
	return out
}

func (r *claimReader) add(c knowledge.Claim, words int) {
	if at, ok := r.byKey[c.Key]; ok {
		if at >= 0 && (r.all[at].Value != c.Value || r.all[at].Kind != c.Kind) {
			r.byKey[c.Key] = -1
		}
		return
	}
	r.byKey[c.Key] = len(r.all)
	r.all = append(r.all, c)
	score := min(words, 30)
	if c.Named {
		score += 100
	}
	r.score = append(r.score, score)
}

// sentence adds the claims of a sentence: each of its figures, for what the other
// words say; where it has none, whether it affirms or denies.
func (r *claimReader) sentence(b *block, s knowledge.Span) {
	text := b.text[s[0]:s[1]]
	var tokens []token
	eachToken(text, func(t token) { tokens = append(tokens, t) })
	least := minClaimWords
	if strings.Contains(text, ": ") {
		least-- // a label and its value
	}
	if len(tokens) < least || len(tokens) > maxClaimWords || strings.HasSuffix(text, "?") {
		return
	}
	figures := figuresIn(text, r.lang)
	for i := range figures {
		f := &figures[i]
		if f.kind == 'd' && (strings.Trim(text[:f.span[0]], "*_( ") == "" || len(text) <= dateLine && dateCue(strings.ToLower(text[:f.span[0]]))) {
			continue // the date of an entry or of the document itself
		}
		if footnote(text, f.span) {
			continue
		}
		key, words := sentenceKey(text, tokens, f.span)
		if words < least {
			continue
		}
		at := knowledge.Span{s[0] + f.span[0], s[0] + f.span[1]}
		r.add(knowledge.Claim{
			Key: hashText(pairKey(key, uint64(f.kind))), Kind: f.kind, Named: named(text, tokens, f.span, r.lang),
			Value: f.value, Unit: b.unit.Name, Span: at, Written: written(b.plain(at)),
		}, words)
	}
	if len(figures) == 0 {
		r.answer(b, s, text, tokens)
	}
}

// footnote reports a number that is no value: a mark in brackets behind a word.
func footnote(text string, at knowledge.Span) bool {
	before, after := strings.TrimSuffix(text[:at[0]], "^"), text[at[1]:]
	return strings.HasSuffix(before, "[") && strings.HasPrefix(after, "]") ||
		strings.HasSuffix(before, "\\[") && strings.HasPrefix(after, "\\]")
}

// maxWritten is how many bytes of a written value are kept: a date in words.
const maxWritten = 40

func written(s string) string { return strings.ReplaceAll(knowledge.Line(s, maxWritten), "|", "/") }

var articles = wordSet("a|an|the|der|die|das|dem|den|des|ein|eine|einen|einem|einer|eines|le|la|les|un|une|el|los|las|una|il|lo|gli|het|een|os|as|um|uma")

// sentenceKey hashes the words of a sentence without articles, and with a mark where
// the value stands.
func sentenceKey(text string, tokens []token, slot knowledge.Span) (key uint64, words int) {
	key = 's'
	marked := false
	for i := range tokens {
		t := &tokens[i]
		if t.start >= slot[0] && t.start < slot[1] {
			if !marked {
				key = pairKey(key, '#')
			}
			marked = true
			continue
		}
		if articles()[t.key] || weekday(text[t.start:t.end]) {
			continue
		}
		key = pairKey(key, t.key)
		if t.letters > 0 {
			words++
		}
	}
	return key, words
}

// named reports a name or an identifier among the words of a sentence: a word with a
// capital letter that does not stand first. German writes every noun so: there it
// takes two in a row.
func named(text string, tokens []token, slot knowledge.Span, lang string) bool {
	for i := range tokens {
		t := &tokens[i]
		word := text[t.start:t.end]
		if t.start >= slot[0] && t.start < slot[1] || month(word, lang) > 0 || weekday(word) || codes()[word] {
			continue
		}
		if t.identifier() && !ordinal(word) {
			return true
		}
		if i == 0 || !t.capital || t.letters < 2 || !t.joined {
			continue
		}
		if lang != "deu" || i > 1 && tokens[i-1].capital && tokens[i-1].joined {
			return true
		}
	}
	return false
}

// ordinal reports 3rd, 21st, 2e: a digit with a short ending.
func ordinal(word string) bool { return word != "" && isDigit(word[0]) && len(word) <= 5 }

var weekdays = lazySet("monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|" +
	"lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo")

// weekday reports the name of a day, which says nothing beside a date.
func weekday(word string) bool {
	return len(word) >= 5 && len(word) <= 12 && weekdays()[strings.ToLower(word)]
}
