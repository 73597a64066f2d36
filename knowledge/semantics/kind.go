package semantics

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/knowledge"
)

// DocumentKind says what sort of document it is, and by which signs.
type DocumentKind struct {
	Code   string `json:"code"`   // contract, minutes, report, …
	Points int    `json:"points"` // of its signs together
	Signs  []Sign `json:"signs"`  // the strongest first
}

// Sign is one piece of evidence for a kind.
type Sign struct {
	By     string `json:"by"`     // title, heading, label, phrase, shape or format
	Points int    `json:"points"` // of this sign
	Quote
}

// How a sign was found.
const (
	ByTitle  = "title"
	ByLabel  = "label"
	ByPhrase = "phrase"
	ByShape  = "shape"  // how the document is laid out
	ByFormat = "format" // what its format says
)

// kindReader collects the signs of every kind.
type kindReader struct {
	v     *view
	lang  string
	signs map[string][]Sign
}

// kindBytes is how far into a document labels and phrases are looked for, and its
// end besides: what kind it is shows there. kindTail is as much of its end.
const (
	kindBytes = 12 << 10
	kindTail  = 2 << 10
)

// kindOf returns the kind that the signs agree on, nil where they do not: two sorts
// of sign at least, kindThreshold points, and kindLead more than any other kind has.
func kindOf(v *view, lang string, title Title, tables []TableProfile) *DocumentKind {
	if k := kindByFormat(v); k != nil {
		return k
	}
	r := &kindReader{v: v, lang: lang, signs: map[string][]Sign{}}
	r.title(title)
	r.text()
	r.columns(tables)
	r.fields()
	r.letter()
	best, second := "", 0
	for _, rule := range kindRules {
		points, sorts := weigh(r.signs[rule.kind])
		if sorts < 2 && points >= kindThreshold {
			points = kindThreshold - 1 // it may still make another kind doubtful
		}
		switch had, _ := weigh(r.signs[best]); {
		case points > had:
			best, second = rule.kind, had
		default:
			second = max(second, points)
		}
	}
	points, sorts := weigh(r.signs[best])
	if sorts < 2 || points < kindThreshold || points-second < kindLead {
		return nil
	}
	signs := r.signs[best]
	slices.SortStableFunc(signs, func(a, b Sign) int { return b.Points - a.Points })
	return &DocumentKind{Code: best, Points: points, Signs: signs}
}

// weigh returns the points of signs and how many sorts there are.
func weigh(signs []Sign) (points, sorts int) {
	seen := map[string]bool{}
	for _, s := range signs {
		points += s.Points
		seen[s.By] = true
	}
	return points, len(seen)
}

// kindByFormat returns the kind of what its format decides: a mail, a deck of
// slides.
func kindByFormat(v *view) *DocumentKind {
	if len(v.doc.Units) == 0 || len(v.blocks) == 0 {
		return nil
	}
	slides := 0
	for i := range v.doc.Units {
		if v.doc.Units[i].Kind == knowledge.Slide {
			slides++
		}
	}
	code := ""
	switch {
	case v.isMessage():
		code = Mail
	case slides*2 > len(v.doc.Units):
		code = Deck
	default:
		return nil
	}
	b := &v.blocks[0]
	q := b.quote(b.firstLine())
	return &DocumentKind{Code: code, Points: kindThreshold, Signs: []Sign{{By: ByFormat, Points: kindThreshold, Quote: q}}}
}

// firstLine is the first line of the block that is not empty.
func (b *block) firstLine() knowledge.Span {
	out := b.whole()
	b.lines(func(s knowledge.Span) bool { out = s; return false })
	return out
}

// add notes a sign, mostOfASort of each sort and none twice.
func (r *kindReader) add(kind, by string, points int, q Quote) {
	n := 0
	for _, s := range r.signs[kind] {
		if s.By == by {
			n++
			if strings.EqualFold(s.Text, q.Text) {
				return
			}
		}
	}
	if n < mostOfASort {
		r.signs[kind] = append(r.signs[kind], Sign{by, points, q})
	}
}

