package proof

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

var quotePairs = [][2]string{{"“", "”"}, {"„", "“"}, {"«", "»"}, {"\"", "\""}, {"‘", "’"}}

// minQuoted is how many words between quotation marks make a quotation and not a
// title or a word that is talked about.
const minQuoted = 3

// quotesOf returns what a statement puts in quotation marks.
func quotesOf(s string) []string {
	var out []string
	for _, q := range quotePairs {
		rest := s
		for {
			i := strings.Index(rest, q[0])
			if i < 0 {
				break
			}
			rest = rest[i+len(q[0]):]
			end := strings.Index(rest, q[1])
			if end < 0 {
				break
			}
			if inner := rest[:end]; len(strings.Fields(inner)) >= minQuoted {
				out = append(out, inner)
			}
			rest = rest[end+len(q[1]):]
		}
	}
	return out
}

// folded is text as quotations are compared: white space and typography made one.
func folded(s string) string {
	var b strings.Builder
	space := false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			space = b.Len() > 0
			continue
		case r == '’' || r == '‘' || r == '‚':
			r = '\''
		case r == '“' || r == '”' || r == '„' || r == '«' || r == '»':
			r = '"'
		case r == '–' || r == '—' || r == '‑' || r == '−':
			r = '-'
		case r == '\u00ad':
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		if r == '…' {
			b.WriteString("...")
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// quotations names the quotations of the statement that stand in no passage word
// for word, with what the nearest has instead.
func (e *examination) quotations() []Fault {
	var out []Fault
	for _, q := range e.statement.quotes {
		want := strings.TrimRight(folded(q), " .,;:!?")
		found := false
		seen := map[*Passage]bool{}
		for _, p := range e.pieces {
			if seen[p.passage] {
				continue
			}
			seen[p.passage] = true
			found = found || p.passage.Outdated == "" && quotes(folded(mask(p.passage.Text)), want)
		}
		if found {
			continue
		}
		f := Fault{Check: "quotation", Contradict: true, Says: q, Detail: "no passage has these very words"}
		if ours, theirs, ok := e.difference(q); ok {
			f.Says, f.Passage, f.Detail = ours, theirs, "the quotation differs from the passage here"
		}
		out = append(out, f)
	}
	return out
}

// difference returns the first words in which a quotation and the piece nearest to
// it differ.
func (e *examination) difference(q string) (ours, theirs string, ok bool) {
	words := strings.Fields(folded(q))
	most := len(words) / 2
	for _, p := range e.pieces {
		have := strings.Fields(folded(mask(p.passage.Text[p.start:p.end])))
		for i := range have {
			n := 0
			for n < len(words) && i+n < len(have) && strings.EqualFold(strings.Trim(words[n], ".,;:"), strings.Trim(have[i+n], ".,;:")) {
				n++
			}
			tail := 0
			for k := n + 1; k < len(words) && i+k < len(have); k++ {
				if words[k] == have[i+k] {
					tail++
				}
			}
			if n+tail > most && n < len(words) && i+n < len(have) {
				most, ours, theirs, ok = n+tail, words[n], have[i+n], true
			}
		}
	}
	return ours, theirs, ok
}

// quotes reports that a text has these words, the first letter in either case.
func quotes(text, want string) bool {
	r, n := utf8.DecodeRuneInString(want)
	return strings.Contains(text, string(unicode.ToUpper(r))+want[n:]) || strings.Contains(text, string(unicode.ToLower(r))+want[n:])
}
