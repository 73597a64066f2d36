package retrieval

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"quire/knowledge"
)

// Shown is the exact text that an address names.
type Shown struct {
	Address string           `json:"address"`
	Source  SourceRef        `json:"source"`
	Unit    string           `json:"unit,omitempty"`
	Locator string           `json:"locator,omitempty"`
	Status  string           `json:"status"`
	Flags   []knowledge.Flag `json:"flags,omitempty"`
	Context []Context        `json:"context,omitempty"` // header rows, and of its record, that stand before the text
	Text    string           `json:"text"`
	Digest  knowledge.Digest `json:"digest"`
	Units   []UnitRef        `json:"units,omitempty"` // of a whole source
	// Authored is what people and agents wrote about it, where it was asked for.
	Authored []Authored `json:"authored,omitempty"`
}

// UnitRef is one line of a source's table of units.
type UnitRef struct {
	Address string           `json:"address"`
	Kind    string           `json:"kind"`
	Title   string           `json:"title,omitempty"`
	Locator string           `json:"locator,omitempty"`
	Words   int              `json:"words"`
	Flags   []knowledge.Flag `json:"flags,omitempty"`
}

// StaleError says that an address names text that has changed.
type StaleError struct {
	Address string
	Nearest string // the address of the text that is there now, or of the same text elsewhere
	Moved   bool   // Nearest holds the very text that was cited
}

func (e *StaleError) Error() string {
	switch {
	case e.Moved:
		return fmt.Sprintf("%s has moved: the same text is now at %s", e.Address, e.Nearest)
	case e.Nearest != "":
		return fmt.Sprintf("%s is stale: the text there has changed; it is now %s", e.Address, e.Nearest)
	}
	return e.Address + " is stale: what it cites is no longer there"
}

// Show returns what an address names.
func (v *View) Show(a knowledge.Address) (*Shown, error) {
	s, err := v.Source(a.Source)
	if err != nil {
		return nil, err
	}
	out := &Shown{Source: refOf(s), Status: v.status(s)}
	if a.Unit == "" {
		return v.showSource(s, a, out)
	}
	u, text, err := v.Unit(s, a.Unit)
	var missing *NotFoundError
	if errors.As(err, &missing) && a.Check != "" {
		return nil, v.stale(s, a)
	}
	if err != nil {
		return nil, err
	}
	span := knowledge.Span{0, len(text)}
	if a.Spanned {
		span = knowledge.Span{a.Start, a.End}
	}
	if !span.Within(len(text)) {
		if a.Check != "" {
			return nil, v.stale(s, a)
		}
		return nil, &BadQueryError{fmt.Sprintf("%s ends at byte %d; the unit has %d", a, a.End, len(text)), "leave out the span to see the whole unit"}
	}
	if err := wholeCharacters(a, text, span); err != nil {
		return nil, err
	}
	out.Text = text[span[0]:span[1]]
	out.Digest = knowledge.DigestOf([]byte(out.Text))
	if a.Check != "" && a.Check != out.Digest.Short(knowledge.CheckDigits) {
		return nil, v.stale(s, a)
	}
	full := a
	full.Source, full.Check = s.ID, out.Digest.Short(knowledge.CheckDigits)
	out.Address, out.Unit, out.Flags = full.String(), u.Name, flagsAt(u, a.Spanned, span)
	if out.Locator = place(u, text, span).String(); !a.Spanned {
		out.Locator = u.Locator.String()
	}
	out.Context, err = v.rowsAbove(s, u, text, a.Spanned, span)
	return out, err
}

// WithAuthored adds to s what people and agents wrote about what it shows.
func (v *View) WithAuthored(s *Shown) error {
	row, err := v.Source(s.Source.ID)
	if err == nil {
		s.Authored, err = v.authoredOn(row, knowledge.Address{Source: row.ID, Unit: s.Unit})
	}
	return err
}

