package text

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// paragraph is a run of lines without a blank one.
type paragraph struct {
	lines []string // without line ends
	first int      // number of the first line in the original, from 1
	size  int      // bytes of the lines and their ends
}

func (p *paragraph) last() int { return p.first + len(p.lines) - 1 }

// Sizes at which a paragraph without blank lines, such as a log, is cut between
// lines, and at which one line, such as minified code, is cut inside. Within a
// long paragraph the content decides, as it does for parts.
const (
	minPiece = 1 << 10
	maxPiece = 4 << 10
	maxLine  = 8 << 10
)

// paragraphs yields the paragraphs of a text. Lines end with LF, CR LF or CR.
func paragraphs(s string) iter.Seq[paragraph] {
	return func(yield func(paragraph) bool) {
		var p paragraph
		n := 0
		for s != "" {
			var line string
			line, s = cutLine(s)
			n++
			if strings.Trim(line, " \t\f\v\u00a0\u3000\uFEFF") == "" {
				if len(p.lines) > 0 && !yield(p) {
					return
				}
				p = paragraph{}
				continue
			}
			for piece := range pieces(line) {
				if len(p.lines) == 0 {
					p.first = n
				}
				p.lines = append(p.lines, piece)
				p.size += len(piece) + 1
				// A line that is cut has several paragraphs with its number.
				if len(piece) < len(line) || p.size >= maxPiece || p.size >= minPiece && hash(piece)%4 == 0 {
					if !yield(p) {
						return
					}
					p = paragraph{}
				}
			}
		}
		if len(p.lines) > 0 {
			yield(p)
		}
	}
}

// cutLine returns the first line of s without its end, and the rest.
func cutLine(s string) (line, rest string) {
	i := strings.IndexAny(s, "\r\n")
	if i < 0 {
		return s, ""
	}
	if strings.HasPrefix(s[i:], "\r\n") {
		return s[:i], s[i+2:]
	}
	return s[:i], s[i+1:]
}

// pieces yields a line whole, or in pieces of at most maxLine bytes that end at
// white space where there is any.
func pieces(line string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(line) > maxLine {
			at := strings.LastIndexAny(line[:maxLine], " \t;,") + 1
			if at < maxLine/2 {
				for at = maxLine; !utf8.RuneStart(line[at]); at-- {
				}
			}
			if !yield(line[:at]) {
				return
			}
			line = line[at:]
		}
		yield(line)
	}
}

// hash is FNV-1a of 32 bits: it decides where parts end and must never change.
func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h ^ h>>15
}
