package semantics

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/knowledge"
)

// Term is a word that the document defines for itself.
type Term struct {
	Quote             // the term where it is defined
	By         string `json:"by"` // means, short-name, abbreviation or glossary
	Definition *Quote `json:"definition,omitempty"`
}

// How a term is defined.
const (
	ByMeaning      = "means"        // "X" means …
	ByShortName    = "short-name"   // … (the "X")
	ByAbbreviation = "abbreviation" // Extra Large Vessel (XLV)
	ByGlossary     = "glossary"     // a table or list of terms
)

// maxTerms caps the terms of a document; maxTermChars is the longest one.
const (
	maxTerms     = 40
	maxTermChars = 60
)

// defining are words behind a quoted term that say what it means.
var defining = wordSet("means|shall mean|is defined|refers to|has the meaning|bedeutet|bezeichnet|meint|ist definiert|désigne|désignent|signifie|s entend|significa|designa|se refiere|se entiende|significa|designa|indica|betekent")

// terms collects the definitions of the body.
type terms struct {
	v    *view
	list []Term
	more int
	seen map[string]bool
}

func newTerms(v *view) *terms {
	t := &terms{v: v, seen: map[string]bool{}}
	for i := range v.blocks {
		b := &v.blocks[i]
		switch b.Kind {
		case knowledge.Paragraph, knowledge.ListItem, knowledge.TextBox, knowledge.NoteText:
			t.block(b)
		case knowledge.Table:
			t.glossary(b)
		}
	}
	return t
}

func (t *terms) add(b *block, term, definition knowledge.Span, by string) {
	q := b.quote(term)
	key := titleKey(q.Text)
	if key == "" || t.seen[key] || !strings.ContainsFunc(q.Text, unicode.IsLetter) {
		return
	}
	if len(t.list) == maxTerms {
		t.more++
		return
	}
	t.seen[key] = true
	x := Term{Quote: q, By: by}
	if definition.Len() > 0 && definition.Len() <= 2*maxChars {
		d := b.quote(definition)
		x.Definition = &d
	}
	t.list = append(t.list, x)
}

// block looks for quoted terms with "means" behind them, and for names in brackets.
func (t *terms) block(b *block) {
	body := b.body()
	base := b.Span[0] + b.Lead
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c == '(':
			t.bracket(b, body, base, i)
		case c == '"', c == 0xe2, c == 0xc2:
			if from, to, end, ok := quoted(body, i); ok {
				if defines(body[end:]) && opensClause(body[:i]) {
					t.add(b, knowledge.Span{base + from, base + to}, sentenceAt(b, base+i), ByMeaning)
				}
				i = end - 1
			}
		}
	}
}

// opensClause reports that a sentence, an item or a line begins at the end of s, but
// for an article.
func opensClause(s string) bool {
	s = strings.TrimRight(s, " *_")
	if i := strings.LastIndexAny(s, " \n"); isArticle(strings.ToLower(s[i+1:])) {
		s = strings.TrimRight(s[:max(i, 0)], " *_")
	}
	return s == "" || strings.HasSuffix(s, "\n") || strings.ContainsRune(".:;)", rune(s[len(s)-1]))
}

func isArticle(s string) bool {
	switch s {
	case "the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los", "las", "term", "begriff":
		return true
	}
	return false
}

// quoted reads a quoted term of up to maxTermChars that begins at i: its text without
// the marks, and where it ends with them.
func quoted(s string, i int) (from, to, end int, ok bool) {
	r, n := utf8.DecodeRuneInString(s[i:])
	var closers string
	switch r {
	case '"':
		closers = "\""
	case '“':
		closers = "”\""
	case '„':
		closers = "“”\""
	case '«':
		closers = "»"
	case '»':
		closers = "«"
	default:
		return 0, 0, 0, false
	}
	from = i + n
	stop := min(len(s), from+4*maxTermChars)
	j := strings.IndexAny(s[from:stop], closers+"\n")
	if j < 1 || s[from+j] == '\n' {
		return 0, 0, 0, false
	}
	to = from + j
	_, n = utf8.DecodeRuneInString(s[to:])
	end = to + n
	inner := s[from:to]
	lead := len(inner) - len(strings.TrimLeft(inner, " \u00a0\u202f"))
	inner = strings.Trim(inner, " \u00a0\u202f,.*")
	from += lead
	to = from + len(inner)
	chars := utf8.RuneCountInString(inner)
	return from, to, end, chars >= 2 && chars <= maxTermChars && strings.Count(inner, " ") <= 6
}

// defines reports words of definition at the beginning of s.
func defines(s string) bool {
	var words [3]word
	n := 0
	eachWord(s[:min(len(s), 60)], func(w word) {
		if n < len(words) {
			words[n] = w
			n++
		}
	})
	if n == 0 || strings.Trim(s[:words[0].at], " \u00a0*_)") != "" {
		return false
	}
	key := uint64(0)
	for _, w := range words[:n] {
		if key = pairKey(key, w.key); defining()[key] {
			return true
		}
	}
	return false
}

