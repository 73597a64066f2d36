package index

import (
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
)

func TestAnalyze(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"punctuation only", "!!! ... -- _ (“”) §", ""},
		{"stop words stay", "to be or not to be", "to be or not to be"},
		{"case and English endings fold", "Running Policies", "run running polici policies"},
		{"other letters than ASCII are not stemmed", "naïvely", "naiv naïvely"},
		{"accents are kept and folded", "Zürich", "zurich zürich"},
		{"sharp s", "Straße", "strass"},
		{"compatibility forms", "ﬁx ＡＢＣ１２ m² ㎏", "fix abc12 m2 kg"},
		{"letters without decomposition", "Ørsted Łódź", "orst ørsted lodz łódź"},
		{"hyphen", "e-mail", "e mail email"},
		{"non-breaking hyphen", "e\u2011mail", "e mail email"},
		{"soft hyphen", "co\u00ADoperate", "cooper"},
		{"underscore", "foo_bar", "foo bar foobar"},
		{"camel case", "fooBar", "foobar foo bar"},
		{"version", "v2.6.3", "v2 6 3 2.6.3"},
		{"version without v", "2.6.3", "2 6 3 2.6.3"},
		{"languages", "C++, C# and C", "c c++ c c# and c"},
		{"plus signs that end no word", "a++b", "a b"},
		{"mail address", "jo@example.com", "jo exampl example com jo@example.com"},
		{"ampersand", "AT&T", "at t at&t"},
		{"apostrophe", "O’Brien's", "o brien s obrien"},
		{"initials", "U.S.", "u s us"},
		{"thousands", "1,250 1.250 1'250", "1250 1.250 1250 1.250 1250"},
		{"thousands with a no-break space", "1\u00A0250 and 1\u202F250\u202F000", "1250 and 1250000"},
		{"two numbers beside each other", "3\u00A0250x", "3 250x"},
		{"decimals", "1,250.75 1.250,75 3.14", "1250 75 1250.75 1250 75 1250.75 3 14 3.14"},
		{"date and time", "2024-03-15 10:30", "2024 03 15 2024-03-15 10 30 10:30"},
		{"digits of other scripts", "٣٤ ३४", "34 ٣٤ 34 ३४"},
		{"Cyrillic", "Ёлка мой", "елка ёлка мой"},
		{"Greek", "Ελλάδας", "ελλαδασ ελλάδασ"},
		{"Hebrew points", "שָׁלוֹם", "שלום שָׁלוֹם"},
		{"Hebrew quotation mark in an abbreviation", `צה"ל`, "צה ל צהל"},
		{"Arabic vowels and stretcher", "مُحَـمَّد", "محمد مُحَـمَّد"},
		{"Persian letters and joiners", "می\u200Cکنم", "ميكنم میکنم"},
		{"Devanagari keeps its vowels", "हिन्दी", "हिन्दी"},
		{"Chinese", "全文检索", "全文 文检 检索"},
		{"one ideograph", "水!", "水"},
		{"Japanese, two kinds of writing", "検索する", "検索 索す する"},
		{"half-width kana", "ﾃﾞｰﾀ", "デー ータ"},
		{"Korean", "한국어", "한국 국어"},
		{"a script change ends a run", "Go언어 3章", "go 언어 3 章"},
		{"Thai, marks stay with their letter", "ที่นี่", "ทน ที่นี่"},
		{"Lao", "ລາວ", "ລາ າວ"},
		{"Khmer, subscripts stay too", "ខ្មែរ", "ខរ ខ្មែរ"},
		{"zero width space inside Khmer", "ភាសា\u200Bខ្មែរ", "ភស ភាសា សខ សាខ្មែ ខរ ខ្មែរ"},
		{"Myanmar", "မြန်မာ", "မန မြန် နမ န်မာ"},
		{"Tibetan, across syllables", "བོད་སྐད་ཡིག།", "བད བོད དས དསྐ སད སྐད དཡ དཡི ཡག ཡིག"},
		{"a script younger than the tables", "\U0001E6C0\U0001E6C1", "\U0001E6C0\U0001E6C1"},
		{"a path", "plans/budget.xlsx", "plan plans budget xlsx plans/budget.xlsx"},
		{"a number with slashes", "AC-130/7", "ac 130 7 ac130/7"},
		{"thousands with plain spaces", "1 250,00 and 12 345 678", "1 250 00 1250 1250.00 and 12 345 678 12345678"},
		{"numbers beside each other", "15 March 2024 100 people", "15 march 2024 100 peopl people"},
		{"a range behind a space", "1 250-300", "1 250 300 250-300"},
		{"a date before a number", "2024-03-15 100", "2024 03 15 2024-03-15 100"},
		{"zeros that end a fraction", "1,250.00 12.50", "00 1250 1250.00 12 50 12.5 12.50"},
		{"thousands by letter", "1.25k 3M 5km", "1 25k 1.25k 1250 3m 3000000 5km"},
		{"broken bytes divide words", "one\xfftwo", "one two"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(Analyze(c.text), " "); got != c.want {
				t.Errorf("Analyze(%q)\n got %s\nwant %s", c.text, got, c.want)
			}
		})
	}
}

