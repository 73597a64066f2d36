package charset

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// Names of encodings that are not found by comparison.
const (
	UTF8    = "utf-8"
	UTF16LE = "utf-16le"
	UTF16BE = "utf-16be"
	UTF32LE = "utf-32le"
	UTF32BE = "utf-32be"
)

// Decode returns b as UTF-8, the name of the encoding it was read in and how
// sure that is, from 0 to 100. declared is the label that the document or its
// carrier gives, empty where there is none; it is believed only where the bytes
// do not speak for themselves. Bytes without a meaning become U+FFFD.
func Decode(b []byte, declared string) (text, name string, confidence int) {
	if text, name, ok := fromMark(b); ok {
		return text, name, 100
	}
	if text, name, ok := fromEscapes(b); ok {
		return text, name, 95
	}
	if bytes.IndexByte(b, 0) >= 0 && !strayZeros(b) {
		if text, name, ok := fromWide(b); ok {
			return text, name, 95
		}
	}
	if text, ok := fromUTF7(b, declared); ok {
		return text, UTF7, 90
	}
	if utf8.Valid(b) {
		return string(b), UTF8, 99
	}
	if text, ok := mostlyUTF8(b); ok {
		return text, UTF8, 80
	}
	if text, name, ok := fromDeclared(b, declared); ok {
		return text, name, 90
	}
	if text, name, ok := fromEBCDIC(b); ok {
		return text, name, 85
	}
	return guess(b)
}

// Text reports whether b, the beginning of a file, can be text in an encoding
// that Decode reads.
func Text(b []byte) bool {
	if _, _, ok := fromMark(b); ok {
		return true
	}
	controls := 0
	for _, c := range b {
		if c < ' ' && !textControl(c) || c == 0x7f {
			controls++
		}
	}
	if flat(b) {
		return false
	}
	if controls*100 <= len(b) || controls <= fewControls && strayZeros(b) {
		return true
	}
	if bytes.IndexByte(b, 0) >= 0 {
		if _, _, ok := fromWide(b); ok {
			return true
		}
	}
	_, _, ok := fromEBCDIC(b)
	return ok
}

// flat reports whether half of b or more is one byte beyond ASCII, as in the white of
// a picture. The commonest byte of a text in UTF-8 is a third of it, in an encoding of
// single bytes a fifth.
func flat(b []byte) bool {
	var n [256]int
	for _, c := range b {
		n[c]++
	}
	return len(b) >= flatBytes && slices.Max(n[0x80:])*2 > len(b)
}

// flatBytes is the least length that flat judges: shorter, a rule of box characters
// may be the whole text.
const flatBytes = 4 << 10

// fewControls is how many control bytes a short text may hold by mistake.
const fewControls = 3

// strayZeros reports whether b is text of single bytes with a zero byte here and
// there, as programs leave behind. In UTF-16 and UTF-32 zeros are many, or most of
// the other bytes are no ASCII.
func strayZeros(b []byte) bool {
	b = b[:min(len(b), sampleWide)]
	zeros, plain := 0, 0
	for _, c := range b {
		switch {
		case c == 0:
			zeros++
		case c >= ' ' && c < 0x7f || c == '\n' || c == '\r' || c == '\t':
			plain++
		}
	}
	return zeros > 0 && zeros*10 <= len(b) && plain*100 >= (len(b)-zeros)*85
}

// textControl reports whether a control byte occurs in plain text: white space,
// backspace of overstruck print, the escape of terminals and of ISO 2022, shifts
// and the end-of-file mark of DOS.
func textControl(c byte) bool {
	switch c {
	case '\t', '\n', '\v', '\f', '\r', '\b', 0x0e, 0x0f, 0x1a, 0x1b:
		return true
	}
	return false
}
