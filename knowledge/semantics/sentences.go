package semantics

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"

	"quire/knowledge"
)

// sentences calls f with the sentences of the block as spans without white space
// around them, until f returns false. Boundaries are those of UAX 29, but for
// breaks after an abbreviation or an ordinal number and for line ends inside a
// sentence, which layout made.
func (b *block) sentences(f func(s knowledge.Span) bool) {
	body, at := b.body(), b.Span[0]+b.Lead
	eachSentence(body, func(s knowledge.Span) bool {
		return f(knowledge.Span{at + s[0], at + s[1]})
	})
}

func eachSentence(body string, f func(s knowledge.Span) bool) {
	start, width := 0, longestLine(body)
	it := sentences.FromString(body)
	for it.Next() {
		end := it.End()
		if end < len(body) && goesOn(body[start:end], body[end:], width) {
			continue
		}
		for start < end {
			stop := start + noteMark(body[start:end])
			piece := body[start:stop]
			left := len(piece) - len(strings.TrimLeftFunc(piece, unicode.IsSpace))
			trimmed := strings.TrimSpace(piece)
			if trimmed != "" && !f(knowledge.Span{start + left, start + left + len(trimmed)}) {
				return
			}
			start = stop
		}
	}
}

// noteMark returns where the first sentence of s ends that has a note mark behind
// its full stop, as in "… to the present.[12] The company …"; else the length of s.
func noteMark(s string) int {
	for from := 0; ; {
		i := strings.Index(s[from:], ".[")
		if i < 0 {
			return len(s)
		}
		at := from + i + 1
		end := at
		for end < len(s) && s[end] == '[' {
			stop := digitRun(s, end+1)
			if stop == end+1 || stop == len(s) || s[stop] != ']' {
				break
			}
			end = stop + 1
		}
		if end > at && gap(s, end) > end {
			return end
		}
		from = at
	}
}

// longestLine returns the bytes of the longest of several lines, 0 for one line.
func longestLine(s string) int {
	longest := 0
	for strings.Contains(s, "\n") {
		line, rest, _ := strings.Cut(s, "\n")
		longest = max(longest, len(line))
		if s = rest; !strings.Contains(s, "\n") {
			longest = max(longest, len(s))
		}
	}
	return longest
}

// goesOn reports that the sentence does not end where head does and tail begins.
// width is the longest line of the block: a line well short of it that is
// followed by a capital was broken on purpose.
func goesOn(head, tail string, width int) bool {
	t := strings.TrimRightFunc(head, unicode.IsSpace)
	if t == "" {
		return true
	}
	if !terminated(t) {
		r, _ := utf8.DecodeRuneInString(tail)
		line := t[strings.LastIndexByte(t, '\n')+1:]
		if strings.HasSuffix(head, "\n") && headLine(line) {
			return false
		}
		return !strings.HasSuffix(head, "\n") || !unicode.IsUpper(r) || len(line)*10 >= width*6
	}
	last := t[len(t)-1]
	if len(t) == len(head) && last < utf8.RuneSelf {
		return true // no space behind it: an address of the web, a number, a name
	}
	if last != '.' {
		return false
	}
	t = strings.TrimSuffix(t[:len(t)-1], `\`)
	word := t[strings.LastIndexAny(t, " \t\n(/")+1:]
	if word == "" {
		return false
	}
	if n := len(word); n <= 2 && strings.Trim(word, "0123456789") == "" {
		before := strings.TrimRightFunc(t[:len(t)-len(word)], unicode.IsSpace)
		before = before[strings.LastIndexFunc(before, unicode.IsSpace)+1:]
		if month(before, "") > 0 || startsUpper(tail) && numbered()[strings.ToLower(before)] {
			return false // by March 12. The next sentence; see Note 10. The next one
		}
		return true // 3. April, No. 3. of a list
	}
	if r, n := utf8.DecodeRuneInString(word); n == len(word) && unicode.IsUpper(r) {
		return true // an initial
	}
	return abbreviations()[strings.ToLower(word)]
}

// numbered are things that a number behind them names.
var numbered = lazySet("note|notes|table|tables|figure|figures|section|sections|chapter|page|step|appendix|annex|exhibit|article|clause|item|tabelle|abbildung|kapitel|abschnitt|seite|anlage|artikel|" +
	"tableau|chapitre|annexe|tabla|figura|capítulo|sección|página|anexo|artículo")

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(s, unicode.IsSpace))
	return unicode.IsUpper(r)
}

var abbreviations = lazySet("dr|mr|mrs|ms|prof|st|jr|sr|rev|gen|col|capt|lt|sgt|hon|no|nos|nr|vs|v|e.g|i.e|cf|al|fig|figs|eq|eqs|sec|ch|art|arts|" +
	"para|paras|pp|vol|vols|ed|eds|approx|dept|est|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|okt|dez|ca|bzw|z.b|d.h|u.a|o.ä|u.u|v.a|i.d.r|" +
	"abs|abb|tab|vgl|hr|fr|hrsg|str|tel|evtl|ggf|inkl|max|min|mio|mrd|sog|usw|zzgl|m|mm|mme|mlle|av|env|ex|p.ex|art|sr|sra|srta|ud|uds|núm|pág|" +
	"sig|dott|ing|avv|dhr|mevr|bijv|blz|u.s|u.k|u.n")

// terminated reports whether s ends as a sentence does: with a full stop of its
// script, quotes and brackets behind it passed over, or with a colon.
func terminated(s string) bool {
	for s != "" {
		r, n := utf8.DecodeLastRuneInString(s)
		switch r {
		case '"', '\'', ')', ']', '}', '”', '’', '»', '“', '」', '』', '）', '›', '*', '_':
			s = s[:len(s)-n]
			continue
		case '.', '!', '?', '…', ':', '。', '！', '？', '．', '؟', '۔', '।', '॥', '։', '။', '።', '៕', '។', '།', '‽':
			return true
		}
		return false
	}
	return false
}
