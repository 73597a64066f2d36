package relations

import (
	"strings"
	"unicode"

	"quire/knowledge"
)

// first reports that who stands first in the pair.
func (s *statement) first() bool { return s.who < s.other }

// by reports that the other replaces the one that says so.
func (s *statement) by() bool { return s.said.By }

func (s *statement) evidence(j *joiner) Evidence {
	return Evidence{Source: j.nodes[s.who].ID, Unit: s.said.Unit, Span: s.said.Span, Text: s.said.Text}
}

// several stands for more than one document of the name that a statement uses.
const several = -2

// statements returns what nodes say of replacing others, where it is known which: by
// a link, by the name of a file, or by a title that only one document has.
func (j *joiner) statements() []statement {
	var all []statement
	var asks []ask
	var haves []have
	for i := range j.nodes {
		n := &j.nodes[i]
		if !j.part.owns(i) {
			continue
		}
		for k := range n.Facts.Replaces {
			if said := &n.Facts.Replaces[k]; said.Target != "" {
				asks = j.scopes[i].said(asks, said, n.Type, len(all))
				all = append(all, statement{who: i, other: none, said: said})
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	for i := range j.nodes {
		haves = append(haves, have{key: pathKey(j.nodes[i].Path), node: i})
		haves = j.scopes[i].names(haves, i, j.nodes[i].Type)
		if full := wordsOf(j.nodes[i].Facts.Title); strings.Contains(full, " ") {
			haves = append(haves, have{key: titleName(full), node: i})
		}
	}
	for hits := range nearest(match(asks, haves)) {
		s := &all[hits[0].who]
		for _, h := range hits {
			switch {
			case h.node == none, h.node == s.who, s.other == several:
			case s.other == none || j.same[s.other] == j.same[h.node]:
				s.other = h.node
			default:
				s.other = several
			}
		}
	}
	out := all[:0]
	for _, s := range all {
		if s.other >= 0 {
			out = append(out, s)
		}
	}
	return out
}

// said adds the names that the target of a statement may mean.
func (s scope) said(asks []ask, said *knowledge.Said, format string, who int) []ask {
	if said.Target == "" {
		return asks
	}
	asks = s.ask(asks, Link{Target: said.Target}, format, who)
	if !strings.Contains(said.Target, "://") {
		asks = s.askName(asks, said.Target, who)
	}
	for _, key := range titleAsks(said.Target) {
		asks = append(asks, ask{key: titleName(key), who: who, tier: fileName + 1})
	}
	return asks
}

// wordsOf is a title in the form in which it is compared with what others write.
func wordsOf(title string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}), " ")
}

// titleAsks are the titles that a few words may be: as they are, without an article,
// without what they call the document, without a date behind it.
func titleAsks(target string) []string {
	words := strings.Fields(wordsOf(target))
	var out []string
	for len(words) > 1 {
		out = append(out, strings.Join(words, " "))
		for i, w := range words {
			if i > 1 && tailWords[w] {
				out = append(out, strings.Join(words[:i], " "))
				break
			}
		}
		if !leadWords[words[0]] {
			break
		}
		words = words[1:]
	}
	return out
}

var tailWords = map[string]bool{"of": true, "dated": true, "from": true, "issued": true, "which": true, "vom": true, "von": true, "du": true, "del": true, "dal": true, "van": true}

var leadWords = map[string]bool{"the": true, "our": true, "a": true, "document": true, "policy": true, "paper": true, "guideline": true, "earlier": true, "previous": true,
	"der": true, "die": true, "das": true, "den": true, "le": true, "la": true, "el": true, "il": true, "de": true}

// unnamed returns a statement of one of two nodes that it replaces an earlier version,
// without a name: which one, only likeness can say.
func (j *joiner) unnamed(a, b int) *statement {
	for _, who := range []int{a, b} {
		other := a + b - who
		for k := range j.nodes[who].Facts.Replaces {
			said := &j.nodes[who].Facts.Replaces[k]
			if lower := strings.ToLower(said.Target); versionPhrase(lower) && !strings.ContainsAny(lower, "./") && j.onlyVersion(a, b) {
				return &statement{who: who, other: other, said: said}
			}
		}
	}
	return nil
}

// onlyVersion reports names that differ by the mark of a version alone.
func (j *joiner) onlyVersion(a, b int) bool {
	return j.names[a].folder == j.names[b].folder && j.names[a].document == j.names[b].document
}

// versionPhrase reports words such as the previous version, the edition of May.
func versionPhrase(lower string) bool {
	for _, w := range []string{"version", "edition", "draft", "fassung", "ausgabe", "entwurf", "édition", "versión", "edición", "versione", "edizione", "versie"} {
		if strings.Contains(lower, w) {
			return true
		}
	}
	return false
}
