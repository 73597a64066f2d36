package email_test

import (
	"fmt"
	"strings"
	"testing"

	"quire/extract/email"
	"quire/extract/extracttest"
	"quire/knowledge"
)

// mail joins lines with CRLF.
func mail(lines ...string) []byte { return []byte(strings.Join(lines, "\r\n") + "\r\n") }

func read(t testing.TB, data []byte) *knowledge.Document {
	t.Helper()
	d := extracttest.Extract(t, email.New(), extracttest.Sample{Name: "m.eml", Format: "eml", Data: data})
	extracttest.Check(t, d)
	return d
}

// show prints the blocks of the message one a line.
func show(d *knowledge.Document) string {
	var out strings.Builder
	for i := range d.Units {
		u := &d.Units[i]
		text := d.UnitText(u)
		for j := range u.Blocks {
			b := &u.Blocks[j]
			fmt.Fprintf(&out, "%s: %s\n", b.Kind, strings.ReplaceAll(knowledge.Plain(b, text[b.Span[0]:b.Span[1]], 0), "\n", "⏎"))
		}
	}
	return out.String()
}

func children(d *knowledge.Document) string {
	var out []string
	for _, c := range d.Evidence.Children {
		out = append(out, fmt.Sprintf("%s %s %d", c.Member, c.Name, c.Size))
	}
	return strings.Join(out, "\n")
}

func issues(d *knowledge.Document) string {
	var out []string
	for _, i := range d.Evidence.Issues {
		out = append(out, i.Code)
	}
	return strings.Join(out, " ")
}

var mixed = mail(
	"From: =?utf-8?q?J=C3=B6hn?= Doe <john@example.org>",
	"To: \"Lee, Ann\" <ann@example.org>, bob@example.org",
	"Cc: team@example.org",
	"Subject: Offer",
	"Date: Mon, 6 Jun 2005 22:21:22 +0200",
	"Message-ID: <1@example.org>",
	"In-Reply-To: <0@example.org>",
	"References: <a@example.org>",
	" <0@example.org>",
	"List-Id: Team <team.example.org>",
	"MIME-Version: 1.0",
	"Content-Type: multipart/mixed; boundary=outer",
	"",
	"This is a multi-part message.",
	"--outer",
	"Content-Type: multipart/alternative; boundary=\"outer-alt\"",
	"",
	"--outer-alt",
	"Content-Type: text/plain; charset=utf-8",
	"Content-Transfer-Encoding: quoted-printable",
	"",
	"Dear Ann,",
	"",
	"the price is 12=E2=82=AC.",
	"--outer-alt",
	"Content-Type: text/html; charset=utf-8",
	"",
	"<p>Dear Ann,<p>the price is <b>12€</b>.",
	"--outer-alt--",
	"--outer",
	"Content-Type: application/pdf",
	"Content-Disposition: attachment; filename*0*=utf-8''Angebot%20; filename*1*=M%C3%A4rz.pdf",
	"Content-Transfer-Encoding: base64",
	"",
	"aGVsbG8=",
	"--outer",
	"Content-Type: message/rfc822",
	"",
	"Subject: inner",
	"",
	"inside",
	"--outer--",
)

func TestExtractorConforms(t *testing.T) {
	extracttest.Run(t, email.New(),
		extracttest.Sample{Name: "mixed.eml", Format: "eml", Data: mixed},
		extracttest.Sample{Name: "plain.eml", Format: "eml", Data: mail("Subject: s", "", "text")},
		extracttest.Sample{Name: "box.mbox", Format: "mbox", Data: mail("From a@b Mon Jan  1 00:00:00 2001", "Subject: s", "", "text", "", "From - ", "Subject: t", "", ">From here", "")})
}

