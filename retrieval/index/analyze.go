package index

import (
	"slices"
	"unicode/utf8"

	"quire/knowledge"
)

// kind says how a term came out of the text. Every kind is indexed; the kinds
// differ in what they count for, in a passage's length and in a query.
type kind uint8

const (
	plain   kind = iota // a word or a pair of characters: these alone make up the length
	exact               // a word with its accents, beside its plain form
	joined              // a compound in one piece: email for e-mail, 2.6.3 for v2.6.3
	part                // a piece of a word or number: foo of fooBar, 3 of 3.14
	single              // one character of a run that is indexed in pairs; no query asks for it
	full                // a pair of characters with their marks, beside their base letters
	stemmed             // a stem in the language of the text, or in those of the index for a query
	literal             // an ASCII word with its ending, beside its stem
	numKind = iota
)

// token is one term in analyzer.buf.
type token struct {
	end  int // it begins where the one before ends
	kind kind
}

// analyzer turns text into terms. It is the one path for passages and queries;
// buffers and the memory of stems are reused from text to text.
type analyzer struct {
	buf    []byte
	tokens []token

	bare    bool             // terms are only counted: no stemming
	langs   []int            // of stemLanguages: those whose stems are emitted
	memory  map[string]forms // of words seen, nil where they are not kept
	stemmer stemmer
	folder  folder
	pieces  []piece
	scratch []byte
}

func newAnalyzer() *analyzer { return &analyzer{folder: newFolder()} }

// remember makes the analyzer keep the forms of the words it has seen, which pays
// for whole corpora.
func (a *analyzer) remember() *analyzer {
	a.memory = make(map[string]forms)
	return a
}

// speak makes the analyzer emit stems of these languages besides. What it remembers
// holds for one set of languages.
func (a *analyzer) speak(langs ...int) {
	if !slices.Equal(a.langs, langs) {
		a.langs = append(a.langs[:0], langs...)
		clear(a.memory)
	}
}

// Analyze returns the terms that a query text is searched by, in order and with
// repetitions.
func Analyze(text string) []string {
	a := newAnalyzer()
	a.run(text)
	terms := make([]string, 0, len(a.tokens))
	a.each(func(term []byte, k kind) {
		if k != single {
			terms = append(terms, string(term))
		}
	})
	return terms
}

// CountTerms returns the lengths of d's fields in terms, as the index counts
// them: a word is one term whatever else it can be found by.
func CountTerms(d Doc) knowledge.Lengths {
	a := newAnalyzer()
	a.bare = true
	return knowledge.Lengths{Text: a.count(d.Text), Heading: a.count(d.Heading), Title: a.count(d.Title)}
}

func (a *analyzer) count(text string) int64 {
	a.run(text)
	return int64(a.length())
}

// length returns the number of terms of the last text that count as its length.
func (a *analyzer) length() int {
	n := 0
	for _, t := range a.tokens {
		if t.kind == plain {
			n++
		}
	}
	return n
}

// each calls f with every term of the last text. The bytes are only lent.
func (a *analyzer) each(f func(term []byte, k kind)) {
	start := 0
	for _, t := range a.tokens {
		f(a.buf[start:t.end], t.kind)
		start = t.end
	}
}

// run divides text into terms.
func (a *analyzer) run(text string) {
	a.buf, a.tokens = a.buf[:0], a.tokens[:0]
	for i := 0; i < len(text); {
		c, n := classAt(text, i)
		switch {
		case c == separator || c == ignored:
			i += n
		case c.spaceless():
			i = a.runOf(text, i, c)
		default:
			i = a.compound(text, i)
		}
	}
}

func classAt(s string, i int) (class, int) {
	if b := s[i]; b < utf8.RuneSelf {
		return asciiClass[b], 1
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	return classOf(r), n
}

// end closes the term that has been appended to buf since the last one; an empty
// one is no term.
func (a *analyzer) end(k kind) {
	last := 0
	if n := len(a.tokens); n > 0 {
		last = a.tokens[n-1].end
	}
	if len(a.buf) > last {
		a.tokens = append(a.tokens, token{len(a.buf), k})
	}
}
