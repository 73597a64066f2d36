package email

import (
	"strings"
	"testing"

	"quire/extract"
	"quire/knowledge"
)

func TestEncodedWords(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "hello", "hello"},
		{"base64", "=?UTF-8?B?w6TDtsO8?=", "äöü"},
		{"quoted", "a =?iso-8859-1?q?b=E9_c?= d", "a bé c d"},
		{"neighbours lose the space between", "=?utf-8?q?a?= =?utf-8?q?b?=", "ab"},
		{"a character divided between words", "=?utf-8?B?w6TD?= =?utf-8?B?tg==?=", "äö"},
		{"neighbours of two charsets", "=?utf-8?q?=C3=A4?=\r\n =?iso-8859-1?q?=F6?=", "äö"},
		{"spaces inside", "=?utf-8?q?a b?=", "a b"},
		{"a language", "=?utf-8*en?q?a?=", "a"},
		{"no padding", "=?utf-8?B?YQ?=", "a"},
		{"ISO-2022-JP", "=?ISO-2022-JP?B?GyRCRnxLXBsoQg==?=", "日本"},
		{"not one", "=?x =?utf-8?z?a?= ?=", "=?x =?utf-8?z?a?= ?="},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := decodeWords(tt.in); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestParameters(t *testing.T) {
	tests := []struct{ name, in, word, key, want string }{
		{"quoted", `text/plain; charset="utf-8"`, "text/plain", "charset", "utf-8"},
		{"semicolon in quotes", `A/B; name="a;b\"c"`, "a/b", "name", `a;b"c`},
		{"spaces without quotes", `attachment; filename=my file.pdf`, "attachment", "filename", "my file.pdf"},
		{"the first of two counts", `a/b; name=x; name=y`, "a/b", "name", "x"},
		{"garbage between", `a/b; ; =; junk; name=x;`, "a/b", "name", "x"},
		{"continued", `a/b; name*0="long "; name*1="name"`, "a/b", "name", "long name"},
		{"continued out of order", `a/b; name*1=b; name*0=a`, "a/b", "name", "ab"},
		{"with a charset", `a/b; name*=iso-8859-1'en'%E4.txt`, "a/b", "name", "ä.txt"},
		{"encoded word in quotes", `a/b; name="=?utf-8?q?=C3=A4.txt?="`, "a/b", "name", "ä.txt"},
		{"an unclosed quote", `a/b; name="x`, "a/b", "name", "x"},
		{"nothing", "", "", "name", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := parseParams(tt.in)
			if v.word != tt.word || v.params[tt.key] != tt.want {
				t.Errorf("got %q %q", v.word, v.params)
			}
		})
	}
}

