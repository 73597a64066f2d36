package overlay

import (
	"fmt"
	"path"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"quire/knowledge"
)

// knowledgeName is the name of the file below overlays/SOURCE/ that holds statements
// about that source. Those that quire writes have files of their own beside it.
const knowledgeName = "knowledge"

// statementsAbout returns the source that the statements of a file are about, which the
// name of its folder says; ok is false where the file holds overlays.
func statementsAbout(name string) (source string, ok bool) {
	dir, base := path.Split(name)
	stem := strings.TrimSuffix(base, path.Ext(base))
	if stem != knowledgeName && !strings.HasPrefix(stem, knowledgeName+"-") {
		return "", false
	}
	return path.Base(dir), true
}

const statementsForm = "write author: and below it statements:, a list of entries with kind, text and cites"

// statements reads the document of a file of statements: a mapping whose statements have
// its author unless they name their own, or only the list.
func (p *parser) statements(n *yaml.Node, before int) {
	list := n
	if n != nil && n.Kind == yaml.MappingNode && member(n, keyKind) == nil {
		list = nil
		f, line := eachKey(n, []string{keyAuthor, keyDate, keyStatements}, func(key string, value *yaml.Node) *flaw {
			var f *flaw
			switch key {
			case keyAuthor:
				p.author, f = scalar(key, value)
			case keyDate:
				p.date, f = scalar(key, value)
			default:
				if list = value; value.Tag == "!!null" {
					list = nil
				} else if value.Kind != yaml.SequenceNode {
					f = &flaw{"statements is not a list", statementsForm}
				}
			}
			return f
		})
		if f != nil {
			p.report(before+line, p.source, *f)
			return
		}
	}
	p.root(list, before)
}

// inherit fills in what a statement leaves to the file that it stands in.
func (p *parser) inherit(e *Entry) {
	if p.source == "" {
		return
	}
	if e.Source == "" {
		e.Source = p.source
	}
	if e.Author == "" {
		e.Author = p.author
	}
	if e.Date == "" {
		e.Date = p.date
	}
}

// misplaced is the flaw of an entry that does not belong into the file it stands in.
func (p *parser) misplaced(e *Entry) *flaw {
	switch {
	case p.source == "" && e.IsStatement():
		return &flaw{"is a statement, which is not read from this file", "move it to " + Dir + "/SOURCE/knowledge.yaml, or hand it to quire overlay apply"}
	case p.source == "":
		return nil
	case !e.IsStatement():
		return &flaw{"has no kind", "add one of " + join(Kinds) + "; overlays of units stand in other files"}
	case e.Source != p.source:
		return &flaw{"source " + quoted(e.Source) + " is not that of its folder", "move it to " + Dir + "/" + e.Source + "/"}
	}
	return nil
}

// ownSource gives the citations of a statement that name no source its own.
func (e *Entry) ownSource() {
	for i := range e.Rests {
		if e.Rests[i].Source == "" {
			e.Rests[i].Source = e.Source
		}
	}
}

// minQuote is how many letters and digits a quote needs: fewer stand by chance in what
// the text says after an edit.
const minQuote = 8

// checkRests returns the first flaw of what a statement rests on.
func checkRests(e *Entry) *flaw {
	if len(e.Rests) > MaxCites {
		return &flaw{fmt.Sprintf("cites %d places, at most %d are read", len(e.Rests), MaxCites), "keep those that the text rests on"}
	}
	bound := len(e.Rests)
	for i := range e.Rests {
		if f := e.Rests[i].check(); f != nil {
			return f
		}
	}
	for _, c := range e.Cites {
		if a, err := knowledge.ParseAddress(c); err == nil && a.Check != "" && a.Unit != "" {
			bound++
		}
	}
	if bound == 0 {
		return &flaw{"cites nothing that it rests on", "add cites: with a unit and its digest, a quote, or an address with its ~ digits"}
	}
	return nil
}

func (c *Cite) check() *flaw {
	n := 0
	for _, r := range c.Quote {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	switch {
	case !knowledge.ValidID(c.Source) || c.Source[0] != knowledge.SourceLetter:
		return &flaw{"cites source " + quoted(c.Source) + ", which is not a source id", "write the id whole, such as q7m2kx4tb3rqa, or leave it out"}
	case c.Unit != "" && !knowledge.ValidUnitName(c.Unit):
		return &flaw{"cites unit " + quoted(c.Unit) + ", which is not the name of a unit", "write it as addresses do, such as sec2, or leave it out"}
	case c.Digest == "" && c.Quote == "":
		return &flaw{"cites a place without digest or quote", "add the digest of the unit, or the words that it rests on as quote"}
	case c.Digest != "" && c.Quote != "":
		return &flaw{"cites a place by digest and by quote", "keep the quote, which survives edits elsewhere in the unit, or the digest, which does not"}
	case c.Digest != "" && !validDigest(c.Digest):
		return &flaw{"cites digest " + quoted(c.Digest) + ", which is not one", fmt.Sprintf("write sha256: and 64 hex digits, or at least the first %d of them", MinDigest)}
	case c.Quote != "" && n < minQuote:
		return &flaw{"cites the quote " + quoted(c.Quote) + ", which is too short to tell a place", fmt.Sprintf("quote at least %d letters or digits", minQuote)}
	}
	return nil
}

// checkForm returns what is wrong with a text whose slot asks for a form.
func checkForm(e *Entry) *flaw {
	if e.Slot != ChartData && e.Slot != DiagramRelations {
		return nil
	}
	n := 0
	for line := range strings.Lines(e.Text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if e.Slot == ChartData {
			label, value, ok := cutLast(line, ":")
			if !ok || strings.TrimSpace(label) == "" || !strings.ContainsFunc(value, unicode.IsDigit) {
				return &flaw{fmt.Sprintf("line %d of the text, %s, is no data point", n, quoted(line)), "write a line each with a label, a colon and a value: Lyon 2026: 500 EUR"}
			}
			continue
		}
		from, to, ok := strings.Cut(line, "->")
		if !ok || strings.TrimSpace(from) == "" || strings.TrimSpace(to) == "" {
			return &flaw{fmt.Sprintf("line %d of the text, %s, is no relation", n, quoted(line)), "write a line each: order -> invoice: creates"}
		}
	}
	return nil
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
