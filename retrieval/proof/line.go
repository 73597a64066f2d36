package proof

import (
	"slices"
	"strings"

	"quire/knowledge"
	"quire/knowledge/semantics"
)

// line is a sentence, a list item or a table row, read by the tables of its
// language.
type line struct {
	text   string
	tokens []token
	lang   *language
	table  bool
	header map[int][]token // of a table row: the words above each cell
}

// read takes a sentence apart. base is where text begins in what the tokens'
// offsets are to count in.
func read(text, code string, base int) line {
	l := line{text: text, lang: languages()[code]}
	ts := scanWords(text, l.lang)
	tag(text, ts, l.lang)
	l.tokens = l.join(ts, values(text, code))
	l.measure()
	for i := 1; i < len(l.tokens); i++ {
		if v := l.tokens[i].value; v != nil && v.year > 0 && v.month == 0 && slices.Contains(l.tokens[i-1].concepts, "year") {
			l.tokens[i-1].class, l.tokens[i-1].axes = stop, nil // the year 2025
		}
	}
	l.bind()
	l.clauses()
	if l.lang != nil {
		l.roles()
	}
	for i := range l.tokens {
		l.tokens[i].start += base
		l.tokens[i].end += base
	}
	return l
}

// join puts values in the place of the words they are written with.
func (l *line) join(ts []token, vs []*value) []token {
	var out []token
	at := 0
	for _, t := range ts {
		for at < len(vs) && vs[at].end <= t.start {
			out = append(out, token{start: vs[at].start, end: vs[at].end, value: vs[at]})
			at++
		}
		if at < len(vs) && t.end > vs[at].start && t.start < vs[at].end {
			continue
		}
		out = append(out, t)
	}
	for ; at < len(vs); at++ {
		out = append(out, token{start: vs[at].start, end: vs[at].end, value: vs[at]})
	}
	return out
}

// measure gives numbers in words their units: six months, zwei Jahre, and joins
// seventy-one.
func (l *line) measure() {
	for i := range l.tokens {
		v := l.tokens[i].value
		if v == nil || v.kind != number || l.tokens[i].fold == "" || len(v.readings) != 1 {
			continue
		}
		t := &l.tokens[i]
		if i+1 < len(l.tokens) && l.tokens[i+1].fold != "" && l.tokens[i+1].value != nil && l.text[t.end:l.tokens[i+1].start] == "-" {
			v.readings[0].Add(v.readings[0], l.tokens[i+1].value.readings[0])
			t.end, v.end = l.tokens[i+1].end, l.tokens[i+1].end
			l.tokens = slices.Delete(l.tokens, i+1, i+2)
			l.measure()
			return
		}
		if l.scale(i) {
			l.measure()
			return
		}
		u, end, ok := unitAt(l.text, t.end)
		if !ok || end == t.end {
			continue
		}
		v.kind, v.unit = quantity, u.dimension
		v.readings[0].Mul(v.readings[0], u.factor)
		v.step.Mul(v.step, u.factor)
		t.end, v.end = end, end
		stop := i + 1
		for stop < len(l.tokens) && l.tokens[stop].start < end {
			stop++
		}
		l.tokens = slices.Delete(l.tokens, i+1, stop)
		l.measure()
		return
	}
}

// scale joins a number in words with a thousand or a million behind it, and with the
// currency behind that: three million euros. It reports whether there was one.
func (l *line) scale(i int) bool {
	t := &l.tokens[i]
	v, code := t.value, ""
	if l.lang != nil {
		code = l.lang.code
	}
	digits := v.readings[0].RatString()
	rest := l.text[t.end:]
	end := 0
	if r, ok := semantics.ReadAmount(digits+rest, 0, code); ok && len(r.Values) == 1 {
		if _, ok := v.readings[0].SetString(r.Values[0]); !ok {
			return false
		}
		v.kind, v.unit, end = money, r.Currency, r.End
	} else if n, scaled := semantics.ReadNumber(digits+rest, 0, code); scaled && len(n.Values) == 1 {
		if _, ok := v.readings[0].SetString(n.Values[0]); !ok {
			return false
		}
		v.scaled, end = true, n.End
	}
	if end <= len(digits) {
		return false
	}
	t.end += end - len(digits)
	v.end = t.end
	stop := i + 1
	for stop < len(l.tokens) && l.tokens[stop].start < t.end {
		stop++
	}
	l.tokens = slices.Delete(l.tokens, i+1, stop)
	return true
}

