package semantics

import (
	"strings"

	"quire/knowledge"
)

// Date is a date that the document mentions.
type Date struct {
	Quote               // of the first mention, as written
	Value     string    `json:"value,omitempty"` // EDTF level 0; absent where ambiguous
	Precision Precision `json:"precision"`
	Ambiguous bool      `json:"ambiguous,omitempty"`
	Readings  []string  `json:"readings,omitempty"` // of an ambiguous date: day first, month first
	Mentions  int       `json:"mentions"`
}

// Amount is an amount of money that the document mentions.
type Amount struct {
	Quote              // of the first mention, as written
	Value     string   `json:"value,omitempty"` // decimal with a point; absent where ambiguous
	Currency  string   `json:"currency"`        // ISO 4217; "$", "¥" or "kr" where the sign does not say whose
	Ambiguous bool     `json:"ambiguous,omitempty"`
	Readings  []string `json:"readings,omitempty"` // of an ambiguous amount: grouped, decimal
	Mentions  int      `json:"mentions"`
}

// mentions collects dates and amounts in one pass over the digits of the body.
type mentions struct {
	lang        string
	dates       []Date
	amounts     []Amount
	moreDates   int
	moreAmounts int
	seen        map[string]int // place in dates or amounts, by kind and value
}

func newMentions(v *view, lang string) *mentions {
	m := &mentions{lang: lang, seen: map[string]int{}}
	for i := range v.blocks {
		b := &v.blocks[i]
		if b.Kind == knowledge.Code || b.Kind == knowledge.Formula {
			continue
		}
		if b.Kind == knowledge.Table {
			b.lines(func(s knowledge.Span) bool { m.scan(b, s); return true })
			continue
		}
		m.scan(b, b.whole())
	}
	return m
}

// scan reads a span of the block's text. What follows a mention is read without
// it, so that no sign or word is taken for two.
func (m *mentions) scan(b *block, span knowledge.Span) {
	eachNumber(b.text[span[0]:span[1]], m.lang, func(at int, d *writtenDate, a *writtenAmount) {
		base := span[0] + at
		if d != nil {
			m.date(b, knowledge.Span{base + d.start, base + d.end}, d)
		} else {
			m.amount(b, knowledge.Span{base + a.start, base + a.end}, a)
		}
	})
}

// eachNumber calls f with every date and amount of s, one of both nil. Their
// offsets count from at.
func eachNumber(s, lang string, f func(at int, d *writtenDate, a *writtenAmount)) {
	floor := 0
	for i := 0; i < len(s); {
		next := strings.IndexAny(s[i:], "0123456789")
		if next < 0 {
			return
		}
		i += next
		rest := s[floor:]
		if d, ok := dateAt(rest, i-floor, lang); ok {
			f(floor, &d, nil)
			floor += d.end
			i = floor
			continue
		}
		if a, ok := amountAt(rest, i-floor, lang); ok {
			f(floor, nil, &a)
			floor += a.end
			i = floor
			continue
		}
		i = digitRun(s, i)
	}
}

func (m *mentions) date(b *block, s knowledge.Span, d *writtenDate) {
	key := "d" + d.value + strings.Join(d.readings, "|")
	if at, ok := m.seen[key]; ok {
		m.dates[at].Mentions++
		return
	}
	if len(m.dates) == maxDates {
		m.moreDates++
		return
	}
	m.seen[key] = len(m.dates)
	m.dates = append(m.dates, Date{Quote: b.quote(s), Value: d.value, Precision: d.precision,
		Ambiguous: d.value == "", Readings: d.readings, Mentions: 1})
}

func (m *mentions) amount(b *block, s knowledge.Span, a *writtenAmount) {
	key := "a" + a.currency + a.value
	if a.value == "" {
		key += "|" + b.plain(s)
	}
	if at, ok := m.seen[key]; ok {
		m.amounts[at].Mentions++
		return
	}
	if len(m.amounts) == maxAmounts {
		m.moreAmounts++
		return
	}
	m.seen[key] = len(m.amounts)
	m.amounts = append(m.amounts, Amount{Quote: b.quote(s), Value: a.value, Currency: a.currency,
		Ambiguous: a.value == "", Readings: a.readings, Mentions: 1})
}
