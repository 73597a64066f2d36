package charset

import (
	"bytes"
	"strings"
)

// fromEscapes reads the 7-bit encodings of East Asia, which switch alphabets by
// escape sequences: ISO-2022-JP, -KR and -CN, and HZ. Their bytes are ASCII, so
// they must be looked for before UTF-8 is.
func fromEscapes(b []byte) (text, name string, ok bool) {
	hz := bytes.Contains(b, []byte("~{")) && bytes.Contains(b, []byte("~}"))
	if !hz && bytes.IndexByte(b, 0x1b) < 0 {
		return "", "", false
	}
	for _, c := range b {
		if c >= 0x80 {
			return "", "", false
		}
	}
	switch {
	case containsAny(b, "\x1b$B", "\x1b$@", "\x1b$(D", "\x1b(I"):
		text, ok = decodeLabel(b, "iso-2022-jp")
		return text, "iso-2022-jp", ok
	case bytes.Contains(b, []byte("\x1b$)C")):
		text, ok = decodeShifted(b, "\x1b$)C", "euc-kr")
		return text, "iso-2022-kr", ok
	case containsAny(b, "\x1b$)A", "\x1b$)G"):
		text, ok = decodeShifted(b, "\x1b$)A", "gb18030")
		return text, "iso-2022-cn", ok
	case hz:
		text, ok = decodeHZ(b)
		return text, "hz-gb-2312", ok
	}
	return "", "", false
}

func containsAny(b []byte, all ...string) bool {
	for _, s := range all {
		if bytes.Contains(b, []byte(s)) {
			return true
		}
	}
	return false
}

const (
	shiftOut = 0x0e
	shiftIn  = 0x0f
)

// decodeShifted reads text whose two-byte characters stand between shift out and
// shift in, as the eight-bit encoding label without its high bits.
func decodeShifted(b []byte, designator, label string) (string, bool) {
	b = bytes.ReplaceAll(b, []byte(designator), nil)
	high := make([]byte, 0, len(b))
	out := false
	for _, c := range b {
		switch {
		case c == shiftOut:
			out = true
		case c == shiftIn:
			out = false
		case out && c > ' ' && c < 0x7f:
			high = append(high, c|0x80)
		default:
			high = append(high, c)
			out = out && c != '\n'
		}
	}
	return decodeLabel(high, label)
}

// decodeHZ reads GB 2312 between "~{" and "~}". It refuses text where something
// else stands between them, which a program may well write: what comes out must
// be ideographs of which a third are among the commonest.
func decodeHZ(b []byte) (string, bool) {
	high := make([]byte, 0, len(b))
	inside, pairs := false, 0
	for i := 0; i < len(b); i++ {
		c := b[i]
		next := byte(0)
		if i+1 < len(b) {
			next = b[i+1]
		}
		switch {
		case c == '~' && (next == '{' || next == '}'):
			inside = next == '{'
			i++
		case !inside && c == '~' && next == '~':
			high = append(high, '~')
			i++
		case inside && c >= 0x21 && c <= 0x77 && next >= 0x21 && next <= 0x7e:
			high = append(high, c|0x80, next|0x80)
			pairs++
			i++
		case inside && c != '\n' && c != '\r' && c != ' ':
			return "", false
		default:
			high = append(high, c)
		}
	}
	text, ok := decodeLabel(high, "gb18030")
	frequent := 0
	for _, r := range text {
		if r >= 0x80 && (r <= 0x303f || r >= 0xff00 || strings.ContainsRune(simplified, r)) {
			frequent++
		}
	}
	return text, ok && pairs > 0 && frequent*3 >= pairs && !strings.ContainsRune(text, '\uFFFD')
}
