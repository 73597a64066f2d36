package overlay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/knowledge"
)

// State says whether an entry still holds.
type State string

// The states of an entry.
const (
	Fresh  State = "fresh"  // a unit of the source has the digest
	Stale  State = "stale"  // the source is there, and no unit has the digest
	Orphan State = "orphan" // the source is gone
)

// UnitRef is a unit as Match needs it.
type UnitRef struct {
	Name   string
	Digest knowledge.Digest
	Text   string
}

// Holding is what there is of a source.
type Holding struct {
	Content knowledge.Digest // of the file's bytes
	Units   []UnitRef        // in their order
}

// Add appends the units of a document.
func (h *Holding) Add(d *knowledge.Document) {
	for i := range d.Units {
		u := &d.Units[i]
		h.Units = append(h.Units, UnitRef{Name: u.Name, Digest: u.Digest, Text: d.UnitText(u)})
	}
}

// bare reports a unit without text.
func (h *Holding) bare(unit string) bool {
	return slices.ContainsFunc(h.Units, func(u UnitRef) bool { return u.Name == unit && strings.TrimSpace(u.Text) == "" })
}

// Holder returns what there is of a source, and whether it exists.
type Holder func(source string) (Holding, bool)

// Verdict is what Match says of an entry.
type Verdict struct {
	State State
	// Unit and Digest are of the unit that the entry is about: of a fresh one the
	// unit with its digest, of a stale one what the unit of that name has become. Of a
	// statement they are those of the first place it rests on. They are empty where
	// there is no such unit.
	Unit   string
	Digest knowledge.Digest
	Moved  string // of a fresh entry that names another unit: the name to write instead
	// Rests are the places besides the unit that the entry rests on, with check digits
	// where they hold, without where they do not.
	Rests []knowledge.Address
	// Lost says in one line each what the entry rested on and is no longer there.
	Lost []string
	// Unsure says of a fresh entry what nobody can tell: whether the picture that it is
	// about, beside a text that stands, is still the same.
	Unsure string
}

// Match says whether an entry still holds: the unit it was written about, or another of
// its source, has its digest, and every place that it cites with a digest or in words
// is there. Of several units with the digest the named one counts, else the first.
func Match(e Entry, hold Holder) Verdict {
	own, ok := hold(e.Source)
	if !ok {
		return Verdict{State: Orphan, Lost: []string{"the document is gone"}}
	}
	v := Verdict{State: Fresh}
	if !e.IsStatement() {
		v = e.matchUnit(own)
	}
	for _, c := range e.Rests {
		v.rest(c.match(hold))
	}
	for _, written := range e.Cites {
		if a, err := knowledge.ParseAddress(written); err == nil && a.Check != "" && a.Unit != "" && a.Source[0] == knowledge.SourceLetter {
			v.rest(locate(a, hold))
		}
	}
	if e.IsStatement() && len(v.Rests) > 0 && v.Rests[0].Source == e.Source {
		v.Unit = v.Rests[0].Unit
		for _, u := range own.Units {
			if u.Name == v.Unit {
				v.Digest = u.Digest
			}
		}
	}
	return v
}

// matchUnit looks for the unit that an overlay was written about.
func (e *Entry) matchUnit(own Holding) Verdict {
	v := Verdict{State: Stale}
	for _, u := range own.Units {
		bound := e.binds(u.Digest)
		switch {
		case u.Name == e.Unit && bound:
			v = Verdict{State: Fresh, Unit: u.Name, Digest: u.Digest}
		case bound && v.State != Fresh:
			v = Verdict{State: Fresh, Unit: u.Name, Digest: u.Digest}
			if e.Unit != "" {
				v.Moved = u.Name
			}
		case u.Name == e.Unit && v.State == Stale:
			v.Unit, v.Digest = u.Name, u.Digest
		}
		if v.State == Fresh && v.Unit == e.Unit {
			break
		}
	}
	switch {
	case v.State == Stale:
		v.Lost = []string{"the text it was written about has changed"}
	case e.Content == "" || binds(e.Content, own.Content):
	case own.bare(v.Unit):
		v.State, v.Lost = Stale, []string{"the file whose picture it was written about has other bytes"}
	default:
		v.Unsure = "the text beside the picture stands, but the file has other bytes: the picture may be another"
	}
	return v
}

// rest adds a place that the entry rests on; lost is "" where it holds.
func (v *Verdict) rest(a knowledge.Address, lost string) {
	v.Rests = append(v.Rests, a)
	if lost != "" {
		v.State = Stale
		v.Lost = append(v.Lost, lost)
	}
}

