package semantics

import (
	"fmt"
	"strconv"

	"quire/knowledge"
)

// Quote is a text of the document with the place it was taken from.
type Quote struct {
	Text   string         `json:"text"` // knowledge.Unit.PlainText of the span
	Unit   string         `json:"unit"`
	Span   knowledge.Span `json:"span"`   // bytes of the unit's text
	Digest string         `json:"digest"` // first six hex digits of the digest of those bytes, as in an Address
}

// Place prints UNIT@START-END~DIGEST: an Address without its source.
func (q Quote) Place() string {
	return q.Unit + "@" + strconv.Itoa(q.Span[0]) + "-" + strconv.Itoa(q.Span[1]) + "~" + q.Digest
}

// verify returns what is wrong with q, "" where its place still says its text.
func (q Quote) verify(d *knowledge.Document, units map[string]*knowledge.Unit) string {
	u := units[q.Unit]
	if u == nil {
		return "there is no unit " + q.Unit
	}
	text := d.UnitText(u)
	if !q.Span.Within(len(text)) || q.Span.Len() == 0 {
		return fmt.Sprintf("%s has no span %d-%d", q.Unit, q.Span[0], q.Span[1])
	}
	if got := check(text, q.Span); got != q.Digest {
		return fmt.Sprintf("%s now has digest %s", q.Place(), got)
	}
	if got := u.PlainText(text, q.Span); got != q.Text {
		return fmt.Sprintf("%s says %q, not %q", q.Place(), got, q.Text)
	}
	return ""
}

// check returns the digest that an address of the span carries.
func check(text string, s knowledge.Span) string {
	return knowledge.DigestOf([]byte(text[s[0]:s[1]])).Short(knowledge.CheckDigits)
}

// Verify proves every quote of k from d and returns one sentence for each that
// does not hold; nil where all do.
func (k *Knowledge) Verify(d *knowledge.Document) []string {
	units := make(map[string]*knowledge.Unit, len(d.Units))
	for i := range d.Units {
		units[d.Units[i].Name] = &d.Units[i]
	}
	var bad []string
	k.eachQuote(func(what string, q Quote) {
		if why := q.verify(d, units); why != "" {
			bad = append(bad, what+": "+why)
		}
	})
	return bad
}

// eachQuote calls f with every quote of k and what it is quoted as.
func (k *Knowledge) eachQuote(f func(what string, q Quote)) {
	if k.Title.Quote != nil {
		f("title", *k.Title.Quote)
	}
	if k.Date != nil && k.Date.Quote != nil {
		f("document date", *k.Date.Quote)
	}
	for i, s := range k.Summary {
		f("summary "+strconv.Itoa(i+1), s.Quote)
	}
	for i, s := range k.KeyPoints {
		f("key point "+strconv.Itoa(i+1), s.Quote)
	}
	for i, h := range k.Outline {
		f("heading "+strconv.Itoa(i+1), h.Quote)
	}
	for i, m := range k.Dates {
		f("date "+strconv.Itoa(i+1), m.Quote)
	}
	for i, a := range k.Amounts {
		f("amount "+strconv.Itoa(i+1), a.Quote)
	}
	k.eachFound(f)
	for i, t := range k.Tables {
		for j, c := range t.Columns {
			if c.Header != nil {
				f(fmt.Sprintf("table %d column %d", i+1, j+1), *c.Header)
			}
			if c.Total != nil {
				f(fmt.Sprintf("total of table %d column %d", i+1, j+1), c.Total.Quote)
			}
		}
	}
}

// eachFound is eachQuote for the signs of the kind and for what single words and
// sentences say.
func (k *Knowledge) eachFound(f func(what string, q Quote)) {
	if k.Kind != nil {
		for i, s := range k.Kind.Signs {
			f("sign "+strconv.Itoa(i+1)+" of its kind", s.Quote)
		}
	}
	for i, e := range k.Entities {
		f("entity "+strconv.Itoa(i+1), e.Quote)
	}
	for i, d := range k.Identifiers {
		f("identifier "+strconv.Itoa(i+1), d.Quote)
	}
	for i, t := range k.Terms {
		f("term "+strconv.Itoa(i+1), t.Quote)
		if t.Definition != nil {
			f("definition "+strconv.Itoa(i+1), *t.Definition)
		}
	}
	for _, list := range []struct {
		what string
		said []Saying
	}{{"decision", k.Decisions}, {"obligation", k.Obligations}, {"open point", k.Open}} {
		for i, s := range list.said {
			f(list.what+" "+strconv.Itoa(i+1), s.Quote)
		}
	}
}
