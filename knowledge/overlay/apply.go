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
	Source string // whole id
	Unit   string
	Digest knowledge.Digest // of the unit's text, whole
}

// Resolver finds the unit that an address lies in. The address may hold a span and
// check digits, which it verifies, and the beginning of a source id. Its error
// says in one line why there is no such unit.
type Resolver func(knowledge.Address) (Target, error)

// ParseApply reads what is handed to overlay apply: YAML or JSON, one entry, a
// list, or one after the other. Beyond what Parse reads, unit may be an address,
// which stands for source, unit and digest, and the digest may be left out where
// source and unit are given: both mean the unit as it is now. An address of a span
// stands for the whole unit. name is what problems call the input. The error is of
// r alone.
func ParseApply(name string, r io.Reader, resolve Resolver) ([]Entry, []Problem, error) {
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
		f := place(&e, resolve)
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
func place(e *Entry, resolve Resolver) *flaw {
	if !strings.ContainsAny(e.Unit, "#~") {
		return complete(e, resolve)
	}
	a, err := knowledge.ParseAddress(e.Unit)
	if err != nil || a.Unit == "" {
		return &flaw{"unit " + quoted(e.Unit) + " is not the address of a unit", "take one from quire retrieve, such as q7m2kx4tb3rqa#sec2~8f3a1c"}
	}
	t, err := resolve(a)
	if err != nil {
		return &flaw{"unit " + quoted(e.Unit) + " cannot be found: " + knowledge.Line(err.Error(), 200), "look it up again with quire retrieve"}
	}
	if e.Source != "" && !strings.HasPrefix(t.Source, e.Source) {
		return &flaw{"source and unit name two sources", "leave source out"}
	}
	written := *e
	e.Source, e.Unit, e.Digest = t.Source, t.Unit, string(t.Digest)
	if written.Digest != "" && !written.binds(t.Digest) {
		return &flaw{"digest " + quoted(written.Digest) + " is not that of the unit", "leave digest out, or look the unit up again with quire retrieve"}
	}
	return nil
}

// complete fills in the digest of a unit that an entry names, or the rest of it. A
// unit that is not there is no flaw where the entry says its digest: it may be
// elsewhere, or come back.
func complete(e *Entry, resolve Resolver) *flaw {
	if e.Unit == "" || !knowledge.ValidIDPrefix(e.Source) || !knowledge.ValidUnitName(e.Unit) {
		return nil
	}
	t, err := resolve(knowledge.Address{Source: e.Source, Unit: e.Unit})
	switch {
	case err != nil && e.Digest == "":
		return &flaw{"unit " + quoted(e.Source+"#"+e.Unit) + " cannot be found: " + knowledge.Line(err.Error(), 200), "look it up again with quire retrieve"}
	case err != nil:
	case e.Digest == "", e.binds(t.Digest):
		e.Source, e.Digest = t.Source, string(t.Digest)
	}
	return nil
}