// flagsAt returns the flags of a unit, or of the passages of it that a span meets.
func flagsAt(u *knowledge.Unit, spanned bool, s knowledge.Span) []knowledge.Flag {
	if !spanned {
		return u.Flags
	}
	out := slices.DeleteFunc(slices.Clone(u.Flags), func(f knowledge.Flag) bool { return f == knowledge.Instruction })
	for i := range u.Passages {
		if p := &u.Passages[i]; p.Span[0] < s[1] && s[0] < p.Span[1] {
			out = append(out, p.Flags...)
		}
	}
	for i := range u.Blocks { // a heading is in no passage
		if b := &u.Blocks[i]; b.Span[0] < s[1] && s[0] < b.Span[1] && knowledge.HasFlag(b.Flags, knowledge.Instruction) {
			out = append(out, knowledge.Instruction)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// rowsAbove quotes the rows above a unit, or above a passage of it, that tell what
// its first row is about.
func (v *View) rowsAbove(s *knowledge.Source, u *knowledge.Unit, text string, spanned bool, span knowledge.Span) ([]Context, error) {
	rec := &knowledge.Passage{Header: u.Header, Record: u.Record}
	if spanned {
		if rec = findPassage(u, span); rec == nil {
			return nil, nil
		}
	}
	var p Passage
	c := newUnitCache(v)
	if err := c.context(&p, &cachedUnit{s, u, text}, rec); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(p.Context, func(c Context) bool { return c.Kind == "heading" }), nil
}

// wholeCharacters refuses a span that is empty or cuts a character: no one could
// quote it.
func wholeCharacters(a knowledge.Address, text string, s knowledge.Span) error {
	from, to := s[0], s[1]
	for from > 0 && from < len(text) && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	if from != s[0] || to != s[1] {
		return &BadQueryError{fmt.Sprintf("%s cuts a character", a), fmt.Sprintf("the whole characters are @%d-%d", from, to)}
	}
	if a.Spanned && s.Len() == 0 {
		return &BadQueryError{fmt.Sprintf("%s is empty", a), "a span is START-END in bytes, the end not included"}
	}
	return nil
}

func (v *View) showSource(s *knowledge.Source, a knowledge.Address, out *Shown) (*Shown, error) {
	if s.Recipe == "" && v.pending[s.ID] == nil {
		return nil, &NotFoundError{What: fmt.Sprintf("text of %s (%s)", s.Path, s.Outcome)}
	}
	doc, err := v.Document(s)
	if err != nil {
		return nil, err
	}
	out.Text, out.Digest = doc.Text, doc.Evidence.Text
	check := out.Digest.Short(knowledge.CheckDigits)
	if a.Check != "" && a.Check != check {
		return nil, &StaleError{Address: a.String(), Nearest: knowledge.Address{Source: s.ID, Check: check}.String()}
	}
	out.Address = knowledge.Address{Source: s.ID, Check: check}.String()
	for i := range doc.Units {
		u := &doc.Units[i]
		ref := UnitRef{
			Address: knowledge.Address{Source: s.ID, Unit: u.Name, Check: u.Digest.Short(knowledge.CheckDigits)}.String(),
			Kind:    string(u.Kind), Title: u.Title, Locator: u.Locator.String(), Words: u.Counts.Words, Flags: u.Flags,
		}
		if ref.Title == "" && len(u.Context) > 0 {
			ref.Title = u.Context[len(u.Context)-1].Text
		}
		out.Units = append(out.Units, ref)
	}
	return out, nil
}

// stale looks for what a dead citation meant: the same text elsewhere in the
// source, else what now stands in its place.
func (v *View) stale(s *knowledge.Source, a knowledge.Address) error {
	e := &StaleError{Address: a.String()}
	doc, err := v.Document(s)
	if err != nil {
		return err
	}
	for i := range doc.Units {
		u := &doc.Units[i]
		if found, ok := sameText(doc, u, a); ok {
			found.Source = s.ID
			e.Nearest, e.Moved = found.String(), true
			return e
		}
		if u.Name == a.Unit {
			e.Nearest = nearest(s.ID, u, doc.UnitText(u), a).String()
		}
	}
	return e
}

// nearest is what stands where a dead citation pointed: the passage that begins
// nearest to its start, else the unit.
func nearest(id string, u *knowledge.Unit, text string, a knowledge.Address) knowledge.Address {
	out := knowledge.Address{Source: id, Unit: u.Name, Check: u.Digest.Short(knowledge.CheckDigits)}
	if !a.Spanned {
		return out
	}
	best := -1
	for _, p := range u.Passages {
		if away := max(p.Span[0]-a.Start, a.Start-p.Span[0]); best < 0 || away < best {
			best = away
			out.Start, out.End, out.Spanned, out.Check = p.Span[0], p.Span[1], true, p.Digest.Short(knowledge.CheckDigits)
		}
	}
	return out
}

// sameText looks in one unit for the text that a cites, by its check digits: as
// the whole unit, a passage, or a span of the cited length at a line's start.
func sameText(doc *knowledge.Document, u *knowledge.Unit, a knowledge.Address) (knowledge.Address, bool) {
	if !a.Spanned {
		return knowledge.Address{Unit: u.Name, Check: a.Check}, u.Digest.Short(knowledge.CheckDigits) == a.Check
	}
	text, length := doc.UnitText(u), a.End-a.Start
	for at := 0; at+length <= len(text); {
		d := knowledge.DigestOf([]byte(text[at : at+length]))
		if d.Short(knowledge.CheckDigits) == a.Check {
			return knowledge.Address{Unit: u.Name, Start: at, End: at + length, Spanned: true, Check: a.Check}, true
		}
		next := strings.IndexAny(text[at:], "\n")
		if next < 0 {
			break
		}
		at += next + 1
	}
	return knowledge.Address{}, false
}

func refOf(s *knowledge.Source) SourceRef {
	return SourceRef{ID: s.ID, Path: s.Path, Title: s.Title, Type: s.Type, Date: s.Date}
}
