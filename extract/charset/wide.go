package charset

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// marks are the byte order marks, longer ones before those they begin with.
var marks = []struct{ mark, name string }{
	{"\xef\xbb\xbf", UTF8},
	{"\xff\xfe\x00\x00", UTF32LE},
	{"\x00\x00\xfe\xff", UTF32BE},
	{"\xff\xfe", UTF16LE},
	{"\xfe\xff", UTF16BE},
	{"\x84\x31\x95\x33", "gb18030"},
}

func fromMark(b []byte) (text, name string, ok bool) {
	for _, m := range marks {
		rest, found := bytes.CutPrefix(b, []byte(m.mark))
		if !found {
			continue
		}
		switch m.name {
		case UTF8:
			if fixed, ok := mostlyUTF8(rest); ok {
				return fixed, m.name, true
			}
			return strings.ToValidUTF8(string(rest), "\uFFFD"), m.name, true
		case "gb18030":
			text, _ = decodeLabel(rest, m.name)
			return text, m.name, true
		}
		return decodeWide(rest, m.name), m.name, true
	}
	return "", "", false
}

// sampleWide is how many bytes tell whether zero bytes are those of UTF-16 or
// UTF-32.
const sampleWide = 64 << 10

// fromWide reads UTF-16 and UTF-32 without a mark. Such a text holds zero bytes
// wherever there is a space or a line break, and under the right reading next
// to no character that cannot be shown.
func fromWide(b []byte) (text, name string, ok bool) {
	best := 0
	for _, c := range []string{UTF32LE, UTF32BE, UTF16LE, UTF16BE} {
		if p := plausibleWide(decodeWide(b[:min(len(b), sampleWide)&^3], c)); p > best {
			best, name = p, c
		}
	}
	if len(b) < 4 && len(b) >= 2 && best == 0 {
		for _, c := range []string{UTF16LE, UTF16BE} {
			if p := plausibleWide(decodeWide(b[:2], c)); p > best {
				best, name = p, c
			}
		}
	}
	if best == 0 {
		return "", "", false
	}
	return decodeWide(b, name), name, true
}

// plausibleWide returns how many ASCII characters and other letters s holds, the
// former counting more, or 0 where s cannot be text. A text keeps to ASCII, the
// ideographs and the one or two blocks of its alphabet; numbers misread as text
// are scattered over all of Unicode.
func plausibleWide(s string) int {
	total, ascii, letters, graphic, ideographs := 0, 0, 0, 0, 0
	var blocks [256]int
	for _, r := range s {
		total++
		switch {
		case r == utf8.RuneError || r == 0:
			continue
		case r == '\n' || r == '\r' || r == '\t' || r >= ' ' && r < 0x7f:
			ascii++
			continue
		case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana):
			ideographs++
		case r <= 0xffff:
			blocks[r>>8]++
		}
		if unicode.IsLetter(r) {
			letters++
		} else if unicode.IsGraphic(r) {
			graphic++
		}
	}
	together := ascii + ideographs
	for _, n := range blocks {
		if n*10 >= total {
			together += n
		}
	}
	if ascii == 0 || (total-ascii-letters-graphic)*50 > total || together*10 < total*9 {
		return 0
	}
	return (4*ascii + letters) * 100 / total
}

func decodeWide(b []byte, name string) string {
	var out strings.Builder
	switch name {
	case UTF16LE, UTF16BE:
		var order binary.ByteOrder = binary.LittleEndian
		if name == UTF16BE {
			order = binary.BigEndian
		}
		out.Grow(len(b)/2 + len(b)/8)
		decode16(&out, b, order)
		if len(b)%2 != 0 {
			out.WriteRune(utf8.RuneError)
		}
	default:
		var order binary.ByteOrder = binary.LittleEndian
		if name == UTF32BE {
			order = binary.BigEndian
		}
		out.Grow(len(b) / 3)
		for ; len(b) >= 4; b = b[4:] {
			r := order.Uint32(b)
			if r > unicode.MaxRune {
				r = utf8.RuneError
			}
			out.WriteRune(rune(r))
		}
		if len(b) > 0 {
			out.WriteRune(utf8.RuneError)
		}
	}
	return out.String()
}

func decode16(out *strings.Builder, b []byte, order binary.ByteOrder) {
	for ; len(b) >= 2; b = b[2:] {
		r := rune(order.Uint16(b))
		if utf16.IsSurrogate(r) {
			low := rune(0)
			if len(b) >= 4 {
				low = rune(order.Uint16(b[2:]))
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				b = b[2:]
			}
		}
		out.WriteRune(r)
	}
}

// mostlyUTF8 reads UTF-8 with a few broken bytes in it, as files have that were
// joined or cut. A broken byte is read as windows-1252, which it mostly is. ok
// is false where broken bytes are more than one in four of what is not ASCII.
func mostlyUTF8(b []byte) (string, bool) {
	good, bad := 0, 0
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			if len(b)-i < utf8.UTFMax && !utf8.FullRune(b[i:]) {
				n = len(b) - i // cut off at the end: says nothing against UTF-8
			} else {
				bad++
			}
		case n > 1:
			good++
		}
		i += n
	}
	if good < 3*bad || good == 0 {
		return "", false
	}
	var out strings.Builder
	out.Grow(len(b) + 3*bad)
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		switch {
		case r != utf8.RuneError || n > 1:
			out.Write(b[i : i+n])
		case len(b)-i < utf8.UTFMax && !utf8.FullRune(b[i:]):
			out.WriteRune(utf8.RuneError)
			n = len(b) - i
		default:
			out.WriteRune(latin(b[i]))
		}
		i += n
	}
	return out.String(), true
}