// match looks for a place that a statement rests on.
func (c *Cite) match(hold Holder) (knowledge.Address, string) {
	at := knowledge.Address{Source: c.Source, Unit: c.Unit}
	h, ok := hold(c.Source)
	if !ok {
		return knowledge.Address{Source: c.Source}, "the cited document " + c.Source + " is gone"
	}
	found := -1
	for i, u := range h.Units {
		if (c.Digest != "" && binds(c.Digest, u.Digest) || c.Quote != "" && holdsQuote(u.Text, c.Quote)) && (found < 0 || u.Name == c.Unit) {
			found = i
		}
	}
	switch {
	case found >= 0:
		u := h.Units[found]
		return knowledge.Address{Source: c.Source, Unit: u.Name, Check: u.Digest.Short(knowledge.CheckDigits)}, ""
	case c.Quote != "":
		return at, c.Source + " no longer says " + quoted(c.Quote)
	}
	return at, "the cited text " + at.String() + " has changed"
}

// locate looks for the text that an address with check digits names: in its place, as
// another unit of the source, or at the beginning of a line elsewhere in it.
func locate(a knowledge.Address, hold Holder) (knowledge.Address, string) {
	bare := a
	bare.Check = ""
	h, ok := hold(a.Source)
	if !ok {
		return knowledge.Address{Source: a.Source}, "the cited document " + a.Source + " is gone"
	}
	if found, ok := h.Find(a); ok {
		return found, ""
	}
	return bare, "the cited text " + bare.String() + " has changed"
}

// Find returns where the text stands that an address with check digits names: in its
// place, as another unit, or at the beginning of a line elsewhere in the source.
func (h *Holding) Find(a knowledge.Address) (knowledge.Address, bool) {
	for _, u := range h.Units {
		if u.Name == a.Unit && a.Spanned && (knowledge.Span{a.Start, a.End}).Within(len(u.Text)) &&
			knowledge.DigestOf([]byte(u.Text[a.Start:a.End])).Short(knowledge.CheckDigits) == a.Check {
			return a, true
		}
		if u.Name == a.Unit && !a.Spanned && u.Digest.Short(knowledge.CheckDigits) == a.Check {
			return a, true
		}
	}
	for _, u := range h.Units {
		if !a.Spanned {
			if u.Digest.Short(knowledge.CheckDigits) == a.Check {
				a.Unit = u.Name
				return a, true
			}
			continue
		}
		if at := lineWith(u.Text, a.End-a.Start, a.Check); at >= 0 {
			a.Unit, a.Start, a.End = u.Name, at, at+a.End-a.Start
			return a, true
		}
	}
	return a, false
}

// lineWith returns where a line begins from which length bytes have the check digits,
// -1 where none does.
func lineWith(text string, length int, check string) int {
	for at := 0; length > 0 && at+length <= len(text); {
		if knowledge.DigestOf([]byte(text[at:at+length])).Short(knowledge.CheckDigits) == check {
			return at
		}
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	return -1
}

// holdsQuote reports whether a text holds a quote, white space counting as one space,
// with or without the backslashes of its encoding. What the quote begins and ends with
// is whole: "5 days" does not stand in "15 days", nor "1,960 EUR" in "21,960 EUR".
func holdsQuote(text, quote string) bool {
	quote = spaced(quote)
	return holdsWhole(spaced(text), quote) || strings.Contains(text, `\`) && holdsWhole(spaced(knowledge.Unescape(text)), quote)
}

func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }

func holdsWhole(text, quote string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], quote)
		if i < 0 {
			return false
		}
		at := from + i
		if !joined(text[:at], quote, true) && !joined(text[at+len(quote):], quote, false) {
			return true
		}
		from = at + 1
	}
}

// joined reports whether the characters around an end of a quote belong to one word or
// number. outside is the text before or behind it.
func joined(outside, quote string, before bool) bool {
	ends := func(s string, first bool) (rune, string) {
		if s == "" {
			return ' ', ""
		}
		if first {
			r, n := utf8.DecodeRuneInString(s)
			return r, s[n:]
		}
		r, n := utf8.DecodeLastRuneInString(s)
		return r, s[:len(s)-n]
	}
	in, _ := ends(quote, before)
	out, rest := ends(outside, !before)
	further, _ := ends(rest, !before)
	switch {
	case spaceless(in) || spaceless(out):
		return false
	case unicode.IsDigit(in) && (out == '.' || out == ','):
		return unicode.IsDigit(further)
	case unicode.IsDigit(in) && before && (out == '-' || out == '−'):
		return true
	}
	return wordRune(in) && wordRune(out)
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// spaceless reports a character of a script that puts no spaces between words.
func spaceless(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan)
}

// Unique returns the entries sorted by what they are about, each once. One that
// stands in two places is a problem of the later of them and counts once.
func Unique(entries []Entry) ([]Entry, []Problem) {
	sorted := slices.Clone(entries)
	slices.SortStableFunc(sorted, func(a, b Entry) int {
		return cmp.Or(compare(&a, &b), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	var problems []Problem
	kept := sorted[:0]
	for _, e := range sorted {
		if n := len(kept); n > 0 && compare(&kept[n-1], &e) == 0 {
			first := &kept[n-1]
			problems = append(problems, Problem{
				File: e.File, Line: e.Line, Source: e.Source,
				What: fmt.Sprintf("repeats the entry at %s line %d", first.File, first.Line), Cure: "delete one of them",
			})
			continue
		}
		kept = append(kept, e)
	}
	return kept, problems
}