func TestMessageIsReadAsAPersonReadsIt(t *testing.T) {
	d := read(t, mixed)
	want := `meta: From: Jöhn Doe <john@example.org>⏎To: Lee, Ann <ann@example.org>, bob@example.org⏎Cc: team@example.org⏎Date: Mon, 6 Jun 2005 22:21:22 +0200
heading: Offer
paragraph: Dear Ann,
paragraph: the price is 12€.
meta: Attachments: Angebot März.pdf, message-3.eml
`
	if got := show(d); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := children(d); got != "part=2 Angebot März.pdf 5\npart=3 message-3.eml 24" {
		t.Errorf("children are %q", got)
	}
	if u := d.Units[0]; u.Name != "m1" || u.Kind != knowledge.Message || u.Locator.String() != "part=1.1" || u.Title != "Offer" {
		t.Errorf("unit is %s %s at %s, %q", u.Name, u.Kind, u.Locator, u.Title)
	}
	p := d.Units[0].Passages[1]
	if path := d.Units[0].HeadingPath(&p); len(path) != 1 || path[0].Text != "Offer" {
		t.Errorf("the text stands under %v", path)
	}
}

func TestMetadataComesFromTheHeader(t *testing.T) {
	m := read(t, mixed).Evidence.Meta
	if m.Title != "Offer" || m.Created != "2005-06-06T20:21:22Z" || len(m.Authors) != 1 || m.Authors[0] != "Jöhn Doe <john@example.org>" {
		t.Errorf("metadata is %+v", m)
	}
	for k, want := range map[string]string{
		"message-id": "<1@example.org>", "in-reply-to": "<0@example.org>", "references": "<a@example.org> <0@example.org>",
		"to": "Lee, Ann <ann@example.org>, bob@example.org", "cc": "team@example.org", "list-id": "Team <team.example.org>",
	} {
		if m.Extra[k] != want {
			t.Errorf("%s is %q, want %q", k, m.Extra[k], want)
		}
	}
}

