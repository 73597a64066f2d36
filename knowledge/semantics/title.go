package semantics

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/knowledge"
)

// Title is what the document is called, by itself.
type Title struct {
	Text  string `json:"text"`            // one line; "" where the document does not say
	By    string `json:"by"`              // metadata, heading, first-line or ""
	Quote *Quote `json:"quote,omitempty"` // where it stands; absent for metadata
}

// Where a title comes from.
const (
	ByMetadata  = "metadata"
	ByHeading   = "heading"
	ByFirstLine = "first-line"
)

// titleOf prefers the title of the metadata where it looks like one and the
// beginning of the text does not speak against it: programs keep the title of
// the template or of the file that a document was made from.
func titleOf(v *view) Title {
	meta := knowledge.Line(v.doc.Evidence.Meta.Title, knowledge.MaxTitle)
	sane := saneTitle(meta)
	fromText := headingTitle(v)
	if fromText.Text == "" {
		fromText = lineTitle(v)
	}
	if sane && (fromText.By != ByHeading || v.isMessage() || confirmed(v, meta)) {
		return Title{Text: meta, By: ByMetadata}
	}
	if fromText.Text != "" {
		return fromText
	}
	if sane {
		return Title{Text: meta, By: ByMetadata}
	}
	return Title{}
}

// isMessage reports a mail: its subject is its title and its Date its date.
func (v *view) isMessage() bool {
	return len(v.doc.Units) > 0 && v.doc.Units[0].Kind == knowledge.Message
}

// saneTitle reports whether s can be a title, not what a program fills in.
func saneTitle(s string) bool {
	letters := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	if letters < 2 {
		return false
	}
	lower := strings.ToLower(strings.TrimSpace(s))
	if strings.HasPrefix(lower, "<") && strings.HasSuffix(lower, ">") {
		return false // a mark
	}
	if !strings.Contains(lower, " ") && strings.ContainsAny(lower, "@") {
		return false // an address
	}
	for _, p := range []string{"microsoft word", "microsoft powerpoint", "microsoft excel", "untitled", "unbenannt", "sans titre", "sin título", "senza titolo",
		"powerpoint presentation", "powerpoint-präsentation", "présentation powerpoint", "presentación de powerpoint", "no slide title", "new page", "slide 1", "folie 1",
		"created with", "created by", "title of document", "document title", "print preview", "layout 1", "pdf document", "scanned document", "adobe photoshop"} {
		if strings.HasPrefix(lower, p) {
			return false
		}
	}
	if begin, what, ok := strings.Cut(s, ":"); ok && begin == "BEGIN" && what != "" && what == strings.ToUpper(what) {
		return false // a card, a calendar
	}
	return !numberedDefault(lower) && !fileName(lower) && !pageNumber(lower)
}

// pageNumber reports "page 1 of 205".
func pageNumber(lower string) bool {
	words := strings.Fields(lower)
	return len(words) >= 2 && len(words) <= 4 && isDigit(words[1][0]) && (words[0] == "page" || words[0] == "seite" || words[0] == "página" || words[0] == "pagina")
}

// numberedDefault reports "document1", "presentation 2", "scan0001", "img_2041".
func numberedDefault(lower string) bool {
	word := strings.TrimRight(lower, "0123456789 _-().")
	switch word {
	case "document", "dokument", "doc", "presentation", "präsentation", "présentation", "presentación", "book", "mappe", "classeur", "libro", "workbook",
		"sheet", "tabelle", "slide", "folie", "scan", "img", "image", "page", "file", "new document", "new", "draft", "title", "titel", "titre", "report", "test":
		return true
	}
	return false
}

