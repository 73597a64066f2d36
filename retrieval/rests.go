package retrieval

import (
	"encoding/json"

	"quire/knowledge"
)

// Citation is a statement that rests on the traced text.
type Citation struct {
	Kind    string `json:"kind"` // title, date, kind, summary, key-point, decision, obligation, open-point, term, identifier, entity, heading, date-mention, amount, overlay, statement
	Address string `json:"address"`
	Text    string `json:"text"`
	Value   string `json:"value,omitempty"` // what a date or amount was read as
}

// restsOn returns the statements of a source's stored knowledge whose span overlaps the
// address.
func (v *View) restsOn(s *knowledge.Source, a knowledge.Address) ([]Citation, error) {
	out := []Citation{}
	b, err := v.Derived(s)
	if err != nil || b == nil {
		return out, err
	}
	type quote struct {
		Text     string         `json:"text"`
		Unit     string         `json:"unit"`
		Span     knowledge.Span `json:"span"`
		Digest   string         `json:"digest"`
		Value    string         `json:"value"`
		Currency string         `json:"currency"`
	}
	type quoted struct {
		Quote *quote `json:"quote"`
		Value string `json:"value"`
	}
	var k struct {
		Title     quoted  `json:"title"`
		Date      quoted  `json:"date"`
		Summary   []quote `json:"summary"`
		KeyPoints []quote `json:"key_points"`
		Outline   []quote `json:"outline"`
		Dates     []quote `json:"dates"`
		Amounts   []quote `json:"amounts"`
		Kind      struct {
			Code  string  `json:"code"`
			Signs []quote `json:"signs"`
		} `json:"kind"`
		Decisions   []quote `json:"decisions"`
		Obligations []quote `json:"obligations"`
		Open        []quote `json:"open"`
		Terms       []quote `json:"terms"`
		Identifiers []quote `json:"identifiers"`
		Entities    []quote `json:"entities"`
	}
	if err := json.Unmarshal(b, &k); err != nil {
		return nil, err
	}
	add := func(kind, value string, q quote) {
		if a.Unit != "" && (q.Unit != a.Unit || a.Spanned && (q.Span[1] <= a.Start || a.End <= q.Span[0])) {
			return
		}
		if s.LeavesOut(q.Unit, q.Span) != nil {
			return
		}
		at := knowledge.Address{Source: s.ID, Unit: q.Unit, Start: q.Span[0], End: q.Span[1], Spanned: true, Check: q.Digest}
		out = append(out, Citation{kind, at.String(), q.Text, value})
	}
	if k.Title.Quote != nil {
		add("title", "", *k.Title.Quote)
	}
	if k.Date.Quote != nil {
		add("date", k.Date.Value, *k.Date.Quote)
	}
	for _, q := range k.Kind.Signs {
		add("kind", k.Kind.Code, q)
	}
	for _, list := range []struct {
		kind   string
		quotes []quote
	}{
		{"summary", k.Summary}, {"key-point", k.KeyPoints}, {"decision", k.Decisions}, {"obligation", k.Obligations}, {"open-point", k.Open}, {"term", k.Terms},
		{"identifier", k.Identifiers}, {"entity", k.Entities}, {"heading", k.Outline}, {"date-mention", k.Dates}, {"amount", k.Amounts},
	} {
		for _, q := range list.quotes {
			value := q.Value
			if value != "" && q.Currency != "" {
				value += " " + q.Currency
			}
			add(list.kind, value, q)
		}
	}
	return out, nil
}

// cite adds the authored texts that still hold to what rests on the traced text.
func (t *Trace) cite() {
	for _, x := range t.Authored {
		if x.Status == "fresh" {
			t.CitedBy = append(t.CitedBy, Citation{Kind: x.Type, Address: x.Address, Text: x.Title})
		}
	}
}