func TestBrokenMessagesAreRead(t *testing.T) {
	tests := []struct {
		name     string
		in       []byte
		show     string
		children string
		issues   string
	}{
		{"mailbox line, byte order mark and a line without a colon", mail("\xef\xbb\xbfFrom a@b Mon Jan  1 00:00:00 2001", "Subject: a", "no colon here", "To: b@c", "", "text"),
			"meta: To: b@c\nheading: a no colon here\nparagraph: text\n", "", ""},
		{"doubled carriage returns", []byte("Subject: a\r\r\nTo: b@c\r\r\n\r\r\none\r\r\ntwo\r\r\n"), "meta: To: b@c\nheading: a\nparagraph: one⏎two\n", "", ""},
		{"no end boundary", mail("Content-Type: multipart/mixed; boundary=b", "", "--b", "", "text", "--b", "Content-Type: image/png; name=x.png", "Content-Transfer-Encoding: base64", "", "AAAA"),
			"paragraph: text\nmeta: Attachments: x.png\n", "part=2 x.png 3", "mime-boundary"},
		{"boundary that is not declared", mail("Content-Type: multipart/mixed", "", "--xyz", "", "text", "--xyz--"), "paragraph: text\n", "", "mime-boundary"},
		{"multipart without a boundary", mail("Content-Type: multipart/mixed; boundary=b", "", "just text"), "paragraph: just text\n", "", "mime-boundary"},
		{"boundary that is the beginning of another", mail("Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: multipart/mixed; boundary=b2", "", "--b2", "", "one", "--b2--", "--b", "", "two", "--b--"),
			"paragraph: one\nparagraph: two\n", "", ""},
		{"broken base64", mail("Content-Type: application/x; name=a b;charset=utf-8; name=c", "Content-Transfer-Encoding: base64", "", "aGVs!!bG8"), "meta: Attachments: a b\n", "part=1 a b 5", "transfer-encoding"},
		{"text behind base64", mail("Content-Transfer-Encoding: base64", "", "aGVsbG8=", "____", "list footer"), "paragraph: hello\nparagraph: ____⏎list footer\n", "", ""},
		{"text behind base64 without padding", mail("Content-Transfer-Encoding: base64", "", "aGVsbG8h", "", "Team list footer"), "paragraph: hello!\nparagraph: Team list footer\n", "", ""},
		{"a word behind base64", mail("Content-Transfer-Encoding: base64", "", "aGVsbG8=", "Disclaimers"), "paragraph: hello\nparagraph: Disclaimers\n", "", ""},
		{"a word with a sign behind base64", mail("Content-Transfer-Encoding: base64", "", "aGVsbG8=", "session="), "paragraph: hello\nparagraph: session=\n", "", ""},
		{"signs behind base64", mail("Content-Transfer-Encoding: base64", "", "aGVsbG8=", ")"), "paragraph: hello\n", "", "transfer-encoding"},
		{"padding and nothing", mail("Content-Transfer-Encoding: base64", "", "aGVsbG8=", "", "  "), "paragraph: hello\n", "", ""},
		{"two pieces of base64", mail("Content-Transfer-Encoding: base64", "", "Zmlyc3Qgd29yZHMK", "c2Vjb25kIHNlZ21lbnQgd29yZA==", "dGhpcmQgc2VnbWVudCB3b3JkcwoK", "ZW5k"), "paragraph: first words⏎second segment wordthird segment words\nparagraph: end\n", "", ""},
		{"pieces of base64 in one line", mail("Content-Transfer-Encoding: base64", "", "YQ==Yg==Yw==", "", "a footer"), "paragraph: abc\nparagraph: a footer\n", "", ""},
		{"text behind an attachment", mail("Content-Type: application/x; name=a", "Content-Transfer-Encoding: base64", "", "aGVsbG8=", "", "a footer"), "paragraph: a footer\nmeta: Attachments: a\n", "part=1 a 5", ""},
		{"text that says it is base64", mail("Content-Transfer-Encoding: base64", "", "this is plain text"), "paragraph: this is plain text\n", "", ""},
		{"base64 with spaces in it", mail("Content-Transfer-Encoding: base64", "", "aGV sbG8="), "paragraph: hello\n", "", ""},
		{"unknown transfer encoding", mail("Content-Transfer-Encoding: x-own", "", "text"), "paragraph: text\n", "", "transfer-encoding"},
		{"raw 8-bit name of a file", mail("Content-Disposition: attachment; filename=Übersicht 1.txt", "", "text"), "meta: Attachments: Übersicht 1.txt\n", "part=1 Übersicht 1.txt 6", ""},
		{"path in the name of a file", mail("Content-Disposition: attachment; filename=\"C:\\\\tmp\\\\a.txt\"", "", "x"), "meta: Attachments: a.txt\n", "part=1 a.txt 3", ""},
		{"wrong charset", append(mail("Content-Type: text/plain; charset=us-ascii", ""), "prix : 3 € déjà payé"...), "paragraph: prix : 3 € déjà payé\n", "", ""},
		{"no header", mail("", "only text"), "paragraph: only text\n", "", ""},
		{"UTF-16", []byte("\xff\xfeS\x00u\x00b\x00j\x00e\x00c\x00t\x00:\x00 \x00a\x00\n\x00\n\x00b\x00"), "heading: a\nparagraph: b\n", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := read(t, tt.in)
			if got := show(d); got != tt.show {
				t.Errorf("got\n%swant\n%s", got, tt.show)
			}
			if got := children(d); got != tt.children {
				t.Errorf("children are %q, want %q", got, tt.children)
			}
			if got := issues(d); got != tt.issues {
				t.Errorf("issues are %q, want %q", got, tt.issues)
			}
		})
	}
}

func TestEncryptedMessages(t *testing.T) {
	pgp := mail("Subject: s", "Content-Type: multipart/encrypted; boundary=b; protocol=\"application/pgp-encrypted\"", "", "--b", "Content-Type: application/pgp-encrypted", "", "Version: 1", "--b", "Content-Type: application/octet-stream", "", "-----BEGIN PGP MESSAGE-----", "x", "--b--")
	inline := mail("Subject: s", "", "-----BEGIN PGP MESSAGE-----", "", "hQEMA", "-----END PGP MESSAGE-----")
	smime := mail("Subject: s", "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m", "Content-Transfer-Encoding: base64", "", "MIAGCSqGSIb3DQEHA6CAMIA=")
	for name, in := range map[string][]byte{"PGP/MIME": pgp, "PGP in the text": inline, "S/MIME": smime} {
		t.Run(name, func(t *testing.T) {
			d := read(t, in)
			if d.Evidence.Outcome != knowledge.Encrypted || !strings.HasPrefix(show(d), "heading: s\n") {
				t.Errorf("outcome %s with\n%s", d.Evidence.Outcome, show(d))
			}
		})
	}
}