// title reads the title of the document where it stands in its text: what a program
// keeps as title is often that of a template.
func (r *kindReader) title(t Title) {
	b, span := r.titleLine(t)
	if b == nil {
		return
	}
	text := b.text[span[0]:span[1]]
	words := wordsOf(text, nil)
	for i := range words {
		kindLexicon().each(words, i, func(c cue, n int) {
			if c.class == kindTitle && r.nameEnds(text, words, i+n) {
				r.add(c.code, ByTitle, c.weight, b.quote(span))
			}
		})
		w := strings.ToLower(text[words[i].at:words[i].end])
		for _, rule := range kindRules {
			if endsLike(w, rule.endings) && r.nameEnds(text, words, i+1) {
				r.add(rule.kind, ByTitle, titlePoints, b.quote(span))
			}
		}
	}
}

// titleLine finds the title in the text.
func (r *kindReader) titleLine(t Title) (*block, knowledge.Span) {
	for i := range min(len(r.v.blocks), 30) {
		b := &r.v.blocks[i]
		if t.Quote != nil && b.unit.Name == t.Quote.Unit && b.Span[0] <= t.Quote.Span[0] && t.Quote.Span[1] <= b.Span[1] {
			return b, t.Quote.Span
		}
		if t.Quote == nil && t.Text != "" && b.Span.Len() < 2*knowledge.MaxTitle {
			if line := b.firstLine(); strings.Contains(b.plain(line), t.Text) {
				return b, line
			}
		}
	}
	for i := range min(len(r.v.blocks), 5) { // the program's title is another one
		if b := &r.v.blocks[i]; b.Kind == knowledge.Heading && b.Span.Len() < 2*knowledge.MaxTitle {
			return b, b.whole()
		}
	}
	return nil, knowledge.Span{}
}

// nameEnds reports that the name of the document ends before the i-th word: with the
// title, with a sign, or before a word behind which only its matter follows. In German
// compounds are one word, so that what follows is always its matter.
func (r *kindReader) nameEnds(text string, words []word, i int) bool {
	if i >= len(words) || r.lang == "deu" {
		return true
	}
	between := text[words[i-1].end:words[i].at]
	if words[i].number || strings.Trim(between, " \u00a0") != "" || isMark(text[words[i].at:]) {
		return true
	}
	return titleGoesOn()[strings.ToLower(text[words[i].at:words[i].end])]
}

// isMark reports that s begins with the mark of one document among others: LC-2201.
func isMark(s string) bool {
	head := strings.TrimLeft(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	n := len(s) - len(head)
	head = strings.TrimLeft(head, "-/.")
	return n > 0 && n <= 5 && head != "" && isDigit(head[0])
}

// endsLike reports a compound word that ends with one of the endings.
func endsLike(word, endings string) bool {
	if endings == "" || notCompounds()[word] {
		return false
	}
	for e := range strings.SplitSeq(endings, "|") {
		if head, ok := strings.CutSuffix(word, e); ok && utf8.RuneCountInString(head) >= 3 {
			return true
		}
	}
	return false
}

// text looks for headings in the whole document, and for labels and phrases at its
// beginning and end.
func (r *kindReader) text() {
	total := 0
	for i := range r.v.blocks {
		total += r.v.blocks[i].Span.Len()
	}
	var buffer []word
	at := 0
	for i := range r.v.blocks {
		b := &r.v.blocks[i]
		from := at
		at += b.Span.Len()
		if b.Kind == knowledge.Code || b.Kind == knowledge.Quote || b.Kind == knowledge.Meta || b.Span.Len() > kindBytes {
			continue
		}
		if b.Kind != knowledge.Heading && from > kindBytes && at < total-kindTail {
			continue
		}
		body := b.body()
		buffer = wordsOf(body, buffer)
		r.block(b, body, buffer)
	}
}

func (r *kindReader) block(b *block, body string, words []word) {
	base := b.Span[0] + b.Lead
	for i := range words {
		kindLexicon().each(words, i, func(c cue, n int) {
			from, to := words[i].at, words[i+n-1].end
			switch c.class {
			case kindHeading:
				if b.Kind == knowledge.Heading && bare(body[:from]) && bare(body[to:]) {
					r.add(c.code, ByHeading, c.weight, b.quote(b.whole()))
				}
			case kindLabel:
				if labelAt(body, from) && labelEnds(body, to) {
					r.add(c.code, ByLabel, c.weight, b.quote(knowledge.Span{base + from, base + to}))
				}
			case kindPhrase:
				if b.Kind != knowledge.Heading {
					r.add(c.code, ByPhrase, c.weight, b.quote(knowledge.Span{base + from, base + to}))
				}
			}
		})
	}
}

// bare reports that s holds no letter: a number before a heading, a sign behind it.
func bare(s string) bool { return !strings.ContainsFunc(s, unicode.IsLetter) }

// labelAt reports that only markup stands between the beginning of the line, or of the
// table cell, and i.
func labelAt(s string, i int) bool {
	line := s[strings.LastIndexAny(s[:i], "\n|")+1 : i]
	return strings.Trim(line, " \t*_\u00a0") == ""
}

// labelEnds reports a colon, or the end of a table cell, behind i.
func labelEnds(s string, i int) bool {
	rest := strings.TrimLeft(s[i:], " \t*_.\u00a0º°")
	return strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "|") || strings.HasPrefix(rest, "：")
}