// fileName reports a single word with a file ending, or a path.
func fileName(lower string) bool {
	if strings.ContainsAny(lower, `\`) || strings.HasPrefix(lower, "/") || strings.Contains(lower, "://") {
		return true
	}
	i := strings.LastIndexByte(lower, '.')
	if i < 0 {
		return !strings.Contains(lower, " ") && strings.Contains(lower, "_")
	}
	switch lower[i+1:] {
	case "doc", "docx", "dot", "dotx", "rtf", "odt", "pdf", "ppt", "pptx", "odp", "xls", "xlsx", "ods", "csv", "txt", "md", "tex", "dvi", "ps", "eps", "html",
		"htm", "xml", "indd", "qxd", "qxp", "pmd", "pub", "ai", "fm", "wpd", "sxw", "pages", "key", "numbers", "tif", "tiff", "jpg", "jpeg", "png", "eml", "msg":
		return true
	}
	return false
}

// confirmed reports whether at least half of the words of the title stand in the
// first blocks of the text.
func confirmed(v *view, title string) bool {
	near := map[uint64]bool{}
	size := 0
	for i := range v.blocks {
		if size > 3000 {
			break
		}
		body := v.blocks[i].body()
		size += len(body)
		eachWord(body[:min(len(body), 3000)], func(w word) { near[w.stem] = true })
	}
	have, all := 0, 0
	eachWord(title, func(w word) {
		if w.letters < 3 {
			return
		}
		all++
		if near[w.stem] {
			have++
		}
	})
	return have*2 >= all
}

// headingTitle is the first heading of the highest level among the first blocks.
func headingTitle(v *view) Title {
	best := -1
	for i := range min(len(v.blocks), 30) {
		b := &v.blocks[i]
		if b.Kind != knowledge.Heading || best >= 0 && v.blocks[best].Level <= b.Level {
			continue
		}
		if text := b.plain(b.whole()); !genericHeading(text) {
			best = i
		}
	}
	if best < 0 {
		return Title{}
	}
	b := &v.blocks[best]
	q := b.quote(b.whole())
	return Title{Text: knowledge.Line(q.Text, knowledge.MaxTitle), By: ByHeading, Quote: &q}
}

func genericHeading(text string) bool {
	key := headingKey(text)
	return utf8.RuneCountInString(key) < 2 || generic()[key] || apparatus()[key] || subsection(text)
}

// subsection reports a number of two levels or more before a heading: 1.1 of a document is
// not its title.
func subsection(s string) bool {
	number, rest, ok := strings.Cut(s, " ")
	parts := strings.Split(strings.TrimRight(number, "."), ".")
	return ok && rest != "" && len(parts) > 1 && !slices.ContainsFunc(parts, func(p string) bool { return p == "" || strings.Trim(p, "0123456789") != "" })
}

// lineTitle is the first line of running text where it is short enough for one. Lines that
// are a label with its value are none: behind the head of a mail that was printed only its
// subject is a title, behind others the next line may be.
func lineTitle(v *view) Title {
	var r titleLines
	for i := range min(len(v.blocks), maxTitleBlocks) {
		b := &v.blocks[i]
		if b.Kind != knowledge.Paragraph && b.Kind != knowledge.TextBox || b.unit.Kind == knowledge.Message {
			continue
		}
		if i >= 5 && !r.mail || i > 0 && v.blocks[i-1].Kind == knowledge.Code {
			break
		}
		if b.lines(func(s knowledge.Span) bool { return r.line(b, s) }); r.done {
			break
		}
	}
	return r.title
}

// maxTitleBlocks is how many blocks a printed head of a mail may take.
const maxTitleBlocks = 12

// titleLines looks at the first lines of a document.
type titleLines struct {
	mail  bool // the lines before were the head of a mail
	done  bool
	title Title
}

// line takes the next line, and reports whether another one is wanted.
func (r *titleLines) line(b *block, s knowledge.Span) bool {
	q := b.quote(s)
	label, rest, ok := strings.Cut(q.Text, ":")
	label = strings.ToLower(strings.TrimSpace(label))
	switch {
	case ok && subjects()[label] && r.mail:
		at := strings.IndexByte(b.text[s[0]:s[1]], ':')
		if value := strings.TrimLeft(b.text[s[0]+at+1:s[1]], " \t\u00a0"); saneTitle(rest) {
			q := b.quote(knowledge.Span{s[1] - len(value), s[1]})
			r.title = Title{Text: knowledge.Line(q.Text, knowledge.MaxTitle), By: ByFirstLine, Quote: &q}
		}
	case ok && (headerRole(label) != "" || subjects()[label]):
		r.mail = true
		return true
	case ok && titleLabels()[label] && !strings.HasPrefix(rest, "//"):
		return true
	case r.mail:
	default:
		n := utf8.RuneCountInString(q.Text)
		if n >= 3 && n <= 120 && saneTitle(q.Text) && !itemLike(q.Text) && !dotted(q.Text) && !pageOf(q.Text) && !strings.HasSuffix(q.Text, ":") && !boilerplate(q.Text) {
			r.title = Title{Text: knowledge.Line(q.Text, knowledge.MaxTitle), By: ByFirstLine, Quote: &q}
		}
	}
	r.done = true
	return false
}

// Labels of lines that say something about a document, and are not its title.
var (
	subjects    = lazySet("subject|betreff|objet|asunto|oggetto|onderwerp|assunto")
	titleLabels = lazySet("date|dated|version|versions|author|authors|status|page|tel|fax|phone|email|e-mail|url|cc|bcc|sent|reply-to|datum|stand|verfasser|autor|autoren|autores|" +
		"seite|telefon|auteur|auteurs|fecha|data|copyright|licence|license|revision|category|expires")
)

// dotted reports one word with a point in it: the name of a file or of a host.
func dotted(s string) bool {
	i := strings.LastIndexByte(s, '.')
	return !strings.Contains(s, " ") && i > 0 && len(s)-i <= 5 && i+1 < len(s) && asciiLetter(s[i+1])
}

// pageOf reports a line with the number of its page: the head of every one of them.
func pageOf(s string) bool {
	_, rest, ok := strings.Cut(strings.ToLower(s), "page ")
	return ok && rest != "" && isDigit(rest[0]) && strings.Contains(rest, " of ")
}

// itemLike reports a line that begins as an item of a list or as a comment does.
func itemLike(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	if strings.Trim(first, "*-•–·#%/;>+") == "" {
		return true
	}
	digits := strings.TrimLeft(first, "0123456789")
	return len(digits) < len(first) && (digits == ")" || digits == "." && !strings.Contains(s, ". ."))
}
