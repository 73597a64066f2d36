package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A hyphen at the end of a line may belong to the word or to the line. Engines
// mark those that look like the latter with softHyphen; it is dropped where the
// word goes on in lower case, and is a plain hyphen everywhere else.

// endsHyphenated reports whether s ends in a hyphen after a letter.
func endsHyphenated(s string) bool {
	r, n := utf8.DecodeLastRuneInString(s)
	if r != softHyphen && r != '\u00AD' {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:len(s)-n])
	return unicode.IsLetter(before) || unicode.IsMark(before)
}

func startsLower(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}

// glued reports whether two lines join without a space: ideographs do, and so do
// the halves of an address or path broken at a slash or hyphen.
func glued(a, b string) bool {
	last, n := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	if ideographic(last) && ideographic(first) {
		return true
	}
	if last == '-' || last == '\u2010' {
		before, _ := utf8.DecodeLastRuneInString(a[:len(a)-n])
		return unicode.IsLetter(before) && unicode.IsLetter(first)
	}
	return false
}

// maxCompounds bounds the words with a hyphen that are remembered of a document.
const maxCompounds = 50_000

// addCompounds remembers the words of a line that have a hyphen inside.
func (c *census) addCompounds(text string) {
	if !strings.Contains(text, "-") {
		return
	}
	for word := range strings.FieldsSeq(text) {
		if word = compound(word); strings.Contains(word, "-") && len(c.compounds) < maxCompounds {
			c.compounds[word] = true
		}
	}
}

// compound returns a word in lower case without what stands around its letters.
func compound(word string) string {
	return strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }))
}

// keepHyphens makes a hyphen at the end of a line part of its word where the
// document has that word with a hyphen elsewhere.
func (c *census) keepHyphens(ls []*line) {
	for i := 1; i < len(ls); i++ {
		above := ls[i-1].segs
		last := above[len(above)-1]
		head, ok := strings.CutSuffix(last.text, string(softHyphen))
		if !ok {
			continue
		}
		next, _, _ := strings.Cut(ls[i].text(), " ")
		head = head[strings.LastIndexByte(head, ' ')+1:]
		if c.compounds[compound(head+"-"+strings.TrimSuffix(next, string(softHyphen)))] {
			last.text = strings.TrimSuffix(last.text, string(softHyphen)) + "-"
		}
	}
}

// maxWord bounds how far back the word before a line break is looked at, in bytes.
const maxWord = 300

// goesOnAsAddress reports whether a web address at the end of a is broken there and
// b begins with the rest of it. A hyphen in an address is its own.
func goesOnAsAddress(a, b string) bool {
	word := a[strings.LastIndexAny(a, " \n")+1:]
	if !strings.Contains(word, "://") && !strings.Contains(word, "www.") && strings.Count(word, "/") < 2 {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(word)
	next, _, _ := strings.Cut(b, " ")
	first, _ := utf8.DecodeRuneInString(next)
	if first >= utf8.RuneSelf || strings.Contains(next, "://") || !(unicode.IsLetter(first) || unicode.IsDigit(first)) {
		return false
	}
	switch last {
	case softHyphen, '_', '=', '&', '?', '%':
		return true
	case '.':
		return unicode.IsLower(first)
	case '-':
		return !strings.HasSuffix(word, "/-")
	case '/':
		return strings.ContainsAny(strings.TrimRight(next, ".,;:)"), "/.=_") || strings.HasSuffix(next, "/")
	}
	return false
}

// settleHyphens decides the marks that are left inside a text.
func settleHyphens(s string) string {
	if !strings.ContainsRune(s, softHyphen) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if r != softHyphen {
			b.WriteRune(r)
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+1:])
		if !(unicode.IsLetter(before) && unicode.IsLower(after)) {
			b.WriteByte('-')
		}
	}
	return b.String()
}