// minBookings is how many rows an account book has at least.
const minBookings = 5

// columns looks for the columns of an account book.
func (r *kindReader) columns(tables []TableProfile) {
	for i := range tables {
		t := &tables[i]
		dates, amounts, sure, perhaps := false, false, false, 0
		var header, other *Quote
		for j := range t.Columns {
			c := &t.Columns[j]
			dates = dates || c.Type == DateColumn
			if c.Header == nil {
				continue
			}
			name := headingKey(c.Header.Text)
			first := name[:len(name)-len(strings.TrimLeftFunc(name, unicode.IsLetter))] // "amount_eur", "Betrag in EUR"
			if c.Type == NumberColumn && (bookedAmount()[name] || bookedAmount()[first]) {
				amounts, header = true, c.Header
			}
			if surelyBooked()[name] || surelyBooked()[first] {
				sure, other = true, c.Header
			}
			if perhapsBooked()[name] {
				perhaps, other = perhaps+1, c.Header
			}
		}
		if dates && amounts && t.Rows >= minBookings && (sure || perhaps >= 2) {
			r.add(Ledger, ByShape, shapePoints, *header)
			r.add(Ledger, ByLabel, labelPoints, *other)
		}
	}
}

// minFields is how many fields to fill in make a form.
const minFields = 3

// fields looks for fields to fill in, and for lines to write on.
func (r *kindReader) fields() {
	n := 0
	for i := range r.v.blocks {
		b := &r.v.blocks[i]
		if b.Kind == knowledge.Field || b.Kind == knowledge.Paragraph && strings.Contains(b.body(), "____") {
			if n++; n == minFields {
				r.add(Form, ByShape, shapePoints, b.quote(b.firstLine()))
			}
		}
	}
}

// maxLetterBlocks is how long a letter is: what follows is an attachment.
const maxLetterBlocks = 80

// letter looks for a salutation with a closing formula behind it.
func (r *kindReader) letter() {
	if len(r.v.blocks) > maxLetterBlocks {
		return
	}
	var greeting, subject *block
	for i := range r.v.blocks {
		b := &r.v.blocks[i]
		body := strings.TrimSpace(b.body())
		if b.Kind != knowledge.Paragraph && b.Kind != knowledge.TextBox && b.Kind != knowledge.Heading {
			continue
		}
		line, _, _ := strings.Cut(body, "\n")
		label, _, found := strings.Cut(strings.ToLower(strings.Trim(line, "* _")), ":")
		switch {
		case found && greeting == nil && subjectOfALine()[label]:
			subject = b
		case greeting == nil && i < 20 && salutation(line):
			greeting = b
		case greeting != nil && closing(body):
			r.add(Letter, ByShape, shapePoints, greeting.quote(greeting.firstLine()))
			r.add(Letter, ByPhrase, phrasePoints, b.quote(b.firstLine()))
			if subject != nil {
				r.add(Letter, ByLabel, labelPoints, subject.quote(subject.firstLine()))
			}
			return
		}
	}
}
