package pipeline

import (
	"strings"
	"unicode"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/knowledge/overlay"
)

// ownAliases returns the groups of words that may be published: those of which no text
// repeats the title of a withdrawn document. A title that a document has which stays is
// nobody's secret.
func (r *run) ownAliases(all []knowledge.Alias) []knowledge.Alias {
	if len(all) == 0 || !r.opts.Withdrawn.Titled() {
		return all
	}
	live := map[string]bool{}
	for _, it := range r.items {
		live[joinWords(titleWords(titleOf(it)))] = true
	}
	var out []knowledge.Alias
	for _, a := range all {
		repeats := false
		for _, text := range append([]string{a.Author, a.Reason}, a.Words...) {
			repeats = repeats || r.repeatsTitle(text, live)
		}
		if !repeats {
			out = append(out, a)
		}
	}
	return out
}

// repeatsTitle reports whether a text holds the title of a withdrawn document, whole.
func (r *run) repeatsTitle(text string, live map[string]bool) bool {
	words := titleWords(text)
	for from := range words {
		for to := from + minTitleWords; to <= len(words); to++ {
			if title := joinWords(words[from:to]); !live[title] && r.opts.Withdrawn.Title(title) {
				return true
			}
		}
	}
	return false
}

// minTitleWords is how many words a title has at least that is told from a word of the
// language: an alias for "budget" repeats no document called Budget.
const minTitleWords = 2

// titleKey is a title as withdrawn ones are compared; "" where it is too short.
func titleKey(title string) string {
	words := titleWords(title)
	if len(words) < minTitleWords {
		return ""
	}
	return joinWords(words)
}

func titleWords(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

func joinWords(words []string) string { return strings.Join(words, " ") }

// titleOf returns the title of an item; a title with escapes takes decoding its row.
func titleOf(it *item) string {
	if it.row != nil {
		return it.row.Title
	}
	return titleIn(it.line)
}

func titleIn(line []byte) string {
	if t := jsonline.Field(line, "title"); t != "" {
		return t
	}
	row, err := (&item{line: line}).full()
	if err != nil {
		return "" // as damaged as it was before
	}
	return row.Title
}

// aliases looks for titles of the withdrawn among the groups of words of a snapshot, and,
// with the titles of the current one, of the file that people write them in.
func (s *search) aliases(r *run, current bool) error {
	if _, _, err := r.partition(); err != nil {
		return err
	}
	repeats := func(all []knowledge.Alias) bool { return len(r.ownAliases(all)) < len(all) }
	if repeats(r.prev.body.Aliases) {
		s.w.Proof.fail(r.prev.snapshot.Name("snapshot.json"), "holds a group of words that repeats the title of a withdrawn document")
	}
	if !current || r.opts.Inputs == nil {
		return nil
	}
	if said, _ := overlay.LoadCorrections(r.opts.Inputs); repeats(said.Aliases) {
		s.w.HeldBy = append(s.w.HeldBy, Holder{Kind: "overlay", Path: overlay.CorrectionsFile, Why: "mentions"})
	}
	return nil
}
