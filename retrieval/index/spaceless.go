package index

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	tsheg       = '\u0F0B' // between Tibetan syllables
	tshegNoWrap = '\u0F0C'
	coeng       = '\u17D2' // puts the next Khmer letter below
	virama      = '\u1039' // the same in Myanmar
)

// runOf reads a run of a script without spaces from text[i:], emits its terms and
// returns where the rest begins. The terms are pairs of adjacent characters; a
// run of one character is that character. Marks belong to the character before
// them. A pair is found by its base letters, and with its marks besides: six
// characters copied from the middle of a text may begin or end inside a syllable.
func (a *analyzer) runOf(text string, i int, c class) int {
	end, clean := runEnd(text, i, c.group())
	run := text[i:end]
	if !clean || !norm.NFKC.IsNormalString(run) {
		run = cleanRun(run)
	}
	var before, prev string
	for rest := run; rest != ""; {
		n := elementEnd(rest)
		element := rest[:n]
		rest = rest[n:]
		if r, _ := utf8.DecodeRuneInString(element); r == tsheg || r == tshegNoWrap || prev == "" && isMark(r) {
			continue
		}
		if prev != "" {
			a.pair(prev, element)
		}
		before, prev = prev, element
	}
	if before == "" && prev != "" {
		a.buf = append(a.buf, base(prev)...)
		a.end(plain)
		if base(prev) != prev {
			a.buf = append(a.buf, cut(prev)...)
			a.end(full)
		}
	} else if prev != "" {
		a.alone(prev)
	}
	return end
}

// pair emits two adjacent characters, and the first of them alone.
func (a *analyzer) pair(x, y string) {
	a.alone(x)
	bx, by := base(x), base(y)
	a.buf = append(a.buf, bx...)
	a.buf = append(a.buf, by...)
	a.end(plain)
	if bx != x || by != y {
		a.buf = append(a.buf, cut(x)...)
		a.buf = append(a.buf, cut(y)...)
		a.clip()
		a.end(full)
	}
}

// base returns a character without its marks and what is stacked below it.
func base(element string) string {
	_, n := utf8.DecodeRuneInString(element)
	return element[:n]
}

// alone emits one character of a run, for queries of one character. Kana have no
// such words.
func (a *analyzer) alone(x string) {
	if r, _ := utf8.DecodeRuneInString(x); r >= 0x3041 && r <= 0x30FF {
		return
	}
	a.buf = append(a.buf, base(x)...)
	a.end(single)
	if base(x) != x {
		a.buf = append(a.buf, cut(x)...)
		a.end(single)
	}
}

// runEnd returns where the run of group g that begins at text[i] ends, and
// whether nothing in it has to be left out.
func runEnd(text string, i int, g class) (end int, clean bool) {
	clean = true
	for i < len(text) && text[i] >= utf8.RuneSelf {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch c := classOf(r); {
		case c.group() == g, c == mark:
			clean = clean && !invisible(r)
		case c == ignored:
			clean = false
		case g == tibetan && (r == tsheg || r == tshegNoWrap):
		default:
			return i, clean
		}
		i += n
	}
	return i, clean
}

// cleanRun normalises a run and drops what does not show.
func cleanRun(run string) string {
	b := make([]byte, 0, len(run))
	for _, r := range run {
		if !invisible(r) {
			b = utf8.AppendRune(b, r)
		}
	}
	return string(norm.NFKC.Bytes(b))
}

// elementEnd returns the length of the first character of a run with all that
// belongs to it.
func elementEnd(run string) int {
	r, n := utf8.DecodeRuneInString(run)
	for n < len(run) {
		next, m := utf8.DecodeRuneInString(run[n:])
		if r != coeng && r != virama && !isMark(next) {
			break
		}
		r = next
		n += m
	}
	return n
}