func TestSameWordWrittenTwice(t *testing.T) {
	for _, pair := range [][2]string{
		{"email", "e-mail"}, {"foobar", "foo_bar"}, {"foobar", "fooBar"}, {"2.6.3", "V2.6.3"}, {"covid19", "COVID-19"},
		{"1250", "1,250"}, {"1250", "1.250"}, {"1.250", "1,250"}, {"1250", "1\u00A0250,00"}, {"1250", "1 250,00"}, {"1250.00", "1.25k"}, {"12.5", "12.50"}, {"budget.xlsx", "plans/budget.xlsx"}, {"1250", "1250.00"}, {"zurich", "ZÜRICH"},
		{"strasse", "Straße"}, {"Istanbul", "İSTANBUL"}, {"résumé", "re\u0301sume\u0301"}, {"data", "ｄａｔａ"},
		{"データ", "ﾃﾞｰﾀ"}, {"がく", "か\u3099く"}, {"한", "\u1112\u1161\u11AB"}, {"水", "水道"}, {"道", "水道"}, {"물", "물을"},
		{"policy", "policies"}, {"us", "U.S."}, {"C++", "c++"}, {"ひ", "ひ"},
	} {
		a := newAnalyzer()
		a.run(pair[1])
		var terms []string
		a.each(func(term []byte, _ kind) { terms = append(terms, string(term)) })
		if !slices.ContainsFunc(Analyze(pair[0]), func(q string) bool { return slices.Contains(terms, q) }) {
			t.Errorf("%q does not find %q: %q against %q", pair[0], pair[1], Analyze(pair[0]), terms)
		}
	}
}

func TestCountTerms(t *testing.T) {
	d := Doc{Text: "Zürich e-mail 1,250 全文检索 fooBar", Heading: "水", Title: "…"}
	if got, want := CountTerms(d), (knowledge.Lengths{Text: 8, Heading: 1}); got != want {
		t.Errorf("got %v, want %v: a word counts once, whatever else it is found by", got, want)
	}
}

func TestTermsAreBounded(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("x", 1<<20), strings.Repeat("é", 1<<16), strings.Repeat("9", 1<<16), strings.Repeat("1.", 1<<12),
		strings.Repeat("a-", 1<<12) + "b", strings.Repeat("བ", 1<<12), "ก" + strings.Repeat("\u0E49", 1<<12), strings.Repeat("aB", 1<<16),
		strings.Repeat("a_", 14) + strings.Repeat("b", 1<<12),
	} {
		a := newAnalyzer()
		a.run(text)
		if len(a.tokens) == 0 {
			t.Errorf("no term for %.20q…", text)
		}
		a.each(func(term []byte, _ kind) {
			if len(term) > 2*maxTermBytes {
				t.Errorf("%.20q… makes a term of %d bytes", text, len(term))
			}
		})
	}
}

func FuzzAnalyze(f *testing.F) {
	for _, s := range []string{"", "Zürich e-mail v2.6.3", "全文 ค้นหา 한국어", "1,250.75", "a\xff\u0301", "\u200b\u200d\ufe0f", "ـ", "ۥ", "\ufe71", "C++#"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		first := Analyze(s)
		a := newAnalyzer().remember()
		for range 2 { // the memory must not change anything
			a.run(s)
			var again []string
			a.each(func(term []byte, k kind) {
				if len(term) == 0 {
					t.Fatal("empty term")
				}
				if k != single {
					again = append(again, string(term))
				}
			})
			if !slices.Equal(first, again) {
				t.Fatalf("terms %q, then %q", first, again)
			}
		}
		if n := CountTerms(Doc{Text: s}).Text; n != int64(a.length()) {
			t.Fatalf("counted %d terms, indexed %d", n, a.length())
		}
	})
}
