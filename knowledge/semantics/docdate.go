package semantics

import (
	"strings"

	"quire/knowledge"
)

// DocumentDate is the date of the document itself.
type DocumentDate struct {
	Value     string    `json:"value"` // EDTF level 0
	Precision Precision `json:"precision"`
	By        string    `json:"by"`              // text, metadata:created or metadata:modified
	Quote     *Quote    `json:"quote,omitempty"` // the date in the text; absent for metadata
}

// Where a document date comes from.
const (
	ByText     = "text"
	ByCreated  = "metadata:created"
	ByModified = "metadata:modified"
)

// How far the top of a document reaches in which its own date is looked for.
const (
	topBlocks = 14
	topBytes  = 3000
	topRows   = 8
	dateLine  = 90 // bytes of a line that may be nothing but a place and a date
)

// documentDate prefers a dated line near the top: programs write the time of the
// last save or of a template into the metadata. Of a message it is the other way
// round: its header is its date. An ambiguous date decides nothing.
func documentDate(v *view, lang string) *DocumentDate {
	meta := metadataDate(v.doc.Evidence.Meta)
	if meta != nil && v.isMessage() {
		return meta
	}
	size := 0
	for i := range v.blocks {
		b := &v.blocks[i]
		if i >= topBlocks || size > topBytes {
			break
		}
		size += b.Span.Len()
		if b.Kind == knowledge.Code || b.Kind == knowledge.Quote {
			continue
		}
		if d := datedLine(b, lang); d != nil {
			return d
		}
	}
	if meta == nil || meta.By == ByModified {
		if d := recordDate(v, lang); d != nil {
			return d
		}
	}
	return meta
}

// records begin the title of a document that is of the day its title ends with: minutes
// and notes are of the day of the meeting.
var records = lazySet("minutes|meeting notes|notes|site visit|protokoll|sitzungsprotokoll|ergebnisprotokoll|niederschrift|procès-verbal|compte rendu|compte-rendu|acta|ata|verbale|notulen")

// recordDate returns the day that the first line ends with, where it names a record.
func recordDate(v *view, lang string) *DocumentDate {
	for i := range min(len(v.blocks), topBlocks) {
		b := &v.blocks[i]
		if b.Kind != knowledge.Heading && b.Kind != knowledge.Paragraph {
			continue
		}
		s := b.firstLine()
		line := b.text[s[0]:s[1]]
		var found *DocumentDate
		if lower := strings.ToLower(line); len(line) <= 2*dateLine && !otherDate(lower) && (records()[firstWords(lower, 1)] || records()[firstWords(lower, 2)]) {
			eachNumber(line, lang, func(at int, d *writtenDate, _ *writtenAmount) {
				if d != nil && d.precision == ByDay && d.value != "" && strings.Trim(line[at+d.end:], " .*_") == "" {
					q := b.quote(knowledge.Span{s[0] + at + d.start, s[0] + at + d.end})
					found = &DocumentDate{Value: d.value, Precision: d.precision, By: ByText, Quote: &q}
				}
			})
		}
		return found
	}
	return nil
}

// firstWords returns the first n words of a line.
func firstWords(s string, n int) string {
	words := strings.Fields(s)
	return strings.Trim(strings.Join(words[:min(n, len(words))], " "), ",:*_")
}

// datedLine returns the date of the first line of b that dates the document.
func datedLine(b *block, lang string) *DocumentDate {
	var found *DocumentDate
	rows := 0
	b.lines(func(s knowledge.Span) bool {
		rows++
		line := b.text[s[0]:s[1]]
		if len(line) <= 2*dateLine {
			found = dateOfLine(b, s, line, lang)
		}
		return found == nil && rows < topRows
	})
	return found
}

