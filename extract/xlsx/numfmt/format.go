package numfmt

import (
	"math"
	"strconv"
	"strings"
)

// Format is a parsed format code. It is safe for concurrent use.
type Format struct {
	numbers []section // the sections for numbers, one to three
	words   *section  // the section for text, nil where text is shown as it is
}

// section is one of the parts of a code that ";" separates.
type section struct {
	tokens []token
	cond   *condition
	system string // code to use instead: the format is the reader's own
	isDate bool
	names  *names // of months and days; nil: English
	layout layout // of a number
}

type condition struct {
	op    string
	limit float64
}

// Parse reads a format code. There is no malformed code: what means nothing is
// shown as it stands.
func Parse(code string) *Format {
	f := &Format{}
	parts := splitSections(code)
	for i, p := range parts {
		sec := parseSection(p)
		if i == 3 || i == len(parts)-1 && i > 0 && sec.has(text) && !sec.has(digit) {
			f.words = &sec
			break
		}
		f.numbers = append(f.numbers, sec)
	}
	if len(f.numbers) == 1 && f.words == nil && f.numbers[0].has(text) {
		f.words = &f.numbers[0]
	}
	return f
}

func parseSection(code string) section {
	var sec section
	sec.tokens = scan(code, &sec)
	if sec.system != "" {
		sec.tokens = scan(sec.system, &sec)
	}
	for _, t := range sec.tokens {
		if t.kind == date || t.kind == elapsed || t.kind == ampm {
			sec.isDate = true
		}
	}
	sec.layout = sec.arrange()
	return sec
}

// splitSections cuts a code at the semicolons that are not quoted.
func splitSections(code string) []string {
	var out []string
	start, quoted := 0, false
	for i := 0; i < len(code); i++ {
		switch c := code[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\\' || c == '_' || c == '*':
			i++
		case c == ';':
			out = append(out, code[start:i])
			start = i + 1
			if len(out) == 3 {
				return append(out, code[start:])
			}
		}
	}
	return append(out, code[start:])
}

func (s *section) has(k kind) bool {
	for _, t := range s.tokens {
		if t.kind == k {
			return true
		}
	}
	return false
}

// IsDate reports whether numbers are shown as dates or times; a nil format shows
// none so.
func (f *Format) IsDate() bool { return f != nil && len(f.numbers) > 0 && f.numbers[0].isDate }

// Text shows s.
func (f *Format) Text(s string) string {
	if f.words == nil {
		return s
	}
	var b strings.Builder
	for _, t := range f.words.tokens {
		switch t.kind {
		case text, general_:
			b.WriteString(s)
		case literal:
			b.WriteString(t.text)
		}
	}
	return b.String()
}

// Number shows v; date1904 says that day 0 is 1904-01-01.
func (f *Format) Number(v float64, date1904 bool) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return General(v)
	}
	sec, minus := f.choose(v)
	if sec == nil {
		return General(v)
	}
	var s string
	switch {
	case sec.isDate:
		t, ok := clock(v, date1904, sec.places())
		if !ok && !sec.has(elapsed) {
			return General(v)
		}
		s = sec.date(t)
	case sec.has(general_), sec.has(text):
		s = sec.general(v)
	default:
		s = sec.number(toDecimal(v))
	}
	s = strings.Join(strings.Fields(s), " ")
	if minus && s != "" {
		s = "-" + s
	}
	return s
}

// general shows the magnitude of v in a section that holds General or @.
func (s *section) general(v float64) string {
	var b strings.Builder
	for _, t := range s.tokens {
		switch t.kind {
		case general_, text:
			b.WriteString(General(math.Abs(v)))
		default:
			b.WriteString(t.text)
		}
	}
	return b.String()
}

// choose returns the section for v, nil where none fits, and whether a minus
// sign has to be written: the section for negative numbers brings its own.
func (f *Format) choose(v float64) (sec *section, minus bool) {
	n := f.numbers
	switch len(n) {
	case 0:
		return nil, false
	case 1:
		return pick(&n[0], v, true)
	}
	first := n[0].cond
	if first == nil && (len(n) == 2 && n[1].cond == nil) {
		first = &condition{">=", 0}
	} else if first == nil {
		first = &condition{">", 0}
	}
	if first.holds(v) {
		return &n[0], v < 0 && !first.onlyNegative()
	}
	second := n[1].cond
	if second == nil && (len(n) > 2 || n[0].cond == nil) {
		second = &condition{"<", 0}
	}
	if second == nil || second.holds(v) {
		return &n[1], v < 0 && (second == nil || !second.onlyNegative())
	}
	if len(n) > 2 {
		return pick(&n[2], v, v < 0)
	}
	return nil, false
}

func pick(s *section, v float64, signed bool) (*section, bool) {
	if s.cond != nil && !s.cond.holds(v) {
		return nil, false
	}
	return s, signed && v < 0 && !(s.cond != nil && s.cond.onlyNegative())
}

func parseCondition(s string) (*condition, bool) {
	s = strings.TrimSpace(s)
	for _, op := range []string{"<=", ">=", "<>", "<", ">", "="} {
		if rest, ok := strings.CutPrefix(s, op); ok {
			v, err := strconv.ParseFloat(strings.TrimSpace(rest), 64)
			return &condition{op, v}, err == nil
		}
	}
	return nil, false
}

func (c *condition) holds(v float64) bool {
	switch c.op {
	case "<":
		return v < c.limit
	case "<=":
		return v <= c.limit
	case ">":
		return v > c.limit
	case ">=":
		return v >= c.limit
	case "=":
		return v == c.limit
	}
	return v != c.limit
}

// onlyNegative reports whether c holds for negative numbers alone.
func (c *condition) onlyNegative() bool {
	return c.op == "<" && c.limit <= 0 || (c.op == "<=" || c.op == "=") && c.limit < 0
}
