package email

import (
	"encoding/base64"
	"strconv"
	"strings"

	"quire/extract/charset"
)

// encodedWord is one =?charset?encoding?text?= of a header.
type encodedWord struct {
	charset string
	bytes   []byte
}

// decodeWords reads the encoded words of RFC 2047 in s, also where they stand in
// quotes or touch other text. Neighbours of one charset are decoded together,
// because some programs divide a character between two of them.
func decodeWords(s string) string {
	if !strings.Contains(s, "=?") {
		return s
	}
	var out strings.Builder
	var held *encodedWord
	flush := func() {
		if held != nil {
			text, _, _ := charset.Decode(held.bytes, held.charset)
			out.WriteString(text)
			held = nil
		}
	}
	for s != "" {
		start := strings.Index(s, "=?")
		if start < 0 {
			break
		}
		w, n, ok := parseWord(s[start:])
		between := s[:start]
		if !ok {
			flush()
			out.WriteString(s[:start+2])
			s = s[start+2:]
			continue
		}
		if held == nil || strings.TrimSpace(between) != "" {
			flush()
			out.WriteString(between)
		}
		if held != nil && strings.EqualFold(held.charset, w.charset) {
			held.bytes = append(held.bytes, w.bytes...)
		} else {
			flush()
			held = &w
		}
		s = s[start+n:]
	}
	flush()
	out.WriteString(s)
	return out.String()
}

// parseWord reads the encoded word that s begins with and returns its length.
func parseWord(s string) (encodedWord, int, bool) {
	label, rest, ok := strings.Cut(s[2:], "?")
	if !ok || len(rest) < 2 || rest[1] != '?' || label == "" || strings.ContainsAny(label, " \t\"") {
		return encodedWord{}, 0, false
	}
	text, _, ok := strings.Cut(rest[2:], "?=")
	if !ok {
		return encodedWord{}, 0, false
	}
	n := 2 + len(label) + 1 + 2 + len(text) + 2
	label, _, _ = strings.Cut(label, "*") // a language may follow
	w := encodedWord{charset: label}
	switch rest[0] {
	case 'B', 'b':
		w.bytes = looseBase64(text)
	case 'Q', 'q':
		w.bytes = looseQ(text)
	default:
		return encodedWord{}, 0, false
	}
	return w, n, true
}

// looseBase64 decodes what is base64 in s, with or without padding.
func looseBase64(s string) []byte {
	clean := strings.Map(func(r rune) rune {
		if r < 0x80 && base64Byte(byte(r)) {
			return r
		}
		return -1
	}, s)
	if len(clean)%4 == 1 {
		clean = clean[:len(clean)-1]
	}
	b, _ := base64.RawStdEncoding.DecodeString(clean)
	return b
}

func base64Byte(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/'
}

func looseQ(s string) []byte {
	var out []byte
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '_':
			out = append(out, ' ')
			continue
		case s[i] == '=' && i+2 < len(s):
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				out = append(out, byte(n))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return out
}