func TestAddresses(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"bare", "a@b.example", "a@b.example"},
		{"named", `"Lee, Ann" <ann@b.example>, Bob <bob@b.example>`, "Lee, Ann <ann@b.example>|Bob <bob@b.example>"},
		{"raw UTF-8", `Jöhn <jöhn@b.example>`, "Jöhn <jöhn@b.example>"},
		{"encoded", "=?iso-8859-1?q?J=F6hn?= <j@b.example>", "Jöhn <j@b.example>"},
		{"a name that is the address", `"a@b.example" <a@b.example>`, "a@b.example"},
		{"dots and brackets that nobody quoted", "Dr. A. [x] <a@b.example>, c@d", "Dr. A. [x] <a@b.example>|c@d"},
		{"an empty group", "undisclosed-recipients:;", "undisclosed-recipients"},
		{"an empty group with a comment", "unlisted-recipients:; (no To-header on input)", "unlisted-recipients"},
		{"a group", "Team: a@b.example, c@d.example;", "a@b.example|c@d.example"},
		{"no address", "nobody in particular", "nobody in particular"},
		{"nothing", " ", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(addresses(tt.in), "|"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDates(t *testing.T) {
	tests := map[string]string{
		"Mon, 6 Jun 2005 22:21:22 +0200":         "2005-06-06T20:21:22Z",
		"Mon, 6 Jun 2005 22:21:22 +0200 (CEST)":  "2005-06-06T20:21:22Z",
		"6 Jun 2005 22:21 GMT":                   "2005-06-06T22:21:00Z",
		"2005-06-06T22:21:22+02:00":              "2005-06-06T20:21:22Z",
		"Monday, 6 June 2005 22:21:22 -0500":     "2005-06-07T03:21:22Z",
		"Mon Jun  6 22:21:22 2005":               "2005-06-06",
		"2005-06-06 22:21:22":                    "2005-06-06",
		"Mon, 6 Jun 0005 22:21:22 +0200":         "",
		"yesterday":                              "",
		strings.Repeat("9", 200):                 "",
		"Mon, 06 Jun 2005 22:21:22 UTC (a (b) c": "2005-06-06T22:21:22Z",
	}
	for in, want := range tests {
		if got := isoDate(in); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
	}
}

func TestPlainText(t *testing.T) {
	tests := []struct {
		name, in      string
		flowed, delsp bool
		want          string
	}{
		{"paragraphs", "a\nb\n\nc", false, false, "paragraph a⏎b|paragraph c"},
		{"an announcement of two lines", "Mine.\n\nOn Mon, Jan 1, 2024 at 10:00 AM Bob Smith\n<bob@x.com> wrote:\n\n> Original\n\nMore.", false, false, "paragraph Mine.|quote On Mon, Jan 1, 2024 at 10:00 AM Bob Smith <bob@x.com> wrote:|quote Original|paragraph More."},
		{"a paragraph in front of an announcement", "He came\nwith 2 men.\nAnn <a@x> wrote:\n> Original", false, false, "paragraph He came⏎with 2 men.|quote Ann <a@x> wrote:|quote Original"},
		{"two lines that announce no quote", "See a@x.com on 1 May\nfor these:\nnothing", false, false, "paragraph See a@x.com on 1 May⏎for these:⏎nothing"},
		{"a reply below what it answers", "On 1 May 2020, Ann wrote:\n> one\n> two\n>> deep\nnew", false, false, "quote On 1 May 2020, Ann wrote:|quote one⏎two|quote deep|paragraph new"},
		{"a list announced by a colon is no quote", "Needed:\n\n3 bolts", false, false, "paragraph Needed:|paragraph 3 bolts"},
		{"the message replied to stands below", "Yes.\n\n-----Original Message-----\nFrom: x\n\ntext", false, false, "paragraph Yes.|quote -----Original Message-----⏎From: x|quote text"},
		{"a signature stays", "text\n-- \nAnn", false, false, "paragraph text⏎--⏎Ann"},
		{"flowed", "one \ntwo \nthree\nfour\n> q \n> r\n-- \nAnn", true, false, "paragraph one two three⏎four|quote q r|paragraph --⏎Ann"},
		{"flowed, the space is no text", "漢 \n字", true, true, "paragraph 漢字"},
		{"stuffed", " > no quote", true, false, "paragraph > no quote"},
		{"escaped for a mailbox", ">From here", false, false, "paragraph From here"},
		{"PGP signature", "text\n-----BEGIN PGP SIGNATURE-----\nVersion: 1\n\niQEz/+==\n=abcd\n-----END PGP SIGNATURE-----\nmore", false, false, "paragraph text|paragraph more"},
		{"PGP signature in a quote", "> text\n> -----BEGIN PGP SIGNATURE-----\n>\n> iQEz\n> -----END PGP SIGNATURE-----\n> more", false, false, "quote text|quote more"},
		{"PGP signature without an end", "a\n\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n\nthe contract ended", false, false, "paragraph a|paragraph -----BEGIN PGP SIGNATURE-----|paragraph iQEz|paragraph the contract ended"},
		{"PGP signature open at the end", "-----BEGIN PGP SIGNATURE-----\niQEz", false, false, "paragraph -----BEGIN PGP SIGNATURE-----⏎iQEz"},
		{"PGP signature of prose", "-----BEGIN PGP SIGNATURE-----\nin short words\n-----END PGP SIGNATURE-----", false, false, "paragraph -----BEGIN PGP SIGNATURE-----⏎in short words⏎-----END PGP SIGNATURE-----"},
		{"PGP signature of single words", "-----BEGIN PGP SIGNATURE-----\nyes\n-----END PGP SIGNATURE-----", false, false, "paragraph -----BEGIN PGP SIGNATURE-----⏎yes⏎-----END PGP SIGNATURE-----"},
		{"PGP signature with a note above", "-----BEGIN PGP SIGNATURE-----\nNote: paid\n\niQEz\n-----END PGP SIGNATURE-----", false, false, "paragraph -----BEGIN PGP SIGNATURE-----⏎Note: paid|paragraph iQEz⏎-----END PGP SIGNATURE-----"},
		{"PGP signature that ends in another quote", "-----BEGIN PGP SIGNATURE-----\niQEz\n> word\n-----END PGP SIGNATURE-----", false, false, "paragraph -----BEGIN PGP SIGNATURE-----⏎iQEz|quote word|paragraph -----END PGP SIGNATURE-----"},
		{"prose that begins with a mark", "-----BEGIN PGP SIGNATURE----- is how it starts.\nmore", false, false, "paragraph -----BEGIN PGP SIGNATURE----- is how it starts.⏎more"},
		{"PGP message of prose", "-----BEGIN PGP MESSAGE-----\nplain words\n-----END PGP MESSAGE-----", false, false, "paragraph -----BEGIN PGP MESSAGE-----⏎plain words⏎-----END PGP MESSAGE-----"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			blocks, _ := paragraphs(parseLines(tt.in, tt.flowed, tt.delsp))
			var got []string
			for _, b := range blocks {
				got = append(got, string(b.Kind)+" "+strings.ReplaceAll(b.Text, "\n", "⏎"))
			}
			if s := strings.Join(got, "|"); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
		})
	}
}

func TestBetterFormOfTheBody(t *testing.T) {
	part := func(s string) []textPart { return []textPart{{part: "1", data: []byte(s)}} }
	tests := []struct{ name, plain, html, want string }{
		{"plain text where both say the same", "Hello Ann", "<p>Hello <b>Ann</b>", "Hello Ann"},
		{"HTML where the plain text is empty", " \n", "<p>Hello Ann", "Hello Ann"},
		{"HTML where the plain text only points at it", "Use a modern reader.", "<p>" + strings.Repeat("The offer in full. ", 20), "The offer in full."},
		{"hidden HTML does not count", "Hello", "<p>Hello<p style='display:none'>" + strings.Repeat("stuffing ", 50), "Hello"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := &body{plain: part(tt.plain), html: part(tt.html)}
			r := b.render(extract.DefaultLimits())
			if len(r.blocks) != 1 || r.blocks[0].Kind != knowledge.Paragraph || !strings.HasPrefix(r.blocks[0].Text, tt.want) {
				t.Errorf("got %v", r.blocks)
			}
		})
	}
}

func TestLinksInPlainText(t *testing.T) {
	got := links("see <https://a.example/x?y=1>, (http://b.example) and https:// nothing.")
	if len(got) != 2 || got[0].Target != "https://a.example/x?y=1" || got[1].Target != "http://b.example" {
		t.Errorf("got %v", got)
	}
}
