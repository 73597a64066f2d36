package validate

import (
	"fmt"

	"quire/knowledge"
)

// Document checks the evidence of one source against itself and its row.
func (f *Findings) Document(s *knowledge.Source, d *knowledge.Document) {
	if got := knowledge.DigestOf([]byte(d.Text)); got != d.Evidence.Text {
		f.Add(EvidenceLost, s, "", "the text of %d bytes has the digest %s, the record says %s", len(d.Text), got.Short(12), d.Evidence.Text.Short(12))
		return
	}
	names, lost := map[string]bool{}, map[string]bool{} // of units; whose text cannot be told
	var sum knowledge.Counts
	passages, last := 0, 0
	for i := range d.Units {
		u := &d.Units[i]
		place := "#" + u.Name
		if !knowledge.ValidUnitName(u.Name) || names[u.Name] || !knowledge.ValidUnitKind(u.Kind) || u.Parent != "" && !names[u.Parent] {
			f.Add(UnitForm, s, "", "unit %d, %q, has no valid name, kind or parent", i+1, u.Name)
			continue
		}
		names[u.Name] = true
		if !u.Span.Within(len(d.Text)) || u.Span[0] < last {
			lost[u.Name] = true
			f.Add(UnitSpan, s, place, "the unit spans %d-%d of %d bytes", u.Span[0], u.Span[1], len(d.Text))
			continue
		}
		last = u.Span[1]
		f.unit(s, d, u)
		sum.Add(u.Counts)
		passages += len(u.Passages)
	}
	f.totals(s, d, sum, passages)
	f.citations(s, d, lost)
	f.addressed(s, d)
	f.order(s, d)
	f.parts(s, d)
}

func (f *Findings) unit(s *knowledge.Source, d *knowledge.Document, u *knowledge.Unit) {
	text, place := d.UnitText(u), "#"+u.Name
	if got := knowledge.DigestOf([]byte(text)); got != u.Digest {
		f.Add(UnitDigest, s, place, "the text has the digest %s, the record says %s", got.Short(12), u.Digest.Short(12))
	}
	at := 0
	for i := range u.Blocks {
		b := &u.Blocks[i]
		if !b.Span.Within(len(text)) || b.Span[0] < at || b.Lead > b.Span.Len() {
			f.Add(UnitSpan, s, place, "block %d spans %d-%d of %d bytes", i+1, b.Span[0], b.Span[1], len(text))
			return
		}
		at = b.Span[1]
	}
	for i := range u.Passages {
		p := &u.Passages[i]
		if !p.Span.Within(len(text)) || p.Span.Len() == 0 {
			f.Add(UnitSpan, s, place, "passage %d spans %d-%d of %d bytes", i+1, p.Span[0], p.Span[1], len(text))
			continue
		}
		if got := knowledge.DigestOf([]byte(text[p.Span[0]:p.Span[1]])); got != p.Digest {
			f.Add(PassageDigest, s, fmt.Sprintf("%s@%d-%d", place, p.Span[0], p.Span[1]), "the text has the digest %s, the record says %s", got.Short(12), p.Digest.Short(12))
		}
	}
}

func (f *Findings) totals(s *knowledge.Source, d *knowledge.Document, sum knowledge.Counts, passages int) {
	e := &d.Evidence
	if sum != e.Counts || passages != e.Passages || len(d.Units) != e.Units {
		f.Add(CountsAdd, s, "", "units add up to %+v in %d units and %d passages, the record says %+v, %d and %d", sum, len(d.Units), passages, e.Counts, e.Units, e.Passages)
	}
	if s.Counts != e.Counts || s.Units != e.Units || s.Passages != e.Passages {
		f.Add(RowAgrees, s, "", "the row counts %+v in %d units and %d passages, the evidence %+v, %d and %d", s.Counts, s.Units, s.Passages, e.Counts, e.Units, e.Passages)
	}
	if s.Outcome.Searchable() && s.Outcome != e.Outcome {
		f.Add(RowAgrees, s, "", "the row says %s, the evidence %s", s.Outcome, e.Outcome)
	}
	f.Issues(s, e.Issues)
}

// Issues repeats what an extractor reported of a source.
func (f *Findings) Issues(s *knowledge.Source, list []knowledge.Issue) {
	for _, i := range list {
		at := ""
		if !i.Locator.IsZero() {
			at = " at " + i.Locator.String()
		}
		f.add(IssueReported, s, spot{locator: i.Locator, key: i.Code}, "%s%s: %s", i.Code, at, i.Detail)
	}
}
