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
	asked := p.folder.Text(p.words)
	for _, g := range groups {
		holds := func(word string) bool {
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