func TestEncryptedTextAmongWordsIsNamed(t *testing.T) {
	d := read(t, mail("Subject: s", "", "Read this:", "", "-----BEGIN PGP MESSAGE-----", "", "hQEMA", "-----END PGP MESSAGE-----", "Ann"))
	if got := show(d); got != "heading: s\nparagraph: Read this:\nparagraph: Ann\n" || issues(d) != "encrypted" || d.Evidence.Outcome != knowledge.Partial {
		t.Errorf("outcome %s, issues %q, text\n%s", d.Evidence.Outcome, issues(d), got)
	}
}

func TestPageForMailIsReadWhereNoOtherFormIs(t *testing.T) {
	const amp = "Content-Type: text/x-amp-html"
	parts := func(kind string, parts ...string) []byte {
		lines := []string{"Content-Type: multipart/" + kind + "; boundary=b", ""}
		for _, p := range parts {
			lines = append(lines, "--b", p)
		}
		return mail(append(lines, "--b--")...)
	}
	page := amp + "\r\n\r\n<p>the invoice is due"
	tests := []struct {
		name     string
		in       []byte
		show     string
		children string
		notes    string
	}{
		{"beside plain text", parts("alternative", "\r\nthe invoice is due", page), "paragraph: the invoice is due\n", "", "1 extracted, 2 excluded"},
		{"beside HTML", parts("alternative", page, "Content-Type: text/html\r\n\r\n<p>The invoice is due"), "paragraph: The invoice is due\n", "", "2 extracted, 1 excluded"},
		{"beside an empty text", parts("alternative", "\r\n \r\n", page), "paragraph: the invoice is due\n", "", "1 excluded, 2 extracted"},
		{"the only alternative", parts("alternative", page), "paragraph: the invoice is due\n", "", "1 extracted"},
		{"the only part", parts("mixed", page), "paragraph: the invoice is due\n", "", "1 extracted"},
		{"the message", mail(page), "paragraph: the invoice is due\n", "", "1 extracted"},
		{"an attachment", parts("mixed", "\r\nhello", amp+"\r\nContent-Disposition: attachment\r\n\r\n<p>x"), "paragraph: hello\n", "part=2 part-2.html 4", "1 extracted"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := read(t, tt.in)
			var notes []string
			for _, n := range d.Evidence.Parts {
				notes = append(notes, n.At.Get("part")+" "+string(n.Outcome))
			}
			if got := show(d); got != tt.show || children(d) != tt.children || strings.Join(notes, ", ") != tt.notes {
				t.Errorf("notes %q, children %q, text\n%s", notes, children(d), got)
			}
		})
	}
}

