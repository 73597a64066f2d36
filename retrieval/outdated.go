package retrieval

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"quire/internal/lazy"
	"quire/knowledge"
	"quire/retrieval/proof"
)

// whyOutdated says why a source supports nothing any more; "" where it does: it is
// stale, says of itself that it is superseded, has a later version beside it, another
// document supersedes it, or one that links to it says that it replaces it.
func (pr *prover) whyOutdated(s *knowledge.Source) (string, error) {
	if why, ok := pr.outdated[s.ID]; ok {
		return why, nil
	}
	why, err := pr.findOutdated(s)
	if err == nil {
		pr.outdated[s.ID] = why
	}
	return why, err
}

func (pr *prover) findOutdated(s *knowledge.Source) (string, error) {
	if s.Stale && s.TrustTier() == knowledge.AuthoredTier {
		return s.Path + ": " + s.Detail, nil
	}
	if s.Stale {
		return s.Path + " could not be read since; its text is of an earlier sync", nil
	}
	why, _, err := pr.superseded(s)
	return why, err
}

// superseded says why a document no longer counts, and which one does instead, "" where
// nothing names it.
func (pr *prover) superseded(s *knowledge.Source) (why, by string, err error) {
	head, err := pr.head(s)
	if err != nil {
		return "", "", err
	}
	row, err := pr.view.edges(s.ID)
	if err != nil {
		return "", "", err
	}
	at := row.successor()
	if at >= 0 {
		if by, err = pr.newest(row.In[at].ID); err != nil {
			return "", "", err
		}
	}
	for _, sentence := range head {
		if speaksOfItself(sentence) && proof.Withdrawn(sentence, s.Language) { // the cheap one first
			return s.Path + " says of itself: " + knowledge.Line(sentence, 200), by, nil
		}
	}
	if at >= 0 {
		next, err := pr.view.Source(row.In[at].ID)
		if err != nil {
			return "", "", err
		}
		return row.In[at].because(next), by, nil
	}
	for _, in := range row.In {
		if in.Kind != "links-to" {
			continue
		}
		other, err := pr.view.Source(in.ID)
		if err != nil {
			return "", "", err
		}
		said, err := pr.saysItReplaces(other, s)
		if err != nil {
			return "", "", err
		}
		if said != "" {
			return other.Path + " says: " + knowledge.Line(said, 200), other.ID, nil
		}
	}
	return "", "", nil
}

// successor returns the place among the edges of what supersedes a document, -1 where
// nothing does.
func (r edgeRow) successor() int {
	return slices.IndexFunc(r.In, func(in edgeRef) bool { return in.Kind == string(knowledge.CorrectSupersedes) })
}

// maxVersions bounds the chain of versions that is followed.
const maxVersions = 100

// newest returns the last of the documents that supersede one another.
func (pr *prover) newest(id string) (string, error) {
	for range maxVersions {
		row, err := pr.view.edges(id)
		if err != nil {
			return "", err
		}
		at := row.successor()
		if at < 0 {
			break
		}
		id = row.In[at].ID
	}
	return id, nil
}

// saysItReplaces returns the sentence in which a document says that it replaces an older
// one, by its file's name or under the same title; "" where it does not.
func (pr *prover) saysItReplaces(newer, older *knowledge.Source) (string, error) {
	said, err := pr.head(newer)
	if err != nil {
		return "", err
	}
	titled := sameTitle(older.Title, newer.Title)
	for _, sentence := range said {
		if (titled || strings.Contains(sentence, path.Base(older.Path))) && proof.Replaces(sentence, newer.Language) { // the cheap ones first
			return sentence, nil
		}
	}
	return "", nil
}

// sameTitle reports that a title has most words of another: a new version of a paper
// is called as the old one.
func sameTitle(old, new string) bool {
	words := strings.FieldsFunc(strings.ToLower(old), func(r rune) bool { return !unicode.IsLetter(r) })
	there := strings.FieldsFunc(strings.ToLower(new), func(r rune) bool { return !unicode.IsLetter(r) })
	n := 0
	for _, w := range words {
		if slices.Contains(there, w) {
			n++
		}
	}
	return len(words) > 0 && n*3 >= len(words)*2
}

// headBytes is how far into a document it is read for what it says of itself.
const headBytes = 2000

// head returns the first sentences of a document.
func (pr *prover) head(s *knowledge.Source) ([]string, error) {
	if s.Recipe == "" {
		return nil, nil
	}
	text, _, err := pr.view.span(s, knowledge.Span{0, headBytes})
	if err != nil {
		doc, err := pr.view.Document(s)
		if err != nil {
			return nil, err
		}
		text = []byte(doc.Text)
	}
	return proof.Sentences(strings.ToValidUTF8(string(text[:min(len(text), headBytes)]), "")), nil
}

// itself are the words with which a document speaks of itself at the beginning of a
// sentence.
var itself = lazy.Regexp(`(?i)^[\s#>*_("-]*(status|this|superseded|replaced|obsolete|withdrawn|note|dieses?|diese|ersetzt durch|status:|ungültig|cette?|ce |remplacé|statut|este|esta|estado|sustituid|reemplazad|derogad)`)

func speaksOfItself(sentence string) bool { return itself().MatchString(sentence) }
