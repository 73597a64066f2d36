package ooxmltest

import (
	"strings"
	"unicode"

	"quire/knowledge"
)

// Visible returns the text of a document as its pages show it: with numbers of
// lists, without furniture and hidden text.
func Visible(d *knowledge.Document) string {
	var out strings.Builder
	for i := range d.Units {
		u := &d.Units[i]
		text := d.UnitText(u)
		for k := range u.Blocks {
			b := &u.Blocks[k]
			if knowledge.HasFlag(b.Flags, knowledge.Hidden) || knowledge.HasFlag(b.Flags, knowledge.Furniture) {
				continue
			}
			md := text[b.Span[0]:b.Span[1]]
			if b.Kind == knowledge.ListItem {
				out.WriteString(md[:b.Lead])
			}
			out.WriteString(knowledge.Plain(b, md, 0))
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// WordF1 compares two texts as bags of words: the harmonic mean of precision and
// recall, in 0 to 1. Lines of the wanted text that are Markdown comments do not
// count.
func WordF1(got, want string) float64 {
	g, gn := words(got)
	w, wn := words(want)
	hit := 0
	for word, n := range g {
		hit += min(n, w[word])
	}
	if gn+wn == 0 {
		return 1
	}
	return 2 * float64(hit) / float64(gn+wn)
}

func words(s string) (bag map[string]int, n int) {
	bag = map[string]int{}
	for line := range strings.SplitSeq(s, "\n") {
		if strings.HasPrefix(line, "<!--") {
			continue
		}
		for _, w := range strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			bag[w]++
			n++
		}
	}
	return bag, n
}
