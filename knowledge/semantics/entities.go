package semantics

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/knowledge"
)

// Entity is a person, an organisation or a place that the document names, found by a
// rule that is safe: most names are not found.
type Entity struct {
	Quote           // of the first mention, as written
	Kind     string `json:"kind"` // person, organisation or place
	By       string `json:"by"`   // header, metadata, signature, label, honorific, legal-form or dateline
	Role     string `json:"role,omitempty"`
	Mentions int    `json:"mentions"`
}

// The kinds of entity.
const (
	Person       = "person"
	Organisation = "organisation"
	Place        = "place"
)

// How an entity was found. ByLabel and ByMetadata are named elsewhere.
const (
	ByHeader    = "header"     // a line of the head of a mail
	BySignature = "signature"  // the line behind a closing formula
	ByHonorific = "honorific"  // Mr, Frau, Mme …
	ByLegalForm = "legal-form" // … GmbH, … Ltd
	ByDateline  = "dateline"   // Graz, 12 March 2026
)

func (f *findings) entity(b *block, s knowledge.Span, kind, by, role string) {
	q := b.quote(s)
	key := kind + strings.ToLower(q.Text)
	if at, ok := f.seen[key]; ok {
		f.entities[at].Mentions++
		if f.entities[at].Role == "" {
			f.entities[at].Role = role
		}
		return
	}
	if len(f.entities) == maxEntities {
		f.more.Entities++
		return
	}
	f.seen[key] = len(f.entities)
	f.entities = append(f.entities, Entity{Quote: q, Kind: kind, By: by, Role: role, Mentions: 1})
}

// authors quotes the authors of the metadata where the top of the text names them too.
func (f *findings) authors() {
	for _, name := range f.v.doc.Evidence.Meta.Authors {
		if !personName(name) {
			continue
		}
		size := 0
		for i := range f.v.blocks {
			b := &f.v.blocks[i]
			if size += b.Span.Len(); size > topBytes {
				break
			}
			body := b.body()
			at := strings.Index(body, name)
			if at >= 0 && boundedBefore(body, at) && bounded(body, at+len(name)) {
				from := b.Span[0] + b.Lead + at
				f.entity(b, knowledge.Span{from, from + len(name)}, Person, ByMetadata, "author")
				break
			}
		}
	}
}

// headers reads the people of the head of a mail: From, To, Cc, in the languages that
// mail programs write.
func (f *findings) headers(b *block) {
	b.lines(func(s knowledge.Span) bool {
		line := b.text[s[0]:s[1]]
		name, rest, ok := strings.Cut(line, ":")
		role := headerRole(strings.ToLower(strings.TrimSpace(name)))
		if !ok || role == "" {
			return true
		}
		at := s[1] - len(rest)
		for piece := range strings.SplitSeq(rest, ">") {
			who, _, bracket := strings.Cut(piece, "<")
			start := at
			at += len(piece) + 1
			if !bracket {
				continue
			}
			trimmed := strings.Trim(who, " ,;\t\"'")
			if trimmed == "" || !personName(trimmed) {
				continue
			}
			from := start + strings.Index(who, trimmed)
			f.entity(b, knowledge.Span{from, from + len(trimmed)}, Person, ByHeader, role)
		}
		return true
	})
}

func headerRole(label string) string {
	switch label {
	case "from", "von", "de", "da", "van":
		return "from"
	case "to", "an", "à", "para", "a", "aan":
		return "to"
	case "cc", "kopie", "copie":
		return "cc"
	}
	return ""
}

// signature reads the name behind a closing formula: on its next line, or in the next
// block. blocks begin with that of the formula.
func (f *findings) signature(blocks []block) {
	n := 0
	for i := range min(2, len(blocks)) {
		b := &blocks[i]
		if b.unit != blocks[0].unit || b.Kind == knowledge.Quote {
			return
		}
		done := false
		b.lines(func(s knowledge.Span) bool {
			n++
			if n == 1 {
				return true // the formula itself
			}
			if text := b.text[s[0]:s[1]]; personName(text) {
				f.entity(b, s, Person, BySignature, "from")
			}
			done = true
			return false
		})
		if done {
			return
		}
	}
}

