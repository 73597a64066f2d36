package index

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Folder brings texts into a form in which phrases are looked for: words in lower
// case and compatibility form, one space before and behind each; what stands between
// words is that space. Scripts without spaces keep their characters together.
type Folder struct{ f folder }

// NewFolder returns a Folder; it is for one goroutine.
func NewFolder() *Folder { return &Folder{newFolder()} }

// Fold folds text; without accents, they are taken off.
func (f *Folder) Fold(text string, accents bool) string {
	b := f.f.caser.Bytes(norm.NFKC.Bytes([]byte(text)))
	form := norm.NFC
	if !accents {
		form = norm.NFD
	}
	out := make([]byte, 0, len(b)+2)
	out = append(out, ' ')
	for _, r := range string(form.Bytes(b)) {
		c := class(separator)
		if r < utf8.RuneSelf {
			c = asciiClass[r]
		} else if !invisible(r) {
			c = classOf(r)
		} else {
			continue
		}
		switch {
		case c == ignored:
		case c == separator:
			if out[len(out)-1] != ' ' {
				out = append(out, ' ')
			}
		case accents:
			out = utf8.AppendRune(out, r)
		default:
			out = appendBase(out, r)
		}
	}
	if out[len(out)-1] != ' ' {
		out = append(out, ' ')
	}
	if accents {
		return string(out)
	}
	return norm.NFC.String(string(out))
}

// Phrase is a phrase as it is looked for in folded texts.
type Phrase struct {
	text    string
	accents bool
}

// Phrase folds a phrase; ok is false where there is no word in it. A phrase without
// accents is found in words with them.
func (f *Folder) Phrase(text string) (p Phrase, ok bool) {
	with, without := f.Fold(text, true), f.Fold(text, false)
	p = Phrase{text: without, accents: with != without}
	if p.accents {
		p.text = with
	}
	if strings.TrimSpace(p.text) == "" {
		return p, false
	}
	// A run of characters without spaces may go on at either side.
	first, _ := utf8.DecodeRuneInString(p.text[1:])
	last, _ := utf8.DecodeLastRuneInString(p.text[:len(p.text)-1])
	if unspaced(first) {
		p.text = p.text[1:]
	}
	if unspaced(last) {
		p.text = p.text[:len(p.text)-1]
	}
	return p, true
}

// AsTyped folds a phrase that is looked for with the accents it has, and without
// those it has not.
func (f *Folder) AsTyped(text string) (p Phrase, ok bool) {
	if p, ok = f.Phrase(text); ok && !p.accents {
		p.accents = true
	}
	return p, ok
}

func unspaced(r rune) bool { return r >= utf8.RuneSelf && (classOf(r).spaceless() || isMark(r)) }

// Text is a text in which phrases are looked for.
type Text struct {
	folder      *Folder
	raw         string
	with, plain string // folded on first use
}

// Text prepares a text.
func (f *Folder) Text(text string) *Text { return &Text{folder: f, raw: text} }

// Holds reports whether the text holds p.
func (t *Text) Holds(p Phrase) bool {
	if p.accents {
		if t.with == "" {
			t.with = t.folder.Fold(t.raw, true)
		}
		return strings.Contains(t.with, p.text)
	}
	if t.plain == "" {
		t.plain = t.folder.Fold(t.raw, false)
	}
	return strings.Contains(t.plain, p.text)
}
