package charset

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
)

// encode writes text in a candidate encoding; runes without a byte fail the test.
func encode(t *testing.T, name, text string) []byte {
	t.Helper()
	for i := range singles {
		if singles[i].name == name {
			return encodeTable(t, singles[i].runes(), text)
		}
	}
	if ebcdic[name] != "" {
		return encodeTable(t, ebcdicTable(name), text)
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := e.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func encodeTable(t *testing.T, table *[256]rune, text string) []byte {
	t.Helper()
	back := map[rune]byte{}
	for c := 255; c >= 0; c-- {
		back[table[c]] = byte(c)
	}
	var out []byte
	for _, r := range text {
		c, ok := back[r]
		if !ok {
			t.Fatalf("%q has no byte", r)
		}
		out = append(out, c)
	}
	return out
}

const (
	german   = "Die Prüfung der Bücher ergab größere Abweichungen; für die Schäden müssen wir künftig gerade stehen."
	french   = "L'été dernier, la société a décidé de créer une équipe à Genève où les élèves étudient déjà."
	polish   = "Każdy człowiek ma prawo do życia, wolności i bezpieczeństwa swojej osoby; źródła są różne."
	czech    = "Všichni lidé se rodí svobodní a sobě rovní co do důstojnosti a práv; žádný člověk není výjimkou."
	russian  = "Все люди рождаются свободными и равными в своём достоинстве и правах. Они наделены разумом."
	ukrain   = "Всі люди народжуються вільними і рівними у своїй гідності та правах; її діти теж."
	greek    = "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα."
	hebrew   = "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם"
	arabicT  = "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق وقد وهبوا عقلا"
	turkish  = "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar; akıl ve vicdana sahiptirler."
	thai     = "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ"
	latvian  = "Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās; viņi ir apveltīti."
	japan    = "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。"
	chinese  = "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。"
	taiwan   = "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。"
	koreanT  = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다."
	english  = "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG, AND THEN IT RESTS FOR A WHILE IN THE SHADE.\n"
	lower037 = "all human beings are born free and equal in dignity and rights; they are endowed with reason.\n"
)

func TestDecodeRecognisesEncodingsByPlausibility(t *testing.T) {
	tests := []struct{ name, text string }{
		{"windows-1252", german}, {"windows-1252", french}, {"windows-1252", "He said “no” – twice… and left it at that."},
		{"macintosh", french}, {"ibm850", german}, {"ibm437", german},
		{"windows-1250", polish}, {"iso-8859-2", polish}, {"ibm852", czech}, {"windows-1250", czech},
		{"windows-1251", russian}, {"koi8-r", russian}, {"ibm866", russian}, {"iso-8859-5", russian}, {"x-mac-cyrillic", russian},
		{"ibm855", russian}, {"koi8-u", ukrain}, {"windows-1251", ukrain},
		{"windows-1253", greek}, {"ibm737", greek}, {"windows-1255", hebrew}, {"ibm862", hebrew}, {"windows-1256", arabicT},
		{"iso-8859-6", arabicT}, {"windows-1254", turkish}, {"ibm857", turkish}, {"windows-874", thai},
		{"windows-1257", latvian}, {"ibm775", latvian},
		{"shift_jis", japan}, {"euc-jp", japan}, {"gb18030", chinese}, {"big5", taiwan}, {"euc-kr", koreanT},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := encode(t, tt.name, tt.text)
			text, name, confidence := Decode(b, "")
			if text != tt.text {
				t.Errorf("read as %s (%d): %s", name, confidence, text)
			}
			if !Text(b) {
				t.Error("not taken for text")
			}
		})
	}
}

func TestDecodeReadsWhatTheBytesSay(t *testing.T) {
	jis, err := japanese.ISO2022JP.NewEncoder().String(japan)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, data, declared, text, charset string
	}{
		{"plain ASCII", "abc\n", "", "abc\n", UTF8},
		{"nothing", "", "", "", UTF8},
		{"UTF-8 whatever is declared", "é", "iso-8859-5", "é", UTF8},
		{"a mark of UTF-8", "\xef\xbb\xbfé", "", "é", UTF8},
		{"a mark of UTF-16LE", "\xff\xfea\x00\xe9\x00", "", "aé", UTF16LE},
		{"a mark of UTF-16BE with a pair of surrogates", "\xfe\xff\xd8\x3d\xde\x00", "", "😀", UTF16BE},
		{"a mark of UTF-32LE", "\xff\xfe\x00\x00a\x00\x00\x00", "", "a", UTF32LE},
		{"UTF-16LE without a mark", "h\x00i\x00\n\x00", "", "hi\n", UTF16LE},
		{"UTF-16BE without a mark", "\x00h\x00i\x04\x16\x00\n", "", "hiЖ\n", UTF16BE},
		{"UTF-32BE without a mark", "\x00\x00\x00h\x00\x00\x00i", "", "hi", UTF32BE},
		{"a lone surrogate", "\xff\xfe\x3d\xd8a\x00", "", "\uFFFDa", UTF16LE},
		{"escapes of ISO-2022-JP", jis, "", japan, "iso-2022-jp"},
		{"shifts of ISO-2022-KR", "\x1b$)C\n\x0e\x3e\x48\x33\x67\x0f ok\n", "", "\n안녕 ok\n", "iso-2022-kr"},
		{"HZ", "~{VPND~} ok", "", "中文 ok", "hz-gb-2312"},
		{"a program with tildes", "a~{b}~}c", "", "a~{b}~}c", UTF8},
		{"UTF-8 with one broken byte", "été déjà prévu \xe9 là", "", "été déjà prévu é là", UTF8},
		{"UTF-8 cut inside a character", "été\xc3", "", "été\uFFFD", UTF8},
		{"a declared encoding", "\xe9\xea", "windows-1251", "йк", "windows-1251"},
		{"a declared alias", "\xe9\xea", "cp1251", "йк", "windows-1251"},
		{"a declared code page with zeros", "\xc1\xc2", "IBM037", "AB", "ibm037"},
		{"a wrong declaration of UTF-8", "caf\xe9 \xe0 la carte", "utf-8", "café à la carte", "windows-1252"},
		{"an unknown declaration", "caf\xe9 \xe0 la carte", "klingon", "café à la carte", "windows-1252"},
		{"Johab when declared", "\x88a\xd0e", "johab", "가한", "johab"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, name, _ := Decode([]byte(tt.data), tt.declared)
			if text != tt.text || name != tt.charset {
				t.Errorf("Decode gives %q in %s, want %q in %s", text, name, tt.text, tt.charset)
			}
		})
	}
}

