package charset

import (
	"strings"
	"unicode"
)

// ebcdicOrder lists the code pages from the most to the least expected: among
// equally plausible readings the first is taken.
var ebcdicOrder = []string{"ibm037", "ibm500", "ibm273", "ibm1140", "ibm1026", "ibm875", "ibm424"}

// ebcdicControls are the ISO 8859-1 codes of the bytes below 0x40.
const ebcdicControls = "\x00\x01\x02\x03\x9c\x09\x86\x7f\x97\x8d\x8e\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x9d\x85\x08\x87\x18\x19\x92\x8f\x1c\x1d\x1e\x1f" +
	"\x80\x81\x82\x83\x84\x0a\x17\x1b\x88\x89\x8a\x8b\x8c\x05\x06\x07\x90\x91\x16\x93\x94\x95\x96\x04\x98\x99\x9a\x9b\x14\x15\x9e\x1a"

// ebcdicControl returns the character of a byte below 0x40. Line ends and tabs
// keep their meaning; a code from 0x80 to 0x9F is what windows-1252 has there,
// since such bytes come from texts that were converted as if they were ISO
// 8859-1; other controls are dropped.
func ebcdicControl(c byte) rune {
	switch r := ebcdicControls[c]; {
	case r == 0x85 || r == '\n':
		return '\n'
	case r >= 0x80:
		return latin(r)
	case r == '\t' || r == '\r' || r == '\f' || r == '\v':
		return rune(r)
	}
	return 0
}

// fromEBCDIC recognises text of mainframes: 0x40 is its space, and nearly all
// other bytes are letters, which in ASCII would be controls or beyond it.
func fromEBCDIC(b []byte) (text, name string, ok bool) {
	sample := b[:min(len(b), sampleWide)]
	if len(sample) < 16 {
		return "", "", false
	}
	var n [256]int
	for _, c := range sample {
		n[c]++
	}
	if n[0x40]*25 < len(sample) || n[' ']*50 > len(sample) {
		return "", "", false
	}
	best := 0
	for _, c := range ebcdicOrder {
		if p := plausibleEBCDIC(&n, len(sample), c); p > best {
			best, name = p, c
		}
	}
	if best == 0 {
		return "", "", false
	}
	return decodeEBCDIC(b, name), name, true
}

func decodeEBCDIC(b []byte, name string) string {
	table := ebcdicTable(name)
	var out strings.Builder
	out.Grow(len(b) + len(b)/16)
	for _, c := range b {
		if r := table[c]; r != 0 {
			out.WriteRune(r)
		}
	}
	return out.String()
}

// plausibleEBCDIC weighs a reading by its share of letters, spaces and common
// punctuation; 0 where it cannot be text.
func plausibleEBCDIC(n *[256]int, total int, name string) int {
	table := ebcdicTable(name)
	letters, plain, points := 0, 0, 0
	for c, count := range n {
		r := table[c]
		switch {
		case unicode.IsLetter(r) && r < 0x80:
			letters += count
			points += 3 * count
		case unicode.IsLetter(r):
			letters += count
		case r == ' ' || unicode.IsDigit(r) || r == '\n' || r == '\r' || r == '\t':
			plain += count
			points += 3 * count
		case strings.ContainsRune(`.,;:'"()-/!?&[]%*¦`, r):
			plain += count
			points += 2 * count
		}
	}
	if (letters+plain)*100 < total*90 || letters*100 < total*30 {
		return 0
	}
	return points
}

func ebcdicTable(name string) *[256]rune {
	var t [256]rune
	for c := range 0x40 {
		t[c] = ebcdicControl(byte(c))
	}
	c := 0x40
	for _, r := range ebcdic[name] {
		t[c] = r
		c++
	}
	return &t
}
