package hostile

import (
	"fmt"
	"io"
	"strings"
)

const mailHead = "From: a@example.org\nTo: b@example.org\nSubject: hostile\nDate: Thu, 1 Jan 2026 00:00:00 +0000\nMIME-Version: 1.0\n"

// mails are messages and mailboxes.
func mails() []File {
	return []File{
		{Name: "deep.eml", Reasons: []string{"limit:nesting"}, Write: func(w io.Writer) error {
			_, err := io.WriteString(w, mailHead+multiparts(60))
			return err
		}},
		{Name: "mail-in-mail.eml", Reasons: []string{"limit:depth"}, Write: func(w io.Writer) error {
			return repeated(w, "", mailHead+"Content-Type: message/rfc822\n\n", 60, mailHead+"\nthe innermost text\n")
		}},
		text("parts.eml", mailHead+"Content-Type: multipart/mixed; boundary=b\n\n", "--b\nContent-Type: text/plain\n\nx\n", 200_000, "--b--\n", "limit:parts"),
		text("attachments.eml", mailHead+"Content-Type: multipart/mixed; boundary=b\n\n--b\n\ntext\n", "--b\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename=a.bin\n\nx\n", 200_000, "--b--\n", "limit:parts", "limit:attachments"),
		text("headers.eml", mailHead, "X-A: b\n", 3_000_000, "\nbody\n", "limit:body"),
		text("addresses.eml", mailHead+"Cc: ", "a@b.c, ", 3_000_000, "a@b.c\n\nbody\n"),
		text("words.eml", mailHead+"X-S: a\nComments: ", "=?utf-8?q?a?= ", 500_000, "\n\nbody\n"),
		text("base64.eml", mailHead+"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n", "eCB4IHggeCB4IHggeCB4IHggeCB4IHggeCB4IHggeCB4IHggeCB4IHgg\n", 2_000_000, "", "limit:body"),
		text("page.eml", mailHead+"Content-Type: text/html\n\n", "<div><b>", 2_000_000, "inside", "limit:body"),
		text("many.mbox", "", "From a@example.org Thu Jan  1 00:00:00 2026\n"+mailHead+"\nbody\n\n", 60_000, "", "limit:members"),
		text("quotes.eml", mailHead+"\n", strings.Repeat(">", 5_000)+" x\n", 2_000, ""),
	}
}

func multiparts(depth int) string {
	var b strings.Builder
	for i := range depth {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	b.WriteString("Content-Type: text/plain\n\nthe innermost text\n")
	for i := depth - 1; i >= 0; i-- {
		fmt.Fprintf(&b, "--b%d--\n", i)
	}
	return b.String()
}
