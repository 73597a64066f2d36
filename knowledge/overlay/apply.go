package overlay

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"quire/knowledge"
)

// Target is a unit that an address of an agent names.
type Target struct {
	Source  string // whole id
	Unit    string
	Digest  knowledge.Digest // of the unit's text, whole
	Content knowledge.Digest // of the file
	Bare    bool             // the unit has no text of its own to bind to
	Check   string           // digits of the text that the address names: the unit, or a span of it
}

// Resolver finds the unit that an address lies in. The address may hold a span and
// check digits, which it verifies, and the beginning of a source id. Its error
// says in one line why there is no such unit.
type Resolver func(knowledge.Address) (Target, error)

// ParseApply reads what is handed to overlay apply: YAML or JSON, one entry, a
// list, or one after the other. Beyond what Parse reads, unit may be an address,
// which stands for source, unit and digest, and the digest may be left out where
// source and unit are given: both mean the unit as it is now. An address of a span
// stands for the whole unit. A statement names its source, and its citations are filled
// in alike; hold says whether the words that it quotes are there. name is what problems
// call the input. The error is of r alone.
func ParseApply(name string, r io.Reader, resolve Resolver, hold Holder) ([]Entry, []Problem, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxFileBytes+1))
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", name, err)
	}
	p := &parser{file: name}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	switch {
	case len(data) > MaxFileBytes:
		p.report(0, "", flaw{fmt.Sprintf("has more than %d bytes and was not read", MaxFileBytes), "hand it over in parts"})
	case isJSON(data):
		p.json(data)
	default:
		for _, c := range documents(data) {
			p.document(c)
		}
	}
	var out []Entry
	for _, e := range p.found {
		f := place(&e, resolve, hold)
		if f == nil {
			f = check(&e)
		}
		if f != nil {
			p.report(e.Line, validSource(e.Source), *f)
			continue
		}
		out = append(out, e)
	}
	out, repeated := Unique(out)
	p.problems = append(p.problems, repeated...)
	slices.SortStableFunc(p.problems, func(a, b Problem) int { return a.Line - b.Line })
	return out, p.problems, nil
}

// place fills in what an entry leaves to the resolver.
func place(e *Entry, resolve Resolver, hold Holder) *flaw {
	f := placeUnit(e, resolve, hold)
	if e.IsStatement() {
		f = placeStatement(e, resolve, hold)
	}
	for i := range e.Cites {
		if f == nil {
			f = placeCite(&e.Cites[i], resolve)
		}
	}
	return f
}

func placeUnit(e *Entry, resolve Resolver, hold Holder) *flaw {
	if !strings.ContainsAny(e.Unit, "#~") {
		return complete(e, resolve, hold)
	}
	a, err := knowledge.ParseAddress(e.Unit)
	if err != nil || a.Unit == "" {
		return &flaw{"unit " + quoted(e.Unit) + " is not the address of a unit", "take one from quire retrieve, such as q7m2kx4tb3rqa#sec2~8f3a1c"}
	}
	t, err := resolve(a)
	if err != nil {
		return notFound("unit", e.Unit, err)
	}
	if e.Source != "" && !strings.HasPrefix(t.Source, e.Source) {
		return &flaw{"source and unit name two sources", "leave source out"}
	}
	written := *e
	e.Source, e.Unit, e.Digest = t.Source, t.Unit, string(t.Digest)
	if written.Digest != "" && !written.binds(t.Digest) {
		return &flaw{"digest " + quoted(written.Digest) + " is not that of the unit", "leave digest out, or look the unit up again with quire retrieve"}
	}
	return bindContent(e, t)
}

// complete fills in the digest of a unit that an entry names, or the rest of it. A
// unit that is not there is no flaw where the entry says its digest: it may be
// elsewhere, or come back. A digest that no unit of the source has is one.
func complete(e *Entry, resolve Resolver, hold Holder) *flaw {
	if e.Unit == "" || !knowledge.ValidIDPrefix(e.Source) || !knowledge.ValidUnitName(e.Unit) {
		return nil
	}
	t, err := resolve(knowledge.Address{Source: e.Source, Unit: e.Unit})
	switch {
	case err != nil && e.Digest == "":
		return notFound("unit", e.Source+"#"+e.Unit, err)
	case err != nil:
	case e.Digest == "", e.binds(t.Digest):
		e.Source, e.Digest = t.Source, string(t.Digest)
		return bindContent(e, t)
	default:
		if h, ok := hold(t.Source); ok && !slices.ContainsFunc(h.Units, func(u UnitRef) bool { return e.binds(u.Digest) }) {
			return &flaw{"digest " + quoted(e.Digest) + " is that of no unit of " + t.Source, "leave digest out, or look the unit up again with quire retrieve"}
		}
	}
	return nil
}