func dateOfLine(b *block, s knowledge.Span, line, lang string) *DocumentDate {
	var found *DocumentDate
	eachNumber(line, lang, func(at int, d *writtenDate, _ *writtenAmount) {
		if found != nil || d == nil || d.value == "" || d.precision == ByYear || d.precision == ByQuarter {
			return
		}
		from, to := at+d.start, at+d.end
		before := strings.ToLower(line[strings.LastIndex(line[:from], ". ")+1 : from])
		if otherDate(before) || otherRest(line[to:]) || labelled(before) && !dateCue(before) || !dateCue(before) && !(b.Kind != knowledge.Table && len(line) <= dateLine && (to-from)*5 >= len(line)*2) {
			return
		}
		q := b.quote(knowledge.Span{s[0] + from, s[0] + to})
		found = &DocumentDate{Value: d.value, Precision: d.precision, By: ByText, Quote: &q}
	})
	return found
}

var dateWords = lazySet("date|dated|published|updated|update|revised|revision|issued|effective|version|as of|stand|datum|vom|veröffentlicht|aktualisiert|erstellt|" +
	"ausgabe|edition|fassung|le|fecha|publicado|actualizado|emisión|publié|mise à jour|data|pubblicato|aggiornato|gepubliceerd|publicada|dato|datum van|created|written|" +
	"last updated|last modified|on|den|am")

// dateCue reports that the words before a date say it dates the document.
func dateCue(before string) bool {
	t := strings.TrimRight(before, " \t|:.-–—*_(,\"'")
	for _, tail := range []string{lastWords(t, 1), lastWords(t, 2), lastWords(t, 3)} {
		if w := tail; dateWords()[w] && (w != "on" && w != "am" && w != "le" && w != "den" && w != "version" || len(t) == len(w)) {
			return true
		}
	}
	return false
}

// otherDate reports words that make a date one of something else.
func otherDate(before string) bool {
	for _, w := range []string{"deadline", "due", "until", "expire", "born", "frist", "fällig", "bis ", "geboren", "échéance", "né le", "plazo", "nacid", "scadenza", "valid", "next ", "review",
		"adopted", "approved", "founded", "established", "first published", " ended", " ending", "fiscal", "gegründet", "geschäftsjahr", "fondée", "exercice", "fundad", "replace", "supersede", "beschlossen", "genehmigt", "ersetzt", "adopté", "approuvé", "remplace", "aprobad", "sustituye"} {
		if strings.Contains(before, w) {
			return true
		}
	}
	return false
}

// otherRest reports words behind a date that make it one of something that is past.
func otherRest(behind string) bool {
	behind = strings.ToLower(behind)
	return strings.Contains(behind, "years ago") || strings.Contains(behind, "days ago")
}

// labelled reports that a label stands before a date, whatever it says.
func labelled(before string) bool { return strings.HasSuffix(strings.TrimRight(before, " \t"), ":") }

func lastWords(s string, n int) string {
	at := len(s)
	for range n {
		at = strings.LastIndexAny(s[:at], " |*_:(")
		if at < 0 {
			return s
		}
	}
	return s[at+1:]
}

func metadataDate(m knowledge.Metadata) *DocumentDate {
	if d := edtfDay(m.Created); d != nil {
		d.By = ByCreated
		return d
	}
	if d := edtfDay(m.Modified); d != nil {
		d.By = ByModified
		return d
	}
	return nil
}

// edtfDay reads an EDTF date or an RFC 3339 time, nil where s is neither.
func edtfDay(s string) *DocumentDate {
	s = s[:min(len(s), 10)]
	for i := range len(s) {
		if want := i == 4 || i == 7; want != (s[i] == '-') || !want && !isDigit(s[i]) {
			return nil
		}
	}
	switch len(s) {
	case 4:
		return &DocumentDate{Value: s, Precision: ByYear}
	case 7:
		if m := number(s[5:]); m >= 1 && m <= 12 {
			return &DocumentDate{Value: s, Precision: ByMonth}
		}
	case 10:
		if _, ok := day(0, 0, number(s[:4]), number(s[5:7]), number(s[8:])); ok {
			return &DocumentDate{Value: s, Precision: ByDay}
		}
	}
	return nil
}