func TestTextOutsideOfThePartsIsKept(t *testing.T) {
	two := func(before, behind string) []byte {
		return mail("Content-Type: multipart/mixed; boundary=b", "", before, "--b", "", "one", "--b--", behind)
	}
	const notice = "This is a multi-part message in MIME format."
	tests := []struct{ name, in, show string }{
		{"a notice", string(two(notice, "")), "paragraph: one\n"},
		{"a notice of two sentences", string(two("This message is in MIME format.  Since your mail reader does not understand\r\nthis format, it may not be legible.", "")), "paragraph: one\n"},
		{"a signed message", string(two("This is an OpenPGP/MIME signed message (RFC 4880 and 3156)", "-- ")), "paragraph: one\n"},
		{"the notice of the standard", string(two("This is the preamble.  It is to be ignored, though.", "This is the epilogue.  It is also to be ignored.")), "paragraph: one\n"},
		{"words in front", string(two("The offer ends in May.", "")), "paragraph: The offer ends in May.\nparagraph: one\n"},
		{"words behind a notice", string(two(notice+" The offer ends in May.", "")), "paragraph: " + notice + " The offer ends in May.\nparagraph: one\n"},
		{"a footer", string(two("", "____\r\nTeam list\r\n--b--\r\nmore")), "paragraph: one\nparagraph: ____⏎Team list\nparagraph: more\n"},
		{"a part behind the end", string(two("", "--b\r\n\r\ntwo\r\n--b--")), "paragraph: one\nparagraph: two\n"},
		{"a footer and a part", string(two("", "footer\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>two")), "paragraph: one\nparagraph: footer\nparagraph: two\n"},
		{"alternatives", string(mail("Content-Type: multipart/alternative; boundary=b", "", "before", "--b", "", "one", "--b", "Content-Type: text/html", "", "<p>one", "--b--", "behind")), "paragraph: before\nparagraph: one\nparagraph: behind\n"},
		{"a boundary of another type field", string(mail("Content-Type: multipart/mixed; boundary=b", "Content-Type: multipart/mixed; boundary=c", "", "--b", "", "one", "--b--", "--c", "", "two", "--c--")), "paragraph: one\nparagraph: --c\nparagraph: two⏎--c--\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := show(read(t, []byte(tt.in))); got != tt.show {
				t.Errorf("got\n%swant\n%s", got, tt.show)
			}
		})
	}
	if d := read(t, two("The offer ends in May.", "")); d.Units[0].Locator.String() != "part=1" {
		t.Errorf("the unit is at %s", d.Units[0].Locator)
	}
	many := read(t, two("", strings.Repeat("word\r\n--b--\r\n", 1200)))
	if got := issues(many); got != "limit:parts" {
		t.Errorf("1200 texts behind the end give %q", got)
	}
}

func TestSignedMessageIsOpened(t *testing.T) {
	inner := mail("Content-Type: text/plain", "", "signed words")
	der := func(tag byte, parts ...[]byte) []byte {
		body := []byte(strings.Join(func() (s []string) {
			for _, p := range parts {
				s = append(s, string(p))
			}
			return s
		}(), ""))
		return append([]byte{tag, 0x82, byte(len(body) >> 8), byte(len(body))}, body...)
	}
	oid := func(last byte) []byte { return []byte{6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, last} }
	pieces := append(append([]byte{0x24, 0x80}, append(der(4, inner[:10]), der(4, inner[10:])...)...), 0, 0)
	data := der(0x30, oid(2), der(0xa0, der(0x30, []byte{2, 1, 1}, der(0x31), der(0x30, oid(1), der(0xa0, pieces)))))
	head := mail("Subject: s", "Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m", "")
	if got := show(read(t, append(head, data...))); got != "heading: s\nparagraph: signed words\n" {
		t.Errorf("got\n%s", got)
	}
	if got := children(read(t, append(head, data[:40]...))); got != "part=1 part-1.p7m 40" {
		t.Errorf("of a cut off signature: %q", got)
	}
}

