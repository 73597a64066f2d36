package overlay

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"quire/knowledge"
)

// The limits of overlays. They are far above what an entry needs and keep one file
// from filling a tree.
const (
	MaxFileBytes = 4 << 20  // of one file or one input
	MaxEntries   = 5000     // in one file or one input
	MaxText      = 64 << 10 // bytes of one text
	MaxAuthor    = 200      // bytes
	MaxCites     = 100      // addresses of one entry
)

// The keys of an entry.
const (
	keySource = "source"
	keyUnit   = "unit"
	keyDigest = "digest"
	keySlot   = "slot"
	keyText   = "text"
	keyAuthor = "author"
	keyDate   = "date"
	keyCites  = "cites"

	keyContent    = "content"
	keyKind       = "kind"
	keyStaleAfter = "stale_after"
	keyQuote      = "quote"
	keyStatements = "statements"
)

// The keys of an overlay, of a statement, and of a citation of a statement.
var (
	keys          = []string{keySource, keyUnit, keyDigest, keyContent, keySlot, keyText, keyAuthor, keyDate, keyStaleAfter, keyCites}
	statementKeys = []string{keySource, keyKind, keyText, keyAuthor, keyDate, keyStaleAfter, keyCites}
	citeKeys      = []string{keySource, keyUnit, keyDigest, keyQuote}
)

// flaw is what is wrong with a value, and the cure.
type flaw struct{ what, cure string }

// quoted shows a value in a message: one bounded line.
func quoted(s string) string { return `"` + knowledge.Line(s, 60) + `"` }

// check returns the first flaw of an entry that is to be stored.
func check(e *Entry) *flaw {
	checks := []*flaw{checkPlace(e), checkSlot(e), checkText(e), checkAuthor(e), checkDate(keyDate, e.Date), checkDate(keyStaleAfter, e.StaleAfter), checkCites(e), checkForm(e)}
	if e.IsStatement() {
		checks[0], checks[1] = checkSource(e), checkRests(e)
	}
	for _, f := range checks {
		if f != nil {
			return f
		}
	}
	return nil
}

func checkSource(e *Entry) *flaw {
	switch {
	case e.Source == "":
		return &flaw{"has no source", "add the source's id, as quire retrieve prints it before the #"}
	case !knowledge.ValidID(e.Source):
		return &flaw{"source " + quoted(e.Source) + " is not a source id", "write the id whole, such as q7m2kx4tb3rqa"}
	}
	return nil
}

func checkPlace(e *Entry) *flaw {
	if f := checkSource(e); f != nil {
		return f
	}
	switch {
	case e.Content != "" && !validDigest(e.Content):
		return &flaw{"content " + quoted(e.Content) + " is not a digest", "leave it out and hand the entry to quire overlay apply, which fills it in"}
	case e.Unit != "" && !knowledge.ValidUnitName(e.Unit):
		return &flaw{"unit " + quoted(e.Unit) + " is not the name of a unit", "write it as addresses do, such as sec2, or leave it out"}
	case e.Digest == "":
		return &flaw{"has no digest", "add the digest of the unit's text, or hand the entry to quire overlay apply, which fills it in"}
	case !validDigest(e.Digest):
		return &flaw{"digest " + quoted(e.Digest) + " is not one", fmt.Sprintf("write sha256: and 64 hex digits, or at least the first %d of them", MinDigest)}
	}
	return nil
}

// validDigest accepts a whole digest and the hex digits it begins with.
func validDigest(s string) bool {
	hex, whole := strings.CutPrefix(s, "sha256:")
	if len(hex) > 64 || len(hex) < MinDigest || whole && len(hex) != 64 {
		return false
	}
	return strings.Trim(hex, "0123456789abcdef") == ""
}

func checkSlot(e *Entry) *flaw {
	if e.Slot.Valid() {
		return nil
	}
	if e.Slot == "" {
		return &flaw{"has no slot", "add one of " + join(Slots)}
	}
	return unknownSlot("slot", string(e.Slot), Slots)
}

// unknownSlot is the flaw of a name that is none of those known.
func unknownSlot(key, s string, known []Slot) *flaw {
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = string(k)
	}
	return &flaw{key + " " + quoted(s) + " is not known", "the nearest known one is " + nearest(s, names)}
}

func join(slots []Slot) string {
	names := make([]string, len(slots))
	for i, s := range slots {
		names[i] = string(s)
	}
	return strings.Join(names, ", ")
}

func checkText(e *Entry) *flaw {
	switch {
	case strings.TrimSpace(e.Text) == "":
		return &flaw{"has no text", "write what there is to say, or delete the entry"}
	case len(e.Text) > MaxText:
		return &flaw{fmt.Sprintf("the text has %d bytes, at most %d are read", len(e.Text), MaxText), "shorten it, or write an entry for each of several units"}
	}
	return nil
}

func checkAuthor(e *Entry) *flaw {
	switch {
	case strings.TrimSpace(e.Author) == "":
		return &flaw{"has no author", "say who wrote it, such as human:ana or agent:NAME"}
	case len(e.Author) > MaxAuthor:
		return &flaw{fmt.Sprintf("the author has %d bytes, at most %d are read", len(e.Author), MaxAuthor), "shorten it to a name"}
	case strings.ContainsFunc(e.Author, unicode.IsControl):
		return &flaw{"the author has line breaks or control characters", "write a name in one line"}
	}
	return nil
}

func checkDate(key, date string) *flaw {
	if date == "" || validDate(date) || isTime(date) {
		return nil
	}
	return &flaw{key + " " + quoted(date) + " is not a date", "write it as 2026-03-01"}
}

// validDate accepts a year, a month or a day.
func validDate(s string) bool {
	for _, form := range []string{"2006", "2006-01", time.DateOnly} {
		if _, err := time.Parse(form, s); err == nil {
			return true
		}
	}
	return false
}

func isTime(s string) bool {
	_, err := time.Parse(time.RFC3339, s)
	return err == nil
}

func checkCites(e *Entry) *flaw {
	if len(e.Cites) > MaxCites {
		return &flaw{fmt.Sprintf("cites %d addresses, at most %d are read", len(e.Cites), MaxCites), "keep those that the text rests on"}
	}
	for _, c := range e.Cites {
		if a, err := knowledge.ParseAddress(c); err != nil || !knowledge.ValidID(a.Source) {
			return &flaw{"cites " + quoted(c) + ", which is not an address", "write addresses whole, as quire retrieve prints them"}
		}
	}
	return nil
}

// nearest returns the name with the fewest edits from s.
func nearest(s string, names []string) string {
	return slices.MinFunc(names, func(a, b string) int { return distance(s, a) - distance(s, b) })
}

// distance counts the insertions, deletions and replacements between two short
// names. Of a long one the beginning counts.
func distance(a, b string) int {
	a = a[:min(len(a), 64)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, change)
		}
	}
	return row[len(b)]
}