// announced are words before a short name in brackets: (the "Supplier"), (im Folgenden
// „Lieferant“).
var announced = lazySet("the|hereinafter|hereinafter the|hereinafter referred to as|hereinafter referred to as the|together the|collectively the|each a|each an|a|an|" +
	"im folgenden|nachfolgend|im folgenden der|im folgenden die|im folgenden das|nachfolgend der|nachfolgend die|kurz|nachstehend|ci-après|ci-après dénommé|ci-après dénommée|ci-après le|ci-après la|" +
	"ci-après dénommé le|ci-après dénommée la|en adelante|en adelante el|en adelante la|en lo sucesivo|di seguito|hierna|daqui em diante|doravante")

// bracket reads what stands in brackets at i: a short name in quotes behind words that
// announce it, or the initials of the words before.
func (t *terms) bracket(b *block, body string, base, i int) {
	end := strings.IndexAny(body[i:min(len(body), i+160)], ")\n")
	if end < 0 || body[i+end] == '\n' {
		return
	}
	inner := body[i+1 : i+end]
	for j := 0; j < len(inner); j++ {
		if c := inner[j]; c != '"' && c != 0xe2 && c != 0xc2 {
			continue
		}
		from, to, stop, ok := quoted(inner, j)
		if !ok {
			continue
		}
		lead := strings.ToLower(strings.Trim(inner[:j], " ,:\u00a0"))
		if (announced()[lead] || lead == "" && behindLegalForm(body[:i])) && strings.Trim(inner[stop:], " ,.") == "" && capital(inner[from:]) {
			t.add(b, knowledge.Span{base + i + 1 + from, base + i + 1 + to}, sentenceAt(b, base+i), ByShortName)
		}
		return
	}
	if name, ok := spelledOut(body[:i], inner); ok {
		t.add(b, knowledge.Span{base + i + 1, base + i + end}, knowledge.Span{base + i - name, base + i + end + 1}, ByAbbreviation)
	}
}

// behindLegalForm reports that the name of an organisation ends at the end of s.
func behindLegalForm(s string) bool {
	s = strings.TrimRight(s, " \u00a0,")
	last := strings.TrimSuffix(s[strings.LastIndexAny(s, " \u00a0\n")+1:], ".")
	for _, r := range legalForms {
		if last != "" && strings.Contains(r.form, "|"+last+"|") {
			return true
		}
	}
	return false
}

// spelledOut reports that the words at the end of s begin with the letters of short,
// and how many bytes they take. Small words between them count only where their
// letters do.
func spelledOut(s, short string) (int, bool) {
	if n := len(short); n < 2 || n > 8 || !allCapitals(short) {
		return 0, false
	}
	trimmed := strings.TrimRight(s, " \u00a0")
	at := len(trimmed)
	for i := len(short) - 1; i >= 0; {
		from := strings.LastIndexAny(trimmed[:at], " \n-/")
		word := trimmed[from+1 : at]
		if word == "" || strings.ContainsAny(word, ".;:()|") || len(s)-from > 120 {
			return 0, false
		}
		switch first := word[0]; {
		case first == short[i]:
			i--
		case titleGoesOn()[strings.ToLower(word)]:
		default:
			return 0, false
		}
		if i < 0 {
			return len(s) - from - 1, true
		}
		if from < 0 {
			return 0, false
		}
		at = from
	}
	return 0, false
}

func allCapitals(s string) bool {
	for i := range len(s) {
		if s[i] < 'A' || s[i] > 'Z' {
			return false
		}
	}
	return true
}

func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// sentenceAt returns the sentence of the block that holds the byte at.
func sentenceAt(b *block, at int) knowledge.Span {
	var out knowledge.Span
	b.sentences(func(s knowledge.Span) bool {
		if s[0] > at {
			return false
		}
		out = s
		return s[1] <= at
	})
	if at >= out[1] {
		return knowledge.Span{}
	}
	return out
}

// The headers of the two columns of a glossary.
var (
	termHeaders       = lazySet("term|terms|abbreviation|acronym|word|begriff|abkürzung|terme|sigle|abréviation|término|abreviatura|sigla|termine|begrip")
	definitionHeaders = lazySet("definition|meaning|description|explanation|bedeutung|erklärung|définition|signification|definición|significado|definizione|definição|betekenis")
)

// glossary reads a table of terms.
func (t *terms) glossary(b *block) {
	if b.HeaderRows != 1 {
		return
	}
	row := -1
	b.lines(func(s knowledge.Span) bool {
		if knowledge.IsTableRule(b.text[s[0]:s[1]]) {
			return true
		}
		row++
		cells := headerCells(b, s)
		if len(cells) < 2 || cells[0] == nil || cells[1] == nil {
			return row > 0
		}
		if row == 0 {
			return termHeaders()[headingKey(cells[0].Text)] && definitionHeaders()[headingKey(cells[1].Text)]
		}
		if utf8.RuneCountInString(cells[0].Text) <= maxTermChars {
			t.add(b, cells[0].Span, cells[1].Span, ByGlossary)
		}
		return true
	})
}
