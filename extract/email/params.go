package email

import (
	"sort"
	"strconv"
	"strings"

	"quire/extract/charset"
)

// value is a header value with parameters: "text/plain; charset=utf-8".
type value struct {
	word   string // lower case
	params map[string]string
}

// parseParams reads a Content-Type or Content-Disposition field. It takes what
// strict parsers refuse: spaces and raw UTF-8 in unquoted values, doubled
// parameters (the first counts), garbage between semicolons. Continuations and
// charsets of RFC 2231 and encoded words are resolved.
func parseParams(s string) value {
	parts := splitParams(s)
	v := value{word: strings.ToLower(strings.TrimSpace(parts[0])), params: map[string]string{}}
	if f := strings.Fields(v.word); len(f) > 0 {
		v.word = f[0]
	}
	var pieces []piece
	for _, p := range parts[1:] {
		name, val, ok := strings.Cut(p, "=")
		if !ok {
			continue
		}
		name = strings.ToLower(strings.TrimSpace(name))
		val = unquote(strings.TrimSpace(val))
		if base, rest, star := strings.Cut(name, "*"); star {
			pieces = append(pieces, newPiece(base, rest, val))
			continue
		}
		if _, have := v.params[name]; !have && name != "" {
			v.params[name] = decodeWords(val)
		}
	}
	for name, val := range joinPieces(pieces) {
		v.params[name] = val
	}
	return v
}

// splitParams cuts at the semicolons that stand outside quotes.
func splitParams(s string) []string {
	var out []string
	start, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if quoted {
				i++
			}
		case '"':
			quoted = !quoted
		case ';':
			if !quoted {
				out = append(out, s[start:i])
				start = i + 1
			}
		}
	}
	return append(out, s[min(start, len(s)):])
}

// unquote takes the quotes and backslashes off a quoted string.
func unquote(s string) string {
	if !strings.HasPrefix(s, `"`) {
		return s
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String()
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// piece is one part of a parameter in the form of RFC 2231: name*2*=value.
type piece struct {
	name    string
	index   int
	encoded bool
	value   string
}

func newPiece(base, rest, val string) piece {
	p := piece{name: base, value: val}
	if r, ok := strings.CutSuffix(rest, "*"); ok || rest == "" {
		p.encoded = true
		rest = r
	}
	p.index, _ = strconv.Atoi(rest)
	return p
}

// joinPieces puts continued parameters together and decodes them.
func joinPieces(pieces []piece) map[string]string {
	sort.SliceStable(pieces, func(i, j int) bool { return pieces[i].index < pieces[j].index })
	raw := map[string]string{}
	label := map[string]string{}
	encoded := map[string]bool{}
	for _, p := range pieces {
		if p.encoded {
			if _, seen := raw[p.name]; !seen {
				if cs, rest, ok := strings.Cut(p.value, "'"); ok {
					if _, val, ok := strings.Cut(rest, "'"); ok {
						label[p.name], p.value = cs, val
					}
				}
			}
			p.value = percentDecode(p.value)
			encoded[p.name] = true
		}
		raw[p.name] += p.value
	}
	for name, val := range raw {
		if encoded[name] {
			raw[name], _, _ = charset.Decode([]byte(val), label[name])
		} else {
			raw[name] = decodeWords(val)
		}
	}
	return raw
}

func percentDecode(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
