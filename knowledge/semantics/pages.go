package semantics

import "unicode/utf8"

// Topic is a heading or a defined term by which documents of one matter are found.
type Topic struct {
	Text string // as written
	Unit string // where it stands
	Term bool   // the document defines it
}

// maxTopicChars is the longest heading that names a matter; a longer one is a sentence.
const maxTopicChars = 70

// Topics returns up to n headings and defined terms, terms first, without those that
// every document has: introductions, references, names of chapters.
func (k *Knowledge) Topics(n int) []Topic {
	var out []Topic
	seen := map[string]bool{}
	add := func(q Quote, term bool) {
		key := titleKey(q.Text)
		chars := utf8.RuneCountInString(q.Text)
		bare := headingKey(q.Text)
		if len(out) == n || seen[key] || chars > maxTopicChars || utf8.RuneCountInString(bare) < 3 || generic()[bare] || apparatus()[bare] || abstracts()[bare] || decisionHeadings()[bare] {
			return
		}
		seen[key] = true
		out = append(out, Topic{q.Text, q.Unit, term})
	}
	for _, t := range k.Terms {
		add(t.Quote, true)
	}
	for _, h := range k.Outline {
		add(h.Quote, false)
	}
	return out
}

// Dated is a decision or an obligation that names a day.
type Dated struct {
	Quote
	Date string // EDTF
	Kind string // decision or obligation
}

// Dated returns up to n decisions and obligations that name a day, each with the first
// one, in reading order.
func (k *Knowledge) Dated(n int) []Dated {
	var out []Dated
	for _, list := range []struct {
		kind string
		said []Saying
	}{{"decision", k.Decisions}, {"obligation", k.Obligations}} {
		for _, s := range list.said {
			if day := firstDay(s.Text, k.Language.Code); day != "" && len(out) < n {
				out = append(out, Dated{s.Quote, day, list.kind})
			}
		}
	}
	return out
}

// firstDay returns the first unambiguous day that s names, "" where there is none.
func firstDay(s, lang string) string {
	day := ""
	eachNumber(s, lang, func(_ int, d *writtenDate, _ *writtenAmount) {
		if day == "" && d != nil && d.value != "" && d.precision == ByDay {
			day = d.value
		}
	})
	return day
}
