package overlay

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"quire/knowledge"
)

// correctionForm is what a list of corrections holds.
type correctionForm struct {
	key   string // of the list
	kind  knowledge.CorrectionKind
	names []string // keys that name a document; "sources" takes a list of two
	value string   // key of the value, "" where there is none
	form  string   // for messages
}

var correctionForms = []correctionForm{
	{"dates", knowledge.CorrectDate, []string{"source"}, "date", "write {source: q7m2kx4tb3rqa, date: 2026-03-01, author: A. Name, reason: why}"},
	{"kinds", knowledge.CorrectKind, []string{"source"}, "kind", "write {source: q7m2kx4tb3rqa, kind: contract, author: A. Name, reason: why}"},
	{"exclude", knowledge.CorrectRange, nil, "address", "write {address: q7m2kx4tb3rqa#sec2@0-310~8f3a1c, author: A. Name, reason: why}"},
	{"supersedes", knowledge.CorrectSupersedes, []string{"newer", "older"}, "", "write {newer: q7m2kx4tb3rqa, older: q9x1dw7peh5ma, author: A. Name, reason: why}"},
	{"not-a-duplicate", knowledge.CorrectNotDuplicate, []string{"sources"}, "", "write {sources: [q7m2kx4tb3rqa, q9x1dw7peh5ma], author: A. Name, reason: why}"},
}

// corrections reads one list of corrections.
func (p *parser) corrections(key string, list []*yaml.Node) []Amendment {
	var form correctionForm
	for _, f := range correctionForms {
		if f.key == key {
			form = f
		}
	}
	var out []Amendment
	for i, n := range list {
		if i == MaxCorrections {
			p.report(n.Line, "", flaw{fmt.Sprintf("this entry and those after it were not read: there may be %d", MaxCorrections), "drop those that do not apply: quire overlay corrections"})
			break
		}
		c, f, line := form.read(n)
		if f != nil {
			p.report(line, "", *f)
			continue
		}
		out = append(out, c)
	}
	return out
}

func (form *correctionForm) read(n *yaml.Node) (Amendment, *flaw, int) {
	c := Amendment{Kind: form.kind, Line: n.Line}
	if n.Kind != yaml.MappingNode {
		return c, &flaw{"is no correction", form.form}, n.Line
	}
	named := map[string][]string{}
	known := append([]string{keyAuthor, "reason"}, form.names...)
	if form.value != "" {
		known = append(known, form.value)
	}
	f, line := eachKey(n, known, func(key string, value *yaml.Node) *flaw {
		if key == "sources" {
			if value.Kind != yaml.SequenceNode || len(value.Content) != 2 {
				return &flaw{"sources is not a list of two", form.form}
			}
			for _, item := range value.Content {
				s, f := scalar(key, item)
				if f != nil {
					return f
				}
				named[key] = append(named[key], strings.TrimSpace(s))
			}
			return nil
		}
		s, f := scalar(key, value)
		s = strings.TrimSpace(s)
		switch {
		case f != nil:
			return f
		case len(s) > MaxReasonBytes && key == "reason", len(s) > MaxAliasBytes && key == keyAuthor:
			return &flaw{fmt.Sprintf("%s has a text of %d bytes", key, len(s)), "shorten it"}
		case key == keyAuthor:
			c.Author = knowledge.Line(s, MaxAliasBytes)
		case key == "reason":
			c.Reason = knowledge.Line(s, MaxReasonBytes)
		case key == form.value:
			c.Value = s
		default:
			named[key] = []string{s}
		}
		return nil
	})
	for _, name := range form.names {
		c.Named = append(c.Named, named[name]...)
	}
	if f == nil {
		f, line = form.check(&c, named), n.Line
	}
	return c, f, line
}

func (form *correctionForm) check(c *Amendment, named map[string][]string) *flaw {
	for _, name := range form.names {
		for _, s := range append([]string{}, named[name]...) {
			if s == "" {
				return &flaw{"has an empty " + name, form.form}
			}
		}
		if len(named[name]) == 0 {
			return &flaw{"has no " + name, form.form}
		}
	}
	switch {
	case c.Author == "":
		return &flaw{"has no author", "say who vouches for it: author: A. Name"}
	case c.Reason == "":
		return &flaw{"has no reason", "say why, for those who find it in two years: reason: …"}
	case len(c.Named) == 2 && c.Named[0] == c.Named[1]:
		return &flaw{"names one document twice", form.form}
	}
	switch c.Kind {
	case knowledge.CorrectDate:
		if !validDate(c.Value) {
			return &flaw{"date " + quoted(c.Value) + " is not a date", "write it as 2026-03-01, 2026-03 or 2026"}
		}
	case knowledge.CorrectKind:
		if c.Value == "" || len(c.Value) > 40 || strings.Trim(c.Value, "abcdefghijklmnopqrstuvwxyz-") != "" {
			return &flaw{"kind " + quoted(c.Value) + " is not one", "write a word in lower case, such as contract, minutes, invoice or letter"}
		}
	case knowledge.CorrectRange:
		a, err := knowledge.ParseAddress(c.Value)
		switch {
		case err != nil || !knowledge.ValidID(a.Source) || a.Source[0] != knowledge.SourceLetter:
			return &flaw{"address " + quoted(c.Value) + " is not one", form.form}
		case a.Unit == "":
			return &flaw{"address " + quoted(c.Value) + " names a whole document", "name a unit or a span of one; whole files are left out by exclude in quire.yaml"}
		case a.Check == "":
			return &flaw{"address " + quoted(c.Value) + " has no ~ digits", "copy it whole, as quire retrieve or quire show prints it, so that another text is never left out instead"}
		}
		c.Named = []string{a.Source}
	}
	return nil
}