// people reads the names behind a label, which end where the next label begins: Markdown
// puts short lines into one.
func (f *findings) people(b *block, body string, base, i int, role string) {
	from, to := value(body, i)
	for _, w := range f.words {
		if w.at > from && w.end < to && strings.HasPrefix(strings.TrimLeft(body[w.end:to], " \u00a0*_"), ":") {
			if to = w.at; !peopleLabels()[strings.ToLower(body[w.at:w.end])] {
				to = max(from, strings.LastIndexAny(body[:to], ",;")) // of a label of two words
			}
			break
		}
	}
	depth := 0
	start := from
	flush := func(end int) {
		f.oneName(b, body, base, start, end, role)
	}
	for j := from; j < to; j++ {
		switch c := body[j]; {
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case depth > 0:
		case c == ',' || c == ';' || c == '/':
			flush(j)
			start = j + 1
		case c == ' ':
			for _, and := range []string{" and ", " und ", " et ", " y ", " e ", " & ", " with "} {
				if strings.HasPrefix(body[j:to], and) {
					flush(j)
					start = j + len(and) - 1
					break
				}
			}
		}
	}
	flush(to)
}

// oneName notes the name between two offsets, without what stands in brackets behind
// it.
func (f *findings) oneName(b *block, body string, base, from, to int, role string) {
	if from >= to {
		return
	}
	s := body[from:to]
	if i := strings.IndexByte(s, '('); i >= 0 {
		s = s[:i]
	}
	lead := len(s) - len(strings.TrimLeft(s, " \t*_\""))
	s = strings.Trim(s, " \t*_\".")
	if personName(s) {
		f.entity(b, knowledge.Span{base + from + lead, base + from + lead + len(s)}, Person, ByLabel, role)
	}
}

// personName reports two to four words with capitals, none of which makes it a body or
// a role.
func personName(s string) bool {
	if len(s) > 60 || len(s) < 5 {
		return false
	}
	capitals, lowers, n := 0, 0, 0
	for w := range strings.FieldsSeq(s) {
		n++
		lower := strings.ToLower(strings.TrimRight(w, "."))
		if particles()[lower] && n > 1 && w == strings.ToLower(w) {
			continue
		}
		if lower == "dr" || lower == "prof" || w == "M." && n == 1 {
			continue
		}
		if notPeople()[lower] || notNames()[lower] || !capital(w) {
			return false
		}
		capitals++
		for _, r := range w {
			switch {
			case unicode.IsLower(r):
				lowers++
			case !unicode.IsLetter(r) && !strings.ContainsRune("-'’.", r) && !unicode.IsMark(r):
				return false
			}
		}
	}
	return capitals >= 2 && capitals <= 4 && n <= 6 && lowers >= 2
}

// headed reports that an offset lies in the header of a table of three columns or more:
// what stands beside a label there is another label.
func (b *block) headed(body string, at int) bool {
	line, _, _ := strings.Cut(body, "\n")
	return b.Kind == knowledge.Table && b.HeaderRows > 0 && at <= len(line) && strings.Count(line, "|") > 3
}

// nowhere are words of what stands behind a label of places and is none.
var nowhere = lazySet("online|virtual|virtuell|remote|zoom|teams|webinar|tbd|tba|tbc|video|telephone|phone|call|en ligne|en línea")

// place reads the place behind a label.
func (f *findings) place(b *block, body string, base, i int) {
	from, to := value(body, i)
	s := body[from:to]
	if code := s == strings.ToUpper(s) && strings.ContainsAny(s, "0123456789"); code || len(s) < 3 || len(s) > 80 || !capital(s) || strings.HasSuffix(s, ".") && strings.Count(s, " ") > 8 {
		return
	}
	for w := range strings.FieldsSeq(strings.ToLower(s)) {
		if nowhere()[strings.Trim(w, ".,;:()")] {
			return
		}
	}
	f.entity(b, knowledge.Span{base + from, base + to}, Place, ByLabel, "")
}

// addressed reads the name behind a form of address, which is the i-th word: one to
// three words with capitals.
func (f *findings) addressed(b *block, body string, base, i int) {
	words := f.words
	from := words[i].at
	if from < f.named {
		return // Frau Dr. Huber is one name
	}
	if i > 0 && nameArticles()[strings.ToLower(body[words[i-1].at:words[i-1].end])] && body[words[i].at:words[i].end] == "Frau" {
		return
	}
	to := 0
	for j := i + 1; j < len(words) && j <= i+4; j++ {
		between := body[words[j-1].end:words[j].at]
		if between != " " && between != ". " && between != "-" && between != "'" && between != "’" && between != "\u00a0" || between == ". " && j > i+1 && words[j-1].letters > 2 {
			break
		}
		w := body[words[j].at:words[j].end]
		lower := strings.ToLower(w)
		if particles()[lower] && w == lower && to == 0 {
			continue
		}
		if !capital(w) || words[j].letters < 2 || notPeople()[lower] || notNames()[lower] && lower != "dr" && lower != "prof" || w == strings.ToUpper(w) {
			break
		}
		if lower == "dr" || lower == "prof" {
			continue
		}
		to = words[j].end
		if j > i+3 {
			break
		}
	}
	if to > 0 {
		f.named = to
		f.entity(b, knowledge.Span{base + from, base + to}, Person, ByHonorific, "")
	}
}

