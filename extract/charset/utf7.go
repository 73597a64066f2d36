package charset

import (
	"encoding/base64"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// UTF7 is read only where it is declared: its bytes are those of ASCII.
const UTF7 = "utf-7"

// fromUTF7 reads UTF-7 (RFC 2152): ASCII with runs of UTF-16 in base64 between a
// plus and a minus. A run that is none stays as it is.
func fromUTF7(b []byte, declared string) (string, bool) {
	switch strings.ToLower(strings.TrimSpace(declared)) {
	case UTF7, "unicode-1-1-utf-7", "utf7":
	default:
		return "", false
	}
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return "", false
		}
	}
	var out strings.Builder
	s := string(b)
	for s != "" {
		before, rest, found := strings.Cut(s, "+")
		out.WriteString(before)
		if !found {
			break
		}
		end := 0
		for end < len(rest) && strings.IndexByte(base64Digits, rest[end]) >= 0 {
			end++
		}
		text, ok := shifted(rest[:end])
		switch s = rest[end:]; {
		case end == 0 && strings.HasPrefix(s, "-"):
			out.WriteByte('+')
			s = s[1:]
		case !ok:
			out.WriteString("+" + rest[:end])
		default:
			out.WriteString(text)
			s = strings.TrimPrefix(s, "-")
		}
	}
	return out.String(), true
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// shifted reads a run of base64.
func shifted(run string) (string, bool) {
	b, err := base64.RawStdEncoding.DecodeString(run)
	if err != nil || len(b) < 2 {
		return "", false
	}
	var units []uint16
	for ; len(b) >= 2; b = b[2:] {
		units = append(units, uint16(b[0])<<8|uint16(b[1]))
	}
	return string(utf16.Decode(units)), true
}
