package index

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// forms are the terms of one word.
type forms struct {
	plain   string   // case and accents folded, stemmed where it is ASCII
	exact   string   // with its accents, "" where it has none
	literal string   // an ASCII word before its ending was taken off, "" where that is plain
	stems   []string // in other languages, without accents; none of them is plain
}

// maxMemory bounds the words an analyzer remembers; about 15 MB.
const maxMemory = 1 << 17

// wordTerms emits the forms of src as terms of kind k.
func (a *analyzer) wordTerms(src string, ascii bool, k kind) {
	from := len(a.buf)
	if a.bare && (ascii || visible(src)) {
		a.buf = append(a.buf, src...)
		a.end(k)
		return
	}
	if ascii {
		for i := range len(src) {
			a.buf = append(a.buf, lowerASCII(src[i]))
		}
	} else {
		a.buf = append(a.buf, src...)
	}
	f, ok := a.memory[string(a.buf[from:])]
	if !ok {
		f = a.formsOf(string(a.buf[from:]), ascii)
		if a.memory != nil {
			if len(a.memory) >= maxMemory {
				clear(a.memory)
			}
			a.memory[string(a.buf[from:])] = f
		}
	}
	a.buf = append(a.buf[:from], f.plain...)
	a.end(k)
	if f.exact != "" && k == plain {
		a.buf = append(a.buf, f.exact...)
		a.end(exact)
	}
	if f.literal != "" && k == plain {
		a.buf = append(a.buf, f.literal...)
		a.end(literal)
	}
	if k != plain {
		return
	}
	for _, s := range f.stems {
		a.buf = append(a.buf, s...)
		a.end(stemmed)
	}
}

// visible reports whether folding w leaves anything, for counting without it.
func visible(w string) bool {
	for _, r := range w {
		if c := classOf(r); (c == word || c == digit) && !stripped(r) && r < presentationForms {
			return true
		}
	}
	return false
}

// formsOf computes the forms of a word that is in lower case if it is ASCII.
func (a *analyzer) formsOf(w string, ascii bool) forms {
	var f forms
	f.plain = w
	if !ascii {
		f.plain, f.exact = a.folder.fold(w)
		if f.exact == f.plain {
			f.exact = ""
		}
	}
	if !a.bare {
		folded := f.plain
		f.plain = a.stemmer.stem(folded)
		if ascii && f.plain != folded {
			f.literal = cut(folded)
		}
		f.stems = a.stems(cmp.Or(f.exact, folded), f.plain)
	}
	f.plain, f.exact = cut(f.plain), cut(f.exact)
	return f
}

// stems returns the different stems of a word in the languages spoken, but for plain.
func (a *analyzer) stems(w, plain string) (out []string) {
	for _, l := range a.langs {
		s, _ := a.folder.fold(a.stemmer.in(l, w))
		if s = cut(s); s != plain && s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// cut shortens s to maxTermBytes at a character.
func cut(s string) string {
	if len(s) <= maxTermBytes {
		return s
	}
	n := maxTermBytes
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

const (
	tatweel = '\u0640' // stretches Arabic words
	breve   = '\u0306' // makes й of и

	// presentationForms begin here: compatibility letters that may fold to marks only.
	presentationForms = 0xFB1D
)

// folder removes what writers of one word disagree on.
type folder struct {
	caser cases.Caser
}

func newFolder() folder { return folder{caser: cases.Fold()} }

// fold returns w in compatibility form without case and, as accented, before its
// accents were taken off.
func (f *folder) fold(w string) (bare, accented string) {
	b := make([]byte, 0, 2*len(w))
	for _, r := range w {
		if !invisible(r) {
			b = utf8.AppendRune(b, r)
		}
	}
	b = f.caser.Bytes(norm.NFKC.Bytes(b))
	if !norm.NFKC.IsNormal(b) {
		b = norm.NFKC.Bytes(b)
	}
	accented = string(b)
	out := b[:0:0]
	cyrillic := false
	for _, r := range string(norm.NFD.Bytes(b)) {
		if r == breve && cyrillic { // й and ў are letters of their own
			out = utf8.AppendRune(out, r)
			continue
		}
		cyrillic = r >= 0x0400 && r < 0x0530
		out = appendBase(out, r)
	}
	return string(norm.NFC.Bytes(out)), accented
}
