package semantics

import "strings"

// lexicon finds phrases in a run of words. What it holds is compared by hashes of
// words in lower case, so that spacing, case and punctuation do not matter.
type lexicon struct {
	first map[uint64][]phrase
	gate  [64]uint64 // one bit for each first word: most words of a text are in no phrase
}

// phrase is one entry: the words after the first, and what the phrase stands for.
type phrase struct {
	rest []uint64
	cue  cue
}

// cue is what a phrase stands for: a class, and a code within it.
type cue struct {
	class  cueClass
	code   string
	weight int    // of a sign of a kind of document
	langs  string // ISO 639-3 codes of documents that it counts in, "" for all
	form   string // how it must be written, "" for any
}

// cueClass says which rules read a phrase.
type cueClass int

const (
	kindTitle     cueClass = iota // names a kind of document in its title
	kindHeading                   // is a heading of such documents
	kindLabel                     // stands before a value in such documents
	kindPhrase                    // stands in the text of such documents
	identifierCue                 // stands before an identifier
	peopleLabel                   // stands before names of people
	placeLabel                    // stands before a place
	honorific                     // stands before the name of a person
	legalForm                     // stands behind the name of an organisation
	openCue                       // says that something is not settled
)

// add puts the phrases of a list, apart by "|", into the lexicon.
func (l *lexicon) add(list string, c cue) {
	if l.first == nil {
		l.first = map[uint64][]phrase{}
	}
	for entry := range strings.SplitSeq(list, "|") {
		var keys []uint64
		eachWord(entry, func(w word) { keys = append(keys, w.key) })
		if len(keys) == 0 {
			continue
		}
		l.gate[keys[0]>>6&63] |= 1 << (keys[0] & 63)
		l.first[keys[0]] = append(l.first[keys[0]], phrase{keys[1:], c})
	}
}

// each calls f with every phrase that begins at words[i] and the number of its
// words.
func (l *lexicon) each(words []word, i int, f func(c cue, n int)) {
	key := words[i].key
	if l.gate[key>>6&63]&(1<<(key&63)) == 0 {
		return
	}
next:
	for _, p := range l.first[key] {
		if i+1+len(p.rest) > len(words) {
			continue
		}
		for j, k := range p.rest {
			if words[i+1+j].key != k {
				continue next
			}
		}
		f(p.cue, 1+len(p.rest))
	}
}

// wordsOf returns the words of s, in a buffer that is used again.
func wordsOf(s string, buffer []word) []word {
	buffer = buffer[:0]
	eachWord(s, func(w word) { buffer = append(buffer, w) })
	return buffer
}
