package hygiene

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// kind is what a word or phrase does in an order to a model.
type kind uint8

const (
	drop    kind = iota // ignore, forget: as an order, or with a negation "do not follow"
	not                 // a negation that turns an order round
	prior               // previous, above
	every               // all, any
	yours               // your
	mine                // my, our: the orders of a person
	orders              // instructions, directives, prompt
	reveal              // print, repeat
	prompt              // system prompt
	secret              // initial, hidden, original: before orders
	become              // you are now: said to one reader
	play                // act as: may be said of anybody
	persona             // without restrictions, jailbroken
	agent               // AI assistant, language model
	reading             // reading this, processing this document
	ifYou               // if you are
	toAgent             // note to the, attention
	fresh               // new, the following: before orders
	hush                // do not tell
	user                // the user
	send                // send, forward
	talk                // this conversation, the chat history
	whole               // phrases that no text but an order to a model has
	kinds
)

// lexicon is the words of one language: phrases separated by commas. A "*" at the
// end of a word stands for any ending.
type lexicon struct {
	name  string
	words map[kind]string
}

// entry is one phrase of a lexicon.
type entry struct {
	lang  uint8
	kind  kind
	words []string // the first may be a stem
	stems []bool
}

// vocabulary is all lexicons, by the first word of each phrase.
type vocabulary struct {
	exact map[string][]entry // by a whole first word
	stems map[string][]entry // by the first stemRunes characters of a stem
	known map[string]bool    // Latin words that may be spelled letter by letter
	langs []string
	heads [1 << 16]bool // hashes of the first bytes of what exact and stems hold: most words have none
}

// head hashes the first n bytes of a word.
func head(word string, n int) uint16 {
	h := uint32(n)
	for i := range min(n, len(word)) {
		h = h*131 + uint32(word[i])
	}
	return uint16(h ^ h>>16)
}

// headBytes and shortBytes are how many bytes of a word are hashed.
const (
	headBytes  = 3
	shortBytes = 2
)

// stemRunes is how many characters of a stem it is found by; shortStem those of one
// that has no more.
const (
	stemRunes = 3
	shortStem = 2
)

var vocabularies = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{exact: map[string][]entry{}, stems: map[string][]entry{}, known: map[string]bool{}}
	for i, l := range slices.Concat(westernLexicons, romanceLexicons, slavicLexicons, asianLexicons) {
		v.langs = append(v.langs, l.name)
		for k := range kinds {
			for phrase := range strings.SplitSeq(l.words[k], ",") {
				v.add(uint8(i), k, phrase)
			}
		}
	}
	return v
})

func (v *vocabulary) add(lang uint8, k kind, phrase string) {
	e := entry{lang: lang, kind: k}
	for part := range strings.FieldsSeq(phrase) {
		word, stem := strings.CutSuffix(part, "*")
		toks := tokenize(fold(word), v)
		for i, t := range toks {
			e.words = append(e.words, t.text)
			e.stems = append(e.stems, stem && i == len(toks)-1)
			if len(t.text) > 1 && plain(t.text) {
				v.known[t.text] = true
			}
		}
	}
	if len(e.words) == 0 {
		return
	}
	first := e.words[0]
	hashed := headBytes
	if e.stems[0] {
		if utf8.RuneCountInString(first) < stemRunes {
			hashed = shortBytes
		}
		key := firstRunes(first, stemRunes)
		v.stems[key] = append(v.stems[key], e)
	} else {
		v.exact[first] = append(v.exact[first], e)
	}
	v.heads[head(first, hashed)] = true
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// matches reports whether the phrase stands at the beginning of toks.
func (e *entry) matches(toks []token) bool {
	if len(e.words) > len(toks) {
		return false
	}
	for i, w := range e.words {
		if toks[i].text != w && (!e.stems[i] || !strings.HasPrefix(toks[i].text, w)) {
			return false
		}
		if toks[i].sentence != toks[0].sentence {
			return false
		}
	}
	return true
}

// at calls f with each phrase that begins at toks[0].
func (v *vocabulary) at(toks []token, f func(*entry)) {
	word := toks[0].text
	if !v.heads[head(word, headBytes)] && !v.heads[head(word, shortBytes)] {
		return
	}
	for _, list := range [][]entry{v.exact[word], v.stems[firstRunes(word, stemRunes)], v.stems[firstRunes(word, shortStem)]} {
		for i := range list {
			if list[i].matches(toks) {
				f(&list[i])
			}
		}
	}
}

func (v *vocabulary) has(word string) (found bool) {
	v.at([]token{{text: word}}, func(*entry) { found = true })
	return found || v.known[word]
}

// cut returns the words of the vocabulary that letters spell, longest first; the
// letters as they are where they spell none.
func (v *vocabulary) cut(letters string) []string {
	if letters == "" {
		return nil
	}
	if v.known[letters] || len(letters) > 400 || !plain(letters) {
		return []string{letters}
	}
	// best[i] is the length of the last known word that ends at i in the cut with the
	// fewest unknown letters.
	cost, last := make([]int, len(letters)+1), make([]int, len(letters)+1)
	for i := 1; i <= len(letters); i++ {
		cost[i], last[i] = cost[i-1]+2, 1
		for n := 2; n <= min(i, 16); n++ {
			if v.known[letters[i-n:i]] && cost[i-n]+1 <= cost[i] {
				cost[i], last[i] = cost[i-n]+1, n
			}
		}
	}
	var out []string
	for i := len(letters); i > 0; i -= last[i] {
		out = append(out, letters[i-last[i]:i])
	}
	slices.Reverse(out)
	return out
}

// digitLetters are digits written for letters.
var digitLetters = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t")

// undigit returns the word that digits among letters stand for, where the
// vocabulary has it.
func (v *vocabulary) undigit(word string) string {
	if !strings.ContainsAny(word, "013457") || strings.Trim(word, "0123456789") == "" || utf8.RuneCountInString(word) < 3 {
		return word
	}
	if w := digitLetters.Replace(word); v.has(w) {
		return w
	}
	return word
}
