package overlay

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"

	"quire/knowledge"
)

// Slot is what an entry says about its unit.
type Slot string

// The slots. An entry of any of them is one text about one unit.
const (
	PageSummary Slot = "page-summary" // what the unit says, in short
	TableIntent Slot = "table-intent" // what a table is for and how to read it
	ChartIntent Slot = "chart-intent" // what a chart shows
	ChartData   Slot = "chart-data"   // its data points, a line each: Lyon 2026: 500 EUR
	Diagram     Slot = "diagram"      // what a drawing shows, in words
	// DiagramRelations has the arrows of a drawing, a line each: order -> invoice: creates
	DiagramRelations Slot = "diagram-relations"
	Steps            Slot = "steps"    // a procedure that the unit describes
	Screen           Slot = "screen"   // what a screenshot shows
	Entities         Slot = "entities" // people, organisations, things that the unit is about
	Translation      Slot = "translation"
	Correction       Slot = "correction" // what the unit gets wrong
	Note             Slot = "note"       // anything else worth knowing beside the unit
)

// Slots lists every slot in the order messages show them.
var Slots = []Slot{PageSummary, TableIntent, ChartIntent, ChartData, Diagram, DiagramRelations, Steps, Screen, Entities, Translation, Correction, Note}

// The kinds of statement: what authored knowledge says of a document as a whole. Each
// rests on the places that it cites.
const (
	EnglishSummary Slot = "english-summary" // what the document says, in English
	KeyPoint       Slot = "key-point"
	Fact           Slot = "fact"
	Decision       Slot = "decision"
	Obligation     Slot = "obligation"
	Definition     Slot = "definition"
	OpenPoint      Slot = "open-point" // what the document leaves open
)

// Kinds lists every kind of statement in the order messages show them.
var Kinds = []Slot{EnglishSummary, KeyPoint, Fact, Decision, Obligation, Definition, OpenPoint}

// Pictured reports whether s is about what a picture shows, which a unit's text does not
// hold.
func (s Slot) Pictured() bool {
	return slices.Contains([]Slot{ChartIntent, ChartData, Diagram, DiagramRelations, Screen}, s)
}

// Valid reports whether s is one of the slots.
func (s Slot) Valid() bool { return slices.Contains(Slots, s) }

// IsKind reports whether s is a kind of statement.
func (s Slot) IsKind() bool { return slices.Contains(Kinds, s) }

// Cite is a place that a statement rests on: a unit by its digest, or words that stand
// in the source.
type Cite struct {
	Source string // id
	Unit   string // name of the unit, a hint; "" where none was given
	Digest string // as Entry.Digest; "" where the quote binds
	Quote  string // as it stands in the text; white space counts as one space
}

// Entry is one authored text: an overlay about one unit, or a statement about one
// document.
type Entry struct {
	Source string // id of the source
	Unit   string // name of the unit, a hint; "" where none was given
	Digest string // of the unit's text: "sha256:" and 64 hex digits, or the first 12 or more of them alone
	// Content is the digest of the file's bytes, where the entry is about a picture: in
	// the place of a text, as on a scanned page, or beside one. "" elsewhere.
	Content string
	Slot    Slot   // what the text is: a slot of an overlay, or the kind of a statement
	Text    string // without line breaks at its end
	Author  string // who wrote it
	Date    string // when: 2026, 2026-03, 2026-03-01 or an RFC 3339 time; "" where it was not said
	// StaleAfter is when the author wants it looked at again, as Date; "" where never.
	StaleAfter string
	Cites      []string // addresses that it rests on besides the unit itself; those without check digits only point
	Rests      []Cite   // of a statement: what it rests on; at least one, or an address in Cites with check digits
	File       string   // where the entry stands; "" where it came from elsewhere
	Line       int      // first line of the entry in File, from 1
}

// MinDigest is the fewest hex digits that an entry may give of a digest: 48 bits,
// far more than tell apart the units of one source.
const MinDigest = 12

// IsStatement reports whether e is a statement of authored knowledge rather than an
// overlay.
func (e *Entry) IsStatement() bool { return e.Slot.IsKind() }

// Words returns a kind or slot as a title begins with it.
func (s Slot) Words() string {
	if s == EnglishSummary {
		return "English summary"
	}
	return strings.ReplaceAll(string(s), "-", " ")
}

// Sources returns the ids of every source that e names: the one it is about, and those
// that it cites.
func (e *Entry) Sources() []string {
	out := []string{e.Source}
	for _, c := range e.Rests {
		out = append(out, c.Source)
	}
	for _, c := range e.Cites {
		if a, err := knowledge.ParseAddress(c); err == nil {
			out = append(out, a.Source)
		}
	}
	return out
}

// Short returns the hex digits by which entries of one unit are named alike,
// whether they give the whole digest or its beginning.
func (e *Entry) Short() string { return shortHex(e.Digest) }

func shortHex(digest string) string {
	hex := strings.TrimPrefix(digest, "sha256:")
	return hex[:min(MinDigest, len(hex))]
}

// binds reports whether the entry was written about text with this digest.
func (e *Entry) binds(d knowledge.Digest) bool { return binds(e.Digest, d) }

// binds reports whether written, whole or its beginning, is the digest d.
func binds(written string, d knowledge.Digest) bool {
	hex := strings.TrimPrefix(written, "sha256:")
	return len(hex) >= MinDigest && strings.HasPrefix(d.Hex(), hex)
}

var idAlphabet = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// ID returns the id of the entry: the letter o and 12 base32 characters of what it
// says and of the unit it says it about. It depends neither on the file it stands
// in nor on how much of the digest is written out, nor on the unit's name.
func (e *Entry) ID() string {
	h := sha256.New()
	parts := append([]string{e.Source, e.Short(), string(e.Slot), e.Text, e.Author, e.Date}, e.Cites...)
	for _, c := range e.Rests {
		parts = append(parts, "rests", c.Source, shortHex(c.Digest), c.Quote)
	}
	for _, more := range [][2]string{{"content", shortHex(e.Content)}, {"stale-after", e.StaleAfter}} {
		if more[1] != "" {
			parts = append(parts, more[0], more[1])
		}
	}
	for _, part := range parts {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return "o" + idAlphabet.EncodeToString(h.Sum(nil))[:12]
}

// compare orders entries by what they are about, then by id.
func compare(a, b *Entry) int {
	for _, c := range [][2]string{{a.Source, b.Source}, {a.Short(), b.Short()}, {string(a.Slot), string(b.Slot)}, {a.ID(), b.ID()}} {
		if n := strings.Compare(c[0], c[1]); n != 0 {
			return n
		}
	}
	return 0
}

// Problem is a finding about one entry, or about a file that cannot be read at
// all.
type Problem struct {
	File   string // as it was named to Parse or Load
	Line   int    // from 1; 0 for the whole file
	Source string // id of the source that the entry is about, where it says so
	What   string // one sentence without its full stop, lower case
	Cure   string // what to do about it, likewise
}

// String is the problem in one line.
func (p Problem) String() string {
	at := p.File
	if p.Line > 0 {
		at = fmt.Sprintf("%s line %d", p.File, p.Line)
	}
	if p.Cure == "" {
		return at + ": " + p.What
	}
	return at + ": " + p.What + "; " + p.Cure
}
