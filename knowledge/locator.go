package knowledge

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Locator says where something stands in the original file, so that a person
// can find it there: an ordered list of key=value pairs, printed with "&".
//
// The keys in use: page (physical, from 1), bbox (left,top,right,bottom in
// thousandths of a point from the page's top left after rotation), slide, shape,
// sheet, range (A1:F20), part (MIME part, 1.2), member (path in a container,
// repeated outermost first), lines and rows (first-last, from 1, of the
// original), heading, element. The zero value is the whole file.
type Locator struct {
	pairs []pair
}

type pair struct{ key, value string }

// locatorKeys is the closed list of keys, so that a locator read back from disk
// or from a worker can be checked.
var locatorKeys = map[string]bool{
	"page": true, "bbox": true, "slide": true, "shape": true, "sheet": true, "range": true,
	"part": true, "member": true, "lines": true, "rows": true, "heading": true, "element": true,
}

// Loc makes a locator from alternating keys and values. It panics on an odd
// count or an unknown key: both are mistakes of the caller, not of a document.
func Loc(keyValues ...string) Locator {
	if len(keyValues)%2 != 0 {
		panic("knowledge: Loc needs pairs of key and value")
	}
	var l Locator
	for i := 0; i < len(keyValues); i += 2 {
		l = l.With(keyValues[i], keyValues[i+1])
	}
	return l
}

// With returns l followed by one more pair. It panics on an unknown key.
func (l Locator) With(key, value string) Locator {
	if !locatorKeys[key] {
		panic("knowledge: unknown locator key " + key)
	}
	return Locator{append(l.pairs[:len(l.pairs):len(l.pairs)], pair{key, value})}
}

// Join returns l followed by all pairs of inner.
func (l Locator) Join(inner Locator) Locator {
	return Locator{append(l.pairs[:len(l.pairs):len(l.pairs)], inner.pairs...)}
}

// Without returns l without the pairs of key.
func (l Locator) Without(key string) Locator {
	var out Locator
	for _, p := range l.pairs {
		if p.key != key {
			out.pairs = append(out.pairs, p)
		}
	}
	return out
}

// IsZero reports whether l names the whole file.
func (l Locator) IsZero() bool { return len(l.pairs) == 0 }

// Get returns the first value of key, "" where there is none.
func (l Locator) Get(key string) string {
	for _, p := range l.pairs {
		if p.key == key {
			return p.value
		}
	}
	return ""
}

// Int returns the first value of key as a number, 0 where there is none.
func (l Locator) Int(key string) int {
	n, _ := strconv.Atoi(l.Get(key))
	return n
}

// String prints the one form of l. "% & = # @ ~ !", line breaks, control,
// format and invalid characters are percent-encoded byte by byte.
func (l Locator) String() string {
	var b strings.Builder
	for i, p := range l.pairs {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(p.key)
		b.WriteByte('=')
		percentEncode(&b, p.value)
	}
	return b.String()
}

const reserved = "%&=#@~!"

func percentEncode(b *strings.Builder, s string) {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		plain := r != utf8.RuneError && !strings.ContainsRune(reserved, r) && unicode.IsGraphic(r) &&
			r != '\u2028' && r != '\u2029' && (r == ' ' || !unicode.IsSpace(r))
		if r == utf8.RuneError && n == 3 {
			plain = true // a real U+FFFD, not a broken byte
		}
		if plain {
			b.WriteString(s[i : i+n])
		} else {
			for _, c := range []byte(s[i : i+n]) {
				fmt.Fprintf(b, "%%%02X", c)
			}
		}
		i += n
	}
}

func percentDecode(s string) (string, error) {
	if !strings.Contains(s, "%") {
		return s, nil
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		if i+2 >= len(s) {
			return "", fmt.Errorf("%q ends inside a percent code", s)
		}
		v, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
		if err != nil {
			return "", fmt.Errorf("%q holds a bad percent code", s)
		}
		b.WriteByte(byte(v))
		i += 2
	}
	return b.String(), nil
}

// ParseLocator reads the printed form. It takes exactly what String prints:
// anything else is an error, so that equal locators are equal strings.
func ParseLocator(s string) (Locator, error) {
	var l Locator
	if s == "" {
		return l, nil
	}
	for part := range strings.SplitSeq(s, "&") {
		k, v, ok := strings.Cut(part, "=")
		if !ok || !locatorKeys[k] {
			return Locator{}, fmt.Errorf("locator %q: %q is not key=value with a known key", s, part)
		}
		v, err := percentDecode(v)
		if err != nil {
			return Locator{}, fmt.Errorf("locator %q: %w", s, err)
		}
		l.pairs = append(l.pairs, pair{k, v})
	}
	if l.String() != s {
		return Locator{}, fmt.Errorf("locator %q is not in its printed form %q", s, l.String())
	}
	return l, nil
}

// MarshalText prints l for JSON.
func (l Locator) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads what MarshalText printed.
func (l *Locator) UnmarshalText(b []byte) error {
	v, err := ParseLocator(string(b))
	if err == nil {
		*l = v
	}
	return err
}
