package proof

import (
	"strings"

	"quire/knowledge/semantics"
)

// Sentences returns the sentences of a text of several paragraphs.
func Sentences(text string) []string {
	var out []string
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		for _, at := range semantics.Sentences(paragraph) {
			out = append(out, paragraph[at[0]:at[1]])
		}
	}
	return out
}

// Replaces reports that a sentence says of its document that it replaces another.
func Replaces(sentence, code string) bool {
	l := read(sentence, codeOf(sentence, code), 0)
	return classesOf(l.tokens)&(replaces|withdrawn) == replaces
}

// Withdrawn reports that a sentence says that something is superseded or no longer
// in force.
func Withdrawn(sentence, code string) bool {
	return classesOf(read(sentence, codeOf(sentence, code), 0).tokens)&withdrawn != 0
}

// SearchText is what to search a corpus for to find evidence of a statement: the
// words that bear meaning and the values as they are written.
func (s *Statement) SearchText() string {
	l, _ := s.read()
	out := ""
	for i := range l.tokens {
		if t := &l.tokens[i]; t.bears() {
			out += s.Text[t.start:t.end] + " "
		}
	}
	if out == "" {
		return s.Text
	}
	return out
}

// Checkable reports whether a statement can be held against anything.
func (s *Statement) Checkable() bool {
	l, _ := s.read()
	return notCheckable(s, l) == ""
}