func TestLimits(t *testing.T) {
	var deep []string
	for i := range 60 {
		deep = append(deep, fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d", i), "", fmt.Sprintf("--b%d", i))
	}
	if got := issues(read(t, mail(deep...))); !strings.Contains(got, "limit:nesting") {
		t.Errorf("sixty multiparts give %q", got)
	}
	many := []string{"Content-Type: multipart/mixed; boundary=b", ""}
	for range 1200 {
		many = append(many, "--b", "Content-Type: image/png", "", "x")
	}
	d := read(t, mail(many...))
	if got := issues(d); !strings.Contains(got, "limit:parts") || len(d.Evidence.Children) != 1000 {
		t.Errorf("1200 parts give %d children and %q", len(d.Evidence.Children), got)
	}
}

func TestLongBodyGoesOnInParts(t *testing.T) {
	d := read(t, append(mail("Subject: long", ""), strings.Repeat("some words in a line of a long log\n", 60_000)...))
	if len(d.Units) < 4 || d.Units[1].Name != "part1" || d.Units[1].Parent != "m1" || d.Evidence.Outcome != knowledge.Extracted {
		t.Errorf("%d units, outcome %s", len(d.Units), d.Evidence.Outcome)
	}
}

func TestPicturesInTheMarkupAreChildren(t *testing.T) {
	data := strings.Repeat("eHh4", 60)
	d := read(t, mail("Subject: s", "Content-Type: text/html", "", `<p>See <img alt="the plan" src="data:image/png;base64,`+data+`">`))
	if got := children(d); got != "part=1&element=5&member=embedded-1.png embedded-1.png 180" || strings.Contains(d.Text, data) {
		t.Errorf("children are %q of %q", got, d.Text)
	}
}

func TestMailboxMessagesAreChildren(t *testing.T) {
	box := mail("From a@b.example Mon Jan  1 00:00:00 2001", "Subject: one", "", "From here on it is text.", ">From quoted", "", "From me to you at noon", "",
		"From - Tue Jan  2 10:20:30 2001", "Subject: two", "", "--end--", "From c@d.example Tue Jan  2 11:00:00 2001", "Subject: three", "", "x")
	d := extracttest.Extract(t, email.New(), extracttest.Sample{Name: "a.mbox", Format: "mbox", Data: box})
	want := "part=1 msg-1.eml 81\npart=2 msg-2.eml 25\npart=3 msg-3.eml 21"
	if got := children(d); got != want || len(d.Units) != 0 {
		t.Errorf("children are %q, want %q; %d units", got, want, len(d.Units))
	}
}

func FuzzExtract(f *testing.F) {
	f.Add(mixed, false)
	f.Add(mail("Content-Type: multipart/mixed; boundary=b", "", "--b", "", "x", "--b--"), false)
	f.Add(mail("Content-Type: application/pkcs7-mime", "Content-Transfer-Encoding: base64", "", "MIAGCSqGSIb3DQEHAqCAMIA="), false)
	f.Add(mail("Content-Transfer-Encoding: base64", "", "YQ==Yg==", "footer text", "c2Vjb25kIHNlZ21lbnQgd29yZA=="), false)
	f.Add(mail("From a 10:20", "Subject: =?utf-8?B?x?= =?x", "", "On 1 wrote:", "> a", ">> b", "-- ", "c"), true)
	f.Fuzz(func(t *testing.T, b []byte, box bool) {
		s := extracttest.Sample{Format: "eml", Data: b}
		if box {
			s.Format = "mbox"
		}
		extracttest.Check(t, extracttest.Extract(t, email.New(), s))
	})
}

func TestFilesInTheText(t *testing.T) {
	d := read(t, mail("From: a@b.c", "Bcc: hidden@b.c", "Subject: s", "", "body", "begin 644 dir/test.txt", "#0V%T", "`", "end", "after", "", "begin 644 cut.txt", "#0V%T", "no end"))
	if got := show(d); !strings.Contains(got, "Bcc: hidden@b.c") || !strings.Contains(got, "body⏎after") || !strings.Contains(got, "Attachments: test.txt") || !strings.Contains(got, "begin 644 cut.txt⏎#0V%T⏎no end") || strings.Count(got, "0V%T") != 1 {
		t.Errorf("text is\n%s", got)
	}
	if got := children(d); !strings.Contains(got, "test.txt 3") || strings.Contains(got, "cut.txt") {
		t.Errorf("children are %s", got)
	}
}

func TestANestedMessageIsNamed(t *testing.T) {
	d := read(t, mail("From: a@b.c", "Subject: s", "Content-Type: multipart/mixed; boundary=x", "", "--x", "", "body", "--x", "Content-Type: message/rfc822", "", "Subject: inner", "", "text", "--x--"))
	if got := show(d); !strings.Contains(got, "Attachments: message-2.eml") {
		t.Errorf("text is\n%s", got)
	}
}

func TestUTF7Body(t *testing.T) {
	d := read(t, mail("From: a@b.c", "Content-Type: text/plain; charset=utf-7", "", "Hi +AOQ- there"))
	if got := show(d); !strings.Contains(got, "Hi ä there") {
		t.Errorf("text is\n%s", got)
	}
}
