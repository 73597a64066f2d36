package semantics

import (
	"strings"
	"sync"
	"unicode/utf8"

	"quire/knowledge"
)

// findings collects what single words announce: identifiers, names of people,
// organisations and places, and open points. One pass over the words of the body
// finds them all.
type findings struct {
	v           *view
	lang        string
	identifiers []Identifier
	entities    []Entity
	open        []Saying
	more        Omitted
	seen        map[string]int // place in identifiers or entities, by kind and text
	words       []word
	named       int // where the last name with a form of address ends, in the block at hand
}

// The caps of what is found.
const (
	maxIdentifiers = 30
	maxEntities    = 60
	maxOpen        = 20
)

// Of a long document the beginning and the end are read for single words: names and
// numbers that matter stand there.
const (
	findingsHead = 256 << 10
	findingsTail = 32 << 10
)

func newFindings(v *view, lang string) *findings {
	f := &findings{v: v, lang: lang, seen: map[string]int{}}
	total := 0
	for i := range v.blocks {
		total += v.blocks[i].Span.Len()
	}
	f.authors()
	at := 0
	var mail mailState
	for i := range v.blocks {
		b := &v.blocks[i]
		from := at
		at += b.Span.Len()
		if b.unit.Kind == knowledge.Message {
			if b.Kind == knowledge.Meta {
				f.headers(b)
			}
			was := mail.over && mail.unit == b.unit
			fresh := mail.fresh(b)
			if !was && mail.over && closing(strings.TrimSpace(b.body())) {
				f.signature(v.blocks[i:])
			}
			if !fresh {
				continue // quoted mail is of another document
			}
		}
		if b.Kind == knowledge.Code || b.Kind == knowledge.Formula || b.Kind == knowledge.Meta || from > findingsHead && at < total-findingsTail {
			continue
		}
		f.block(b)
	}
	return f
}

// lineBytes is as much of a line or cell as is read for a value.
const lineBytes = 300

func (f *findings) block(b *block) {
	body := b.body()
	base := b.Span[0] + b.Lead
	f.dateline(b)
	f.checked(b, body, base)
	f.words = wordsOf(body, f.words)
	f.named = 0
	openAt, labelled := -1, false
	for i := range f.words {
		findLexicon().each(f.words, i, func(c cue, n int) {
			from, to := f.words[i].at, f.words[i+n-1].end
			if c.langs != "" && !strings.Contains(c.langs, f.lang) || c.form != "" && !strings.Contains(c.form, "|"+body[from:to]+"|") {
				return
			}
			switch c.class {
			case identifierCue:
				f.labelled(b, body, base, c.code, to)
			case peopleLabel:
				if (labelAt(body, from) || labelled && capital(body[from:])) && labelEnds(body, to) && !b.headed(body, from) {
					labelled = true
					f.people(b, body, base, to, c.code)
				}
			case placeLabel:
				if labelAt(body, from) && labelEnds(body, to) && !b.headed(body, from) {
					f.place(b, body, base, to)
				}
			case honorific:
				f.addressed(b, body, base, i)
			case legalForm:
				f.organisation(b, body, base, i, n)
			case openCue:
				if from >= openAt {
					openAt = f.unsettled(b, body, base, from, to)
				}
			}
		})
	}
}

// findLexicon holds the words that announce something.
var findLexicon = sync.OnceValue(func() *lexicon {
	l := &lexicon{}
	for _, r := range identifierRules {
		l.add(r.labels, cue{class: identifierCue, code: r.kind})
	}
	for _, r := range peopleRules {
		l.add(r.labels, cue{class: peopleLabel, code: r.role})
	}
	l.add(placeLabels, cue{class: placeLabel})
	for _, r := range honorificRules {
		l.add(r.words, cue{class: honorific, langs: r.langs, form: r.form})
	}
	for _, r := range legalForms {
		l.add(r.words, cue{class: legalForm, langs: r.langs, form: r.form})
	}
	l.add(openWords, cue{class: openCue})
	l.add(openCapitals, cue{class: openCue, form: "|" + openCapitals + "|"})
	return l
})

// Words that say that something is not settled yet; those in capitals only so.
const (
	openWords = "to be decided|to be confirmed|to be determined|to be clarified|to be agreed|not yet decided|not yet agreed|open question|open questions remain|remains open|remain open|still open question|" +
		"noch offen|noch zu klären|ist zu klären|noch nicht entschieden|offene frage|ist ungeklärt|bleibt offen|" +
		"reste à définir|reste à décider|à confirmer|à préciser|pas encore décidé|question ouverte|" +
		"por definir|por confirmar|por decidir|pendiente de confirmar|pendiente de aprobación|queda pendiente|aún no se ha decidido|por decidir|ninguém decidiu ainda"
	openCapitals = "TBD|TBC|TBA|TODO|FIXME|TBD."
)

// unsettled quotes the sentence or line that holds the words, and returns where it
// ends.
func (f *findings) unsettled(b *block, body string, base, from, to int) int {
	span := knowledge.Span{}
	if b.Kind != knowledge.Table {
		span = sentenceAt(b, base+from)
	}
	if span.Len() == 0 || span.Len() > lineBytes {
		b.lines(func(s knowledge.Span) bool {
			span = s
			return s[1] <= base+from
		})
	}
	if settledCue(body, from, to) || span.Len() > 2*maxChars || span[0] > base+from || span[1] < base+to {
		return to
	}
	if strings.HasSuffix(b.text[span[0]:span[1]], ":") && b.Kind == knowledge.Heading {
		return to
	}
	if len(f.open) == maxOpen {
		f.more.Open++
		return span[1] - base
	}
	f.open = append(f.open, Saying{b.quote(span), b.plain(knowledge.Span{base + from, base + to})})
	return span[1] - base
}

// settledCue reports words of an open point that leave nothing open where they stand: in
// quotation marks, or "to be determined" behind a word that does not say that it is so.
func settledCue(body string, from, to int) bool {
	before := body[:from]
	for _, mark := range []string{`"`, "'", "“", "„", "«", "「", "`"} {
		if strings.HasSuffix(before, mark) {
			return true
		}
	}
	if !strings.HasPrefix(strings.ToLower(body[from:to]), "to be ") {
		return false
	}
	last := strings.TrimRight(before, " \n")
	last = strings.ToLower(last[strings.LastIndexAny(last, " \n|")+1:])
	if last == "" || strings.Trim(last, "abcdefghijklmnopqrstuvwxyz") != "" {
		return false // a sign: it begins, or stands behind a colon
	}
	return !stillOpen()[last]
}

// stillOpen are words before "to be decided" that leave it open.
var stillOpen = lazySet("is|are|was|were|remain|remains|remained|yet|still|need|needs|needed|has|have|had|and|or|but|also|only|which|date|dates|place|time|venue")

// value returns the span of what stands behind a label that ends at i: the rest of the
// line, or the next cell of a table.
func value(body string, i int) (from, to int) {
	from = i
	for from < len(body) && strings.IndexByte(" \t*_.:|", body[from]) >= 0 {
		from++
	}
	if strings.Count(body[i:from], "|") > 1 || strings.Contains(body[i:from], "\n") {
		return 0, 0
	}
	for from < len(body) {
		r, n := utf8.DecodeRuneInString(body[from:])
		if r != '\u00a0' && r != '：' && r != 'º' && r != '°' && r != ' ' {
			break
		}
		from += n
	}
	to = from
	for to < len(body) && to-from < lineBytes && body[to] != '\n' && body[to] != '|' {
		to++
	}
	text := strings.TrimRight(body[from:to], " \t*_")
	return from, from + len(text)
}
