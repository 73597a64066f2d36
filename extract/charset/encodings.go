package charset

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
)

// single is a candidate encoding with one byte a character.
type single struct {
	name  string
	table encoding.Encoding // nil where the characters are in codepages
	// languages whose texts come in this encoding
	languages string
	// rarity is what the encoding starts behind, in points: the commoner of two
	// that explain a short text equally well is taken.
	rarity int
}

const (
	western  = "de fr es pt it nl ca gl sv da nb fi is ga sq"
	central  = "pl cs sk hu hr sl ro sq de"
	baltic   = "lt lv et"
	slavonic = "ru uk be bg sr mk"
	arabic   = "ar fa ur"
)

// singles are compared in this order; the first of equals wins.
var singles = []single{
	{"windows-1252", charmap.Windows1252, western, 0},
	{"windows-1251", charmap.Windows1251, slavonic, 2},
	{"windows-1250", charmap.Windows1250, central, 3},
	{"iso-8859-2", charmap.ISO8859_2, central, 5},
	{"windows-1253", charmap.Windows1253, "el", 3},
	{"iso-8859-7", charmap.ISO8859_7, "el", 4},
	{"windows-1254", charmap.Windows1254, "tr", 3},
	{"windows-1255", charmap.Windows1255, "he", 3},
	{"iso-8859-8", charmap.ISO8859_8, "he", 5},
	{"windows-1256", charmap.Windows1256, arabic, 3},
	{"iso-8859-6", charmap.ISO8859_6, "ar", 5},
	{"windows-1257", charmap.Windows1257, baltic, 4},
	{"windows-1258", charmap.Windows1258, "vi", 4},
	{"windows-874", charmap.Windows874, "th", 4},
	{"koi8-r", charmap.KOI8R, "ru bg", 3},
	{"koi8-u", charmap.KOI8U, "uk be ru", 4},
	{"ibm866", charmap.CodePage866, "ru uk be bg", 4},
	{"iso-8859-5", charmap.ISO8859_5, slavonic, 5},
	{"x-mac-cyrillic", charmap.MacintoshCyrillic, slavonic, 6},
	{"ibm855", charmap.CodePage855, slavonic, 6},
	{"ibm1125", nil, "uk ru", 8},
	{"iso-8859-15", charmap.ISO8859_15, western, 6},
	{"macintosh", charmap.Macintosh, western, 8},
	{"ibm850", charmap.CodePage850, western, 8},
	{"ibm437", charmap.CodePage437, western, 8},
	{"ibm852", charmap.CodePage852, central, 8},
	{"iso-8859-4", charmap.ISO8859_4, baltic, 8},
	{"iso-8859-13", charmap.ISO8859_13, baltic, 6},
	{"iso-8859-16", charmap.ISO8859_16, "ro", 8},
	{"iso-8859-3", charmap.ISO8859_3, "eo mt", 8},
	{"iso-8859-14", charmap.ISO8859_14, "cy ga", 8},
	{"iso-8859-10", charmap.ISO8859_10, "is sv lt", 9},
	{"ibm862", charmap.CodePage862, "he", 7},
	{"ibm860", charmap.CodePage860, "pt", 8},
	{"ibm863", charmap.CodePage863, "fr", 8},
	{"ibm865", charmap.CodePage865, "da nb", 8},
	{"ibm720", nil, arabic, 8},
	{"ibm737", nil, "el", 7},
	{"ibm869", nil, "el", 8},
	{"ibm775", nil, baltic, 8},
	{"ibm857", nil, "tr", 7},
	{"ibm861", nil, "is", 8},
	{"x-mac-greek", nil, "el", 8},
	{"x-mac-turkish", nil, "tr", 8},
	{"x-mac-ce", nil, central + " " + baltic, 11},
	{"x-mac-croatian", nil, "hr sl", 12},
	{"x-mac-romanian", nil, "ro", 12},
	{"x-mac-icelandic", nil, "is", 9},
	{"koi8-t", nil, "ru", 12},
	{"kz-1048", nil, "kk ru", 7},
	{"hp-roman8", nil, western, 14},
}

// runes returns the characters of the 256 bytes.
func (s *single) runes() *[256]rune {
	var t [256]rune
	for c := range 0x80 {
		t[c] = rune(c)
	}
	if m, ok := s.table.(*charmap.Charmap); ok {
		for c := 0x80; c < 256; c++ {
			t[c] = m.DecodeByte(byte(c))
		}
		return &t
	}
	c := 0x80
	for _, r := range codepages[s.name] {
		t[c] = r
		c++
	}
	return &t
}

func (s *single) decode(b []byte) string {
	t := s.runes()
	var out strings.Builder
	out.Grow(len(b) + len(b)/2)
	for _, c := range b {
		out.WriteRune(t[c])
	}
	return out.String()
}

func latin(c byte) rune { return charmap.Windows1252.DecodeByte(c) }

// fromDeclared reads b as the document says it is encoded, unless the label is
// unknown or some of the bytes have no meaning under it.
func fromDeclared(b []byte, declared string) (text, name string, ok bool) {
	label := strings.ToLower(strings.TrimSpace(declared))
	switch label {
	case "", "utf-8", "utf8", "us-ascii", "ascii", "unknown-8bit", "x-user-defined":
		return "", "", false // b is not UTF-8, so the label is wrong
	}
	name = canonical(label)
	text, ok = decodeLabel(b, name)
	if !ok || strings.Count(text, "\uFFFD")*100 > len(text) {
		return "", "", false
	}
	return text, name, true
}

// canonical returns the name that Decode gives to the encoding of a label.
func canonical(label string) string {
	for _, cut := range []string{"cp-", "cp", "ibm-", "ibm"} {
		if n, ok := strings.CutPrefix(label, cut); ok {
			n = strings.TrimLeft(n, "0")
			if n == "37" {
				n = "037"
			}
			for _, form := range []string{"ibm" + n, "windows-" + n} {
				if known(form) {
					return form
				}
			}
		}
	}
	if known(label) {
		return label
	}
	if e, err := htmlindex.Get(label); err == nil {
		if n, err := htmlindex.Name(e); err == nil {
			return n
		}
	}
	return label
}

func known(name string) bool {
	if ebcdic[name] != "" || name == "johab" {
		return true
	}
	for i := range singles {
		if singles[i].name == name {
			return true
		}
	}
	return false
}

// decodeLabel reads b in the encoding of that name; ok is false where there is
// no such encoding.
func decodeLabel(b []byte, name string) (text string, ok bool) {
	for i := range singles {
		if singles[i].name == name {
			return singles[i].decode(b), true
		}
	}
	switch {
	case ebcdic[name] != "":
		return decodeEBCDIC(b, name), true
	case name == "johab":
		return decodeJohab(b), true
	case strings.HasPrefix(name, "utf-16") && name != UTF16BE:
		return decodeWide(b, UTF16LE), true
	case name == UTF16BE || name == UTF32LE || name == UTF32BE:
		return decodeWide(b, name), true
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		if e, err = ianaindex.MIME.Encoding(name); err != nil || e == nil {
			return "", false
		}
	}
	out, err := e.NewDecoder().Bytes(b)
	return string(out), err == nil
}
