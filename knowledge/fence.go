package knowledge

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// FenceMark begins every delivered line of document text. A document cannot
// fake it: each of its lines is given one, so what follows the mark is data.
const FenceMark = "│ "

// Fenced returns body as retrieve and show print it: every line behind
// FenceMark, control and bidirectional format characters made visible, one line
// break at the end.
func Fenced(body string) string {
	var b strings.Builder
	b.Grow(len(body) + 64)
	for line := range strings.SplitSeq(body, "\n") {
		b.WriteString(FenceMark)
		b.WriteString(Visible(line))
		b.WriteByte('\n')
	}
	return b.String()
}

// FencedTight is Fenced without the empty lines between paragraphs: what retrieve
// prints, where each costs an agent two tokens and says nothing.
func FencedTight(body string) string {
	lines := strings.Split(body, "\n")
	kept := lines[:0]
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			kept = append(kept, l)
		}
	}
	return Fenced(strings.Join(kept, "\n"))
}

// Steers reports a character that does something else than print: control
// characters, separators of lines, characters that turn the direction or the
// meaning of others, and tag characters, which say in secret what ASCII says.
func Steers(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r == '\u2028', r == '\u2029', '\u206a' <= r && r <= '\u206f', '\ufff9' <= r && r <= '\ufffb', 0xE0000 <= r && r <= 0xE007F:
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// Visible returns s with characters that steer (Steers) and broken bytes written
// as \u{XX}, so that a terminal only ever prints it. Tabs stay.
func Visible(s string) string {
	clean := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' && c != '\t' || c >= 0x7f {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			writeCode(&b, rune(s[i]))
		case r == '\t':
			b.WriteByte('\t')
		case Steers(r), r == '\uFEFF':
			writeCode(&b, r)
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

const hexDigits = "0123456789abcdef"

func writeCode(b *strings.Builder, r rune) {
	b.WriteString(`\u{`)
	started := false
	for shift := 20; shift >= 0; shift -= 4 {
		if d := r >> shift & 15; d != 0 || started || shift == 0 {
			b.WriteByte(hexDigits[d])
			started = true
		}
	}
	b.WriteByte('}')
}

// QuoteJSON returns s as a JSON string with its quotes, as the JSON output writes
// it: no HTML escaping.
func QuoteJSON(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 16)
	b.WriteByte('"')
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case Steers(r) || r == utf8.RuneError && n == 1:
			b.WriteString(EscapeJSON(r))
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	b.WriteByte('"')
	return b.String()
}

// EscapeJSON returns r as JSON writes it without printing it: \u and four digits,
// twice where it needs two.
func EscapeJSON(r rune) string {
	var b strings.Builder
	units := []rune{r}
	if r > 0xFFFF {
		high, low := utf16.EncodeRune(r)
		units = []rune{high, low}
	}
	for _, u := range units {
		b.WriteString(`\u`)
		for shift := 12; shift >= 0; shift -= 4 {
			b.WriteByte(hexDigits[u>>shift&15])
		}
	}
	return b.String()
}
