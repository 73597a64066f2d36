package email

import (
	"strings"
	"unicode"

	"quire/extract"
	"quire/extract/charset"
	"quire/extract/html"
	"quire/knowledge"
)

// ampHTML is the type of a page with scripts that few mail programs show. It comes
// beside the same text in another form.
const ampHTML = "text/x-amp-html"

// body is one piece of what a message says, in up to three forms.
type body struct {
	plain, html []textPart
	amp         []textPart
	beside      bool // it belongs to no part, as a text behind the end boundary
}

// textPart is a part of text as it came.
type textPart struct {
	part          string
	data          []byte
	charset       string // declared
	flowed, delsp bool
}

// rendered is a body as it is delivered.
type rendered struct {
	part   string
	blocks []html.Block
	issues []knowledge.Issue
	images int
	pages  []*html.Page // the HTML parts, for the files in them
	files  []child      // files that stand in the text
	cipher bool         // an encrypted text in it was left out
	form   form
}

// child is a file that stands in the text of a part.
type child struct {
	packed
	part string
}

// form is which of its parts a body was made of.
type form int

const (
	plainForm form = iota
	htmlForm
	ampForm
)

// forms are the parts of b by their form.
func (b *body) forms() [3][]textPart {
	return [...][]textPart{plainForm: b.plain, htmlForm: b.html, ampForm: b.amp}
}

// render reads the better form of b: the plain text, unless it says much less
// than the HTML, as a "please use a modern reader" does; of two kinds of HTML the
// one that every reader shows, by the same rule.
func (b *body) render(lim extract.Limits) rendered {
	best := renderPlain(b.plain)
	have := len(b.plain) > 0
	for f, parts := range b.forms() {
		if form(f) == plainForm || len(parts) == 0 {
			continue
		}
		rich := renderHTML(parts, lim)
		rich.form = form(f)
		if !have || 2*letters(best.blocks) < letters(rich.blocks) {
			best, have = rich, true
		}
	}
	return best
}

// letters counts the letters and digits that a reader sees.
func letters(blocks []html.Block) int {
	n := 0
	count := func(s string) {
		for w := range strings.FieldsSeq(s) {
			if strings.Contains(w, "://") {
				continue // plain text spells out the targets of links
			}
			for _, r := range w {
				if unicode.IsLetter(r) || unicode.IsDigit(r) {
					n++
				}
			}
		}
	}
	for _, b := range blocks {
		if knowledge.HasFlag(b.Flags, knowledge.Hidden) {
			continue
		}
		count(b.Text)
		for _, row := range b.Rows {
			for _, c := range row {
				count(c.Text)
			}
		}
	}
	return n
}

func renderHTML(parts []textPart, lim extract.Limits) rendered {
	var out rendered
	for _, t := range parts {
		base := knowledge.Loc("part", t.part)
		page := html.Read(t.data, html.Options{Charset: t.charset, Base: base, Limits: lim})
		if out.part == "" {
			out.part = t.part
		}
		for _, b := range page.Blocks {
			if b.Kind == knowledge.Heading {
				b.Level = min(b.Level+1, 6) // below the subject
			}
			out.images += b.Images
			out.blocks = append(out.blocks, b)
		}
		out.images += page.Images
		out.pages = append(out.pages, page)
		for _, i := range page.Issues {
			i.Locator = base
			out.issues = append(out.issues, i)
		}
	}
	return out
}

func renderPlain(parts []textPart) rendered {
	var out rendered
	for _, t := range parts {
		text, _, _ := charset.Decode(t.data, t.charset)
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\r\n", "\n"), "\r\n", "\n")
		text = strings.ReplaceAll(text, "\r", "\n")
		text, files := unpack(text)
		for _, f := range files {
			out.files = append(out.files, child{f, t.part})
		}
		lines := parseLines(text, t.flowed, t.delsp)
		blocks, cipher := paragraphs(lines)
		out.cipher = out.cipher || cipher
		if out.part == "" {
			out.part = t.part
		}
		for i := range blocks {
			if len(parts) > 1 {
				blocks[i].Locator = knowledge.Loc("part", t.part)
			}
		}
		out.blocks = append(out.blocks, blocks...)
	}
	return out
}

func paragraph(kind knowledge.BlockKind, text string) html.Block {
	b := html.Block{Block: extract.Block{Kind: kind, Text: text}}
	b.Links = links(text)
	return b
}

// links finds the addresses that plain text spells out.
func links(text string) []knowledge.Link {
	var out []knowledge.Link
	for w := range strings.FieldsSeq(text) {
		i := strings.Index(w, "http://")
		if i < 0 {
			i = strings.Index(w, "https://")
		}
		if i < 0 {
			continue
		}
		w = w[i:]
		if end := strings.IndexAny(w, `<>"`); end >= 0 {
			w = w[:end]
		}
		if w = strings.TrimRight(w, ".,;:!?)]}'"); len(w) > len("https://") {
			out = append(out, knowledge.Link{Target: w})
		}
	}
	return out
}