// namePart are words in small letters inside the names of organisations.
var namePart = lazySet("de|la|le|du|des|del|los|las|el|di|da|dos|von|van|der|den")

// opensCell reports that a line or a cell of a table begins behind s.
func opensCell(s string) bool {
	s = strings.TrimRight(s, " ")
	return s == "" || strings.HasSuffix(s, "\n") || strings.HasSuffix(s, "|")
}

var nameArticles = lazySet("der|die|das|eine|einer|als|jede|jeder|keine|diese|dieser|junge|alte")

// organisation reads the name before a legal form, which is the n words from the i-th
// on: up to five words with capitals.
func (f *findings) organisation(b *block, body string, base, i, n int) {
	words := f.words
	from := -1
	for j := i - 1; j >= 0 && j >= i-6; j-- {
		between := body[words[j].end:words[j+1].at]
		switch between {
		case " ", "-", " & ", "&", "\u00a0", ". ", ".", "'", "’":
		case ", ":
			if j != i-1 {
				between = ""
			}
		default:
			between = ""
		}
		w := body[words[j].at:words[j].end]
		if between == " " && from >= 0 && namePart()[w] {
			continue // Cafe de la Presse: it belongs to the name where a capital stands before
		}
		if between == "" || between == ". " && words[j].letters > 3 || !capital(w) && !words[j].number || notNames()[strings.ToLower(w)] && (words[j].letters > 2 || j == i-1) {
			break
		}
		from = words[j].at
	}
	for from > 0 && from < words[i].at && isDigit(body[from]) && !opensCell(body[:from]) { // a number before the name
		next := strings.IndexByte(body[from:words[i].at], ' ')
		if next < 0 {
			return
		}
		from += next + 1
	}
	if from < 0 || from == words[i].at {
		return
	}
	to := words[i+n-1].end
	if to < len(body) && body[to] == '.' && strings.Contains(body[words[i].at:to], ".") {
		to++
	}
	if name := strings.TrimSpace(body[from:words[i].at]); utf8.RuneCountInString(name) < 2 || name == strings.ToUpper(name) && strings.Count(name, " ") > 3 {
		return
	}
	f.entity(b, knowledge.Span{base + from, base + to}, Organisation, ByLegalForm, "")
}

// dateline reads the place of a line that is nothing but a place and a date.
func (f *findings) dateline(b *block) {
	if b.Kind != knowledge.Paragraph && b.Kind != knowledge.TextBox || b.Span.Len() > 2*dateLine {
		return
	}
	line := b.firstLine()
	text := b.text[line[0]:line[1]]
	comma := strings.Index(text, ", ")
	if comma < 3 || comma > 40 || !capital(text) || len(text) > dateLine {
		return
	}
	place := text[:comma]
	for w := range strings.FieldsSeq(place) {
		if !capital(w) || strings.ContainsAny(w, "0123456789.:") || isWeekday(w) {
			return
		}
	}
	if strings.Count(place, " ") > 2 {
		return
	}
	whole := false
	eachNumber(text[comma:], f.lang, func(at int, d *writtenDate, _ *writtenAmount) {
		if d != nil && d.precision == ByDay && at+d.end == len(text)-comma {
			before := strings.ToLower(strings.Trim(text[comma:comma+at+d.start], " ,"))
			whole = whole || before == "" || dateIntro()[before]
		}
	})
	if whole && month(place, f.lang) == 0 {
		f.entity(b, knowledge.Span{line[0], line[0] + comma}, Place, ByDateline, "")
	}
}

// dateIntro are words between a place and its date.
var dateIntro = lazySet("den|am|le|a|el|on|the|em|il")

func isWeekday(s string) bool {
	return weekdays()[strings.ToLower(s)]
}