func TestDecodeReadsEBCDIC(t *testing.T) {
	for _, tt := range []struct{ name, text string }{
		{"ibm037", lower037}, {"ibm500", english + "WHY NOT! [IT IS SO]\n"}, {"ibm273", english},
	} {
		b := encode(t, tt.name, tt.text)
		if text, name, _ := Decode(b, ""); text != tt.text {
			t.Errorf("%s is read as %s: %q", tt.name, name, text)
		}
		if !Text(b) {
			t.Errorf("%s is not taken for text", tt.name)
		}
	}
}

func TestTextTellsTextFromBinary(t *testing.T) {
	binary := make([]byte, 4096)
	state := uint32(1)
	for i := range binary {
		state = state*1664525 + 1013904223
		binary[i] = byte(state >> 24)
	}
	tests := []struct {
		name string
		data []byte
		want bool
	}{
		{"nothing", nil, true},
		{"a log with colours", []byte("\x1b[31mred\x1b[0m\n"), true},
		{"a zero byte in a long log", []byte(strings.Repeat("line\n", 100) + "\x00"), true},
		{"noise", binary, false},
		{"zeros", make([]byte, 100), false},
		{"the white of a bitmap", append(make([]byte, 40), bytes.Repeat([]byte{0xff}, 8000)...), false},
		{"a rule of box characters", []byte(strings.Repeat("\xc4", 300) + "\r\n"), true},
		{"records of integers", []byte("\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00"), false},
	}
	for _, tt := range tests {
		if got := Text(tt.data); got != tt.want {
			t.Errorf("%s: Text is %v", tt.name, got)
		}
	}
}

func TestEveryCandidateHasItsTableAndModels(t *testing.T) {
	all := loadModels()
	for i := range singles {
		s := &singles[i]
		if s.table == nil && utf8.RuneCountInString(codepages[s.name]) != 128 {
			t.Errorf("%s has no table", s.name)
		}
		for l := range strings.FieldsSeq(s.languages) {
			if all[l] == nil {
				t.Errorf("%s names the language %s, which has no model", s.name, l)
			}
		}
	}
	for name, table := range ebcdic {
		if utf8.RuneCountInString(table) != 192 {
			t.Errorf("%s has %d characters", name, utf8.RuneCountInString(table))
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("caf\xe9"), "")
	f.Add([]byte("\xff\xfea\x00"), "utf-16")
	f.Add([]byte("~{VPND~}"), "hz-gb-2312")
	f.Add([]byte("\x1b$)C\x0e>H3g\x0f"), "johab")
	f.Fuzz(func(t *testing.T, b []byte, declared string) {
		text, name, confidence := Decode(b, declared)
		if !utf8.ValidString(text) || name == "" || confidence < 0 || confidence > 100 {
			t.Errorf("%q in %s (%d)", text, name, confidence)
		}
		if again, _, _ := Decode(b, declared); again != text {
			t.Error("two runs differ")
		}
		Text(b)
	})
}

func TestAStrayZeroByteIsNoWideText(t *testing.T) {
	for _, in := range []string{"a,b\n1,\x00x\n2,y\n", "name,city\nBob,\x00Paris\nAnn,Rome\n", "A plain text with one stray \x00 byte in it.\n", "caf\xe9 and much more of plain ASCII \x00 text"} {
		if !Text([]byte(in)) {
			t.Errorf("%q is no text", in)
		}
		text, name, _ := Decode([]byte(in), "")
		if strings.HasPrefix(name, "utf-16") || strings.HasPrefix(name, "utf-32") || text[:3] != in[:3] {
			t.Errorf("%q is read in %s as %q", in, name, text)
		}
	}
	for _, in := range []string{"a\x00b\x00", "\x2d\x4e\x87\x65 \x00\x2d\x4e\x87\x65\x2d\x4e\x87\x65"} { // ab, 中文 中文中文
		if _, name, _ := Decode([]byte(in), ""); name != UTF16LE {
			t.Errorf("%q is read in %s", in, name)
		}
	}
	if Text([]byte("\x00\x01ab\x02\x03cd\x00")) {
		t.Error("a file of control bytes is text")
	}
}

func TestUTF7WhereItIsDeclared(t *testing.T) {
	for in, want := range map[string]string{"Hi +AOQ- there": "Hi ä there", "1 +- 1 = 2": "1 + 1 = 2", "+2D3eAA-!": "😀!", "a + b": "a + b", "+ZeVnLIqe": "日本語"} {
		if got, name, _ := Decode([]byte(in), "UTF-7"); got != want || name != UTF7 {
			t.Errorf("%q is %q in %s, want %q", in, got, name, want)
		}
		if got, _, _ := Decode([]byte(in), ""); got != in {
			t.Errorf("%q is %q without a declaration", in, got)
		}
	}
}