// bindContent binds an entry to the bytes of the file where it is about a picture.
func bindContent(e *Entry, t Target) *flaw {
	if !t.Bare && !e.Slot.Pictured() && e.Content == "" {
		return nil
	}
	if e.Content != "" && t.Content != "" && !binds(e.Content, t.Content) {
		return &flaw{"content " + quoted(e.Content) + " is not the digest of the file", "look at the unit again: the file has changed; then leave content out"}
	}
	if t.Content != "" {
		e.Content = string(t.Content)
	}
	return nil
}

func notFound(what, written string, err error) *flaw {
	return &flaw{what + " " + quoted(written) + " cannot be found: " + knowledge.Line(err.Error(), 200), "look it up again with quire retrieve"}
}

// placeCite checks a cited address against the tree and gives one of a unit or span its
// check digits: from then on the text rests on it.
func placeCite(written *string, resolve Resolver) *flaw {
	a, err := knowledge.ParseAddress(*written)
	if err != nil {
		return &flaw{"cites " + quoted(*written) + ", which is not an address", "write addresses whole, as quire retrieve prints them"}
	}
	if a.Source[0] != knowledge.SourceLetter {
		return nil // another overlay, or what was said: it only points there
	}
	t, err := resolve(a)
	if err != nil {
		return notFound("cited", *written, err)
	}
	if a.Source = t.Source; a.Unit != "" {
		a.Check = t.Check
	}
	*written = a.String()
	return nil
}

// placeStatement fills in the source of a statement and the digests of what it rests on.
func placeStatement(e *Entry, resolve Resolver, hold Holder) *flaw {
	t, err := resolve(knowledge.Address{Source: e.Source})
	if e.Source == "" || !knowledge.ValidIDPrefix(e.Source) || err != nil {
		if err == nil {
			return checkSource(e)
		}
		return notFound("source", e.Source, err)
	}
	written := e.Source
	e.Source = t.Source
	for i := range e.Rests {
		c := &e.Rests[i]
		if c.Source == "" || c.Source == written {
			c.Source = e.Source
		}
		if f := c.place(resolve, hold); f != nil {
			return f
		}
	}
	return nil
}

// place fills in a citation: the digest of a unit that it names, and the whole line that
// its words stand in, so that an edit of the line is an edit of what is cited.
func (c *Cite) place(resolve Resolver, hold Holder) *flaw {
	a := knowledge.Address{Source: c.Source, Unit: c.Unit}
	if strings.ContainsAny(c.Unit, "#~") {
		var err error
		if a, err = knowledge.ParseAddress(c.Unit); err != nil || a.Unit == "" {
			return &flaw{"cites unit " + quoted(c.Unit) + ", which is not the address of a unit", "take one from quire retrieve, such as q7m2kx4tb3rqa#sec2~8f3a1c"}
		}
	}
	if c.Unit != "" {
		t, err := resolve(a)
		if err != nil {
			return notFound("cited unit", c.Unit, err)
		}
		if c.Source, c.Unit = t.Source, t.Unit; c.Digest == "" && c.Quote == "" {
			c.Digest = string(t.Digest)
		}
	}
	if f := c.check(); f != nil || c.Quote == "" {
		return f
	}
	h, _ := hold(c.Source)
	for _, u := range h.Units {
		if c.Unit != "" && u.Name != c.Unit || !holdsQuote(u.Text, c.Quote) {
			continue
		}
		c.Unit = u.Name
		for line := range strings.Lines(u.Text) {
			if line = spaced(line); len(line) <= maxQuotedLine && holdsQuote(line, c.Quote) {
				c.Quote = line
				break
			}
		}
		return nil
	}
	return &flaw{"cites the quote " + quoted(c.Quote) + ", which does not stand there", "copy the words from quire show, as they stand in the text"}
}

// maxQuotedLine is how long a line may be, in bytes, to be quoted whole: a paragraph of
// some sentences.
const maxQuotedLine = 600