// bind gives each value the bound that stands before it. What bounds no value is
// a comparison, where it is written in several words, or an ordinary small word.
func (l *line) bind() {
	for i := range l.tokens {
		t := &l.tokens[i]
		if t.class&(bound|approx) == 0 || t.value != nil {
			continue
		}
		next := i + 1
		for next < len(l.tokens) && next <= i+4 && l.tokens[next].value == nil && l.tokens[next].class&(stop|bound|approx) != 0 {
			next++
		}
		if next < len(l.tokens) && l.tokens[next].value != nil {
			l.tokens[next].value.bound |= t.class & (bound | approx)
			t.class = stop
			t.axes, t.concepts = nil, nil
			continue
		}
		if i > 0 && l.tokens[i-1].value != nil && strings.HasPrefix(t.fold, "o") && i+1 < len(l.tokens) { // or more, oder weniger
			l.tokens[i-1].value.bound |= t.class & (bound | approx)
			t.class = stop
			continue
		}
		several := t.phrase
		switch {
		case several && t.class&(over|atLeast) != 0 && len(t.axes) == 0:
			t.axes = []pole{{"quantity", 1}}
		case several && t.class&(under|atMost) != 0 && len(t.axes) == 0:
			t.axes = []pole{{"quantity", 2}}
		}
		t.class = t.class&^(bound|approx) | stop
	}
}

// clauses numbers the clauses of a sentence.
func (l *line) clauses() {
	n := 0
	for i := range l.tokens {
		t := &l.tokens[i]
		if i > 0 {
			gap := l.text[l.tokens[i-1].end:t.start]
			if t.class&clauseBreak != 0 && l.tokens[i-1].class&clauseBreak == 0 || l.describes(i) || strings.ContainsAny(gap, ",;:()–—") {
				n++
			}
		}
		t.clause = n
	}
}

// describes reports a word such as that behind a noun and before what the noun can, is or
// has: steps that can bring order.
func (l *line) describes(i int) bool {
	return l.tokens[i].class&relative != 0 && i+1 < len(l.tokens) && l.tokens[i+1].class&(modal|auxiliary|negation) != 0 && l.tokens[i-1].bears()
}

// classesOf returns the classes of the tokens.
func classesOf(ts []token) class {
	var c class
	for i := range ts {
		c |= ts[i].class
	}
	return c
}

// codeOf is the language of a statement: the one of the four whose small words it
// has most of; fallback where that does not decide.
func codeOf(text, fallback string) string {
	best, second, code := 0, 0, ""
	for _, f := range files {
		l := languages()[f.code]
		n := 0
		for _, t := range scanWords(text, l) {
			weight := 0
			for _, p := range l.entries[t.fold] {
				if len(p.words) == 1 {
					weight = max(weight, 1)
					if p.class&(stop|negation|must|may) != 0 {
						weight = 2
					}
				}
			}
			n += weight
		}
		if n > best {
			best, second, code = n, best, f.code
		} else if n > second {
			second = n
		}
	}
	if languages()[fallback] == nil && fallback != "und" && fallback != "" {
		return fallback // the answer as a whole is in a language without tables
	}
	if best > 0 && best > second {
		return code
	}
	if languages()[fallback] != nil {
		return fallback
	}
	if code != "" {
		return code
	}
	return semantics.LanguageOf(text)
}

// SentenceSpans returns the spans of the sentences of a line, in bytes.
func SentenceSpans(line string) []knowledge.Span { return semantics.Sentences(line) }
