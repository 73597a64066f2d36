package retrieval

import (
	"slices"
	"strings"

	"quire/knowledge"
	"quire/retrieval/index"
)

// aliases adds the other names of what the query's words hold, from the corrections of
// the corpus, and says so. Phrases, exclusions and fields are taken as they are.
func (p *plan) aliases(groups []knowledge.Alias) {
	if p.words == "" || len(groups) == 0 {
		return
	}
	asked, folded := p.folder.Text(p.words), p.folder.Fold(p.words, false)
	for _, g := range groups {
		holds := func(word string) bool {
			if !mayHold(folded, word) {
				return false
			}
			phrase, ok := p.folder.Phrase(word)
			return ok && asked.Holds(phrase)
		}
		typed := slices.IndexFunc(g.Words, holds)
		if typed < 0 {
			continue
		}
		var others []string
		for _, w := range g.Words {
			if !holds(w) {
				others = append(others, w)
				p.query.Also = append(p.query.Also, index.Alternative{For: g.Words[typed], Text: w})
			}
		}
		if len(others) > 0 {
			note := g.Words[typed] + " was searched as " + strings.Join(others, ", ") + " too, an alias by " + g.Author
			if g.Reason != "" {
				note += " (" + g.Reason + ")"
			}
			p.notes = append(p.notes, note)
		}
	}
}

// mayHold is a cheap test that most words of a long list fail: whether folded text holds
// the first letters and digits of a word in ASCII. Others are folded to find out.
func mayHold(folded, word string) bool {
	from := -1
	for i := range len(word) {
		switch c := word[i]; {
		case c >= 0x80:
			return true
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
			if from < 0 {
				from = i
			}
		case from >= 0:
			return strings.Contains(folded, strings.ToLower(word[from:i]))
		}
	}
	return from < 0 || strings.Contains(folded, strings.ToLower(word[from:]))
}
